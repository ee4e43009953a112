import { setTimeout } from 'node:timers/promises';
import type { ParamName } from '@plomb/contract/params';
import type { Pool } from 'pg';
import { type Forgetting, type Found, overdue } from './forgetting.ts';
import { filesOfImports, uploads } from './imports.ts';
import { operations } from './operations.ts';
import { endings } from './tables.ts';
import { unprovedEvents, unprovedPositions } from './unproved.ts';

/** Rows of one transaction: so few that nobody waits for it. */
const PART = 1000;
/** Looked for at once: what is old and stays would be passed over again for every part. */
const PORTION = 100_000;
const DAY = 86_400_000;

/** All have a number of their own but sessions, whose key is their token. */
const keyOf = (table: string): string => (table === 'session' ? 'token_hash' : 'id');

/** In the order in which they are emptied: what names others goes first. */
const dated = Object.entries(endings).flatMap(([table, ending]): Forgetting[] => {
  if (!('time' in ending)) return [];
  const { days, time, only, part } = ending;
  const key = `t.${keyOf(table)}`;
  const old = [`${time} < $1`, ...(only ? [only] : [])].join(' and ');
  return [
    {
      name: table,
      table,
      days,
      ...(part === undefined ? {} : { part }),
      async find(platform, before, most) {
        const text = `select ${key} as key, ${overdue(time)} from ${table} t where ${old} limit $2`;
        return (await platform.query<Found>(text, [before, most])).rows;
      },
      async remove(platform, before, keys) {
        const done = await platform.query(`delete from ${table} t where ${key} = any($2) and ${old}`, [before, keys]);
        return done.rowCount ?? 0;
      },
    },
  ];
});
const all: readonly Forgetting[] = [...dated, unprovedPositions, unprovedEvents, uploads, filesOfImports, operations];

interface Turn {
  /** how many days each is kept; asked for every part, since somebody may want to keep more by now */
  days(name: ParamName): number;
  now: number;
  /** false: the turn is over, and the rest is for another */
  goesOn?(): boolean;
  /** waits so many milliseconds */
  rest?(ms: number): Promise<unknown>;
  /** hears by how many seconds the oldest row found has outlived its days; 0: none is left that has */
  told?(name: string, overdue: number): void;
  part?: number;
  portion?: number;
}

/**
 * Deletes what is kept no longer; tells how many rows of which table. It goes on until nothing is left, however much came
 * meanwhile: a portion of each table after the other, in small parts, and after each part it rests for as long as that took.
 */
export const forgetOld = async (
  platform: Pool,
  { days, now, goesOn = () => true, rest = setTimeout, told = () => {}, part = PART, portion = PORTION }: Turn,
): Promise<Record<string, number>> => {
  const gone: Record<string, number> = {};
  const before = ({ days: name }: Forgetting) => new Date(now - days(name) * DAY);
  for (let open = all; open.length > 0; ) {
    const more: Forgetting[] = [];
    for (const one of open) {
      if (!goesOn()) return gone;
      const found = await one.find(platform, before(one), portion);
      told(one.name, oldest(found));
      let went = 0;
      const size = one.part ?? part;
      for (let from = 0; from < found.length; from += size) {
        if (!goesOn()) return gone;
        const began = performance.now();
        const keys = found.slice(from, from + size).map(({ key }) => key);
        const rows = await one.remove(platform, before(one), keys);
        if (rows > 0) gone[one.table] = (gone[one.table] ?? 0) + rows;
        went += rows;
        await rest(performance.now() - began);
      }
      if (found.length === portion && went > 0) more.push(one);
      else told(one.name, 0);
    }
    open = more;
  }
  return gone;
};

const oldest = (found: readonly Found[]): number =>
  found.reduce((most, { overdue: seconds }) => Math.max(most, seconds), 0);
