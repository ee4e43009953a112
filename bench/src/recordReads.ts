import { openWhose } from '@plomb/server/domains/records/locks';
import { reports } from '@plomb/server/domains/records/reports';
import { maintainPartitions } from '@plomb/server/ingest/partitions';
import { kyselyOn } from '@plomb/server/platform/postgres/kysely';
import { migrate } from '@plomb/server/platform/postgres/migrate';
import { openPools } from '@plomb/server/platform/postgres/pools';
import { scoped } from '@plomb/server/platform/postgres/transaction';
import type { ClientBase } from 'pg';
import { migrations } from './generate.ts';
import { show } from './machine.ts';
import type { Options } from './options.ts';
import { fillLocks, fillReports } from './records.ts';
import { connected, openDatabase } from './stage.ts';

/** A day of these has so many reports, however many days there are. */
const IN_A_DAY = 100_000;
const DAY = 86_400_000;
const PAGE = 101;

interface Node {
  'Relation Name'?: string;
  'Actual Loops'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** What a statement read: blocks of 8 KB, and days of reports that it looked into. */
const readsOf = (plan: Node): { blocks: number; days: number } => {
  const days = nodesOf(plan).flatMap(({ 'Relation Name': name = '', 'Actual Loops': loops = 0 }) =>
    loops > 0 && name.startsWith('position_') ? [name] : [],
  );
  return { blocks: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), days: new Set(days).size };
};

/** A client that says of each statement what it read. */
const explaining = (client: ClientBase, told: (plan: Node) => void) =>
  ({
    async query(text: string, values: unknown[]) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      told(rows[0]!['QUERY PLAN'][0].Plan);
      return client.query(text, values);
    },
  }) as unknown as ClientBase;

/**
 * What a page of records reads as their number grows, a day holding as many throughout: blocks and days, not milliseconds, so it says on
 * a small disk how a large installation behaves. `--positions` is the last of three stages.
 */
export const measureRecordReads = async ({ positions }: Options): Promise<void> => {
  const database = await openDatabase({ fsync: 'off', synchronous_commit: 'off' });
  try {
    await migrate(database.url, { dir: migrations });
    const pools = openPools(database.url);
    await maintainPartitions(pools.owner, {
      now: Date.now(),
      acceptDays: Math.ceil(positions / IN_A_DAY) + 1,
      retentionDays: 400,
    });
    await connected(database.url, async (db) => {
      // as the product makes it when it starts
      await db.query("insert into organisation (org_name, org_type) values ('root', 'other')");
      await fillLocks(db);
    });
    const orgs = await pools.platform.query<{ id: number }>('select id from organisation');
    const orgIds = orgs.rows.map(({ id }) => id);
    const operator = { orgIds } as never;
    const findWhose = openWhose(pools.readers);
    let filled = 0;
    for (const count of [0.1, 0.3, 1].map((share) => Math.round(positions * share))) {
      const days = (n: number) => n / IN_A_DAY;
      await connected(database.url, (db) => fillReports(db, count - filled, days(filled), days(count)));
      filled = count;
      const now = Date.now();
      const at = (ago: number) => new Date(now - ago * DAY).toISOString();
      const { rows } = await pools.platform.query<{ size: string }>(
        "select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as size from pg_inherits where inhparent = 'position'::regclass",
      );
      console.log(
        `\n${count.toLocaleString('en')} reports in ${Math.round(days(count))} days, ${rows[0]!.size}: blocks read for a page, days looked into`,
      );
      const page = async (what: string, from: number, before: number | null, asked: object): Promise<void> => {
        let [blocks, looked] = [0, 0];
        await scoped(pools.app, orgIds, async (client) => {
          const whose = await findWhose(asked, { db: kyselyOn(client), operator });
          const db = kyselyOn(
            explaining(client, (plan) => {
              const reads = readsOf(plan);
              blocks += reads.blocks;
              looked += reads.days;
            }),
          );
          const slice = { from: at(from), to: at(-1), before: before === null ? null : at(before) };
          await reports.newest({}, whose, slice, PAGE, { client, operator, db } as never);
        });
        show(what, `${blocks.toLocaleString('en')}, ${looked}`);
      };
      const all = days(count);
      const [lock] = (await pools.platform.query<{ id: number }>('select min(id) + 7 as id from device')).rows;
      await page('the newest of a day', 1, null, {});
      await page('the newest of all days', all, null, {});
      await page('from the middle of all days', all, all / 2, {});
      await page('of one organisation, all days', all, null, { org_id: orgIds.at(-1) });
      await page('of one lock, a day', 1, null, { device_id: lock!.id });
      await page('of one lock, all days', all, null, { device_id: lock!.id });
      await page('by part of a plate, all days', all, null, { keyword: '沪A 11' });
    }
    await pools.close();
  } finally {
    await database.drop();
  }
};
