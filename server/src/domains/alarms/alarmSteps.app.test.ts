import { type AlarmStepName, alarmSteps } from '@plomb/contract/alarms/alarms';
import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { giveBackAlarms } from './giveBack.ts';
import type { AlarmStanding } from './steps.ts';

const { alarms, files } = calls;
let api: TestApi;
let org: number;
let device: BuiltDevice;
let me: BuiltOperator;
let other: BuiltOperator;
let mine: Caller;
let colleague: Caller;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  org = await buildOrganisation(api.db);
  device = await buildDevice(api.db, org);
  me = await buildOperator(api.db, org);
  other = await buildOperator(api.db, org);
  mine = await api.signedIn(me);
  colleague = await api.signedIn(other);
});

const raise = async (kind = 'illegal_unlock', severity = 'critical', of = device): Promise<number> => {
  const { rows } = await api.db.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
     select id, org_id, $2, $3, now(), now() from device where id = $1 returning id`,
    [of.id, kind, severity],
  );
  return rows[0]!.id;
};
const remark = 'the driver opened it to look';
const done = { result: 'handled', remark } as const;
const process = (id: number, more: object = {}) => ({ id, hits: 1, ...done, ...more });
const detail = (id: number) => mine.ok(alarms.detail, { id });
const stepsOf = async (id: number, by = mine) => (await by.ok(alarms.steps, { id })).rows;

describe('the table of states', () => {
  const lead: Record<AlarmStanding, (id: number) => Promise<unknown>> = {
    unclaimed: async () => undefined,
    escalated: (id) => colleague.ok(alarms.escalate, { id, reason: 'nobody answers' }),
    mine: (id) => mine.ok(alarms.claim, { id }),
    theirs: (id) => colleague.ok(alarms.claim, { id }),
    processed: (id) => colleague.ok(alarms.process, process(id)),
  };
  const take: Record<AlarmStepName, (id: number) => Promise<{ verify: { sign: string; desc: string } }>> = {
    take: (id) => mine.call(alarms.claim, { id }),
    hand_over: (id) => mine.call(alarms.handOver, { id, operator_id: me.id, reason: 'end of the shift' }),
    escalate: (id) => mine.call(alarms.escalate, { id, reason: 'it needs a patrol' }),
    process: (id) => mine.call(alarms.process, process(id)),
  };
  const { alarmTaken, alarmProcessed, alarmEscalated } = errors;
  const refusals: Record<AlarmStanding, Partial<Record<AlarmStepName, { en: string }>>> = {
    unclaimed: {},
    escalated: { escalate: alarmEscalated },
    mine: {},
    theirs: { take: alarmTaken, escalate: alarmTaken, process: alarmTaken },
    processed: { take: alarmProcessed, hand_over: alarmProcessed, escalate: alarmProcessed, process: alarmProcessed },
  };
  const after: Record<AlarmStepName, object> = {
    take: { status: 'unprocessed', escalate_time: null },
    hand_over: { status: 'unprocessed', escalate_time: null },
    escalate: { status: 'unprocessed', owner: '', escalate_time: expect.any(String) },
    process: { status: 'processed', remark },
  };
  it.each(
    Object.keys(refusals).flatMap((standing) => alarmSteps.map((step) => [standing as AlarmStanding, step] as const)),
  )('what is %s: %s', async (standing, step) => {
    const id = await raise();
    await lead[standing](id);
    const [before, told] = [await detail(id), await stepsOf(id)];
    const refused = refusals[standing][step];
    const { verify } = await take[step](id);
    if (refused) {
      expect(verify).toMatchObject({ sign: 'conflict', desc: refused.en });
      expect([await detail(id), await stepsOf(id)]).toEqual([before, told]);
      return;
    }
    expect(verify.sign).toBe('success');
    expect(await detail(id)).toMatchObject(after[step]);
    if (step === 'take' || step === 'hand_over') expect((await detail(id)).owner_login).toBe(me.loginName);
    // who has it takes it again: nothing happened
    expect((await stepsOf(id)).slice(told.length).map((one) => [one.step, one.login_name])).toEqual(
      standing === 'mine' && step === 'take' ? [] : [[step, me.loginName]],
    );
  });

  it('is held by the database, whoever writes: what has ended stays as it ended', async () => {
    const id = await raise();
    await mine.ok(alarms.process, process(id));
    for (const change of ["result = 'police'", "remark = ''", 'owner_id = null', 'process_time = null'])
      await expect(api.db.query(`update alarm set ${change} where id = $1`, [id])).rejects.toMatchObject({
        constraint: 'alarm_processed',
      });
    // what rings afterwards is another alarm
    const again = await raise();
    expect(again).not.toBe(id);
    expect(await detail(again)).toMatchObject({ hits: 1, status: 'unprocessed' });
  });

  it('of two who take it at once, or escalate it at once, one does', async () => {
    const [first, second] = [await raise(), await raise('illegal_unlocking')];
    const taken = await Promise.all([mine, colleague].map((by) => by.call(alarms.claim, { id: first })));
    const up = await Promise.all(
      [mine, colleague].map((by) => by.call(alarms.escalate, { id: second, reason: 'nobody answers' })),
    );
    for (const answers of [taken, up])
      expect(answers.map((a) => a.verify.sign).sort()).toEqual(['conflict', 'success']);
    expect(await stepsOf(first)).toHaveLength(1);
    expect(await stepsOf(second)).toHaveLength(1);
  });
});

describe('handing over', () => {
  it('goes to people who see it and may process it, and to nobody else', async () => {
    const id = await raise();
    const reader = await buildOperator(api.db, org, ['alarm:list']);
    const below = await buildOperator(api.db, await buildOrganisation(api.db, org));
    const stranger = await buildOperator(api.db, await buildOrganisation(api.db));
    const people = (await mine.ok(alarms.people, { id })).rows.map((one) => one.id);
    expect(people.sort()).toEqual([me.id, other.id].sort());
    const unknown = (await mine.call(alarms.handOver, { id, operator_id: 999_999_999 })).verify;
    for (const { id: operator_id } of [reader, below, stranger])
      expect((await mine.call(alarms.handOver, { id, operator_id })).verify).toEqual(unknown);
    await mine.ok(alarms.handOver, { id, operator_id: other.id, reason: '换班' });
    expect(await detail(id)).toMatchObject({ owner_login: other.loginName, owner_time: expect.any(String) });
    expect(await stepsOf(id)).toMatchObject([
      { step: 'hand_over', login_name: me.loginName, to_login: other.loginName, reason: '换班' },
    ]);
    expect((await mine.call(alarms.process, process(id))).verify.desc).toBe(errors.alarmTaken.en);
  });
});

describe('escalating', () => {
  it('is due at once to who is told next, and nobody has it until somebody takes it', async () => {
    const id = await raise();
    await mine.ok(alarms.claim, { id });
    await mine.ok(alarms.escalate, { id, reason: 'it needs a patrol' });
    const due = await api.db.query('select stage from alarm_due where alarm_id = $1 and stage = 3', [id]);
    expect(due.rows).toEqual([{ stage: 3 }]);
    expect(await detail(id)).toMatchObject({ owner: '', owner_time: null, escalate_time: expect.any(String) });
    await colleague.ok(alarms.claim, { id });
    expect(await detail(id)).toMatchObject({ owner_login: other.loginName, escalate_time: null });
    expect((await mine.call(alarms.escalate, { id, reason: '' })).verify.sign).toBe('validation');
  });
});

describe('processing', () => {
  it('of a critical alarm needs to be told in six characters, of others it may stay unsaid', async () => {
    const [critical, warning] = [await raise(), await raise('low_battery', 'warning')];
    for (const said of ['', '已处理完毕'])
      expect((await mine.call(alarms.process, process(critical, { remark: said }))).verify).toMatchObject({
        sign: 'validation',
      });
    await mine.ok(alarms.process, process(critical, { remark: '已到现场处置' }));
    await mine.ok(alarms.process, process(warning, { remark: '', result: 'driver' }));
    expect((await detail(warning)).result).toBe('driver');
  });

  it('keeps photos as evidence: made for this, in sight, and once', async () => {
    const picture = async (purpose: string, of: number): Promise<string> => {
      const { rows } = await api.db.query<{ id: string }>(
        `with c as (insert into file_content (sha256, bytes) values (encode(sha256(random()::text::bytea), 'hex'), 1) returning sha256)
         insert into file (id, org_id, purpose, type, sha256, bytes)
         select left(sha256, 24), $1, $2, 'image/png', sha256, 1 from c returning id`,
        [of, purpose],
      );
      return rows[0]!.id;
    };
    const id = await raise();
    const own = await picture('alarm', org);
    for (const photo of [
      await picture('alarm', await buildOrganisation(api.db)),
      await picture('custody', org),
      'x'.repeat(24),
    ])
      expect((await mine.call(alarms.process, process(id, { photos: [photo] }))).verify.sign).toBe('validation');
    await mine.ok(alarms.process, process(id, { photos: [own] }));
    expect((await detail(id)).photos).toEqual([own]);
    const second = await raise();
    expect((await mine.call(alarms.process, process(second, { photos: [own] }))).verify.sign).toBe('validation');
    // from above, for an organisation below: it is theirs, as the alarm is
    const below = await buildOrganisation(api.db, org);
    const third = await raise('illegal_unlock', 'critical', await buildDevice(api.db, below));
    const shot = await picture('alarm', org);
    const above = await api.signedIn(await buildOperator(api.db, org));
    await above.ok(alarms.process, process(third, { photos: [shot] }));
    const theirs = await api.signedIn(await buildOperator(api.db, below));
    expect((await theirs.ok(files.link, { id: shot, thumb: false })).url).toMatch(/^\/file\//);
    const use = await api.db.query('select evidence from file_use where file_id = $1', [own]);
    expect(use.rows).toEqual([{ evidence: true }]);
  });

  it('is not for whoever caused it, by the product and by the database', async () => {
    const id = await raise('custody_mismatch', 'warning');
    await api.db.query(
      `with told as (insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before,
           ls_after, fault, actor, replay, quality)
         select id, org_id, now(), now(), now(), 7, 8, 'hhd:0008', 1, 12, 0, 2, 0, '', false, 'direct' from device where id = $1 returning id),
       ordered as (insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time,
           state, evidence, evidence_time, evidence_event_id)
         select $1, $2, 'seal', true, 'own', $3, 'x', now(), 'answered_ok', 'confirmed', now(), told.id from told)
       update alarm set event_id = told.id from told where alarm.id = $4`,
      [device.id, org, me.id, id],
    );
    expect((await mine.ok(alarms.steps, { id })).own).toBe(true);
    expect((await colleague.ok(alarms.steps, { id })).own).toBe(false);
    expect((await mine.call(alarms.process, process(id))).verify).toMatchObject({
      sign: 'conflict',
      desc: errors.alarmOwn.en,
    });
    expect((await detail(id)).status).toBe('unprocessed');
    await colleague.ok(alarms.process, process(id));
  });

  it('is not for whoever caused it either when that was counted on an alarm that stood already', async () => {
    const id = await raise('seal_without_right', 'warning');
    await api.db.query(
      `with told as (insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before,
           ls_after, fault, actor, replay, quality, rang)
         select id, org_id, now(), now(), now(), 7, 8, 'hhd:0008', 1, 12, 0, 2, 0, '', false, 'direct', '{seal_without_right}'
           from device where id = $1 returning id)
       insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time,
           state, evidence, evidence_time, evidence_event_id)
         select $1, $2, 'seal', true, 'again', $3, 'x', now(), 'answered_ok', 'confirmed', now(), told.id from told`,
      [device.id, org, me.id],
    );
    expect((await mine.ok(alarms.steps, { id })).own).toBe(true);
    expect((await mine.call(alarms.process, process(id))).verify.desc).toBe(errors.alarmOwn.en);
    await colleague.ok(alarms.process, process(id));
  });

  it('of several closes all or none, and takes as many or none', async () => {
    const second = await buildDevice(api.db, org);
    const [a, b] = [await raise('low_battery', 'warning'), await raise('low_battery', 'warning', second)];
    await colleague.ok(alarms.claim, { id: b });
    const both = { alarms: [a, b].map((id) => ({ id, hits: 1 })), result: 'maintenance', remark: 'charged' } as const;
    expect((await mine.call(alarms.claimMany, { ids: [a, b] })).verify.desc).toBe(errors.alarmTaken.en);
    expect((await mine.call(alarms.processMany, both)).verify.desc).toBe(errors.alarmTaken.en);
    expect((await detail(a)).owner).toBe('');
    await mine.ok(alarms.handOver, { id: b, operator_id: me.id });
    await mine.ok(alarms.claimMany, { ids: [a, b] });
    await mine.ok(alarms.processMany, both);
    expect([(await detail(a)).remark, (await detail(b)).remark]).toEqual(['charged', 'charged']);
    expect((await mine.call(alarms.processMany, both)).verify.desc).toBe(errors.alarmProcessed.en);
  });
});

describe('the queue', () => {
  it('is whose it is, of one kind and one severity, and its figures are the same', async () => {
    const second = await buildDevice(api.db, org);
    const forced = await raise();
    const battery = await raise('low_battery', 'warning');
    const fence = await raise('out_of_fence', 'warning', second);
    const notice = await raise('state_gap', 'info');
    await mine.ok(alarms.claim, { id: battery });
    await colleague.ok(alarms.claim, { id: fence });
    const ids = async (filter: object) =>
      (await mine.ok(alarms.list, { status: 'unprocessed', ...filter })).rows.map(({ id }) => id);
    expect(await ids({})).toEqual([forced, battery, fence, notice]);
    expect(await ids({ owner: 'mine' })).toEqual([battery]);
    expect(await ids({ owner: 'unclaimed' })).toEqual([forced, notice]);
    expect(await ids({ severity: 'warning' })).toEqual([battery, fence]);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await mine.ok(alarms.tally, { since })).toMatchObject({
      ...{ all: 3, mine: 1, unclaimed: 1, notices: 1, processed: 0, mean_minutes: null },
      kinds: [
        { kind: 'illegal_unlock', severity: 'critical', count: 1 },
        { kind: 'low_battery', count: 1 },
        { kind: 'out_of_fence', count: 1 },
        { kind: 'state_gap', severity: 'info' },
      ],
    });
    expect((await mine.ok(alarms.count, {})).unprocessed).toBe(3);
    await mine.ok(alarms.process, process(forced));
    expect(await mine.ok(alarms.tally, { since })).toMatchObject({
      ...{ all: 2, processed: 1, processed_by_me: 1, mean_minutes: expect.any(Number) },
    });
    // of a day, and not of all there ever were
    expect((await mine.call(alarms.tally, { since: '2020-01-01T00:00:00Z' })).verify.sign).toBe('validation');
  });
});

describe('muting', () => {
  it('is of one person, for a while, with a reason that the log keeps', async () => {
    expect((await mine.call(alarms.mute, { minutes: 30, reason: '' })).verify.sign).toBe('validation');
    expect((await mine.call(alarms.mute, { minutes: 300, reason: 'x' })).verify.sign).toBe('validation');
    await mine.ok(alarms.mute, { minutes: 30, reason: '演练' });
    expect((await mine.ok(alarms.count, {})).mute).toEqual({ until_time: expect.any(String), reason: '演练' });
    expect((await colleague.ok(alarms.count, {})).mute).toBeNull();
    const { rows } = await api.db.query(
      "select instruct from operation_log where operate_url = '/alarm/mute' and operator_id = $1 and success order by id desc limit 1",
      [me.id],
    );
    expect(JSON.stringify(rows)).toContain('演练');
    await mine.ok(alarms.mute, { minutes: 0, reason: '' });
    // from another window in the same moment
    const window = await api.db.connect();
    await window.query('begin');
    await window.query("insert into alarm_mute values ($1, $2, now() + interval '1 hour', '演练')", [me.id, org]);
    const second = mine.call(alarms.mute, { minutes: 15, reason: '开会' });
    const waits = 'select count(*)::int as n from pg_locks where not granted';
    await expect.poll(async () => (await api.db.query<{ n: number }>(waits)).rows[0]!.n).toBe(1);
    await window.query('commit');
    window.release();
    expect((await second).verify.sign).toBe('success');
    expect((await mine.ok(alarms.count, {})).mute?.reason).toBe('开会');
    await mine.ok(alarms.mute, { minutes: 0, reason: '' });
    expect((await mine.ok(alarms.count, {})).mute).toBeNull();
  });
});

describe('what somebody has who may process it no more', () => {
  it.each([
    ['disabled', (id: number) => api.db.query('update operator set status = 2 where id = $1', [id])],
    [
      'without the button',
      (id: number) =>
        api.db.query(
          `delete from role_button rb using button b, menu m where b.id = rb.button_id and m.id = b.menu_id
             and m.menu_code = 'alarm' and b.btn_code = 'process' and rb.role_id = (select role_id from operator where id = $1)`,
          [id],
        ),
    ],
  ])('waits for everybody again once they are %s, which its case tells, and is told again', async (_, end) => {
    const [theirs, own] = [await raise(), await raise('low_battery', 'warning')];
    await colleague.ok(alarms.claim, { id: theirs });
    await mine.ok(alarms.claim, { id: own });
    await api.db.query('delete from alarm_due');
    expect(await giveBackAlarms(api.db)).toEqual([]);
    await end(other.id);
    expect(await giveBackAlarms(api.db)).toEqual([theirs]);
    expect(await detail(theirs)).toMatchObject({ owner: '', owner_time: null, status: 'unprocessed' });
    expect((await stepsOf(theirs)).map(({ step }) => step)).toEqual(['take', 'give_back']);
    expect((await detail(own)).owner).not.toBe('');
    const { rows } = await api.db.query('select alarm_id, stage from alarm_due');
    expect(rows).toEqual([{ alarm_id: theirs, stage: 1 }]);
    await mine.ok(alarms.claim, { id: theirs });
  });
});
