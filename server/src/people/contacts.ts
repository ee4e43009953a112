import type { Lang } from '@plomb/contract/kit/text';
import type { MessageChannel } from '@plomb/contract/messages/channels';
import type { ClientBase, Pool } from 'pg';
import { coveredAddress } from '../platform/messages/address.ts';
import { wireTypeParsers } from '../platform/postgres/pools.ts';
import type { Vault } from '../platform/vault.ts';
import type { CodeAddress, VerificationCodes } from './verificationCodes.ts';

/** One that was begun and left alone for this long is begun again. */
const PENDING = '15 minutes';

export interface Contact {
  operatorId: number;
  address: string;
  /** what the person reads */
  lang: Lang;
}

/** Where people are reached, as they have proved it themselves. */
export const openContacts = (db: Pool | ClientBase, vault: Vault, codes: Pick<VerificationCodes, 'spend'>) => {
  const owner = (operatorId: number) => `operator ${operatorId}`;
  /** What waits for its code, and its address as it lies there. */
  const held = async (operatorId: number): Promise<{ to: CodeAddress; sealed: Buffer } | null> => {
    const { rows } = await db.query<{ channel: MessageChannel; address: Buffer }>(
      `select channel, address from contact_set_up where operator_id = $1 and create_time > now() - interval '${PENDING}'`,
      [operatorId],
    );
    const [one] = rows;
    if (!one) return null;
    const { channel, address: sealed } = one;
    return { to: { channel, address: vault.open('contact', owner(operatorId), sealed).toString() }, sealed };
  };
  return {
    async of(operatorId: number) {
      const { rows } = await db.query<{ channel: MessageChannel; recipient: string; confirm_time: string }>({
        text: 'select channel, recipient, confirm_time from contact where operator_id = $1 order by channel',
        values: [operatorId],
        types: wireTypeParsers,
      });
      return rows;
    },

    /** The ways that are set up. */
    async ways(): Promise<MessageChannel[]> {
      const { rows } = await db.query<{ channel: MessageChannel }>(
        'select channel from message_channel where enabled order by channel',
      );
      return rows.map(({ channel }) => channel);
    },

    /** An address that counts for nothing yet. */
    async begin(operatorId: number, channel: MessageChannel, address: string): Promise<void> {
      await db.query(
        `insert into contact_set_up (operator_id, channel, address, recipient) values ($1, $2, $3, $4)
         on conflict (operator_id) do update set channel = excluded.channel, address = excluded.address,
           recipient = excluded.recipient, create_time = now()`,
        [
          operatorId,
          channel,
          vault.seal('contact', owner(operatorId), Buffer.from(address)),
          coveredAddress(channel, address),
        ],
      );
    },

    waiting: async (operatorId: number): Promise<CodeAddress | null> => (await held(operatorId))?.to ?? null,

    /** Whether the code belongs to what waits, which then counts; its address, covered. */
    async confirm(operatorId: number, code: string, lang: Lang): Promise<string | null> {
      const waits = await held(operatorId);
      if (!waits || !(await codes.spend(operatorId, 'contact', waits.to, code))) return null;
      const kept = await db.query<{ recipient: string }>(
        `with confirmed as (delete from contact_set_up where operator_id = $1 and address = $2
           returning operator_id, channel, address, recipient)
         insert into contact (operator_id, channel, address, recipient, lang)
           select operator_id, channel, address, recipient, $3 from confirmed
         on conflict (operator_id, channel) do update set address = excluded.address, recipient = excluded.recipient,
           lang = excluded.lang, confirm_time = now() returning recipient`,
        [operatorId, waits.sealed, lang],
      );
      return kept.rows[0]?.recipient ?? null;
    },

    /** What it was, covered; null: there was none. */
    async remove(operatorId: number, channel: MessageChannel): Promise<string | null> {
      const { rows } = await db.query<{ recipient: string }>(
        'delete from contact where operator_id = $1 and channel = $2 returning recipient',
        [operatorId, channel],
      );
      return rows[0]?.recipient ?? null;
    },

    /** Whether a mail to this person leaves: to a confirmed address, by a mail server that is set up. */
    async isMailed(operatorId: number): Promise<boolean> {
      const { rows } = await db.query(
        `select from contact c join message_channel m on m.channel = c.channel and m.enabled
          where c.operator_id = $1 and c.channel = 'mail'`,
        [operatorId],
      );
      return rows.length > 0;
    },
    /** Those of these people who are reached so, in their order. */
    async reached(operators: readonly number[], channel: MessageChannel): Promise<Contact[]> {
      const { rows } = await db.query<{ operator_id: number; address: Buffer; lang: Lang }>(
        `select c.operator_id, c.address, c.lang from unnest($1::bigint[]) with ordinality as n(id, nth)
           join contact c on c.operator_id = n.id and c.channel = $2 order by n.nth`,
        [operators, channel],
      );
      return rows.map(({ operator_id, address, lang }) => ({
        operatorId: operator_id,
        address: vault.open('contact', owner(operator_id), address).toString(),
        lang,
      }));
    },
  };
};
export type Contacts = ReturnType<typeof openContacts>;

/** What somebody who signs in reads. */
export const speaks = async (db: Pool, operatorId: number, lang: Lang): Promise<void> => {
  await db.query('update contact set lang = $2 where operator_id = $1 and lang <> $2', [operatorId, lang]);
};
