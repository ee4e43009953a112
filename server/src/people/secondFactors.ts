import type { MessageChannel } from '@plomb/contract/messages/channels';
import type { FactorChannel } from '@plomb/contract/personal/secondFactor';
import type { ClientBase, Pool } from 'pg';
import { coveredAddress } from '../platform/messages/address.ts';
import { transaction } from '../platform/postgres/transaction.ts';
import type { Vault } from '../platform/vault.ts';
import { bareCode, isTotp, newBackupCodes, newTotpSecret, printedCode, stepOf } from './totp.ts';
import type { CodeAddress, CodePurpose, VerificationCodes } from './verificationCodes.ts';

/** A set-up that was begun and left alone for this long is begun again. */
const PENDING = '15 minutes';

/** What became of a code: a good one says how many backup codes are left when it was one of those. */
export type Spent = { ok: true; backupCodesLeft?: number } | { ok: false; why: 'wrong' | 'used' | 'backupUsed' };

/** The second factors of operators, as the database keeps them. */
export interface SecondFactors {
  isOn(operatorId: number): Promise<boolean>;
  /** where its codes come from; null: it is off */
  channelOf(operatorId: number): Promise<FactorChannel | null>;
  /** where they are sent to, by what is on or what waits to be confirmed; null: to nowhere, an app shows them, or there is none */
  addressOf(operatorId: number, purpose: Exclude<CodePurpose, 'contact'>): Promise<CodeAddress | null>;
  /** a fresh secret that is not on yet */
  begin(operatorId: number): Promise<Buffer>;
  /** an address that is not confirmed yet */
  beginByMessage(operatorId: number, channel: MessageChannel, address: string): Promise<void>;
  /** whether a code belongs to what waits, which then is on, in place of what was */
  confirm(operatorId: number, code: string, now: number): Promise<boolean>;
  /** uses a code up: it is good once, whoever else types it at the same moment */
  spend(operatorId: number, code: string, now: number): Promise<Spent>;
  newCodes(operatorId: number): Promise<string[]>;
  remove(operatorId: number): Promise<void>;
}

export const openSecondFactors = (db: Pool, vault: Vault, sent: Pick<VerificationCodes, 'spend'>): SecondFactors => {
  const owner = (operatorId: number) => `operator ${operatorId}`;
  const opened = (operatorId: number, sealed: Buffer) => vault.open('second factor', owner(operatorId), sealed);
  const digest = (operatorId: number, code: string) => vault.digest('backup code', `${operatorId} ${code}`);

  const spendStep = async (operatorId: number, code: string, now: number): Promise<Spent> => {
    const { rows } = await db.query<{ secret: Buffer }>(
      "select secret from second_factor where operator_id = $1 and channel = 'app'",
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

  const channelOf = async (operatorId: number): Promise<FactorChannel | null> => {
    const { rows } = await db.query<{ channel: FactorChannel }>(
      'select channel from second_factor where operator_id = $1',
      [operatorId],
    );
    return rows[0]?.channel ?? null;
  };
  const addressOf: SecondFactors['addressOf'] = async (operatorId, purpose) => {
    const of =
      purpose === 'set_up'
        ? `second_factor_set_up where create_time > now() - interval '${PENDING}' and`
        : 'second_factor where';
    const { rows } = await db.query<{ channel: MessageChannel; secret: Buffer }>(
      `select channel, secret from ${of} operator_id = $1 and channel <> 'app'`,
      [operatorId],
    );
    return rows[0] ? { channel: rows[0].channel, address: opened(operatorId, rows[0].secret).toString() } : null;
  };
  const wait = async (operatorId: number, channel: FactorChannel, secret: Buffer, recipient = ''): Promise<void> => {
    await db.query(
      `insert into second_factor_set_up (operator_id, channel, secret, recipient) values ($1, $2, $3, $4)
       on conflict (operator_id) do update set channel = excluded.channel, secret = excluded.secret,
         recipient = excluded.recipient, create_time = now()`,
      [operatorId, channel, vault.seal('second factor', owner(operatorId), secret), recipient],
    );
  };

  return {
    channelOf,
    isOn: async (operatorId) => (await channelOf(operatorId)) !== null,
    addressOf,

    async begin(operatorId) {
      const secret = newTotpSecret();
      await wait(operatorId, 'app', secret);
      return secret;
    },

    beginByMessage: (operatorId, channel, address) =>
      wait(operatorId, channel, Buffer.from(address), coveredAddress(channel, address)),

    async confirm(operatorId, code, now) {
      const { rows } = await db.query<{ channel: FactorChannel; secret: Buffer }>(
        `select channel, secret from second_factor_set_up
         where operator_id = $1 and create_time > now() - $2::interval`,
        [operatorId, PENDING],
      );
      const [waits] = rows;
      if (!waits) return false;
      const typed = bareCode(code);
      const { channel } = waits;
      const secret = opened(operatorId, waits.secret);
      const step = channel === 'app' ? stepOf(secret, typed, now) : 0;
      if (step === null) return false;
      if (channel !== 'app') {
        const to = { channel, address: secret.toString() };
        if (!(await sent.spend(operatorId, 'set_up', to, typed))) return false;
      }
      const { rowCount } = await db.query(
        `with confirmed as (delete from second_factor_set_up where operator_id = $1 and secret = $3
           returning operator_id, channel, secret, recipient),
         -- those that went to the former address
         ended as (update verification_code set end_time = now() where purpose = 'second_factor' and end_time is null
           and operator_id in (select operator_id from confirmed))
         insert into second_factor (operator_id, channel, secret, recipient, confirm_time, last_step)
           select operator_id, channel, secret, recipient, now(), $2 from confirmed
         on conflict (operator_id) do update set channel = excluded.channel, secret = excluded.secret,
           recipient = excluded.recipient, confirm_time = excluded.confirm_time, last_step = excluded.last_step`,
        [operatorId, step, waits.secret],
      );
      return rowCount === 1;
    },

    async spend(operatorId, typed, now) {
      const code = bareCode(typed);
      if (!isTotp(code)) return spendBackup(operatorId, code);
      const to = await addressOf(operatorId, 'second_factor');
      if (!to) return spendStep(operatorId, code, now);
      return (await sent.spend(operatorId, 'second_factor', to, code)) ? { ok: true } : { ok: false, why: 'wrong' };
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
      await db.query(
        `with gone as (delete from second_factor where operator_id = $1)
         update verification_code set end_time = now() where operator_id = $1 and end_time is null`,
        [operatorId],
      );
    },
  };
};

/** The secret that sealed them is lost, with the addresses of people: whoever had one signs in by the password and sets it up anew. */
export const forgetSecondFactors = async (db: ClientBase): Promise<void> => {
  await db.query('delete from second_factor');
  await db.query('delete from second_factor_set_up');
  await db.query('delete from verification_code');
  await db.query('delete from contact');
  await db.query('delete from contact_set_up');
};
