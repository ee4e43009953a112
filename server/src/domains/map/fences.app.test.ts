import { alarms } from '@plomb/contract/alarms/alarms';
import { dashboard } from '@plomb/contract/dashboard/dashboard';
import { devices } from '@plomb/contract/devices/devices';
import { fences } from '@plomb/contract/map/fences';
import { geoFiles } from '@plomb/contract/map/geoFiles';
import { interests } from '@plomb/contract/map/interests';
import { map } from '@plomb/contract/map/map';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { newsFor } from './map.routes.ts';

let api: TestApi;
let [parent, child, other] = [0, 0, 0];
let chief: Caller;
let stranger: Caller;
beforeAll(async () => {
  api = await startApi();
  parent = await buildOrganisation(api.db);
  child = await buildOrganisation(api.db, parent);
  other = await buildOrganisation(api.db);
  chief = await api.signedIn(await buildOperator(api.db, parent));
  stranger = await api.signedIn(await buildOperator(api.db, other));
});
afterAll(() => api.stop());

const refused = async (by: Caller, ...[call, input]: Parameters<Caller['call']>): Promise<string> =>
  (await by.call(call, input)).verify.sign;
const circle = { shape: 'circle' as const, centre: [121.5, 31.2] as [number, number], radius: 800 };
const said = (changes: object = {}) => ({
  fence_name: 'Yard',
  outline: circle,
  is_show: true,
  colour: 'teal' as const,
  alarm_on: 'both' as const,
  bound: 'all' as const,
  schedule: { days: [1, 2], from: '08:00', until: '18:00', time_zone: 'Asia/Shanghai' },
  device_ids: [],
  device_type_ids: [],
  status: 1 as const,
  ...changes,
});
const put = (id: number, lon: number | null, lat: number | null, edges: object | null = null) =>
  api.owner.query(
    'update lock_state set lon = $2, lat = $3, place_time = now(), fence_edges = $4 where device_id = $1',
    [id, lon, lat, edges && JSON.stringify(edges)],
  );

describe('a fence', () => {
  it.each([
    ['circle', circle, 'Point', 800],
    ['line', { shape: 'line', points: [[121, 31] as const, [121.1, 31] as const], width: 200 }, 'LineString', 100],
    [
      'polygon',
      { shape: 'polygon', points: [[121, 31] as const, [121.1, 31] as const, [121, 31.1] as const] },
      'Polygon',
      null,
    ],
  ])('is a %s, kept as GeoJSON, with the box it lies in', async (fence_type, outline, type, radius) => {
    const { id } = await chief.ok(fences.add, said({ outline }) as never);
    const { version, fence_context, ...fence } = await chief.ok(fences.detail, { id });
    expect(fence).toMatchObject({ fence_type, radius, org_id: parent, colour: 'teal', alarm_on: 'both', status: 1 });
    expect(fence_context).toMatchObject({ type });
    expect(version).toBeTruthy();
    const { rows } = await api.owner.query('select west, south, east, north from fence where id = $1', [id]);
    const box = rows[0] as { west: number; south: number; east: number; north: number };
    expect(box.west).toBeLessThan(121.6);
    expect(box.east - box.west).toBeGreaterThan(0.01);
    expect(box.north - box.south).toBeGreaterThan(0.0015);
  });

  it('goes the whole round: listed, found, changed, disabled, deleted', async () => {
    const { id } = await chief.ok(fences.add, said({ fence_name: 'Round', org_id: child }));
    await buildDevice(api.db, child);
    const find = async () => (await chief.ok(fences.list, { keyword: 'round' })).rows[0];
    expect(await find()).toMatchObject({ fence_name: 'Round', org_id: child, devices: 1, schedule: { from: '08:00' } });
    const { status: _, ...change } = said({ fence_name: 'Round 2', schedule: null, alarm_on: 'enter' });
    await chief.ok(fences.update, { id, ...change });
    await chief.ok(fences.status, { ids: [id], status: 2 });
    expect(await find()).toMatchObject({ fence_name: 'Round 2', status: 2, schedule: null, alarm_on: 'enter' });
    await chief.ok(fences.delete, { ids: [id] });
    expect(await find()).toBeUndefined();
  });

  it('is drawn so that it encloses something, and names the locks it is for', async () => {
    const crossing = {
      shape: 'polygon',
      points: [
        [121, 31],
        [121.1, 31.1],
        [121.1, 31],
        [121, 31.1],
      ],
    };
    expect(await refused(chief, fences.add, said({ outline: crossing }) as never)).toBe('validation');
    expect(await refused(chief, fences.add, said({ bound: 'devices' }))).toBe('validation');
    expect(await refused(chief, fences.add, said({ bound: 'types' }))).toBe('validation');
  });

  it('is for locks of its organisation and below alone, and of no other', async () => {
    const [mine, theirs] = [await buildDevice(api.db, child), await buildDevice(api.db, other)];
    const { id } = await chief.ok(fences.add, said({ bound: 'devices', device_ids: [mine.id] }));
    expect((await chief.ok(fences.detail, { id })).device_list).toMatchObject([{ id: mine.id }]);
    expect(await refused(chief, fences.add, said({ bound: 'devices', device_ids: [mine.id, theirs.id] }))).toBe(
      'notFound',
    );
    expect(await refused(chief, fences.add, said({ org_id: other }))).toBe('notFound');
    expect(await refused(stranger, fences.detail, { id })).toBe('notFound');
    expect(await refused(stranger, fences.locks, { id })).toBe('notFound');
    expect(await refused(stranger, fences.status, { ids: [id], status: 2 })).toBe('notFound');
  });

  it('is kept as before when one of its locks was retired since, which is counted and named no more', async () => {
    const [mine, gone] = [await buildDevice(api.db, child), await buildDevice(api.db, child)];
    const named = said({ bound: 'devices', device_ids: [mine.id, gone.id] });
    const { id } = await chief.ok(fences.add, named);
    await chief.ok(devices.retire, { ids: [gone.id], reason: 'shackle cut through' });
    const { device_list, version, ...row } = await chief.ok(fences.detail, { id });
    expect(device_list.map((one) => one.id)).toEqual([mine.id]);
    expect(row.devices).toBe(1);
    const { status: _, ...changed } = { ...named, fence_name: 'Gate', device_ids: device_list.map((one) => one.id) };
    expect(await chief.ok(fences.update, { id, version, ...changed })).toEqual({ id });
    const bound = await api.owner.query('select from fence_device where fence_id = $1', [id]);
    expect(bound.rowCount).toBe(2);
  });
});

describe('which lock is in which fence', () => {
  it('is told by its newest place at once, on an edge by what was decided, and of locks it is for', async () => {
    const [inside, outside, edge, away, unbound] = await Promise.all(
      [child, child, child, child, other].map((org) => buildDevice(api.db, org)),
    );
    const { id } = await chief.ok(fences.add, said({ fence_name: 'Here', outline: { ...circle, centre: [100, 20] } }));
    await put(inside!.id, 100, 20.001);
    await put(outside!.id, 100, 20.02);
    // 20 metres out: less than the margin
    const onEdge = 20 + 820 / 111_195;
    await put(edge!.id, 100, onEdge, [{ fence: id, inside: true, at: 0 }]);
    await put(away!.id, null, null);
    await put(unbound!.id, 100, 20);
    const { rows, total, leaving } = await chief.ok(fences.locks, { id });
    // what is beyond the edge and has not left yet stands first
    expect(rows.map((lock) => [lock.id, lock.leaving])).toEqual([
      [edge!.id, true],
      [inside!.id, false],
    ]);
    expect([total, leaving]).toEqual([2, 1]);
    const counted = await chief.ok(fences.inside, { ids: [id] });
    expect(counted.rows).toEqual([{ id, inside: 2, at_least: false }]);
    const judging = (device: number) => chief.ok(map.lockFences, { id: device });
    const names = async (device: number) =>
      (await judging(device)).fences.flatMap(({ fence_name, inside: is }) => (is ? [fence_name] : []));
    expect(await names(inside!.id)).toEqual(['Here']);
    expect(await names(edge!.id)).toEqual(['Here']);
    expect(await names(outside!.id)).toEqual([]);
    expect(await names(away!.id)).toEqual([]);
    expect(await refused(stranger, map.lockFences, { id: inside!.id })).toBe('notFound');
    // the others it is judged by stand behind it, and all are counted
    const all = await judging(inside!.id);
    expect(all.fences.map((fence) => fence.inside)).toEqual([true, ...all.fences.slice(1).map(() => false)]);
    expect(all.total).toBe(all.fences.length);
    expect((await judging(away!.id)).fences.find((fence) => fence.id === id)).toMatchObject({
      ...{ fence_name: 'Here', inside: false, alarm_on: 'both', schedule: { from: '08:00' } },
    });
    expect((await stranger.ok(map.lockFences, { id: unbound!.id })).total).toBe(0);
  });
});

describe('before a fence is saved', () => {
  const at = (lon: number, radius = 800) => ({ ...circle, centre: [lon, 25] as [number, number], radius });
  const asked = (changes: object = {}) => ({
    ...{ outline: at(110), bound: 'all' as const, device_ids: [] as number[], device_type_ids: [] as number[] },
    ...changes,
  });
  it('it is said how many locks it is for, and which of them change sides', async () => {
    const house = await buildOrganisation(api.db);
    const keeper = await api.signedIn(await buildOperator(api.db, house));
    const [west, middle, east, nowhere] = await Promise.all([1, 2, 3, 4].map(() => buildDevice(api.db, house)));
    const foreign = await buildDevice(api.db, other);
    await put(west!.id, 109.995, 25);
    await put(middle!.id, 110.002, 25);
    await put(east!.id, 110.009, 25);
    await put(nowhere!.id, null, null);
    await put(foreign.id, 110, 25);
    const preview = (changes: object = {}) => keeper.ok(fences.preview, asked(changes) as never);
    const none = { total: 0, rows: [] };
    expect(await preview()).toEqual({ locks: 4, unplaced: 1, inside: 2, into: none, out_of: none });
    expect(await preview({ bound: 'devices', device_ids: [middle!.id, foreign.id] })).toMatchObject({
      locks: 1,
      inside: 1,
    });
    expect(await preview({ bound: 'types', device_type_ids: [] })).toMatchObject({ locks: 0, inside: 0 });

    const { id } = await keeper.ok(fences.add, said({ fence_name: 'Moves', outline: at(110) }) as never);
    expect(await preview({ id })).toMatchObject({ inside: 2, into: none, out_of: none });
    expect(await preview({ id, outline: at(110.007) })).toMatchObject({
      ...{ inside: 2, into: { total: 1, rows: [{ id: east!.id }] }, out_of: { total: 1, rows: [{ id: west!.id }] } },
    });
    // who was not for it before changes no side
    expect(await preview({ id, outline: at(110.007), bound: 'devices', device_ids: [east!.id] })).toMatchObject({
      ...{ locks: 1, inside: 1, into: { total: 1 }, out_of: none },
    });
    const { version } = await keeper.ok(fences.detail, { id });
    const { status: _, ...narrow } = said({
      fence_name: 'Moves',
      outline: at(110),
      bound: 'devices',
      device_ids: [middle!.id],
    });
    await keeper.ok(fences.update, { id, version, ...narrow } as never);
    expect(await preview({ id, outline: at(110.007) })).toMatchObject({
      locks: 4,
      inside: 2,
      into: none,
      out_of: none,
    });
    // nothing was written by asking
    expect((await keeper.ok(fences.detail, { id })).bound).toBe('devices');
  });
  it('what encloses nothing is refused beside its field, and a foreign fence or organisation is none', async () => {
    expect(await refused(chief, fences.preview, asked({ outline: at(110, 1) }))).toBe('validation');
    const { id } = await stranger.ok(fences.add, said() as never);
    expect(await refused(chief, fences.preview, asked({ id }))).toBe('notFound');
    expect(await refused(chief, fences.preview, asked({ org_id: other }))).toBe('notFound');
  });
});

describe('the name of a fence', () => {
  it('is told to whoever sees it, and to organisations below only that there is one above', async () => {
    const below = await api.signedIn(await buildOperator(api.db, child));
    const device = await buildDevice(api.db, child);
    await api.owner.query(
      `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, fences, fence_orgs)
       values ($1, $2, 'out_of_fence', 'warning', now(), now(), '{Secret,Own,Old}', $3)`,
      [device.id, child, [parent, child]],
    );
    const named = async (by: Caller) => (await by.ok(alarms.list, { device_id: device.id })).rows[0]?.fences;
    expect(await named(chief)).toEqual(['Secret', 'Own', 'Old']);
    expect(await named(below)).toEqual(['', 'Own', 'Old']);
    const first = async (by: Caller) => (await by.ok(dashboard.alarms, {})).rows[0]?.fences;
    expect(await first(below)).toEqual(['', 'Own', 'Old']);
    // as the live stream tells it
    const news = { seq: 1, alarm: { id: 1, fences: ['Secret', 'Own'], fence_orgs: [parent, child] } };
    const told = (orgIds: number[]) => newsFor({ grants: new Set(), orgIds }, 'alarm', news);
    expect(told([child])).toEqual({ seq: 1, alarm: { id: 1, fences: ['', 'Own'] } });
    expect(told([parent, child])).toEqual({ seq: 1, alarm: { id: 1, fences: ['Secret', 'Own'] } });
  });
});

describe('a point of interest', () => {
  it('goes the whole round, and lies on the map while it is shown', async () => {
    const { id } = await chief.ok(interests.add, { interest_name: 'Gate 3', lng: 121.8, lat: 29.9, isShowMap: true });
    const onMap = async (by: Caller) =>
      (await by.ok(map.interests, {})).interests.map(({ interest_name }) => interest_name);
    expect(await onMap(chief)).toContain('Gate 3');
    expect(await onMap(stranger)).not.toContain('Gate 3');
    expect((await chief.ok(interests.list, { keyword: 'gate' })).rows).toMatchObject([{ lng: 121.8, lat: 29.9 }]);
    await chief.ok(interests.update, { id, interest_name: 'Gate 4', lng: 121.9, lat: 29.9, isShowMap: false });
    expect(await onMap(chief)).not.toContain('Gate 4');
    expect((await chief.ok(interests.list, { isShowMap: false })).total).toBe(1);
    expect(await refused(stranger, interests.delete, { ids: [id] })).toBe('notFound');
    await chief.ok(interests.delete, { ids: [id] });
    expect((await chief.ok(interests.list, {})).total).toBe(0);
  });
});

describe('a map file', () => {
  const take = (changes: object = {}) => ({
    fences: [{ fence_name: 'From a file', outline: circle }],
    interests: [{ interest_name: 'Point of a file', lng: 121, lat: 31 }],
    is_show: true,
    colour: 'pink' as const,
    alarm_on: 'enter' as const,
    ...changes,
  });
  it('is taken whole, for all locks of an organisation of one’s own, and written again', async () => {
    expect(await chief.ok(geoFiles.take, take({ org_id: child }))).toEqual({ fences: 1, interests: 1 });
    const [fence] = (await chief.ok(fences.list, { keyword: 'from a file' })).rows;
    expect(fence).toMatchObject({ org_id: child, bound: 'all', alarm_on: 'enter', colour: 'pink', status: 1 });
    const { text } = await chief.ok(geoFiles.write, { format: 'geojson' });
    expect(JSON.parse(text).features).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ properties: { name: 'From a file', radius: 800 } }),
        expect.objectContaining({ properties: { name: 'Point of a file' } }),
      ]),
    );
    expect((await stranger.ok(geoFiles.write, { format: 'kml' })).text).not.toContain('From a file');
  });
  it('has everything in it, or is refused', async () => {
    const many = await buildOrganisation(api.db);
    const owner = await api.signedIn(await buildOperator(api.db, many));
    await api.owner.query(
      "insert into interest (org_id, interest_name, lng, lat) select $1, 'Point ' || n, 121, 31 from generate_series(1, 2001) n",
      [many],
    );
    expect(await refused(owner, geoFiles.write, { format: 'kml' })).toBe('fail');
    await api.owner.query("delete from interest where org_id = $1 and interest_name = 'Point 1'", [many]);
    const { text } = await owner.ok(geoFiles.write, { format: 'kml' });
    expect(text.match(/<Placemark>/g)).toHaveLength(2000);
  });
  it('of points alone has no fence in it', async () => {
    const { name, text } = await chief.ok(geoFiles.write, { format: 'geojson', only: 'interests' });
    expect(name).toBe('interests.geojson');
    const kinds = (JSON.parse(text).features as { properties: object }[]).map(({ properties }) => properties);
    expect(kinds).toEqual([{ name: 'Point of a file' }]);
  });
  it('is no way around the rights to points of interest', async () => {
    const held = [geoFiles.take.permit, geoFiles.write.permit];
    const keeper = await api.signedIn(await buildOperator(api.db, parent, held));
    expect(await refused(keeper, geoFiles.take, take())).toBe('noPermission');
    expect(await keeper.ok(geoFiles.take, take({ interests: [] }))).toEqual({ fences: 1, interests: 0 });
    const { text } = await keeper.ok(geoFiles.write, { format: 'geojson' });
    expect(text).toContain('From a file');
    expect(text).not.toContain('Point of a file');
    expect(await refused(keeper, geoFiles.write, { format: 'kml', only: 'interests' })).toBe('noPermission');
  });
  it('of which one outline encloses nothing is taken not at all, nor one for another organisation', async () => {
    const bad = { fence_name: 'Bad', outline: { ...circle, radius: 1 } };
    const good = { fence_name: 'Never', outline: circle };
    expect(await refused(chief, geoFiles.take, take({ fences: [good, bad] }))).toBe('validation');
    expect(await refused(chief, geoFiles.take, take({ fences: [good], org_id: other }))).toBe('notFound');
    expect((await chief.ok(fences.list, { keyword: 'never' })).total).toBe(0);
  });
});
