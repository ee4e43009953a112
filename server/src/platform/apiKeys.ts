import { BlockList, isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { ClientBase, Pool } from 'pg';
import { type FoundOperator, hashOf, newToken, operatorFrom, operatorSql, type SessionOperator } from './access.ts';
import type { AddressLimit } from './addressLimit.ts';
import { Refusal } from './refusal.ts';
import { openBuckets } from './tokenBucket.ts';

export const newApiKey = (): string => `plk_${newToken()}`;
/** The key of an Authorization header, '' when it is `Bearer` with something else, null when it is no bearer's. */
export const apiKeyIn = (header: string): string | null => {
  const shown = /^bearer\s+(.*)$/i.exec(header)?.[1]?.trim();
  if (shown === undefined) return null;
  return /^plk_\S+$/.test(shown) ? shown : '';
};

/** Whether an address is one of those named, or lies in a network named. None named: any will do. */
export const addressAllowed = (address: string, allowed: readonly string[]): boolean => {
  if (allowed.length === 0) return true;
  const bare = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(bare) === 0) return false;
  const list = new BlockList();
  for (const one of allowed) {
    const [network = '', bits] = one.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
};

/** Enough for a partner's program, too little to keep everybody else waiting. */
export const keyRate = { perSecond: 10, burst: 50 };
/** A revoked key, or a shrunk role, is believed for this long at most. */
const FRESH_MS = 2000;
/** Keys that are remembered. */
const KEPT = 2000;
const TOUCH_MS = 60_000;

const findBy = (column: 'id' | 'key_hash') =>
  operatorSql(`
    select k.operator_id, k.id as key_id, k.key_name, k.scope, k.physical, k.addresses, k.use_time, k.use_address from api_key k
     where k.${column} = $1 and k.revoke_time is null and k.expire_time > now()`);
const [findByHash, findById] = [findBy('key_hash'), findBy('id')];

interface FoundKey extends FoundOperator {
  key_id: number;
  key_name: string;
  scope: string[];
  /** its owner has ticked that it may do what is asked for by itself */
  physical: boolean;
  addresses: string[];
  use_time: Date | null;
  use_address: string;
}

/** What both the key and its operator's role allow; `ticked`: what a key has only where that was ticked by itself. */
const holder = (row: FoundKey, ticked: ReadonlySet<string>): SessionOperator => {
  const operator = operatorFrom(row);
  const isGiven = (permit: string) => row.physical || !ticked.has(permit);
  return {
    ...operator,
    operName: `${operator.operName} (API: ${row.key_name})`,
    grants: new Set(row.scope.filter((permit) => operator.grants.has(permit) && isGiven(permit))),
    apiKey: { id: row.key_id, name: row.key_name },
  };
};

/** Who goes on with what a key began, wherever that came from; null: it is revoked or has run out. */
export const holderOfKey = async (
  platform: Pool | ClientBase,
  id: number,
  ticked: ReadonlySet<string>,
): Promise<SessionOperator | null> => {
  const { rows } = await platform.query<FoundKey>(findById, [id]);
  return rows[0] ? holder(rows[0], ticked) : null;
};

export interface ApiKeys {
  /** who acts by a key: its operator, with what both the key and the operator's role allow; a refusal otherwise */
  holderOf(key: string, address: string): Promise<SessionOperator>;
  /** as `holderOf`, without counting: for what goes on for long and asks again */
  recheck(key: string, address: string): Promise<SessionOperator | null>;
}

export const openApiKeys = (
  { platform, callers }: { platform: Pool; callers: Pool },
  /** what one address may ask for in vain */
  guesses: AddressLimit,
  /** permits that a key has only where that was ticked by itself */
  { ticked }: { ticked: ReadonlySet<string> },
  now: () => number = Date.now,
): ApiKeys => {
  const known = new LRUCache<string, { row: Promise<FoundKey | null>; until: number }>({ max: KEPT });
  const buckets = openBuckets(keyRate, now);

  const load = async (key: string): Promise<FoundKey | null> =>
    (await callers.query<FoundKey>(findByHash, [hashOf(key)])).rows[0] ?? null;

  const guessed = async (key: string, address: string): Promise<FoundKey | null> => {
    await guesses.claim(address);
    const row = await load(key);
    if (row) await guesses.giveBack(address);
    return row;
  };

  const rowOf = (key: string, address: string): Promise<FoundKey | null> => {
    const at = now();
    const held = known.get(key);
    if (held && held.until > at) return held.row;
    const row = held ? load(key) : guessed(key, address);
    known.set(key, { row, until: at + FRESH_MS });
    row.then(
      (found) => found ?? known.delete(key), // guesses are not worth remembering
      () => known.delete(key),
    );
    return row;
  };

  const touch = async (row: FoundKey, address: string): Promise<void> => {
    if (row.use_address === address && row.use_time && now() - row.use_time.getTime() < TOUCH_MS) return;
    [row.use_time, row.use_address] = [new Date(now()), address];
    await platform.query('update api_key set use_time = now(), use_address = $2 where id = $1', [row.key_id, address]);
  };

  return {
    async holderOf(key, address) {
      const row = key === '' ? null : await rowOf(key, address);
      if (!row) throw new Refusal('apiKey');
      if (!buckets.take(row.key_id)) throw new Refusal('tooMany');
      if (!addressAllowed(address, row.addresses)) throw new Refusal('apiKeyAddress');
      await touch(row, address);
      return holder(row, ticked);
    },
    async recheck(key, address) {
      const row = key === '' ? null : await rowOf(key, address);
      return row && addressAllowed(address, row.addresses) ? holder(row, ticked) : null;
    },
  };
};
