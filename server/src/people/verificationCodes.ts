import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Lang } from '@plomb/contract/kit/text';
import type { MessageChannel } from '@plomb/contract/messages/channels';
import { codeMinutes, codePause } from '@plomb/contract/personal/verification';
import type { Pool } from 'pg';
import { coveredAddress } from '../platform/messages/address.ts';
import { writeMessage } from '../platform/messages/outbox.ts';
import { transaction } from '../platform/postgres/transaction.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Vault } from '../platform/vault.ts';
import { type CodeUse, codeText } from './codeText.ts';
import { operatorById } from './operators.ts';

/** `set_up` and `contact`: proves that an address is the person's; `second_factor`: that the person is who acts. */
export type CodePurpose = 'set_up' | 'second_factor' | 'contact';

/** Codes one person may be sent in an hour, whatever for. */
const AN_HOUR = 10;
/** Wrong tries after which a code is good no more. */
const WRONG = 5;

/** Where a code goes. */
export interface CodeAddress {
  channel: MessageChannel;
  address: string;
}

/** Where a code went, covered, and in how many seconds another may be asked for. */
export interface SentCode {
  recipient: string;
  seconds: number;
}

export interface VerificationCodes {
  /** sends a fresh code, which ends an earlier one; within a minute of the last it sends none, and that one holds */
  send(operatorId: number, use: CodeUse, to: CodeAddress, lang: Lang): Promise<SentCode>;
  /** uses up a code that went to this address: it is good once, whoever else types it at the same moment */
  spend(operatorId: number, purpose: CodePurpose, to: CodeAddress, code: string): Promise<boolean>;
}

/** By what purpose each is kept and spent: a code to sign in proves as well who acts. */
const purposeOf: Record<CodeUse, CodePurpose> = {
  signIn: 'second_factor',
  proof: 'second_factor',
  setUp: 'set_up',
  contact: 'contact',
};

export const openVerificationCodes = (db: Pool, vault: Vault): VerificationCodes => {
  const digest = (operatorId: number, purpose: CodePurpose, { channel, address }: CodeAddress, code: string) =>
    vault.digest('verification code', `${operatorId} ${purpose} ${channel} ${address} ${code}`);

  return {
    send: (operatorId, use, to, lang) =>
      transaction(db, async (client) => {
        const purpose = purposeOf[use];
        // one after the other, so that many at once are counted too
        await client.query("select pg_advisory_xact_lock(hashtext('plomb verification code ' || $1))", [operatorId]);
        const { channel, address } = to;
        const recipient = coveredAddress(channel, address);
        const { rows } = await client.query<{ n: number; wait: number }>(
          `select count(*)::int as n, coalesce(ceil(extract(epoch from
               max(create_time) filter (where purpose = $2 and end_time is null and expire_time > now() and tries < $4) + make_interval(secs => $3) - now())), 0)::int as wait
             from verification_code where operator_id = $1 and create_time > now() - interval '1 hour'`,
          [operatorId, purpose, codePause, WRONG],
        );
        const { n, wait } = rows[0]!;
        // of a set-up the address may be another one by now
        if (wait > 0 && purpose === 'second_factor') return { recipient, seconds: wait };
        if (wait > 0) throw new Refusal('codePause', { seconds: wait });
        if (n >= AN_HOUR) throw new Refusal('codesOften');
        await client.query(
          'update verification_code set end_time = now() where operator_id = $1 and purpose = $2 and end_time is null',
          [operatorId, purpose],
        );
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        const made = await client.query<{ expire_time: Date }>(
          'insert into verification_code (operator_id, purpose, code_hash) values ($1, $2, $3) returning expire_time',
          [operatorId, purpose, digest(operatorId, purpose, to, code)],
        );
        const operator = (await operatorById(client, operatorId))!;
        await writeMessage(client, vault, {
          orgId: operator.org_id,
          operator: { id: operatorId, operName: operator.oper_name },
          channel,
          address,
          purpose: purpose === 'second_factor' ? purpose : 'contact',
          ...codeText(lang, use, code, made.rows[0]!.expire_time),
          seconds: codeMinutes * 60,
        });
        return { recipient, seconds: codePause };
      }),

    async spend(operatorId, purpose, to, code) {
      // counted before it is judged: guesses at once are let through no more often than one after the other
      const { rows } = await db.query<{ id: number; code_hash: Buffer }>(
        `update verification_code set tries = tries + 1
          where operator_id = $1 and purpose = $2 and end_time is null and expire_time > now() and tries < $3
          returning id, code_hash`,
        [operatorId, purpose, WRONG],
      );
      const [live] = rows;
      if (!live || !timingSafeEqual(live.code_hash, digest(operatorId, purpose, to, code))) return false;
      const { rowCount } = await db.query(
        'update verification_code set end_time = now() where id = $1 and end_time is null',
        [live.id],
      );
      return rowCount === 1;
    },
  };
};

/** Codes that nobody can use, and that count for no limit any more. */
export const sweepCodes = async (db: Pool): Promise<void> => {
  await db.query("delete from verification_code where create_time < now() - interval '1 day'");
  await db.query("delete from contact_set_up where create_time < now() - interval '1 day'");
  await db.query("delete from second_factor_set_up where create_time < now() - interval '1 day'");
};
