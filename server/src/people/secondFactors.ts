import type { ClientBase, Pool } from 'pg';
import { transaction } from '../platform/postgres/transaction.ts';
import type { Vault } from '../platform/vault.ts';
import { bareCode, isTotp, newBackupCodes, newTotpSecret, printedCode, stepOf } from './totp.ts';

/** A set-up that was begun and left alone for this long is begun again. */
const PENDING = '15 minutes';

/** What became of a code: a good one says how many backup codes are left when it was one of those. */
export type Spent = { ok: true; backupCodesLeft?: number } | { ok: false; why: 'wrong' | 'used' | 'backupUsed' };

/** The second factors of operators, as the database keeps them. */
export interface SecondFactors {
  isOn(operatorId: number): Promise<boolean>;
  /** a fresh secret that is not on yet; null when one is on */
  begin(operatorId: number): Promise<Buffer | null>;
  /** whether a code belongs to the secret that waits, which then is on */
  confirm(operatorId: number, code: string, now: number): Promise<boolean>;
  /** uses a code up: it is good once, whoever else types it at the same moment */
  spend(operatorId: number, code: string, now: number): Promise<Spent>;
  newCodes(operatorId: number): Promise<string[]>;
  remove(operatorId: number): Promise<void>;
}

export const openSecondFactors = (db: Pool, vault: Vault): SecondFactors => {
  const owner = (operatorId: number) => `operator ${operatorId}`;
  const opened = (operatorId: number, sealed: Buffer) => vault.open('second factor', owner(operatorId), sealed);
  const digest = (operatorId: number, code: string) => vault.digest('backup code', `${operatorId} ${code}`);

  const spendStep = async (operatorId: number, code: string, now: number): Promise<Spent> => {
    const { rows } = await db.query<{ secret: Buffer }>(
      'select secret from second_factor where operator_id = $1 and confirm_time is not null',
      [operatorId],
    );
    const step = rows[0] ? stepOf(opened(operatorId, rows[0].secret), code, now) : null;
    if (step === null) return { ok: false, why: 'wrong' };
    const { rowCount } = await db.query(
      'update second_factor set last_step = $2 where operator_id = $1 and last_step < $2',
      [operatorId, step],
    );
    return rowCount === 1 ? { ok: true } : { ok: false, why: 'used' };
  };

  const spendBackup = async (operatorId: number, code: string): Promise<Spent> => {
    const hash = digest(operatorId, code);
    const spent = await db.query(
      `update backup_code set use_time = now()
       where operator_id = $1 and code_hash = $2 and use_time is null returning 1`,
      [operatorId, hash],
    );
    const { rows } = await db.query<{ mine: boolean; left: number }>(
      `select coalesce(bool_or(code_hash = $2), false) as mine, count(*) filter (where use_time is null) as left
       from backup_code where operator_id = $1`,
      [operatorId, hash],
    );
    if (spent.rowCount === 1) return { ok: true, backupCodesLeft: rows[0]?.left ?? 0 };
    return { ok: false, why: rows[0]?.mine ? 'backupUsed' : 'wrong' };
  };

  return {
    async isOn(operatorId) {
      const { rowCount } = await db.query(
        'select 1 from second_factor where operator_id = $1 and confirm_time is not null',
        [operatorId],
      );
      return rowCount === 1;
    },

    async begin(operatorId) {
      const secret = newTotpSecret();
      const { rowCount } = await db.query(
        `insert into second_factor (operator_id, secret) values ($1, $2)
         on conflict (operator_id) do update set secret = excluded.secret, create_time = now()
         where second_factor.confirm_time is null`,
        [operatorId, vault.seal('second factor', owner(operatorId), secret)],
      );
      return rowCount === 1 ? secret : null;
    },

    async confirm(operatorId, code, now) {
      const { rows } = await db.query<{ secret: Buffer }>(
        `select secret from second_factor
         where operator_id = $1 and confirm_time is null and create_time > now() - $2::interval`,
        [operatorId, PENDING],
      );
      const step = rows[0] ? stepOf(opened(operatorId, rows[0].secret), bareCode(code), now) : null;
      if (step === null) return false;
      const { rowCount } = await db.query(
        `update second_factor set confirm_time = now(), last_step = $2
         where operator_id = $1 and confirm_time is null and secret = $3`,
        [operatorId, step, rows[0]?.secret],
      );
      return rowCount === 1;
    },

    spend: (operatorId, typed, now) => {
      const code = bareCode(typed);
      return isTotp(code) ? spendStep(operatorId, code, now) : spendBackup(operatorId, code);
    },

    async newCodes(operatorId) {
      const codes = newBackupCodes();
      const hashes = codes.map((code) => digest(operatorId, code));
      await transaction(db, async (client) => {
        await client.query('delete from backup_code where operator_id = $1', [operatorId]);
        await client.query('insert into backup_code (operator_id, code_hash) select $1, unnest($2::bytea[])', [
          operatorId,
          hashes,
        ]);
      });
      return codes.map(printedCode);
    },

    remove: async (operatorId) => {
      await db.query('delete from second_factor where operator_id = $1', [operatorId]);
    },
  };
};

/** The secret that sealed them is lost: whoever had one signs in by the password and sets it up anew. */
export const forgetSecondFactors = async (db: ClientBase): Promise<void> => {
  await db.query('delete from second_factor');
};
