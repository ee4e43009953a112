import { LockSource } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDevice, buildOperator, buildOrganisation } from '../testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { maintainPartitions } from './partitions.ts';
import { anEvent, aReport } from './testing/reports.ts';
import { type Ingest, openIngest } from './writer.ts';

let database: FreshDatabase;
let orgId: number;
let operatorId: number;
let ingest: Ingest;
let device: { id: number };
const start = Math.floor(Date.now() / 1000) * 1000 - 2 * 3_600_000;
const minute = 60;

beforeAll(async () => {
  database = await freshDatabase();
  orgId = await buildOrganisation(database.pools.owner);
  ({ id: operatorId } = await buildOperator(database.pools.owner, orgId));
  await maintainPartitions(database.pools.owner, { now: Date.now(), retentionDays: 400 });
  ingest = openIngest({ pool: database.pools.platform, fences: { of: () => null }, lingerMs: 1 });
});
afterAll(async () => {
  await ingest.close();
  await database.drop();
});
const owner = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pools.owner.query<T>(sql, values)).rows;

const yard = { lon: 121.5, lat: 31.2 };
const away = { lon: 121.9, lat: 30.6 };
const placed = (place: { lon: number; lat: number } | null): LockReport['position'] => ({
  ...aReport().position!,
  ...(place ?? { lon: 0, lat: 0 }),
  fix: place !== null,
});
const tell = (second: number, changes: Partial<LockReport> = {}, told = second): Promise<void> =>
  ingest.submit(
    device,
    aReport({
      family: 'hhd',
      deviceTime: start + second * 1000,
      receiveTime: start + told * 1000 + 500,
      serial: Math.floor(second) % 65_536,
      replay: told !== second,
      ...changes,
    }),
  );
const swipe = (second: number, place: typeof yard | null, told = second, actor = '0000000012') =>
  tell(second, { event: anEvent(1, LockSource.cardUnseal, 0, { actor }), position: placed(place) }, told);
const seal = (second: number, told = second) => tell(second, { event: anEvent(2, LockSource.automaticSeal, 2) }, told);

/** A rule that lets card 12 open the device in the yard; `from`, `until`: what it said then, seconds of the story. */
const aRule = async (change: { status?: number; hours?: object } = {}): Promise<number> => {
  await owner("insert into ic_card (org_id, ic_no, ic_name) values ($1, '12', 'Gate') on conflict do nothing", [orgId]);
  const areas = [{ name: 'Yard', area: { shape: 'circle', centre: [yard.lon, yard.lat], radius: 800 } }];
  const [rule] = await owner<{ id: number }>(
    `with r as (insert into regional_rule (org_id, rule_name, status, areas, all_devices, hours, operator_id)
         values ($1, gen_random_uuid()::text, $2, $3, false, $4, $5) returning id),
       c as (insert into regional_rule_card select r.id, c.id from r, ic_card c where c.ic_no = '12'),
       d as (insert into regional_rule_device select r.id, $6 from r)
     select id from r`,
    [
      ...[orgId, change.status ?? 1, JSON.stringify(areas)],
      ...[change.hours ? JSON.stringify(change.hours) : null, operatorId, device.id],
    ],
  );
  await owner('update regional_rule_version set since = to_timestamp($2) where rule_id = $1', [
    rule!.id,
    start / 1000 - 3600,
  ]);
  return rule!.id;
};
/** From then on it says what it says now. */
const saidSince = async (rule: number, second: number) => {
  await owner('update regional_rule_version set until = to_timestamp($2) where rule_id = $1 and until is not null', [
    rule,
    start / 1000 + second,
  ]);
  await owner('update regional_rule_version set since = to_timestamp($2) where rule_id = $1 and until is null', [
    rule,
    start / 1000 + second,
  ]);
};
const alarms = async (): Promise<string[]> =>
  (
    await owner<{ kind: string; result: string | null; late: boolean }>(
      'select kind, result, late from alarm where device_id = $1 order by id',
      [device.id],
    )
  ).map((a) => [a.kind, a.result, a.late && 'late'].filter(Boolean).join(' '));
const said = async (): Promise<(string | null)[]> =>
  (
    await owner<{ swipe: { verdict: string; doubt: string | null } | null }>(
      'select swipe from lock_event where device_id = $1 and lso = 5 order by at',
      [device.id],
    )
  ).map((row) => row.swipe && [row.swipe.verdict, row.swipe.doubt].filter(Boolean).join(' '));

describe('a swipe', () => {
  beforeEach(async () => {
    device = await buildDevice(database.pools.owner, orgId, 'hhd');
  });

  it('inside its area is told by its rule; outside it rings in the same breath, with the rule named in its event', async () => {
    const rule = await aRule();
    await swipe(0, yard);
    expect([await said(), await alarms()]).toEqual([['rule'], []]);
    await swipe(10 * minute, away);
    expect([await said(), await alarms()]).toEqual([['rule', 'outside'], ['card_against_rule']]);
    const [event] = await owner<{ swipe: object; without_right: boolean; kind: string; severity: string }>(
      `select e.swipe, e.without_right, a.kind, a.severity from alarm a join lock_event e on e.id = a.event_id where a.device_id = $1`,
      [device.id],
    );
    expect(event).toMatchObject({
      ...{ swipe: { rule_id: rule, verdict: 'outside' }, without_right: true, severity: 'critical' },
    });
  });

  it('without a place rings nothing, and is not in order either', async () => {
    await aRule();
    await swipe(0, null);
    expect([await said(), await alarms()]).toEqual([['unsure place'], []]);
  });

  it('told late is judged by what the rule said then', async () => {
    const rule = await aRule();
    await tell(60 * minute);
    await owner('update regional_rule set status = 2 where id = $1', [rule]);
    await saidSince(rule, 30 * minute);
    await swipe(20 * minute, yard, 61 * minute);
    await swipe(40 * minute, yard, 62 * minute);
    expect([await said(), await alarms()]).toEqual([['rule', 'period'], ['card_against_rule late']]);
  });

  it('is judged the same in whatever order it is told, also again', async () => {
    const rule = await aRule();
    await owner('update regional_rule set status = 2 where id = $1', [rule]);
    await saidSince(rule, 30 * minute);
    const deeds = [
      (told?: number) => seal(0, told),
      (told?: number) => swipe(10 * minute, yard, told),
      (told?: number) => seal(20 * minute, told),
      (told?: number) => swipe(25 * minute, away, told),
      (told?: number) => seal(28 * minute, told),
      (told?: number) => swipe(40 * minute, yard, told),
    ];
    for (const order of [
      [0, 1, 2, 3, 4, 5],
      [5, 3, 1, 4, 2, 0],
      [3, 0, 5, 1, 4, 2],
    ]) {
      device = await buildDevice(database.pools.owner, orgId, 'hhd');
      await owner('insert into regional_rule_device values ($1, $2)', [rule, device.id]);
      await owner('update regional_rule_version set device_ids = device_ids || $2::bigint where rule_id = $1', [
        rule,
        device.id,
      ]);
      for (const [n, at] of order.entries()) await deeds[at]!(60 * minute + n);
      const [alarm] = await owner('select kind, hits, severity from alarm where device_id = $1', [device.id]);
      expect([await said(), alarm]).toEqual([
        ['rule', 'outside', 'period'],
        { kind: 'card_against_rule', hits: 2, severity: 'critical' },
      ]);
    }
  });

  it('of a card nobody gave rings where the lock has told all its cards', async () => {
    await aRule();
    await swipe(0, yard, 0, '0000000099');
    await owner("insert into lock_card_list values ($1, to_timestamp($2), '{12}')", [device.id, start / 1000]);
    await swipe(10 * minute, yard, 10 * minute, '0000000099');
    expect([await said(), await alarms()]).toEqual([['unsure list', 'nobody'], ['card_against_rule']]);
  });

  it('where somebody set an area by hand cannot be said to be outside', async () => {
    await aRule();
    await owner(
      `insert into command (device_id, org_id, kind, physical, args, idempotency_key, state, attempt, operator_id, oper_name, expire_time,
         create_time, sent_time) values ($1, $2, 'set_area', false, '{"number": 4}', gen_random_uuid()::text, 'uncertain', 1, $3, 'x', now(),
         to_timestamp($4), to_timestamp($4))`,
      [device.id, orgId, operatorId, start / 1000 - 60],
    );
    await swipe(0, away);
    expect([await said(), await alarms()]).toEqual([['unsure areas'], []]);
  });

  it('of while the lock was with somebody else stands as it was judged then, also judged again', async () => {
    await aRule();
    await swipe(0, away);
    const buyer = await buildOrganisation(database.pools.owner);
    await owner("update alarm set process_time = now(), result = 'other' where device_id = $1", [device.id]);
    await owner('update device set org_id = $2 where id = $1', [device.id, buyer]);
    await seal(-10 * minute, 60 * minute);
    expect(await said()).toEqual(['outside']);
    await swipe(5 * minute, away, 61 * minute);
    expect(await said()).toEqual(['outside', null]);
  });
});

describe('a lock that was not told its areas yet', () => {
  it('rings as a card outside of its area, and not as opened without right', async () => {
    device = await buildDevice(database.pools.owner, orgId, 'jt701');
    await aRule();
    await swipe(0, away);
    expect(await alarms()).toEqual(['card_outside_area']);
    const [event] = await owner(
      'select swipe, without_right from lock_event where device_id = $1 and swipe is not null',
      [device.id],
    );
    expect(event).toMatchObject({ swipe: { verdict: 'outside', doubt: 'untold' }, without_right: false });
  });
});

describe('another lock in the place of one', () => {
  it('is judged neither by what the former kept nor by what was given to it', async () => {
    device = await buildDevice(database.pools.owner, orgId, 'hhd');
    await aRule();
    await owner("insert into lock_card_list values ($1, to_timestamp($2), '{99}')", [device.id, start / 1000]);
    await owner(
      `insert into command (device_id, org_id, kind, physical, args, idempotency_key, state, attempt, operator_id, oper_name, expire_time,
         create_time, sent_time) values ($1, $2, 'add_cards', true, '{"cards": ["98"]}', gen_random_uuid()::text, 'answered_ok', 1, $3, 'x', now(),
         to_timestamp($4), to_timestamp($4))`,
      [device.id, orgId, operatorId, start / 1000 - 60],
    );
    await swipe(0, yard, 0, '0000000099');
    await swipe(60, yard, 60, '0000000098');
    expect(await said()).toEqual(['hand', 'hand']);
    await owner('update lock_state set exchange_time = to_timestamp($2) where device_id = $1', [
      device.id,
      start / 1000 + 5 * minute,
    ]);
    await swipe(10 * minute, yard, 10 * minute, '0000000099');
    await swipe(11 * minute, yard, 11 * minute, '0000000098');
    expect(await said()).toEqual(['hand', 'hand', 'unsure list', 'unsure list']);
  });
});

describe('a lock that says somebody was authorised', () => {
  beforeEach(async () => {
    device = await buildDevice(database.pools.owner, orgId, 'hhd');
  });
  const authorised = (second: number, told = second) =>
    tell(second, { event: anEvent(1, LockSource.authorisedUnlock, 0) }, told);
  /** Seconds of the story. */
  const authorise = async (from: number, until: number | null, ended: number | null = null) => {
    const [{ id }] = (await owner<{ id: number }>(
      `insert into authorisation (org_id, org_name, holder_name, holder_login, holder_org, asked, orders, from_time, until_time, reason,
         is_direct, needs_second, state, first_name, first_time, end_time)
       values ($1, 'o', 'h', 'h', 'h', '{}', 'unseal', to_timestamp($2), to_timestamp($3), 'r', true, false,
         case when $4::float8 is null then 'active' else 'ended' end, 'f', to_timestamp($2), to_timestamp($4)) returning id`,
      [
        ...[orgId, start / 1000 + from, until === null ? null : start / 1000 + until],
        ended === null ? null : start / 1000 + ended,
      ],
    )) as [{ id: number }];
    await owner("insert into authorisation_device (authorisation_id, device_id, sn) values ($1, $2, 's')", [
      id,
      device.id,
    ]);
  };

  it('is believed while an authorisation holds', async () => {
    await authorise(-60, 10 * minute);
    await authorised(0);
    expect(await alarms()).toEqual([]);
  });
  it('rings where none does', async () => {
    await authorised(0);
    expect(await alarms()).toEqual(['illegal_unlock']);
  });
  it.each<[string, number, number | null, number | null, number, string[]]>([
    ['before it begins', 10, null, null, 5, ['illegal_unlock late']],
    ['after it has expired', -60, 10, null, 20, ['illegal_unlock late']],
    ['after it was revoked', -60, null, 10, 20, ['illegal_unlock late']],
    ['while it held, told when it had been revoked', -60, null, 10, 5, []],
  ])('is judged by the authorisation of its time: %s', async (_, from, until, ended, at, rung) => {
    await authorise(from * minute, until && until * minute, ended && ended * minute);
    await tell(60 * minute);
    await authorised(at * minute, 61 * minute);
    expect(await alarms()).toEqual(rung);
  });
});

describe('in a frozen period', () => {
  beforeEach(async () => {
    device = await buildDevice(database.pools.owner, orgId, 'hhd');
    await owner('delete from frozen_period');
  });
  const frozen = (from: number, until: number, ended: number | null = null) =>
    owner(
      `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name, create_time, end_time, ender_id, end_reason)
       select $1, 'Holiday', to_timestamp($2), to_timestamp($3), o.id, 'x', 'x', to_timestamp($2), to_timestamp($5::float8),
         case when $5 is not null then o.id end, case when $5 is not null then 'goods' else '' end from operator o where o.id = $4`,
      [
        orgId,
        ...[from, until].map((second) => start / 1000 + second),
        operatorId,
        ended === null ? null : start / 1000 + ended,
      ],
    );
  const opened = (second: number, source: LockSource, told = second) =>
    tell(second, { event: anEvent(1, source, 0) }, told);

  it.each([
    ['a card', LockSource.cardUnseal],
    ['a password', LockSource.passwordUnseal],
    ['a phone', LockSource.bluetoothUnseal],
    ['an authorisation', LockSource.authorisedUnlock],
    ['itself', LockSource.automaticUnseal],
  ])('what is opened by %s rings, from its beginning until its end', async (_, source) => {
    await frozen(100, 200);
    if (source !== LockSource.authorisedUnlock) {
      await opened(50, source);
      await seal(60);
      expect(await alarms()).toEqual([]);
    }
    await opened(150, source);
    expect(await alarms()).toEqual(['illegal_unlock']);
  });

  it('ended early it rings no more, and a late word is judged by its own time', async () => {
    await frozen(100, 200, 150);
    await opened(170, LockSource.cardUnseal);
    await seal(180);
    expect(await alarms()).toEqual([]);
    await opened(120, LockSource.cardUnseal, 190);
    expect(await alarms()).toEqual(['illegal_unlock']);
  });

  it('of an organisation that was above then it counts, and of one that came above it later it does not', async () => {
    const db = database.pools.owner;
    const [then, now] = [await buildOrganisation(db), await buildOrganisation(db)];
    const moved = await buildOrganisation(db, then);
    device = await buildDevice(db, moved, 'hhd');
    const heldBy = (org: number, from: number, until: number) =>
      owner(
        `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name, create_time)
         values ($1, 'Holiday', to_timestamp($2), to_timestamp($3), $4, 'x', 'x', to_timestamp($2))`,
        [org, start / 1000 + from, start / 1000 + until, operatorId],
      );
    await heldBy(then, 100, 200);
    await heldBy(now, 300, 400);
    await heldBy(now, 500, 600);
    await owner('update organisation set parent_id = $2 where id = $1', [moved, now]);
    // it stood under the one until the second 450
    await owner('update organisation_move set move_time = to_timestamp($2) where org_id = $1', [
      ...[moved, start / 1000 + 450],
    ]);
    await opened(350, LockSource.cardUnseal, 610);
    await seal(360);
    expect(await alarms()).toEqual([]);
    await opened(150, LockSource.cardUnseal, 620);
    expect(await alarms()).toEqual(['illegal_unlock late']);
    const again = await buildDevice(db, moved, 'hhd');
    device = again;
    await opened(550, LockSource.cardUnseal, 630);
    expect(await alarms()).toEqual(['illegal_unlock']);
  });

  it('of an organisation beside it, and of before the lock came, it says nothing', async () => {
    await owner(
      `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name, create_time)
       values ($1, 'Holiday', to_timestamp($2), to_timestamp($3), $4, 'x', 'x', to_timestamp($2))`,
      [await buildOrganisation(database.pools.owner), start / 1000 + 100, start / 1000 + 200, operatorId],
    );
    await opened(150, LockSource.cardUnseal);
    await seal(160);
    await frozen(100, 200);
    await owner('insert into device_move (device_id, org_id, move_time) values ($1, $2, to_timestamp($3))', [
      ...[device.id, orgId, start / 1000 + 170],
    ]);
    await opened(165, LockSource.cardUnseal, 180);
    expect(await alarms()).toEqual([]);
    await opened(190, LockSource.cardUnseal);
    expect(await alarms()).toEqual(['illegal_unlock']);
  });
});
