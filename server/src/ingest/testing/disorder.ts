import type { AlarmKind, LockAction, LockFamily, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import { sealModel } from '@plomb/contract/lock/operable';
import type { LockReport } from '@plomb/contract/lock/report';
import fc from 'fast-check';
import type { Pool } from 'pg';
import type { Pools } from '../../platform/postgres/pools.ts';
import { buildDeviceType } from '../../testing/build.ts';
import type { Area } from '../fences.ts';
import { holdSeal } from '../holdSeal.ts';
import { openIngest } from '../writer.ts';
import { anEvent, aReport, fencesOf } from './reports.ts';

/** What one lock told in an hour, in the order it happened; times in seconds since its beginning. */
export interface Story {
  family: LockFamily;
  reports: readonly LockReport[];
  /** orders that were sent to it */
  commands: readonly Order[];
  /** when the platform began to hold a seal, if its family needs that */
  heldFrom: number | null;
}
interface Order {
  kind: 'seal' | 'unseal';
  state: 'answered_ok' | 'answered_fail' | 'uncertain' | 'expired';
  sent: number;
}

/** One way in which the same reports reach the product. */
export interface Telling {
  /** what comes before what: a random number for each report */
  order: readonly number[];
  /** these are told twice or more */
  again: readonly number[];
  /** how many come at once */
  portions: readonly number[];
}

const told = fc.record({
  after: fc.integer({ min: 0, max: 3600 }),
  replay: fc.boolean(),
  electric: fc.option(fc.integer({ min: 0, max: 100 })),
  lon: fc.option(fc.double({ min: 120.9, max: 121.1, noNaN: true })),
  fault: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.constantFrom(1004, 1005, 1006, 1008, 1010, 9999)),
  ls: fc.option(fc.constantFrom<LockStatus[]>(0, 0, 1, 1, 3)),
  event: fc.option(
    fc.record({
      lst: fc.constantFrom<LockAction[]>(0, 1, 1, 2, 2, 3),
      lso: fc.option(fc.constantFrom<LockSource[]>(1, 1, 3, 4, 5, 8, 9, 10, 12, 12)),
      alarms: fc.subarray<AlarmKind>(['illegal_card', 'low_battery']),
    }),
  ),
});
type Told = typeof told extends fc.Arbitrary<infer T> ? T : never;

const fits: Record<LockAction, LockStatus | null> = { 0: null, 1: 1, 2: 2, 3: 3 };
const hour = 3_600_000;

/** @param start ms since 1970 at which the story begins */
export const stories = (start: number): fc.Arbitrary<Story> =>
  fc
    .record({
      family: fc.constantFrom<LockFamily[]>('hhd', 'jt701'),
      told: fc.array(told, { minLength: 2, maxLength: 14 }),
      firstSerial: fc.integer({ min: 0, max: 255 }),
      /** one live report has the clock ahead, one is delivered late without saying so, one has no clock */
      odd: fc.record({
        ahead: fc.option(fc.nat()),
        by: fc.integer({ min: 30, max: 570 }),
        slow: fc.option(fc.nat()),
        untimed: fc.option(fc.nat()),
      }),
      commands: fc.array(
        fc.record({
          kind: fc.constantFrom<Order['kind'][]>('seal', 'unseal', 'unseal'),
          state: fc.constantFrom<Order['state'][]>(
            'answered_ok',
            'answered_ok',
            'answered_fail',
            'uncertain',
            'expired',
          ),
          sent: fc.integer({ min: 0, max: 3600 }),
        }),
        { maxLength: 3 },
      ),
      heldFrom: fc.option(fc.integer({ min: 1, max: 3600 })),
      /** told again from memory under another number, their acknowledgement lost */
      copies: fc.array(fc.record({ of: fc.nat(), serial: fc.integer({ min: 0, max: 255 }) }), { maxLength: 3 }),
    })
    .map(({ family, told: all, firstSerial, odd, commands, heldFrom, copies }) => {
      const at = (n: number | null) => (n === null ? -1 : n % all.length);
      const sorted = [...all].sort((a, b) => a.after - b.after);
      const reports = sorted.map((one, i) => {
        const report = reportOf(one, family, start, (firstSerial + i) % 256);
        if (i === at(odd.ahead))
          return {
            ...report,
            replay: false,
            receiveTime: report.deviceTime + 500,
            deviceTime: report.deviceTime + odd.by * 1000,
          };
        if (i === at(odd.slow)) return { ...report, replay: false, receiveTime: report.deviceTime + odd.by * 1000 };
        if (i === at(odd.untimed))
          return { ...report, replay: false, receiveTime: report.deviceTime + 500, deviceTime: 0 };
        return report;
      });
      const again = copies.flatMap(({ of, serial }, i) => {
        const { raw, ...report } = reports[of % reports.length]!;
        const receiveTime = start + hour + 61_000 + serial;
        const copy = { ...report, replay: true, serial, part: i, receiveTime, raw: Buffer.concat([raw, Buffer.of(i)]) };
        return report.deviceTime === 0 ? [] : [copy];
      });
      return { family, reports: [...reports, ...again], commands, heldFrom: family === 'jt701' ? heldFrom : null };
    });

const reportOf = (
  { after, replay, electric, lon, fault, ls, event }: Told,
  family: LockFamily,
  start: number,
  serial: number,
): LockReport => {
  const deviceTime = start + after * 1000;
  const position = { ...aReport().position!, lon: lon ?? 0, fix: lon !== null };
  return aReport({
    family,
    deviceTime,
    receiveTime: replay ? start + hour + 60_000 + serial : deviceTime + 700,
    replay,
    serial,
    electric,
    position,
    fault: fault as LockReport['fault'],
    // only locks of this family state their status without an event
    ls: sealModel[family] === 'platform' ? ls : null,
    event: event && anEvent(event.lst, event.lso, fits[event.lst], { alarms: event.alarms }),
  });
};

export const tellings: fc.Arbitrary<Telling> = fc.record({
  order: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
  again: fc.array(fc.nat(), { maxLength: 4 }),
  portions: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
});
/** One at a time, as it happened. */
export const asItHappened: Telling = { order: [], again: [], portions: [1] };

const area: Area = (lon) => Math.max(0, (lon - 121) * 100_000);
const near = fencesOf({ area, alarmOn: 'both' });
const fences = { of: () => near };

/** A device of the story's own, so that stories do not meet. */
export interface Stage {
  pool: Pool;
  /** registers a device of the family and tells its id */
  device(family: LockFamily): Promise<number>;
  operatorId: number;
  start: number;
}

/** An organisation, an operator and the two families' types, on which stories are told. */
export const registerStage = async ({ owner, platform }: Pools, start: number): Promise<Stage> => {
  const one = async (sql: string, values: unknown[] = []): Promise<number> =>
    (await owner.query<{ id: number }>(`${sql} returning id`, values)).rows[0]!.id;
  await owner.query("insert into organisation (org_name) select 'root' where not exists (select from organisation)");
  const orgId = await one(
    "insert into organisation (org_name, parent_id) select 'stories', id from organisation where parent_id is null",
  );
  const roleId = await one("insert into role (org_id, role_name) values ($1, 'teller')", [orgId]);
  const operatorId = await one(
    "insert into operator (org_id, role_id, oper_name, login_name, password_hash) values ($1, $2, 'somebody', 'teller', '-')",
    [orgId, roleId],
  );
  const types: Record<LockFamily, number> = {
    hhd: await buildDeviceType(owner, 'hhd'),
    jt701: await buildDeviceType(owner, 'jt701'),
    jointech808: await buildDeviceType(owner, 'jointech808'),
  };
  let sn = 10_000;
  return {
    pool: platform,
    operatorId,
    start,
    device: (family) =>
      one('insert into device (org_id, sn, device_name, device_type_id) values ($1, $2, $2, $3)', [
        orgId,
        String(sn++),
        types[family],
      ]),
  };
};

/** What a story comes to: the lock's state, what stands proved, and which alarms stand. */
export const tell = async (stage: Stage, story: Story, telling: Telling): Promise<unknown> => {
  const { pool, start } = stage;
  const deviceId = await stage.device(story.family);
  const commands = await order(stage, deviceId, story);
  const ingest = openIngest({ pool, fences, lingerMs: 0, writers: 1 });
  const queue = shuffled(story.reports, telling);
  for (let i = 0, n = 0; i < queue.length; n++) {
    const size = telling.portions[n % telling.portions.length]!;
    await Promise.all(queue.slice(i, i + size).map((report) => ingest.submit({ id: deviceId }, report)));
    i += size;
  }
  // at last the lock says on time where it is: nothing is left in doubt
  const end = start + hour + 120_000;
  await ingest.submit(
    { id: deviceId },
    aReport({
      family: story.family,
      deviceTime: end,
      receiveTime: end + 500,
      electric: null,
      position: null,
      raw: Buffer.from('the end'),
    }),
  );
  await ingest.close();
  return outcome(pool, deviceId, commands);
};

const shuffled = (reports: readonly LockReport[], { order, again }: Telling): LockReport[] => {
  const queue = reports.map((report, i) => ({ report, rank: order[i] ?? i }));
  for (const [n, pick] of again.entries()) {
    const { report, rank } = queue[pick % queue.length]!;
    queue.push({ report, rank: Math.max(rank, order[order.length - 1 - n] ?? order.length) });
  }
  return queue.sort((a, b) => a.rank - b.rank).map(({ report }) => report);
};

/** The orders as they stand before anything is told. The platform's own comes first: it needs a lock that is closed. */
const order = async (
  { pool, operatorId, start }: Stage,
  deviceId: number,
  { commands, heldFrom }: Story,
): Promise<number[]> => {
  const ids: number[] = [];
  const insert = async (kind: string, state: string, sent: number): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, state, operator_id, oper_name, expire_time,
         sent_time, answer_time, finish_time)
       select $1, org_id, $2, true, gen_random_uuid()::text, $3, $4, 'somebody', to_timestamp($5::float8) + interval '30 minutes',
         case when $3 <> 'held' then to_timestamp($5::float8) end, case when $3 like 'answered%' then to_timestamp($5::float8) end,
         case when $3 <> 'uncertain' then to_timestamp($5::float8) end
       from device where id = $1 returning id`,
      [deviceId, kind, state, operatorId, start / 1000 + sent],
    );
    return rows[0]!.id;
  };
  if (heldFrom !== null) {
    const at = new Date(start + heldFrom * 1000);
    const commandId = await insert('seal', 'held', heldFrom);
    await pool.query(
      `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before,
         ls_after, fault, replay, quality, word, after)
       select id, org_id, to_timestamp($2::float8), to_timestamp($2::float8), to_timestamp($2::float8), 0, 1, 'status:0', 2, null,
         255, 0, 0, false, 'direct', '{"event": null, "fault": 0, "ls": 0}', $3 from device where id = $1`,
      [
        deviceId,
        start / 1000 - 60,
        JSON.stringify({
          ...{ lockStatus: 0, lockSince: start - 60_000, lockActor: '', lockSource: null },
          ...{ sealedByPlatform: false, unsealTime: null, lockFault: 0 },
        }),
      ],
    );
    await pool.query(
      'update lock_state set lock_status = 0, lock_since = to_timestamp($2), lock_time = to_timestamp($2) where device_id = $1',
      [deviceId, start / 1000 - 60],
    );
    const eventId = await holdSeal(pool, { deviceId, commandId, actor: 'somebody', at });
    await pool.query(
      "update command set evidence = 'held', evidence_time = to_timestamp($2), evidence_event_id = $3 where id = $1",
      [commandId, at.getTime() / 1000, eventId],
    );
    ids.push(commandId);
  }
  for (const { kind, state, sent } of commands) ids.push(await insert(kind, state, sent));
  return ids;
};

const outcome = async (pool: Pool, deviceId: number, commands: readonly number[]): Promise<unknown> => {
  const state = await pool.query(
    `select lock_status, lock_since, lock_actor, lock_source, sealed_by_platform, unseal_time, lock_fault, lock_time, fault,
       present_time, fence_time, fence_lon, fence_edges, low_battery, clock from lock_state where device_id = $1`,
    [deviceId],
  );
  const alarms = await pool.query(
    `select kind || case when kind like '%_fence' then ' ' || hits else '' end as kind
       from alarm where device_id = $1 and process_time is null order by kind`,
    [deviceId],
  );
  const evidence = await pool.query('select id, evidence from command where id = any($1) order by id', [commands]);
  const reports = await pool.query(
    `select (select count(*) from position where device_id = $1) as positions,
       (select count(*) from quarantine where device_id = $1) as quarantined`,
    [deviceId],
  );
  return {
    state: state.rows[0],
    alarms: alarms.rows.map((row) => row.kind),
    // An order that an early deed had settled, and a late word took from it, keeps `possible`: its exchange has ended and
    // cannot be open again. What is proved, contradicted or held is the same.
    evidence: evidence.rows.map((row) => (row.evidence === 'possible' ? null : row.evidence)),
    positions: reports.rows[0]?.positions,
  };
};
