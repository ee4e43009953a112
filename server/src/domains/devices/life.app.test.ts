import { cursorOf, deviceLife, type LifeEntry, lifeKinds } from '@plomb/contract/devices/life';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let org: number;
let caller: Caller;
let device: BuiltDevice;

/** Minutes after the beginning of an hour three hours ago. */
const at = (minutes: number): string =>
  new Date((Math.floor(Date.now() / 3_600_000) - 3) * 3_600_000 + minutes * 60_000).toISOString();

/** `heard`: when it came by our clock, in minutes as the lock's own. */
const reported = (id: number, of: number, minutes: number, speed: number, electric: number | null, heard = minutes) =>
  api.owner.query(
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lock_status, fault,
       report_reson, raw, velocity, electric)
     values ($1, $2, 1, 1, $3, $7, 0, $4, 2, 0, '0200', '\\x7e', $5, $6)`,
    [id, at(minutes), of, minutes === 2, speed, electric, at(heard)],
  );

const fill = async (id: number, of: number) => {
  const { owner } = api;
  await owner.query('update lock_state set report_interval = 60, sleep_interval = 60 where device_id = $1', [id]);
  const operator = (await owner.query<{ id: number }>('select max(id) as id from operator')).rows[0]!.id;
  for (const [minutes, speed, electric] of [
    [1, 10, 80],
    [2, 60, null],
    [59, 0, 78],
    [61, 5, 77],
    [130, 5, 76],
  ] as const)
    await reported(id, of, minutes, speed, electric);
  await owner.query(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality)
     select $1, $2, t, t, t, n, n, 'hhd:0008', 1, 2, 0, 0, false, 'direct' from (values ($3::timestamptz, 1), ($3, 2), ($4, 3)) v(t, n)`,
    [id, of, at(30), at(62)],
  );
  await owner.query(
    `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, create_time, expire_time)
     values ($1, $2, 'unseal', true, $3, $4, 'Li', $5, now() + interval '1 hour')`,
    [id, of, `life-of-${id}-${of}`, operator, at(30)],
  );
  await owner.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time) values ($1, $2, 'low_battery', 'info', $3, $3)`,
    [id, of, at(40)],
  );
  await owner.query(
    `insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, source, create_time)
     values ($1, $2, $2, 'stock_in', 1, 2, 'in_use', 'web', $3)`,
    [id, of, at(5)],
  );
  await owner.query(
    "insert into quarantine (device_id, receive_time, reason, raw) values ($1, $2, 'refused 22003', '\\x7e')",
    [id, at(41)],
  );
};

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 400 });
  org = await buildOrganisation(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
  device = await buildDevice(api.db, org);
  await fill(device.id, org);
  await caller.post('/device/status', { ids: [device.id], status: 2 });
  await caller.post('/device/status', { ids: [device.id], status: 1 });
});
afterAll(() => api.stop());

const life = async (by: Caller, input: object): Promise<{ rows: LifeEntry[]; more: boolean }> => {
  const reply = await by.post(deviceLife.list.path, input);
  expect(reply.verify).toMatchObject({ sign: 'success' });
  return reply.data as never;
};
const keys = (rows: readonly LifeEntry[]) => rows.map(cursorOf);

describe('the life of a device', () => {
  it('is one line of time, newest first, of everything that ever happened to it', async () => {
    const { rows, more } = await life(caller, { id: device.id, size: 100 });
    expect(more).toBe(false);
    expect(rows.map(({ time }) => time)).toEqual(
      rows
        .map(({ time }) => time)
        .toSorted()
        .reverse(),
    );
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(lifeKinds));
    expect(rows.filter(({ kind }) => kind === 'edit')).toMatchObject([
      { edit: { instruct: device.sn, success: true } },
      { edit: { success: true } },
    ]);
    expect(rows.filter(({ kind }) => kind === 'aside')).toMatchObject([{ aside: { reason: 'refused' } }]);
  });

  it('tells what was reported in sums of an hour', async () => {
    const { rows } = await life(caller, { id: device.id, kind: 'report' });
    expect(rows.map((row) => row.kind === 'report' && row.run)).toMatchObject([
      { count: 1, late: 0, electric_first: 76, silences: [{ from_time: at(61), to_time: at(130) }] },
      { count: 1, slowest: 5, fastest: 5, silences: [] },
      {
        silences: [{ from_time: at(2), to_time: at(59) }],
        count: 3,
        late: 1,
        slowest: 0,
        fastest: 60,
        electric_first: 80,
        electric_last: 78,
        from_time: at(1),
        to_time: at(59),
      },
    ]);
  });

  it('knows what a clock that was set from silence, and tells reports by the clock of all else', async () => {
    const jumped = await buildDevice(api.db, org);
    const slow = await buildDevice(api.db, org);
    // a clock two hours slow is set right between two reports of a minute
    await api.owner.query('update lock_state set report_interval = 60, sleep_interval = 60 where device_id = $1', [
      jumped.id,
    ]);
    await reported(jumped.id, org, 0, 0, null, 120);
    await reported(jumped.id, org, 121, 0, null);
    // one that is two hours slow still, seen at minutes 120 and 180 of ours
    await api.owner.query(
      'update lock_state set clock_offset_ms = -7200000, report_interval = 60, sleep_interval = 60 where device_id = $1',
      [slow.id],
    );
    for (const minutes of [0, 60]) await reported(slow.id, org, minutes, 0, null, minutes + 120);
    await api.owner.query(
      `insert into alarm (device_id, org_id, kind, severity, first_time, last_time) values ($1, $2, 'low_battery', 'info', $3, $3)`,
      [slow.id, org, at(150)],
    );
    const runsOf = ({ rows }: { rows: LifeEntry[] }) => rows.flatMap((row) => (row.kind === 'report' ? [row.run] : []));
    expect(runsOf(await life(caller, { id: jumped.id })).map(({ silences }) => silences)).toEqual([[], []]);
    const line = { id: slow.id, kind: ['report', 'alarm'] };
    const whole = await life(caller, line);
    expect(whole.rows.map(({ kind, time }) => [kind, Date.parse(time)])).toEqual([
      ['report', Date.parse(at(180))],
      ['alarm', Date.parse(at(150))],
      ['report', Date.parse(at(120))],
    ]);
    expect(runsOf(whole)[0]?.silences).toEqual([{ from_time: at(120), to_time: at(180) }]);
    const read: string[] = [];
    for (let before: string | undefined, more = true; more; before = read.at(-1)) {
      const page = await life(caller, { ...line, size: 1, ...(before && { before }) });
      read.push(...keys(page.rows));
      ({ more } = page);
    }
    expect(read).toEqual(keys(whole.rows));
    expect((await life(caller, { ...line, from: at(110), to: at(140) })).rows).toHaveLength(1);
  });

  it.each([1, 2, 3, 5])('is read in pages of %i without a gap and nothing twice, also of one moment', async (size) => {
    const whole = keys((await life(caller, { id: device.id, size: 100 })).rows);
    const read: string[] = [];
    for (let before: string | undefined, more = true; more; before = read.at(-1)) {
      const page = await life(caller, { id: device.id, size, ...(before && { before }) });
      read.push(...keys(page.rows));
      ({ more } = page);
    }
    expect(read).toEqual(whole);
  });

  it('is narrowed by kind and by time', async () => {
    const { rows } = await life(caller, { id: device.id, kind: ['event', 'order'], from: at(30), to: at(40) });
    expect(rows.map(({ kind }) => kind)).toEqual(['order', 'event', 'event']);
    const hours = await life(caller, { id: device.id, kind: 'report', from: at(10), to: at(70) });
    expect(hours.rows).toHaveLength(2);
  });

  it('leaves out what the caller has no button for', async () => {
    const plain = await api.signedIn(await buildOperator(api.db, org, ['device:list', 'alarm:list']));
    const { rows } = await life(plain, { id: device.id, size: 100 });
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['report', 'alarm', 'registered']));
    expect((await life(plain, { id: device.id, kind: 'order' })).rows).toEqual([]);
  });

  it('is that in the caller’s organisations: what happened elsewhere stays there', async () => {
    const other = await buildOrganisation(api.db);
    const moved = await buildDevice(api.db, other);
    await fill(moved.id, other);
    await api.owner.query('update device set org_id = $2 where id = $1', [moved.id, org]);
    const { rows } = await life(caller, { id: moved.id, size: 100 });
    expect(rows.map(({ kind }) => kind)).toEqual(['registered']);
  });

  it('refuses a cursor that is none', async () => {
    for (const before of ['x', '2026-99-99T00:00:00Z~event~1', '2026-01-01T00:00:00.000Z~nothing~1'])
      expect((await caller.post(deviceLife.list.path, { id: device.id, before })).verify.sign).toBe('validation');
  });

  it('goes into a file as a whole', async () => {
    const columns = ['time', 'kind', 'what', 'who', 'more'].map((field) => ({ field, title: field }));
    const reply = await caller.post(deviceLife.export.path, { id: device.id, format: 'csv', columns, timeZone: 'UTC' });
    const { url } = reply.data as { url: string };
    const answer = await api.app.inject({ method: 'GET', url, headers: { authorization: caller.token } });
    const file = answer.body;
    const { rows } = await life(caller, { id: device.id, size: 100 });
    // its own line in the log is no deed to the device
    expect(file.trim().split('\n')).toHaveLength(rows.length + 1);
  });
});
