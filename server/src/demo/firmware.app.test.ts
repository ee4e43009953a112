import { upgradeStates } from '@plomb/contract/apps/appInstallations';
import { appStates } from '@plomb/contract/apps/appSteps';
import { calls } from '@plomb/contract/calls';
import { firmwareStates } from '@plomb/contract/firmware/steps';
import { demoFleet } from '@plomb/simulator/demoFleet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advanceRollouts } from '../domains/firmware/advance.ts';
import { openUpgrades } from '../domains/firmware/queue.ts';
import { maintainPartitions } from '../ingest/partitions.ts';
import { openLog } from '../platform/log.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { buildOperator } from '../testing/build.ts';
import { holding } from '../testing/queue.ts';
import { DEMO_SEED, seedDemo } from './seed.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  await seedDemo(api.pools, api.vault, openLog('silent'), api.storage);
});
afterAll(() => api.stop());

const states = async () => (await api.db.query('select state from firmware_rollout order by id')).rows;

it('the demonstration shows a roll-out that is done, one that stopped by itself and one that goes on, whatever its locks do', async () => {
  await advanceRollouts(api.db);
  const { rows: queued } = await api.db.query<{ id: number; sn: string }>(
    "select device_id as id, sn from firmware_issue where state = 'queued' order by 1",
  );
  expect(queued).toHaveLength(20);
  // each is on the line, fit, and gets it whole
  await api.db.query('update lock_state set electric = 80, receive_time = now(), lock_status = 1');
  const owned = holding(api.db, 'g');
  const queue = openUpgrades(api.db, {
    gateway: 'g',
    owned,
    storage: api.storage,
    publicKey: '',
    deviceTouched: () => undefined,
  });
  const manners = new Map(demoFleet(DEMO_SEED).map(({ sn, manner }) => [sn, manner]));
  for (const { id, sn } of queued) {
    await owned(id);
    expect(await queue.claim(id)).toMatchObject({ version: 'G360P-2.5.0', state: 'sending' });
    if (manners.get(sn) !== 'answer') await queue.answered(id, 'refused', null);
  }
  await advanceRollouts(api.db);
  expect(await states()).toEqual([{ state: 'done' }, { state: 'stopped' }, { state: 'running' }]);
});

it('shows versions and handsets in every state there is', async () => {
  const statesIn = async (sql: string) => (await api.db.query<{ state: string }>(sql)).rows.map(({ state }) => state);
  expect(new Set(await statesIn('select state from firmware'))).toEqual(new Set(firmwareStates));
  expect(new Set(await statesIn('select state from app_version'))).toEqual(new Set(appStates));
  const root = await buildOperator(
    api.db,
    (await api.db.query('select id from organisation where parent_id is null')).rows[0]!.id,
  );
  const { rows } = await (await api.signedIn(root)).ok(calls.appInstallations.list, { size: 100 });
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(upgradeStates));
});
