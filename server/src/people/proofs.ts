import type { ErrorCode } from '@plomb/contract/errors';
import type { Pool } from 'pg';
import { hashOf } from '../platform/access.ts';
import { verifyPassword } from '../platform/passwords.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Ctx } from '../platform/serve.ts';
import { claimTry, clearFailures } from './delay.ts';
import { operatorById } from './operators.ts';
import type { SecondFactors, Spent } from './secondFactors.ts';

/** How a person proves who it is, each refused alike and with the same growing waits wherever it is asked for. */
export interface Proofs {
  /** refuses a password that is not the operator's */
  password(operatorId: number, typed: string, otherwise?: ErrorCode): Promise<void>;
  /** uses up a code of the second factor; says how many backup codes are left when it was one */
  code(operatorId: number, typed: string): Promise<{ backupCodesLeft?: number }>;
  /** the session has just proved it */
  renew(token: string): Promise<void>;
  /**
   * Refuses with `confirmNeeded` when the session's last proof is old: unlocking asks for a fresh one (ASVS 7.5.3), by
   * the password where there is no second factor. Signing in is a proof. An API key stands for itself: what it may do
   * was given to it by a fresh proof.
   */
  fresh(ctx: Pick<Ctx, 'operator' | 'token'>): Promise<void>;
}

const refusals: Record<Extract<Spent, { ok: false }>['why'], ErrorCode> = {
  wrong: 'secondFactorWrong',
  used: 'secondFactorUsed',
  backupUsed: 'backupCodeUsed',
};

export const openProofs = (
  db: Pool,
  factors: SecondFactors,
  freeTries: () => number,
  /** how long a proof lets its session do what asks for a fresh one */
  freshSeconds: () => number,
): Proofs => ({
  async password(operatorId, typed, otherwise = 'wrongPassword') {
    const operator = await operatorById(db, operatorId);
    // apart from the count of signing in: strangers who guess there must not make who sits here wait
    const subject = { name: `password of operator ${operatorId}`, operatorId };
    await claimTry(db, subject, freeTries());
    if (!(await verifyPassword(operator?.password_hash ?? null, typed, subject.name))) throw new Refusal(otherwise);
    await clearFailures(db, subject);
  },

  async code(operatorId, typed) {
    // apart from the password's count: who does not know the password cannot make a code wait
    const subject = { name: `code of operator ${operatorId}`, operatorId };
    await claimTry(db, subject, freeTries());
    const spent = await factors.spend(operatorId, typed, Date.now());
    if (!spent.ok) throw new Refusal(refusals[spent.why]);
    await clearFailures(db, subject);
    return spent.backupCodesLeft === undefined ? {} : { backupCodesLeft: spent.backupCodesLeft };
  },

  async renew(token) {
    await db.query('update session set confirm_time = now() where token_hash = $1', [hashOf(token)]);
  },

  async fresh({ operator, token }) {
    if (operator.apiKey) return;
    const { rowCount } = await db.query(
      'select 1 from session where token_hash = $1 and confirm_time > now() - make_interval(secs => $2)',
      [hashOf(token), freshSeconds()],
    );
    if (rowCount === 0) throw new Refusal('confirmNeeded');
  },
});
