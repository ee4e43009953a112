import { fieldErrors } from '@plomb/contract/errors';
import { LockAction } from '@plomb/contract/lock/codes';
import { trustWords } from '@plomb/contract/lock/trust';
import { type TrackFormat, tracks } from '@plomb/contract/tracks/tracks';
import { tripOf } from '@plomb/contract/tracks/trip';
import { seedWord } from '@plomb/contract/words';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { packed, unpacked } from './packed.ts';
import { pointsOf } from './queries.ts';

let api: TestApi;
let org: number;
let caller: Caller;
let device: BuiltDevice;

const begin = (Math.floor(Date.now() / 3_600_000) - 3) * 3_600_000;
/** Minutes after the beginning of an hour three hours ago. */
const at = (minutes: number): string => new Date(begin + minutes * 60_000).toISOString();
const window = { from: at(0), to: at(30) };

interface Said {
  lon?: number | null;
  heard?: number;
  replay?: boolean;
  proved?: boolean;
  of?: number;
}
let serial = 0;
const reported = (id: number, minutes: number, said: Said = {}) => {
  const { lon = 121 + minutes / 100, heard = minutes, replay = false, proved = true, of = org } = said;
  serial += 1;
  return api.owner.query(
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault,
       report_reson, raw, velocity, electric, temperature, lon, lat, authenticated)
     values ($1, $2, $3, 1, $4, $5, 0, $6, 2, 0, '0200', '\\x7e', 60, 80, 4.5, $7::float8, case when $7::float8 is null then null else 31.2 end, $8)`,
    [id, at(minutes), serial, of, at(heard), replay, lon, proved],
  );
};

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 400 });
  org = await buildOrganisation(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
  device = await buildDevice(api.db, org);
  await api.owner.query(
    `insert into interval_told select id, org_id, '-infinity', device_type_id, 60, 60 from device where id = $1`,
    [device.id],
  );
  for (const minutes of [-5, 0, 1, 2, 12, 13, 14, 15, 30, 40]) await reported(device.id, minutes);
  await reported(device.id, 13.5, { lon: null });
  await reported(device.id, 16, { heard: 29, replay: true });
  await reported(device.id, 17, { lon: 10, proved: false });
  await api.owner.query(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, actor, ls_before, ls_after, fault, replay, quality, lon, lat)
     select $1, $2, t, t, t, n, n, 'hhd:0008', 1, 5, '70261234', 2, 0, 0, false, 'direct', 121.14, 31.2
       from (values ($3::timestamptz, 1), ($4, 2)) v(t, n)`,
    [device.id, org, at(14), at(44)],
  );
  await api.owner.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat)
     values ($1, $2, 'illegal_unlock', 'critical', $3, $3, 121.14, 31.2)`,
    [device.id, org, at(14)],
  );
});
afterAll(() => api.stop());

const read = async (by = caller, ids = [device.id], asked = window) =>
  (await by.ok(tracks.read, { ids, ...asked })).tracks;

describe('a track', () => {
  it('is what the lock told in the window, in its order, with what lies beside it', async () => {
    const [track] = await read();
    expect(track?.points.map((p) => (Date.parse(p.at) - begin) / 60_000)).toEqual([
      0, 1, 2, 12, 13, 13.5, 14, 15, 16, 17, 30,
    ]);
    expect(track).toMatchObject({ id: device.id, cut: false, before: { at: at(-5) }, after: { at: at(40) } });
    expect(track?.points.at(0)).toMatchObject({ velocity: 60, electric: 80, temperature: 4.5, lock_status: 2 });
    expect(track?.events.map((e) => e.at)).toEqual([at(14)]);
    expect(track?.alarms).toMatchObject([{ kind: 'illegal_unlock', first_time: at(14), status: 'unprocessed' }]);
  });

  it('says what was told late, without a fix and without proof, and where nobody knows', async () => {
    const [track] = await read();
    const marked = (which: (p: NonNullable<typeof track>['points'][number]) => boolean) =>
      track?.points.filter(which).map((p) => (Date.parse(p.at) - begin) / 60_000);
    expect(marked((p) => p.late)).toEqual([16]);
    expect(marked((p) => p.lon === null)).toEqual([13.5]);
    expect(marked((p) => !p.proved)).toEqual([17]);
    const trip = tripOf(track!, { from: begin, to: begin + 30 * 60_000 });
    expect(trip.gaps.map(({ from, to }) => [(from - begin) / 60_000, (to - begin) / 60_000])).toEqual([
      [2, 12],
      [16, 30],
      // the next report came ten minutes after the window
    ]);
    expect(trip.fixes.every(({ lon }) => lon > 120)).toBe(true);
  });

  it.each(['zh', 'en'] as const)(
    'is refused for more than 30 minutes, in the words of the specification (%s)',
    async (lang) => {
      caller.langue = lang === 'zh' ? 'zh_CN' : 'en_US';
      for (const call of [tracks.read, tracks.write]) {
        const asked = { ids: [device.id], from: at(0), to: at(30.1), format: 'gpx', time_zone: 'UTC' };
        const reply = await caller.post(call.path, asked);
        expect(reply.verify.sign).toBe('validation');
        expect(JSON.stringify(reply)).toContain(fieldErrors.trackWindow[lang]);
      }
      caller.langue = 'en_US';
    },
  );

  it('is that of every lock asked for, in their order, and of none that is not in sight', async () => {
    const other = await buildDevice(api.db, org);
    await reported(other.id, 3);
    expect((await read(caller, [other.id, device.id])).map(({ id, points }) => [id, points.length])).toEqual([
      [other.id, 1],
      [device.id, 11],
    ]);
    const foreign = await buildDevice(api.db, await buildOrganisation(api.db));
    const ask = { ids: [device.id, foreign.id], ...window };
    expect((await caller.post(tracks.read.path, ask)).verify.sign).toBe('notFound');
  });

  it('is that in the caller’s organisations: where it was elsewhere stays there', async () => {
    const other = await buildOrganisation(api.db);
    const moved = await buildDevice(api.db, other);
    await reported(moved.id, 3, { of: other });
    await api.owner.query('update device set org_id = $2 where id = $1', [moved.id, org]);
    expect(await read(caller, [moved.id])).toMatchObject([{ points: [], before: null }]);
  });

  it('leaves out what the caller has no button for, and masks the card of who may not read it', async () => {
    const plain = await api.signedIn(await buildOperator(api.db, org, ['track:list']));
    expect(await read(plain)).toMatchObject([{ events: [], alarms: [] }]);
    const mapped = await api.signedIn(await buildOperator(api.db, org, ['track:list', 'map:list']));
    const [track] = await read(mapped);
    expect(track?.events).toHaveLength(1);
    expect(track?.events[0]?.actor).not.toContain('70261234');
    expect((await plain.post(tracks.write.path, { ids: [device.id], ...window })).verify.sign).toBe('noPermission');
  });

  it('stands by our clock, and by when it came where the lock’s runs ahead', async () => {
    const slow = await buildDevice(api.db, org);
    await api.owner.query('update lock_state set clock_offset_ms = -7200000 where device_id = $1', [slow.id]);
    await reported(slow.id, -110, { heard: 10 });
    const ahead = await buildDevice(api.db, org);
    await reported(ahead.id, 35, { heard: 28 });
    const [one, other] = await read(caller, [slow.id, ahead.id]);
    expect(one?.points.map((p) => p.at)).toEqual([at(10)]);
    expect(other?.points.map((p) => p.at)).toEqual([at(28)]);
  });

  it('is judged by the intervals of its time, whatever its lock and its type were told since', async () => {
    const lock = await buildDevice(api.db, org);
    for (const minutes of [0, 1, 2, 12, 13, 14]) await reported(lock.id, minutes);
    const held = async () => {
      const [track] = await read(caller, [lock.id]);
      const gaps = tripOf(track!, { from: begin, to: begin + 14 * 60_000 }).gaps.length;
      return [track?.intervals.map(({ report_interval }) => report_interval), gaps];
    };
    const type = {
      id: (await api.owner.query('select device_type_id as id from device where id = $1', [lock.id])).rows[0].id,
    };
    expect(await held()).toEqual([[60], 1]);
    // by the triggers that keep them, today: a lock that takes an order, and a type that is said to report otherwise
    const order = await api.owner.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, args, physical, state, attempt, idempotency_key, operator_id, oper_name, expire_time)
       values ($1, $2, 'set_intervals', '{"report_interval": 3600, "sleep_interval": 7200}', false, 'sent', 1, 'k', (select min(id) from operator where org_id = $2), 'x', now() + interval '1 hour') returning id`,
      [lock.id, org],
    );
    await api.owner.query("update command set state = 'answered_ok', answer_time = now() where id = $1", [
      order.rows[0]?.id,
    ]);
    await api.owner.query('update device_type set report_interval = 3000 where id = $1', [type.id]);
    expect(await held()).toEqual([[60], 1]);
    // had it all been as long ago as the window, the ten minutes were none too long
    await api.owner.query('update interval_told set since = $2 where device_id = $1 and isfinite(since)', [
      lock.id,
      at(-60),
    ]);
    expect(await held()).toEqual([[3600], 0]);
    // within it: each by its own
    await api.owner.query('update interval_told set since = $2 where device_id = $1 and isfinite(since)', [
      lock.id,
      at(11),
    ]);
    expect(await held()).toEqual([[60, 3600], 1]);
    await api.owner.query('delete from interval_told where device_id = $1', [lock.id]);
    await api.owner.query('update device_type_interval set since = $2 where device_type_id = $1 and isfinite(since)', [
      type.id,
      at(-60),
    ]);
    expect(await held()).toEqual([[3000], 0]);
  });

  it('goes by the intervals of its time when the lock comes back from an organisation that had it meanwhile, which nobody else reads', async () => {
    const lock = await buildDevice(api.db, org);
    for (const minutes of [0, 1, 2, 12, 13, 14]) await reported(lock.id, minutes);
    const held = async () =>
      (await read(caller, [lock.id]))[0]?.intervals.map(({ report_interval }) => report_interval);
    const tell = (seconds: number) =>
      api.owner.query('update lock_state set report_interval = $2 where device_id = $1', [lock.id, seconds]);
    const moveTo = (to: number) => api.owner.query('update device set org_id = $2 where id = $1', [lock.id, to]);
    await tell(60);
    await api.owner.query('delete from interval_told where device_id = $1 and not isfinite(since)', [lock.id]);
    await api.owner.query("update interval_told set since = '-infinity' where device_id = $1", [lock.id]);
    expect(await held()).toEqual([60]);
    await moveTo(await buildOrganisation(api.db));
    await tell(3600);
    // whoever had it before reads no track of it at all, nor of then
    expect((await caller.call(tracks.read, { ids: [lock.id], ...window })).verify.sign).toBe('notFound');
    await moveTo(org);
    expect(await held()).toEqual([60]);
  });

  it('says of a seal that it is the platform’s word, in a table and at a place', async () => {
    const lock = await buildDevice(api.db, org, 'jt701');
    await reported(lock.id, 5);
    const asked = { ids: [lock.id], ...window, format: 'csv' as const, time_zone: 'UTC' };
    caller.langue = 'en_US';
    expect((await read(caller, [lock.id]))[0]?.family).toBe('jt701');
    expect((await caller.ok(tracks.write, asked)).text).toContain(`"${trustWords.held.en}"`);
    const own = (await caller.ok(tracks.write, { ...asked, ids: [device.id] })).text;
    expect(own).not.toContain(trustWords.held.en);
    expect(own).toContain(`"${seedWord('msg_ls', 2).en}"`);
  });

  it('is packed by the database and read again as it stands there: times to the millisecond, numbers as they are written, and what is not told', async () => {
    const report = (column: string) => `(random() * 600 - 100)::numeric(8, 3)::${column}`;
    const { rows } = await api.owner.query<Record<string, never>>(
      `with report as materialized (
         select n, t as at, t + random() * interval '1 hour' as receive_time, random() < 0.5 as late, random() < 0.5 as proved,
           case when n % 7 > 0 then random() * 360 - 180 end as lon, case when n % 7 > 0 then random() * 180 - 90 end as lat,
           case when n % 5 > 0 then ${report('real')} when n % 2 > 0 then random()::real end as velocity,
           case when n % 5 > 0 then (n % 1000 / 10.0 - 40)::real end as temperature,
           case when n % 3 > 0 then n % 360 end::smallint as heading, case when n % 3 > 0 then n % 101 end::smallint as electric,
           (n % 4)::smallint as lock_status
         from (select n, timestamptz '1999-12-30' + random() * interval '80 years' as t from generate_series(1, 3000) n
           union all select n, timestamptz '2026-12-31 23:59:59.997' + n * interval '1 microsecond' from generate_series(0, 4000) n) one)
       select ${packed.compile(new Kysely({ dialect: new PostgresDialect({ pool: api.db }) })).sql} as reports, jsonb_agg(jsonb_build_object(
         'at', floor(extract(epoch from at) * 1000), 'receive_time', floor(extract(epoch from receive_time) * 1000), 'late', late, 'proved', proved,
         'lon', lon, 'lat', lat, 'velocity', velocity, 'temperature', temperature, 'heading', heading, 'electric', electric,
         'lock_status', lock_status)) as told
       from (select * from report order by n, at) report`,
    );
    const { reports, told } = rows[0] as unknown as { reports: Buffer; told: unknown[] };
    expect(told).toHaveLength(7001);
    expect(unpacked(reports)).toEqual(told);
    expect(unpacked(null)).toEqual([]);
  });

  it('reads the partitions of its window alone', async () => {
    const type = { type: 0, report: 60, sleep: 60 };
    const query = pointsOf([{ ...(await read())[0]!, offset: 0, type }], window, 2000).compile(
      new Kysely({ dialect: new PostgresDialect({ pool: api.db }) }),
    );
    const { rows } = await api.owner.query<{ 'QUERY PLAN': string }>(`explain ${query.sql}`, [...query.parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(new Set(plan.match(/position_\w+/g)?.filter((name) => !name.endsWith('pkey'))).size).toBeLessThanOrEqual(2);
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('a file of it', () => {
  const file = (format: TrackFormat) =>
    caller.ok(tracks.write, { ids: [device.id], ...window, format, time_zone: 'Asia/Shanghai' });

  it('is GPX with a segment for each run, so that nothing is drawn over a gap', async () => {
    const { name, text } = await file('gpx');
    expect(name).toBe(`track-${device.sn}-${window.from.slice(0, 16).replace(/\D/g, '')}.gpx`);
    const other = await buildDevice(api.db, org);
    const both = { ids: [device.id, other.id], ...window, format: 'gpx' as const, time_zone: 'UTC' };
    expect((await caller.ok(tracks.write, both)).name).toContain(`${device.sn}+1-`);
    expect(text.match(/<trkseg>/g)).toHaveLength(3);
    expect(text.match(/<trkpt /g)).toHaveLength(9);
    expect(text.match(/<wpt /g)).toHaveLength(2);
    expect(text).not.toContain('lon="10"');
  });
  it('is KML and GeoJSON of the same runs', async () => {
    expect((await file('kml')).text.match(/<LineString>/g)).toHaveLength(3);
    const { features } = JSON.parse((await file('geojson')).text) as { features: { geometry: { type: string } }[] };
    expect(features.map(({ geometry }) => geometry.type)).toEqual([
      'LineString',
      'LineString',
      'Point',
      'Point',
      'Point',
    ]);
  });
  it('marks what was forced as that, and nothing at a place that nobody proved to be the lock’s word', async () => {
    const forced = await buildDevice(api.db, org);
    await reported(forced.id, 5);
    await api.owner.query(
      `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, actor, ls_before, ls_after, fault, replay, quality, lon, lat, authenticated)
       select $1, $2, t, t, t, n, n, 'hhd:0008', $5, null, '', 2, 2, 0, false, 'direct', lon, 31.2, lon > 100
         from (values ($3::timestamptz, 1, 121.5), ($4, 2, 10.5)) v(t, n, lon)`,
      [forced.id, org, at(5), at(6), LockAction.tamper],
    );
    await api.owner.query(
      `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat, unproved)
       values ($1, $2, 'tamper', 'warning', $3, $3, 10.5, 31.2, true)`,
      [forced.id, org, at(6)],
    );
    for (const format of ['gpx', 'kml', 'geojson'] as const) {
      const { text } = await caller.ok(tracks.write, { ids: [forced.id], ...window, format, time_zone: 'UTC' });
      expect(text).not.toContain('10.5');
      expect(text).toContain(seedWord('msg_lst', LockAction.tamper).en);
      expect(text).not.toContain(seedWord('msg_ls', 2).en);
    }
  });
  it('is a table of all that was told, with what is wrong with it', async () => {
    const lines = (await file('csv')).text.trim().split('\r\n');
    expect(lines).toHaveLength(12);
    // when it was and when it came, as people of that time zone write it, and which it is
    expect(lines[0]).toContain('"Time (Asia/Shanghai)","Received (Asia/Shanghai)"');
    for (const line of lines.slice(1)) expect(line).toMatch(/^("\d{4}-\d\d-\d\d \d\d:\d\d:\d\d",){2}/);
    expect(lines.filter((line) => line.endsWith('"No position"'))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith('"Told late"'))).toHaveLength(1);
  });
  it('is in the log, with its locks and window', async () => {
    await file('kml');
    const { rows } = await api.owner.query<{ instruct: string }>(
      "select instruct from operation_log where operate_url = '/track/writeFile' order by id desc limit 1",
    );
    expect(rows[0]?.instruct).toBe(`${device.sn} ${window.from} – ${window.to}`);
  });
});
