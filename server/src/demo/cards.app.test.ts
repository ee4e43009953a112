import { alarms } from '@plomb/contract/alarms/alarms';
import { cardMatrix } from '@plomb/contract/cards/matrix';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { demoFleet, laidAsideLock, silentLock } from '@plomb/simulator/demoFleet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFollowing } from '../domains/cards/following.ts';
import { openGiving, orderLimits } from '../domains/orders/give.ts';
import { maintainPartitions } from '../ingest/partitions.ts';
import { openLog } from '../platform/log.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { buildOperator } from '../testing/build.ts';
import { whatLocksKeep } from './fleet.ts';
import { DEMO_SEED, seedDemo } from './seed.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  await seedDemo(api.pools, api.vault, openLog('silent'), api.storage);
});
afterAll(() => api.stop());

it('the demonstration has three card areas, locks that are told of them, and a card that leaves a lock which sleeps', async () => {
  const nothing = () => undefined;
  const follow = openFollowing({
    platform: api.db,
    giving: openGiving(
      { hint: nothing, touched: nothing, deviceTouched: nothing },
      orderLimits((name) => api.params.get(name)),
    ),
    ticked: physicalPermits,
    touched: nothing,
  });
  await follow();
  const { rows } = await api.db.query('select in_force from regional_rule');
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ in_force: true })));
  const { rows: groups } = await api.db.query<{ id: number }>(
    "select org_id as id from operator where login_name = 'demo'",
  );
  const chief = await api.signedIn(await buildOperator(api.db, groups[0]!.id));
  const totals = await chief.ok(cardMatrix.totals, {});
  const families = new Map(demoFleet(DEMO_SEED).map(({ sn, family }) => [sn, family]));
  const { rows: meant } = await api.db.query<{ sn: string }>(
    'select d.sn from regional_rule_device x join device d on d.id = x.device_id',
  );
  expect(meant).toHaveLength(totals.locks);
  expect(meant.filter(({ sn }) => families.get(sn) !== 'jt701')).toEqual([]);
  expect(totals).toMatchObject({ locks: 23, removing: 1, drift: 0 });

  const { rows: locks } = await api.db.query<{ id: number }>('select id from device where sn = $1', [laidAsideLock]);
  const { cards, lock } = await chief.ok(cardMatrix.lock, { device_id: locks[0]!.id });
  expect(cards.map(({ ic_name, standing }) => `${ic_name} ${standing}`).sort()).toEqual([
    '刘洋（已离职） removing',
    '马骏 area',
  ]);
  expect(lock.wake_time).not.toBeNull();
});

it('cards that were used against their rules rang, each with what it was against, and one waits for somebody', async () => {
  const { rows: groups } = await api.db.query<{ id: number }>(
    "select org_id as id from operator where login_name = 'demo'",
  );
  const chief = await api.signedIn(await buildOperator(api.db, groups[0]!.id));
  const { rows } = await chief.ok(alarms.list, { kind: 'card_against_rule' });
  expect(rows.map(({ swipe }) => swipe?.verdict).sort()).toEqual(['hours', 'hours', 'nobody', 'outside']);
  expect(rows.filter(({ process_time }) => process_time === null)).toHaveLength(1);
  // and the track of then has it
  for (const { device_id, first_time } of rows) {
    const { rows: told } = await api.db.query(
      `select from position where device_id = $1 and device_time between $2::timestamptz - interval '15 minutes' and $2::timestamptz + interval '10 minutes'`,
      [device_id, first_time],
    );
    expect(told.length).toBeGreaterThan(20);
  }
  for (const { swipe } of rows.filter((one) => one.swipe?.verdict === 'hours'))
    expect(swipe).toMatchObject({ rule_name: '江桥与青浦仓库', area: '江桥物流园', hours: expect.any(Object) });
});

it('a simulated lock that was heard keeps its cards and areas over a restart, by the numbers of their records', async () => {
  const { rows: locks } = await api.db.query<{ id: number }>('select id from device where sn = $1', [laidAsideLock]);
  await api.pools.owner.query("update device_card set number = lpad(number, 10, '0') where device_id = $1", [
    locks[0]!.id,
  ]);
  const kept = await whatLocksKeep(api.db);
  const { keeps } = kept.get(laidAsideLock)!;
  expect(keeps).toMatchObject({ cards: ['70260021', '70260022'], confined: true });
  expect(keeps?.areas.map(({ number, corners }) => [number, corners.length])).toEqual([
    [1, 32],
    [2, 32],
  ]);
  // one that was never heard begins as it was made
  const heard = [...kept].flatMap(([sn, { keeps: kept }]) => (kept ? [sn] : []));
  expect(heard.sort()).toEqual([laidAsideLock, silentLock].sort());
});
