import { Fault } from '@plomb/contract/lock/codes';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDevice, buildOrganisation } from '../testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import type { Changes } from './changes.ts';
import { maintainPartitions } from './partitions.ts';
import { StorageUnavailable } from './storage.ts';
import { anEvent, aReport } from './testing/reports.ts';
import { openIngest } from './writer.ts';

let database: FreshDatabase;
let devices: { id: number }[];
const now = Math.floor(Date.now() / 1000) * 1000;

beforeAll(async () => {
  database = await freshDatabase();
  const orgId = await buildOrganisation(database.pools.owner);
  devices = await Promise.all(Array.from({ length: 6 }, () => buildDevice(database.pools.owner, orgId)));
  await maintainPartitions(database.pools.owner, { now, retentionDays: 400 });
});
afterAll(() => database.drop());

const open = (limit?: number) =>
  openIngest({
    pool: database.pools.platform,
    fences: { of: () => null },
    lingerMs: 1,
    ...(limit === undefined ? {} : { limit }),
  });
const stored = async (): Promise<number> =>
  (await database.pools.platform.query<{ n: number }>('select count(*) as n from position')).rows[0]!.n;

describe('while the database is away', () => {
  it('nothing is acknowledged, and afterwards everything is stored once, without a restart', async () => {
    const ingest = open();
    const reports = devices.flatMap((device) =>
      Array.from({ length: 10 }, (_, i) => ({ device, report: aReport({ deviceTime: now + i * 1000 }) })),
    );
    // every lock sends again, in order, until it is acknowledged
    const acknowledged = new Set<unknown>();
    let refused = 0;
    const lock = async (own: typeof reports) => {
      for (const { device, report } of own)
        while (!acknowledged.has(report))
          await ingest.submit(device, report).then(
            () => acknowledged.add(report),
            (error: Error) => {
              expect(error).toBeInstanceOf(StorageUnavailable);
              refused++;
            },
          );
    };
    await ingest.submit(devices[0]!, aReport({ deviceTime: now - 1000 }));
    await database.goAway();
    const sending = Promise.all(devices.map((device) => lock(reports.filter((r) => r.device === device))));
    await expect(ingest.submit(devices[0]!, aReport({ deviceTime: now - 2000 }))).rejects.toThrow(StorageUnavailable);
    expect(acknowledged.size).toBe(0);
    await database.comeBack();
    await sending;
    expect(refused).toBeGreaterThan(0);
    expect(await stored()).toBe(reports.length + 1);
    await ingest.close();
  });

  it('cutting connections in the middle of writing loses nothing that was acknowledged', async () => {
    const ingest = open();
    const before = await stored();
    let acknowledged = 0;
    const sending = devices.map(async (device) => {
      for (let i = 0; i < 40; i++) {
        const report = aReport({ deviceTime: now + 20_000 + i * 1000 });
        for (let done = false; !done; )
          done = await ingest.submit(device, report).then(
            () => true,
            () => false,
          );
        acknowledged++;
        if (i % 10 === 5) await database.cutOff();
      }
    });
    await Promise.all(sending);
    expect(await stored()).toBe(before + acknowledged);
    await ingest.close();
  });

  it('memory is bounded: beyond its share a report of a device is turned away at once, beyond the limit any', async () => {
    const ingest = open(20);
    const send = async () => {
      const answers = await Promise.allSettled(
        devices.flatMap((device) =>
          Array.from({ length: 8 }, (_, i) => ingest.submit(device, aReport({ deviceTime: now + 90_000 + i * 1000 }))),
        ),
      );
      return devices.map((_, d) => answers.slice(d * 8, d * 8 + 8).filter((a) => a.status === 'fulfilled').length);
    };
    expect(await send()).toEqual([5, 5, 5, 5, 0, 0]);
    expect(ingest.stats()).toMatchObject({ refused: 28, pending: 0 });
    // what was answered has made room again
    expect(await send()).toEqual([5, 5, 5, 5, 0, 0]);
    await ingest.close();
    await expect(ingest.submit(devices[0]!, aReport())).rejects.toThrow('closed');
  });

  it('a missing partition acknowledges and puts aside nothing, and is over when there is one', async () => {
    const ingest = open();
    const [before, device] = [await stored(), devices[1]!];
    const time = now + 100_000;
    const day = new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
    await database.pools.owner.query(`alter table position detach partition position_${day}`);
    const reports = [aReport({ deviceTime: time }), aReport({ deviceTime: time })];
    const refused = await Promise.allSettled(reports.map((report) => ingest.submit(device, report)));
    expect(refused.map((r) => r.status)).toEqual(['rejected', 'rejected']);
    expect((await database.pools.platform.query('select count(*) as n from quarantine')).rows).toEqual([{ n: 0 }]);
    const [from, to] = [0, 1].map((days) => new Date(time + days * 86_400_000).toISOString().slice(0, 10));
    await database.pools.owner.query(
      `alter table position attach partition position_${day} for values from ('${from}') to ('${to}')`,
    );
    await Promise.all(reports.map((report) => ingest.submit(device, report)));
    expect(await stored()).toBe(before + 2);
    await ingest.close();
  });

  it('a full disk acknowledges and keeps nothing, and is over when there is room again', async () => {
    // the server's own refusal (53100), raised where a full disk raises it: at the write
    await database.pools.owner.query(`
      create table disk (is_full boolean);
      insert into disk values (true);
      create function disk_full() returns trigger language plpgsql security definer as $$
      begin
        if (select is_full from disk) then
          raise exception 'could not extend file: No space left on device' using errcode = '53100';
        end if;
        return new;
      end $$;
      create trigger disk_full before insert on position for each row execute function disk_full()`);
    const ingest = open();
    const before = await stored();
    const report = aReport({ deviceTime: now + 120_000 });
    await expect(ingest.submit(devices[0]!, report)).rejects.toThrow(StorageUnavailable);
    expect(await stored()).toBe(before);
    expect((await database.pools.platform.query('select count(*) as n from quarantine')).rows).toEqual([{ n: 0 }]);
    await database.pools.owner.query('update disk set is_full = false');
    await ingest.submit(devices[0]!, report);
    expect(await stored()).toBe(before + 1);
    await ingest.close();
  });
});

describe('when the end of a batch is not known', () => {
  /** The database commits, and dies before it says so. */
  const silentOnce = (): Pool => {
    let left = 1;
    const connect = async () => {
      const client = await database.pools.platform.connect();
      const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
      return {
        release: (broken?: boolean) => client.release(broken),
        async query(...asked: unknown[]) {
          const answer = await ask(...asked);
          if (asked[0] === 'commit' && left-- > 0) throw new Error('Connection terminated unexpectedly');
          return answer;
        },
      };
    };
    return { connect } as unknown as Pool;
  };

  it('whoever watches is told to read anew, since the reports come again as known ones', async () => {
    const told: string[] = [];
    const ingest = openIngest({
      pool: silentOnce(),
      fences: { of: () => null },
      lingerMs: 1,
      writers: 1,
      onCommitted: ({ alarms }: Changes) => told.push(`committed ${alarms.length}`),
      onUntold: () => told.push('read anew'),
    });
    const report = aReport({
      deviceTime: now + 90_000,
      event: anEvent(3, null, 3, { alarms: ['illegal_unlock'] }),
      fault: Fault.illegalUnlock,
    });
    await expect(ingest.submit(devices[0]!, report)).rejects.toThrow(StorageUnavailable);
    expect(told).toEqual([]);
    await ingest.submit(devices[0]!, report);
    expect(told).toEqual(['read anew', 'committed 0']);
    await ingest.submit(devices[0]!, aReport({ deviceTime: now + 91_000 }));
    expect(told).toEqual(['read anew', 'committed 0', 'committed 0']);
    await ingest.close();
  });

  it('and one that was refused, or never reached its end, is told of by its own commit', async () => {
    const told: string[] = [];
    const ingest = openIngest({
      pool: database.pools.platform,
      fences: { of: () => null },
      lingerMs: 1,
      onUntold: () => told.push('read anew'),
    });
    await database.goAway();
    await expect(ingest.submit(devices[0]!, aReport({ deviceTime: now + 92_000 }))).rejects.toThrow(StorageUnavailable);
    await database.comeBack();
    await ingest.submit(devices[0]!, aReport({ deviceTime: now + 93_000, electric: 1e9 }));
    await ingest.submit(devices[0]!, aReport({ deviceTime: now + 94_000 }));
    expect(told).toEqual([]);
    await ingest.close();
  });
});
