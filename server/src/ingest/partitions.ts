import type { Pool, PoolClient } from 'pg';
import { transaction } from '../platform/postgres/transaction.ts';
import { usualAcceptDays } from './clock.ts';
import { codeOf } from './storage.ts';

export interface PartitionLimits {
  /** ms since 1970 */
  now: number;
  /** days back a report is still taken in */
  acceptDays?: number;
  /** days positions are kept */
  retentionDays: number;
}

/** Days beyond today that lie ready: a clock may run ahead a little, and an hourly job may fail for a while. */
const daysAhead = 2;
const day = 86_400_000;

/**
 * Makes the daily partitions reports can fall into and drops those past retention. Safe to run at any time, by several
 * processes at once. Takes the owner's pool: partitions belong to the owner of the table.
 */
export const maintainPartitions = async (
  owner: Pool,
  { now, acceptDays = usualAcceptDays, retentionDays }: PartitionLimits,
): Promise<{ made: string[]; dropped: string[] }> => {
  const today = Math.floor(now / day);
  const made = await transaction(owner, async (client) => {
    await alone(client);
    const existing = await partitionsOf(client);
    const missing: string[] = [];
    // what would be dropped at once is not made
    for (let at = today - Math.min(acceptDays, retentionDays); at <= today + daysAhead; at++) {
      const name = nameOf(at);
      if (existing.has(name)) continue;
      // Made apart and attached: that keeps neither readers nor writers of the table waiting, as making it in place would.
      await client.query(`create table ${name} (like position including defaults including constraints)`);
      await client.query(
        `alter table position attach partition ${name} for values from ('${dateOf(at)}') to ('${dateOf(at + 1)}')`,
      );
      missing.push(name);
    }
    return missing;
  });
  const dropped = await transaction(owner, async (client) => {
    await alone(client);
    // Dropping waits for every reader and makes every writer wait behind it: better to try again in an hour.
    await client.query("set local lock_timeout = '2s'");
    const old = [...(await partitionsOf(client))].filter((name) => name < nameOf(today - retentionDays)).sort();
    for (const name of old) await client.query(`drop table ${name}`);
    return old;
  }).catch((error: unknown) => {
    if (codeOf(error) === lockNotAvailable) return [];
    throw error;
  });
  return { made, dropped };
};

const lockNotAvailable = '55P03';

/** Until the end of the transaction no other process does this. */
const alone = (client: PoolClient) =>
  client.query("select pg_advisory_xact_lock(hashtext('plomb position partitions'))");

const partitionsOf = async (client: PoolClient): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'position'::regclass and c.relname ~ '^position_\\d{8}$'`,
  );
  return new Set(rows.map((row) => row.name));
};

const dateOf = (days: number): string => new Date(days * day).toISOString().slice(0, 10);
/** Names sort as their days do. */
const nameOf = (days: number): string => `position_${dateOf(days).replaceAll('-', '')}`;
