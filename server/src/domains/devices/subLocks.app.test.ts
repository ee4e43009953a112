import { deviceSubLocks } from '@plomb/contract/devices/subLocks';
import type { LockReport, SubLockReport } from '@plomb/contract/lock/report';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { aReport } from '../../ingest/testing/reports.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let org: number;
let caller: Caller;
let device: BuiltDevice;
const start = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 400 });
  org = await buildOrganisation(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
});
afterAll(() => api.stop());
beforeEach(async () => {
  device = await buildDevice(api.db, org);
});

const aSubLock = (id: string, changes: Partial<SubLockReport> = {}): SubLockReport => ({
  id,
  ...{ voltage: 3.7, electric: null, locked: true, rssi: null, temperature: null, humidity: null },
  ...changes,
});
const tell = (second: number, subLocks: SubLockReport[], changes: Partial<LockReport> = {}) =>
  api.ingest.submit(device, aReport({ deviceTime: start + second * 1000, subLocks, ...changes }));
const rows = async () => (await caller.ok(deviceSubLocks.list, { id: device.id })).rows;

it('each sub-lock stands as its lock told of it last, also when it tells late', async () => {
  await tell(10, [aSubLock('A1'), aSubLock('B2', { locked: null, temperature: 21.5, humidity: 40 })]);
  await tell(20, [aSubLock('A1', { locked: false, voltage: 3.6 })]);
  await tell(5, [aSubLock('A1')], { replay: true });
  expect(await rows()).toMatchObject([
    { id: 'A1', locked: false, voltage: 3.6, told_time: new Date(start + 20_000).toISOString() },
    { id: 'B2', locked: null, temperature: 21.5, humidity: 40 },
  ]);
});

it('nobody else’s word makes one, and a lock that names a new one each time fills no table', async () => {
  await tell(10, [aSubLock('A1')], { authenticated: false });
  expect(await rows()).toEqual([]);
  await tell(
    20,
    Array.from({ length: 120 }, (_, i) => aSubLock(`C${i}`)),
  );
  await tell(30, [aSubLock('D1')]);
  const kept = await rows();
  expect([kept.length, kept.at(-1)?.id]).toEqual([100, 'D1']);
});
