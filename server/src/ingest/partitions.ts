import type { Pool } from 'pg';
import { usualAcceptDays } from './clock.ts';

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
  const { rows } = await owner.query<{ name: string }>(
    "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'position'::regclass",
  );
  const existing = new Set(rows.map((row) => row.name));
  const today = Math.floor(now / day);
  const made: string[] = [];
  // what is dropped below must not be made first
  for (let at = today - Math.min(acceptDays, retentionDays); at <= today + daysAhead; at++) {
    const name = nameOf(at);
    if (existing.has(name)) continue;
    await owner.query(
      `create table if not exists ${name} partition of position for values from ('${dateOf(at)}') to ('${dateOf(at + 1)}')`,
    );
    made.push(name);
  }
  const dropped: string[] = [];
  const oldest = nameOf(today - retentionDays);
  for (const name of existing)
    if (daily.test(name) && name < oldest) {
      await owner.query(`drop table if exists ${name}`);
      dropped.push(name);
    }
  return { made, dropped };
};

const daily = /^position_\d{8}$/;
const dateOf = (days: number): string => new Date(days * day).toISOString().slice(0, 10);
/** Names sort as their days do. */
const nameOf = (days: number): string => `position_${dateOf(days).replaceAll('-', '')}`;
