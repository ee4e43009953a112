import type { ErrorCode } from '@plomb/contract/errors';
import type { MessageChannel, WayChannel } from '@plomb/contract/messages/channels';
import type { MessagePurpose } from '@plomb/contract/messages/messages';
import type { ClientBase, Pool } from 'pg';
import { Refusal } from '../refusal.ts';
import type { Vault } from '../vault.ts';
import { coveredAddress, plainAddress, sentAddress } from './address.ts';

/** The way that a recipient has of its own: where it leads is sealed in its row. */
export interface OwnWay {
  id: number;
  channel: WayChannel;
  recipient: string;
  url_hash: Buffer;
}

/** A browser that a person has told by: where that is lies sealed in its row. */
export interface Browser {
  id: number;
  personId: number;
  recipient: string;
  endpoint_hash: Buffer;
}

export type NewMessage = About &
  (
    | { channel: MessageChannel; address: string }
    | { channel: WayChannel; way: OwnWay }
    | { channel: 'push'; browser: Browser }
  );

interface About {
  /** whose record it is */
  orgId: number;
  /** who causes it; null: no person */
  operator: { id: number; operName: string } | null;
  purpose: MessagePurpose;
  /** of a mail */
  subject: string;
  text: string;
  /** the same for a program; of a browser, what its words are made of when it leaves */
  data?: Record<string, unknown>;
  /** of a mail: where whoever reads it says that they want no more */
  leave?: string;
  /** it is of use for so long, and given up after that */
  seconds: number;
  /** of one that tells of alarms: to which recipient (null: to a browser), of which alarm where it is of one, and of how many it tells */
  about?: { configId: number | null; alarmId: number | null; told: number | null };
}

const USE = 'message';

/** An address as it is counted: keyed, for there are few enough numbers to try them all. */
export const addressHash = (vault: Vault, channel: MessageChannel, address: string): Buffer =>
  vault.digest(USE, `${channel} ${plainAddress(channel, address)}`);

/** The same of an address that is set up. */
export const urlHash = (vault: Vault, channel: WayChannel | 'push', url: string): Buffer =>
  vault.digest(USE, `${channel} ${url}`);

interface Where {
  address: string;
  hash: Buffer;
  recipient: string;
  wayId: number | null;
  subscriptionId: number | null;
}
const nowhere = { address: '', wayId: null, subscriptionId: null };
const whereTo = (vault: Vault, message: NewMessage): Where => {
  if ('way' in message) {
    const { id, url_hash, recipient } = message.way;
    return { ...nowhere, hash: url_hash, recipient, wayId: id };
  }
  if ('browser' in message) {
    const { id, endpoint_hash, recipient } = message.browser;
    return { ...nowhere, hash: endpoint_hash, recipient, subscriptionId: id };
  }
  const { channel } = message;
  const address = sentAddress(channel, message.address);
  const hash = addressHash(vault, channel, address);
  return { ...nowhere, address, hash, recipient: coveredAddress(channel, address) };
};

/** What stands against this message, by its name as a refusal. */
const against = async (
  db: ClientBase | Pool,
  { channel, purpose, orgId }: NewMessage,
  hash: Buffer,
): Promise<ErrorCode | null> => {
  const { rows } = await db.query<{ why: ErrorCode | null }>('select notice_refusal($1, $2, $3, $4) as why', [
    channel,
    hash,
    purpose,
    orgId,
  ]);
  return rows[0]!.why;
};

/** What stands against one more to browsers of the same person. */
const againstPerson = async (db: ClientBase | Pool, { personId }: Browser): Promise<ErrorCode | null> => {
  const { rows } = await db.query<{ why: ErrorCode | null }>('select push_refusal($1) as why', [personId]);
  return rows[0]!.why;
};

const write = async (
  db: ClientBase | Pool,
  vault: Vault,
  message: NewMessage,
): Promise<{ id: number } | { why: ErrorCode }> => {
  const { orgId, operator, channel, purpose, subject, text, data, leave, seconds, about } = message;
  const { address, hash, recipient, wayId, subscriptionId } = whereTo(vault, message);
  const why =
    (await against(db, message, hash)) ?? ('browser' in message ? await againstPerson(db, message.browser) : null);
  if (why) return { why };
  const said = Buffer.from(JSON.stringify({ address, subject, text, data, leave }));
  const content = vault.seal(USE, hash.toString('hex'), said);
  // requests write to no browser, and may not name those columns
  const [column, value] = subscriptionId === null ? ['', ''] : [', subscription_id, person_id', ', $14, $15'];
  const { rows } = await db.query<{ id: number }>(
    `insert into message (org_id, operator_id, oper_name, channel, purpose, recipient, address_hash, content, expire_time,
       config_id, alarm_id, told, way_id${column})
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9), $10, $11, $12, $13${value}) returning id`,
    [
      ...[orgId, operator?.id ?? null, operator?.operName ?? '', channel, purpose],
      ...[recipient, hash, content, seconds],
      ...[about?.configId ?? null, about?.alarmId ?? null, about?.told ?? null, wayId],
      ...('browser' in message ? [subscriptionId, message.browser.personId] : []),
    ],
  );
  return { id: rows[0]!.id };
};

/**
 * Writes a message in the transaction of what causes it: it is sent when that is committed, and not otherwise. Refused
 * where that channel is off, and where too many go to one address.
 */
export const writeMessage = async (db: ClientBase | Pool, vault: Vault, message: NewMessage): Promise<number> => {
  const written = await write(db, vault, message);
  if ('why' in written) throw new Refusal(written.why);
  return written.id;
};

/** The same of what nobody waits for: what it is about goes on without it, and is told why it was not written. */
export const writeNotice = async (
  db: ClientBase | Pool,
  vault: Vault,
  message: NewMessage,
): Promise<{ id: number } | { why: ErrorCode }> => write(db, vault, message);

/** What a message holds, for whoever sends it. */
export const openContent = (
  vault: Vault,
  hash: Buffer,
  content: Buffer,
): { address: string; subject: string; text: string; data?: Record<string, unknown>; leave?: string } =>
  JSON.parse(vault.open(USE, hash.toString('hex'), content).toString());
