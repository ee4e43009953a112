import { alarms } from '@plomb/contract/alarms/alarms';
import { alarmRules } from '@plomb/contract/alarms/rules';
import { alarmSeverity, isGuarding } from '@plomb/contract/alarms/severity';
import { alarmKinds } from '@plomb/contract/lock/codes';
import { isScheduled, type Schedule } from '@plomb/contract/lock/schedule';
import { alarmConfigs } from '@plomb/contract/mailbox/alarmConfig';
import { map } from '@plomb/contract/map/map';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { raiseAlarm } from '../../ingest/raise.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { followAlarms } from '../mailbox/follow.ts';

let api: TestApi;
let root: Caller;
let above: number;
let org: number;
let mine: Caller;
let theirs: Caller;
let device: BuiltDevice;

beforeAll(async () => {
  api = await startApi();
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
});
afterAll(() => api.stop());
beforeEach(async () => {
  for (const table of ['alarm_due', 'alarm_notice', 'alarm_rule', 'alarm_config'])
    await api.db.query(`delete from ${table}`);
  above = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, above);
  theirs = await api.signedIn(await buildOperator(api.db, above));
  mine = await api.signedIn(await buildOperator(api.db, org));
  device = await buildDevice(api.db, org);
});

const rule = {
  kind: 'low_battery' as const,
  ...{ is_on: true, severity: 'warning' as const, schedule: null, again_minutes: null, further_minutes: null },
  ...{ told: [] as number[], told_further: [] as number[], reason: '' },
};
const ruleOf = async (caller: Caller, kind: string) =>
  (await caller.ok(alarmRules.list, {})).rows.find((one) => one.kind === kind)!;
const alarmOf = async (id: number | undefined) =>
  (await api.db.query<{ severity: string; hits: number }>('select severity, hits from alarm where id = $1', [id]))
    .rows[0];
const recipient = async (caller: Caller, config_name: string): Promise<number> =>
  (
    await caller.ok(alarmConfigs.add, {
      ...{
        config_name,
        mail_box: `${config_name.replace(' ', '-')}@port.example`,
        phone: '',
        language: 'en_US',
        receive_type: 'police',
      },
      ...{ is_mail_config: true, is_phone_config: false },
    })
  ).id;
/** who was told, and what is due next in how many minutes */
const told = async (alarm: number | undefined) => {
  await followAlarms(api.db, { again: 10, further: 30 });
  const { rows } = await api.db.query<{ name: string }>(
    'select c.config_name as name from alarm_notice n join alarm_config c on c.id = n.config_id where n.alarm_id = $1 order by n.id',
    [alarm],
  );
  const due = await api.db.query<{ stage: number; minutes: number }>(
    `select stage, round(extract(epoch from due_time - now()) / 60)::int as minutes from alarm_due where alarm_id = $1`,
    [alarm],
  );
  return { names: rows.map(({ name }) => name), due: due.rows };
};
const now = (alarm: number | undefined) =>
  api.db.query('update alarm_due set due_time = now() where alarm_id = $1', [alarm]);

describe('the rule of a kind', () => {
  it('is that of the product, of the organisation above, or its own, and each says whose it is', async () => {
    expect(await ruleOf(mine, 'low_battery')).toMatchObject({
      severity: 'warning',
      from: 'product',
      from_org_name: '',
    });
    await theirs.ok(alarmRules.set, { ...rule, severity: 'critical', reason: 'cold store' });
    // its reason is not for those who do not see that organisation
    expect(await ruleOf(mine, 'low_battery')).toMatchObject({
      ...{ severity: 'critical', from: 'above', from_org_name: '', reason: '' },
    });
    // below it may not ring as less by their own word; by that of who said so it may
    const hours: Schedule = { days: [1], from: '08:00', until: '09:00', time_zone: 'UTC' };
    for (const less of [
      { is_on: false },
      { severity: 'info' as const },
      { severity: 'critical' as const, schedule: hours },
    ])
      expect(await mine.post(alarmRules.set.path, { ...rule, ...less }), JSON.stringify(less)).toMatchObject({
        verify: { sign: 'validation' },
      });
    await mine.ok(alarmRules.set, { ...rule, severity: 'critical', again_minutes: 3 });
    await theirs.ok(alarmRules.set, { ...rule, org_id: org, severity: 'info' });
    expect(await ruleOf(mine, 'low_battery')).toMatchObject({ severity: 'info', from: 'own' });
    expect((await alarmOf(await raiseAlarm(api.db, device.id, 'low_battery')))?.severity).toBe('info');
    await mine.ok(alarmRules.remove, { kind: 'low_battery' });
    expect(await ruleOf(mine, 'low_battery')).toMatchObject({ severity: 'critical', from: 'above' });
    expect((await mine.post(alarmRules.remove.path, { kind: 'low_battery' })).verify.sign).toBe('notFound');
  });

  it('that is less than one above has said since is told of to both, and stays', async () => {
    await mine.ok(alarmRules.set, { ...rule, severity: 'warning' });
    const other = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db, above)));
    await other.ok(alarmRules.set, { ...rule, severity: 'critical' });
    expect(await ruleOf(mine, 'low_battery')).toMatchObject({ is_lesser: false, lesser: [] });
    await theirs.ok(alarmRules.set, { ...rule, severity: 'critical' });
    const { rows } = await api.db.query<{ org_name: string }>('select org_name from organisation where id = $1', [org]);
    expect(await ruleOf(theirs, 'low_battery')).toMatchObject({
      is_lesser: false,
      lesser: [{ org_id: org, org_name: rows[0]?.org_name }],
    });
    expect(await ruleOf(mine, 'low_battery')).toMatchObject({ severity: 'warning', is_lesser: true, lesser: [] });
    expect(await ruleOf(other, 'low_battery')).toMatchObject({ is_lesser: false });
    // nobody above has said anything of another kind
    expect(await ruleOf(theirs, 'out_of_fence')).toMatchObject({ lesser: [] });
    await mine.ok(alarmRules.remove, { kind: 'low_battery' });
    expect(await ruleOf(theirs, 'low_battery')).toMatchObject({ lesser: [] });
  });

  it('is judged whoever raises the alarm, and off it does not ring', async () => {
    await theirs.ok(alarmRules.set, { ...rule, severity: 'critical' });
    const id = await raiseAlarm(api.db, device.id, 'low_battery');
    expect(await alarmOf(id)).toEqual({ severity: 'critical', hits: 1 });
    // map and bell have it as grave as the rule
    expect(await mine.ok(map.lock, { id: device.id })).toMatchObject({
      alarm: 'low_battery',
      alarm_severity: 'critical',
    });
    expect(await mine.ok(alarms.count, {})).toMatchObject({ unprocessed: 1, critical: 1 });
    await theirs.ok(alarmRules.set, { ...rule, is_on: false });
    expect(await raiseAlarm(api.db, device.id, 'low_battery')).toBeUndefined();
    // what was open stays until somebody has dealt with it
    expect(await alarmOf(id)).toEqual({ severity: 'critical', hits: 1 });
  });

  it('outside of its hours is a notice, which becomes what it is once it rings within them, and is told then', async () => {
    const desk = await recipient(mine, 'desk');
    const day = new Date().getUTCDay() || 7;
    const schedule = (days: number[]): Schedule => ({ days, from: '00:00', until: '00:00', time_zone: 'UTC' });
    await mine.ok(alarmRules.set, { ...rule, told: [desk], schedule: schedule([((day + 2) % 7) + 1]) });
    const id = await raiseAlarm(api.db, device.id, 'low_battery');
    expect((await alarmOf(id))?.severity).toBe('info');
    expect((await told(id)).names).toEqual([]);
    await mine.ok(alarmRules.set, { ...rule, told: [desk], schedule: schedule([1, 2, 3, 4, 5, 6, 7]) });
    await raiseAlarm(api.db, device.id, 'low_battery');
    expect(await alarmOf(id)).toEqual({ severity: 'warning', hits: 2 });
    expect(await told(id)).toEqual({ names: ['desk'], due: [{ stage: 1, minutes: 10 }] });
    // and it never becomes less by itself
    await mine.ok(alarmRules.set, { ...rule, severity: 'info' });
    await raiseAlarm(api.db, device.id, 'low_battery');
    expect(await alarmOf(id)).toEqual({ severity: 'warning', hits: 3 });
  });

  it('says who is told, after how long further, and who then', async () => {
    const [desk, night, chief] = [
      await recipient(mine, 'desk'),
      await recipient(mine, 'night'),
      await recipient(mine, 'chief'),
    ];
    await recipient(theirs, 'head office');
    await mine.ok(alarmRules.set, {
      ...{ ...rule, told: [night], told_further: [chief], again_minutes: 3, further_minutes: 5 },
    });
    const id = await raiseAlarm(api.db, device.id, 'low_battery');
    expect(await told(id)).toEqual({ names: ['night'], due: [{ stage: 1, minutes: 3 }] });
    await now(id);
    expect(await told(id)).toEqual({ names: ['night', 'night'], due: [{ stage: 2, minutes: 2 }] });
    await now(id);
    expect(await told(id)).toEqual({ names: ['night', 'night', 'chief'], due: [] });
    // another kind is told as before
    const other = await raiseAlarm(api.db, device.id, 'wrong_password');
    expect(await told(other)).toEqual({ names: ['desk', 'night', 'chief'], due: [{ stage: 1, minutes: 10 }] });
    await now(other);
    await told(other);
    await now(other);
    expect((await told(other)).names.slice(6)).toEqual(['head office']);
    // who was named and has gone is named no more
    await mine.ok(alarmConfigs.delete, { ids: [night] });
    expect(await ruleOf(mine, 'low_battery')).toMatchObject({ told: [], names: 0, told_further: [{ id: chief }] });
    expect(desk).toBeGreaterThan(0);
  });

  it('names recipients of its own organisation alone, by the product and by the database', async () => {
    const strange = await recipient(theirs, 'head office');
    const reply = await mine.post(alarmRules.set.path, { ...rule, told: [strange] });
    expect(reply.verify.sign).toBe('validation');
    await expect(
      api.db.query("insert into alarm_rule (org_id, kind, severity, told) values ($1, 'state_gap', 'info', $2)", [
        org,
        [strange],
      ]),
    ).rejects.toThrow(/recipients of its own organisation/);
  });
});

describe('kinds that guard goods', () => {
  const guarding = { ...rule, kind: 'illegal_unlock' as const, severity: 'warning' as const };

  it('ring always, and as less only with a reason, which the log tells as a warning', async () => {
    for (const wrong of [
      { is_on: false },
      { schedule: { days: [1], from: '08:00', until: '09:00', time_zone: 'UTC' } },
      { reason: 'short' },
      { severity: 'info' as const, reason: 'training yard, no goods' },
    ])
      expect((await mine.post(alarmRules.set.path, { ...guarding, ...wrong })).verify.sign, JSON.stringify(wrong)).toBe(
        'validation',
      );
    await mine.ok(alarmRules.set, { ...guarding, reason: 'training yard, no goods' });
    expect((await alarmOf(await raiseAlarm(api.db, device.id, 'illegal_unlock')))?.severity).toBe('warning');
    const { rows } = await api.db.query<{ note: string }>(
      'select operation_log::text as note from operation_log order by id desc limit 1',
    );
    expect(rows[0]?.note).toContain('LOWERED, though it guards goods');
    expect(rows[0]?.note).toContain('training yard, no goods');
  });

  it.each(alarmKinds.filter(isGuarding))('%s is held by the database, too', async (kind) => {
    for (const values of ["false, 'critical', ''", "true, 'warning', 'short'", "true, 'info', 'training yard'"])
      await expect(
        api.db.query(`insert into alarm_rule (org_id, kind, is_on, severity, reason) values ($1, $2, ${values})`, [
          org,
          kind,
        ]),
      ).rejects.toThrow(/alarm_rule_guards/);
  });
});

it('each change is kept with who made it, also that a rule went', async () => {
  await mine.ok(alarmRules.set, { ...rule, severity: 'info' });
  await mine.ok(alarmRules.set, { ...rule, severity: 'info' });
  await mine.ok(alarmRules.set, { ...rule, severity: 'critical', further_minutes: 60 });
  await mine.ok(alarmRules.remove, { kind: 'low_battery' });
  const { rows } = await mine.ok(alarmRules.history, { kind: 'low_battery' });
  expect(rows.map(({ said }) => said?.severity ?? null)).toEqual([null, 'critical', 'info']);
  expect(rows[1]).toMatchObject({ said: { further_minutes: 60, names: 0 } });
  expect(rows.every(({ changed_by }) => changed_by !== '')).toBe(true);
  expect((await mine.post(alarmRules.set.path, { ...rule, again_minutes: 40 })).verify.sign).toBe('validation');
});

it('without a rule every kind is as grave as the product says', async () => {
  const { rows } = await root.ok(alarmRules.list, {});
  expect(Object.fromEntries(rows.map(({ kind, severity }) => [kind, severity]))).toEqual(alarmSeverity);
});

it('hours are the same to the database and to the product', async () => {
  const schedules: Schedule[] = [
    { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00', time_zone: 'Asia/Shanghai' },
    { days: [5, 7], from: '22:00', until: '06:00', time_zone: 'Europe/Berlin' },
    { days: [3], from: '07:30', until: '07:30', time_zone: 'America/New_York' },
  ];
  const first = Date.UTC(2026, 9, 23);
  const moments = Array.from({ length: 24 * 9 }, (_, hour) => first + hour * 3_600_000 + (hour % 4) * 900_000);
  for (const schedule of schedules) {
    const { rows } = await api.db.query<{ is: boolean }>(
      'select is_scheduled($1::jsonb, to_timestamp(t / 1000.0)) as is from unnest($2::bigint[]) with ordinality as u(t, n) order by n',
      [JSON.stringify(schedule), moments],
    );
    expect(rows.map(({ is }) => is)).toEqual(moments.map((at) => isScheduled(schedule, at)));
  }
});

it.each(['SystemV/PST8', '+08:00'])(
  'a time zone that the database reads otherwise is refused: %s',
  async (time_zone) => {
    const schedule = { days: [1], from: '08:00', until: '09:00', time_zone };
    const reply = await mine.post(alarmRules.set.path, { ...rule, schedule });
    expect(reply.verify.sign).toBe('validation');
    await expect(
      api.db.query('insert into alarm_rule (org_id, kind, severity, schedule) values ($1, $2, $3, $4)', [
        ...[org, 'low_battery', 'warning', JSON.stringify(schedule)],
      ]),
    ).rejects.toThrow(/alarm_rule_zone/);
  },
);

it('hours that cannot be read any more hold back no alarm, nor the reports it came with', async () => {
  const { rows } = await api.db.query<{ is: boolean }>('select is_scheduled($1::jsonb, now()) as is', [
    JSON.stringify({ days: [1], from: '08:00', until: '09:00', time_zone: 'Nowhere/Atall' }),
  ]);
  expect(rows).toEqual([{ is: true }]);
});

it('an alarm whose time is found to be within the hours is graver, and who escalated it is still heard', async () => {
  const schedule: Schedule = { days: [3], from: '08:00', until: '18:00', time_zone: 'UTC' };
  await mine.ok(alarmRules.set, { ...rule, schedule });
  const night = Date.UTC(2026, 9, 21, 3);
  const id = await raiseAlarm(api.db, device.id, 'low_battery', { first: night, last: night, hits: 1 });
  expect((await alarmOf(id))?.severity).toBe('info');
  await api.db.query('insert into alarm_due (org_id, alarm_id, stage) values ($1, $2, 3)', [org, id]);
  await api.db.query("update alarm set last_time = last_time + interval '7 hours' where id = $1", [id]);
  expect((await alarmOf(id))?.severity).toBe('warning');
  const { rows } = await api.db.query('select stage from alarm_due where alarm_id = $1 order by stage', [id]);
  expect(rows).toEqual([{ stage: 0 }, { stage: 3 }]);
});

describe('whom a rule above has told', () => {
  it('is told beside whom the one below names, once, and whatever kinds they chose', async () => {
    await recipient(mine, 'gate');
    const own = await recipient(mine, 'yard');
    const head = await recipient(theirs, 'head office');
    await api.db.query("update alarm_config set kinds = '{illegal_unlock}' where id = any($1)", [[own, head]]);
    await theirs.ok(alarmRules.set, { ...rule, told: [head], told_further: [head] });
    await mine.ok(alarmRules.set, { ...rule, told: [own] });
    const alarm = await raiseAlarm(api.db, device.id, 'low_battery');
    expect((await told(alarm)).names).toEqual(['yard', 'head office']);
    // and further up, though the rule below names nobody for it
    await now(alarm);
    await told(alarm);
    await now(alarm);
    expect((await told(alarm)).names.filter((name) => name === 'head office')).toHaveLength(3);
  });

  it('is told beside the usual ones where the rule below names nobody', async () => {
    await recipient(mine, 'gate');
    const head = await recipient(theirs, 'head office');
    await theirs.ok(alarmRules.set, { ...rule, told: [head] });
    expect((await told(await raiseAlarm(api.db, device.id, 'low_battery'))).names).toEqual(['head office']);
    await mine.ok(alarmRules.set, { ...rule, severity: 'critical' });
    const again = await raiseAlarm(api.db, (await buildDevice(api.db, org)).id, 'low_battery');
    expect((await told(again)).names).toEqual(['gate', 'head office']);
  });

  it('is told of nothing that the rule above has made a notice, or has off', async () => {
    const own = await recipient(mine, 'yard');
    const head = await recipient(theirs, 'head office');
    for (const quiet of [{ severity: 'info' as const }, { is_on: false }]) {
      await theirs.ok(alarmRules.set, { ...rule, ...quiet, told: [head] });
      await mine.ok(alarmRules.set, { ...rule, told: [own] });
      const alarm = await raiseAlarm(api.db, (await buildDevice(api.db, org)).id, 'low_battery');
      expect((await told(alarm)).names).toEqual(['yard']);
    }
  });
});
