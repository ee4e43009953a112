import { approvals } from '@plomb/contract/approvals/approvals';
import type { ErrorCode } from '@plomb/contract/errors';
import type { Pool } from 'pg';
import { type FoundOperator, operatorFrom, operatorSql, type SessionOperator } from '../platform/access.ts';
import { verifyPassword } from '../platform/passwords.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Ctx } from '../platform/serve.ts';
import { claimTry, clearFailures } from './delay.ts';
import { operatorByLogin } from './operators.ts';
import type { PasswordKeys } from './passwordKeys.ts';
import type { Proofs } from './proofs.ts';
import type { SecondFactors } from './secondFactors.ts';

interface Deps {
  platform: Pool;
  keys: Pick<PasswordKeys, 'open'>;
  proofs: Pick<Proofs, 'code'>;
  factors: Pick<SecondFactors, 'isOn'>;
  freeTries(): number;
}

interface Typed {
  /** of the call that the password was sealed for */
  path: string;
  login_name: string;
  password: string;
  code?: string | undefined;
  /** whose devices it is about: this person sees all of them */
  orgIds: readonly number[];
  /** what this person must be allowed; not said: to approve */
  permit?: string;
  /** how whoever is not right is refused */
  otherwise?: ErrorCode;
}

/**
 * Who stands beside the asker and may approve, by an own sign-in. No password is tried but of those who may: anybody
 * else is as who is not there. Nobody stands beside themselves. Tries count against who asks, too, whatever names
 * are tried. A program has nobody beside it.
 */
export type SecondPerson = (ctx: Ctx, typed: Typed) => Promise<SessionOperator>;

const whoIs = operatorSql('select $1::bigint as operator_id');
/** Somebody as of now, whoever asks; null: may not act any more. */
export const operatorNow = async (platform: Pool, id: number): Promise<SessionOperator | null> => {
  const { rows } = await platform.query<FoundOperator>(whoIs, [id]);
  return rows[0] ? operatorFrom(rows[0]) : null;
};

export const openSecondPerson =
  ({ platform, keys, proofs, factors, freeTries }: Deps): SecondPerson =>
  async (
    ctx,
    {
      path,
      login_name,
      password: sealed,
      code,
      orgIds,
      permit = approvals.approve.permit,
      otherwise = 'approverWrong',
    },
  ) => {
    if (ctx.operator.apiKey) throw new Refusal('approvalByPerson');
    const password = (await keys.open(path, sealed)).trim();
    const found = await operatorByLogin(platform, login_name, ctx.address);
    if (found?.id === ctx.operator.id) throw new Refusal('approvalOwn');
    const now = found ? await operatorNow(platform, found.id) : null;
    const may = now?.setUp === null && now.grants.has(permit) && orgIds.every((id) => now.orgIds.includes(id));
    const person = may ? now : null;
    const subject = {
      name: `approver ${person?.id ?? login_name.toLowerCase()}`,
      operatorId: person?.id ?? null,
    };
    const counted = [{ name: `beside operator ${ctx.operator.id}`, operatorId: ctx.operator.id }, subject];
    for (const one of counted) await claimTry(platform, one, freeTries());
    const right = await verifyPassword((person && found?.password_hash) ?? null, password, subject.name);
    if (!person || !right) throw new Refusal(otherwise);
    for (const one of counted) await clearFailures(platform, one);
    if (await factors.isOn(person.id)) {
      if (!code) throw new Refusal('secondFactorNeeded');
      await proofs.code(person.id, code);
    }
    return person;
  };
