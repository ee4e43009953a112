import { fences } from '@plomb/contract/map/fences';
import { interests } from '@plomb/contract/map/interests';
import { onMap, onMapLimit } from '@plomb/contract/map/onMap';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { previewOf } from './fencePreview.ts';
import { locksInFence } from './inside.ts';

let api: TestApi;
let [parent, child] = [0, 0];
let chief: Caller;
let stranger: Caller;
beforeAll(async () => {
  api = await startApi();
  parent = await buildOrganisation(api.db);
  child = await buildOrganisation(api.db, parent);
  chief = await api.signedIn(await buildOperator(api.db, parent));
  stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
});
afterAll(() => api.stop());

const fence = (fence_name: string, changes: object = {}) => ({
  ...{ fence_name, is_show: false, colour: 'teal', alarm_on: 'both', bound: 'all', schedule: null, status: 1 },
  ...{ outline: { shape: 'circle', centre: [121.5, 31.2], radius: 800 }, device_ids: [], device_type_ids: [] },
  ...changes,
});
const lockAt = async (org: number, lon: number, lat: number): Promise<number> => {
  const { id } = await buildDevice(api.db, org);
  await api.owner.query(
    'update lock_state set lon = $2, lat = $3, lock_status = 2, place_time = now() where device_id = $1',
    [id, lon, lat],
  );
  return id;
};

it('the organisations on the map are one’s own and those below, as a tree', async () => {
  const { organisations } = await chief.ok(onMap.organisations, {});
  expect(organisations.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([parent, child]);
  expect(organisations.find(({ id }) => id === child)?.parent_id).toBe(parent);
});

describe('what is searched for on the map', () => {
  it('is a town, an enabled fence, shown or not, or a point of interest, however its name is typed', async () => {
    const { id } = await chief.ok(fences.add, fence('Suzhou yard') as never);
    await chief.ok(fences.add, fence('Suzhou old yard', { status: 2 }) as never);
    const point = await chief.ok(interests.add, {
      ...{ interest_name: 'Suzhou-Gate 3', lng: 120.6, lat: 31.3, isShowMap: false },
    });
    const found = await chief.ok(onMap.find, { text: 'SUZHOU' });
    expect(found.towns[0]).toMatchObject({ name: { zh: '苏州', en: 'Suzhou' }, region: { zh: '江苏' } });
    expect(found.fences).toEqual([{ id, fence_name: 'Suzhou yard' }]);
    expect(found.interests).toMatchObject([{ id: point.id, interest_name: 'Suzhou-Gate 3', lng: 120.6 }]);
    expect((await chief.ok(onMap.find, { text: 'suzhougate' })).interests).toHaveLength(1);
    const theirs = await stranger.ok(onMap.find, { text: 'suzhou' });
    expect([theirs.fences, theirs.interests]).toEqual([[], []]);
    expect(theirs.towns.length).toBeGreaterThan(0);
  });
});

describe('a fence that is picked on the map', () => {
  it('says what it is and which locks are in it now', async () => {
    const { id } = await chief.ok(fences.add, fence('Depot') as never);
    const inside = [await lockAt(parent, 121.5, 31.2), await lockAt(child, 121.501, 31.2)];
    await lockAt(parent, 121.6, 31.2);
    const { locks, total, ...record } = await chief.ok(onMap.fence, { id });
    expect(record).toMatchObject({ fence_name: 'Depot', fence_type: 'circle', radius: 800, alarm_on: 'both' });
    expect(total).toBe(2);
    expect(locks.map((lock) => lock.id).toSorted((a, b) => a - b)).toEqual(inside);
    expect(locks[0]).toMatchObject({ lock_status: 2 });
    expect(Date.parse(locks[0]!.place_time!)).toBeGreaterThan(0);
    expect((await stranger.call(onMap.fence, { id })).verify.sign).toBe('notFound');
  });

  it('is counted whole and read a part at a time, however many locks are in it', async () => {
    const org = await buildOrganisation(api.db);
    const keeper = await api.signedIn(await buildOperator(api.db, org));
    const { id } = await keeper.ok(fences.add, fence('Country') as never);
    const newest = await lockAt(org, 121.5, 31.2);
    await api.owner.query(
      `insert into device (org_id, sn, device_name, device_type_id)
       select $1, (6400000000 + n)::text, 'Lock', (select device_type_id from device where id = $2) from generate_series(1, 10001) n`,
      [org, newest],
    );
    await api.owner.query(
      "update lock_state set lon = 121.5, lat = 31.2, place_time = now() - interval '1 hour' where org_id = $1 and device_id <> $2",
      [org, newest],
    );
    const { locks, total } = await keeper.ok(onMap.fence, { id });
    expect([total, locks.length, locks[0]?.id]).toEqual([10_002, onMapLimit.locks, newest]);
    const client = (await api.db.connect()) as ClientBase & { release(): void };
    const read: number[] = [];
    const listener = {
      query: async (text: string, values?: unknown[]) => {
        const told = await client.query(text, values);
        read.push(told.rows.length);
        return told;
      },
    };
    try {
      await client.query('begin');
      const said = { ...fence('Country'), id } as never;
      expect((await locksInFence(listener as never, id, 3))?.total).toBe(total);
      // of more than are looked at for a panel it is said that there may be more
      expect(await locksInFence(listener as never, id, 3, 7000)).toMatchObject({ total: 7000, atLeast: true });
      expect(await locksInFence(listener as never, id, 3, 10_002)).toMatchObject({ total: 10_002, atLeast: false });
      expect((await previewOf(listener as never, org, null, said)).inside).toBe(total);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(Math.max(...read)).toBe(5000);
  });

  it('is none while it is disabled', async () => {
    const { id } = await chief.ok(fences.add, fence('Off', { status: 2 }) as never);
    expect((await chief.call(onMap.fence, { id })).verify.sign).toBe('notFound');
  });
});

it('a point that is picked on the map says which locks are within half a kilometre, the nearest first', async () => {
  const { id } = await chief.ok(interests.add, {
    ...{ interest_name: 'Pier', lng: 179.999, lat: 60, isShowMap: true },
  });
  // 500 m are 0.009 of a degree of longitude here; the second lies over the date line
  const [far, near] = [await lockAt(parent, -179.993, 60), await lockAt(parent, 179.9985, 60)];
  await lockAt(parent, 179.989, 60);
  const { locks, total, interest_name } = await chief.ok(onMap.interest, { id });
  expect([interest_name, total, locks.map((lock) => lock.id)]).toEqual(['Pier', 2, [near, far]]);
  expect((await stranger.call(onMap.interest, { id })).verify.sign).toBe('notFound');
});
