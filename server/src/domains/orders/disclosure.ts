import type { MessageChannel } from '@plomb/contract/messages/channels';
import { passwordFresh } from '../../lock/state.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';
import type { Passwords } from './passwords.ts';

/** How long a screen may show a password. */
const SHOWN_SECONDS = 60;
/** Passwords one operator may be shown in an hour: whoever needs more is not opening locks. */
const AN_HOUR = 20;

interface InForce {
  id: number;
  sealed: Buffer;
  told_time: Date;
}

/** To whom it goes by a message, and until when it is meant to be used. */
export interface SentTo {
  name: string;
  /** null: no operator */
  receiverId: number | null;
  /** covered */
  recipient: string;
  channel: MessageChannel;
  messageId: number;
  until: Date;
  idempotencyKey: string;
}

/**
 * Opens the password in force for one person and files that. The lock must have been heard within a day: a silent one
 * may have another by now, and a wrong one typed a few times rings its alarm.
 */
export const disclose = async (
  { client, operator, address }: Ctx,
  passwords: Pick<Passwords, 'open'>,
  lock: { org_id: number },
  { device_id, reason }: { device_id: number; reason: string },
  /** writes the message to somebody else; not given: whoever asks is shown it */
  sendTo?: (password: string) => Promise<SentTo>,
): Promise<{ password: string; told_time: string; seconds: number }> => {
  // one after the other, so that many at once are counted too
  await client.query("select pg_advisory_xact_lock(hashtext('plomb password disclosure ' || $1))", [operator.id]);
  const recent = await client.query<{ n: number }>(
    `select count(*) as n from password_disclosure where operator_id = $1 and disclose_time > now() - interval '1 hour'`,
    [operator.id],
  );
  if ((recent.rows[0]?.n ?? 0) >= AN_HOUR) throw new Refusal('tooMany');
  // its device first, as whoever keeps what a lock told, or gives the device away: the row of the disclosure names it
  await client.query('select from device where id = $1 for key share', [device_id]);
  const { rows } = await client.query<InForce>(
    `select p.id, p.sealed, p.told_time from unlock_password p
       join lock_state s using (device_id) join device_connection c using (device_id)
     where p.device_id = $1 and p.end_time is null and ${passwordFresh} for update of p`,
    [device_id],
  );
  const inForce = rows[0];
  const password = inForce && passwords.open(device_id, inForce.sealed);
  if (!inForce || !password) throw new Refusal('passwordUnknown');
  await client.query("update unlock_password set state = 'disclosed' where id = $1", [inForce.id]);
  const sent = await sendTo?.(password);
  await client.query(
    `insert into password_disclosure (password_id, device_id, org_id, operator_id, oper_name, reason, address,
       sent_name, receiver_id, recipient, channel, message_id, until_time, idempotency_key, api_key_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[inForce.id, device_id, lock.org_id, operator.id, operator.operName, reason, address],
      ...[sent?.name ?? '', sent?.receiverId ?? null, sent?.recipient ?? ''],
      ...[sent?.channel ?? null, sent?.messageId ?? null, sent?.until ?? null],
      ...[sent?.idempotencyKey ?? null, operator.apiKey?.id ?? null],
    ],
  );
  return { password, told_time: new Date(inForce.told_time).toISOString(), seconds: SHOWN_SECONDS };
};
