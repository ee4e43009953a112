import { errors } from '@plomb/contract/errors';
import { alarmConfigs } from '@plomb/contract/mailbox/alarmConfig';
import { messages } from '@plomb/contract/messages/messages';
import { browsers, MOST_BROWSERS } from '@plomb/contract/personal/browsers';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import { openLog } from '../../platform/log.ts';
import { openSending } from '../../platform/messages/sending.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation, buildRole } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { startPushService, type TestBrowser } from '../../testing/pushService.ts';
import { endBrowsers, openComposing } from './browsers.ts';
import { followAlarms } from './follow.ts';
import { MANY } from './tell.ts';
import { openTellingBrowsers } from './tellBrowsers.ts';

let api: TestApi;
let service: Awaited<ReturnType<typeof startPushService>>;
let above: number;
let org: number;
let operator: Awaited<ReturnType<typeof buildOperator>>;
let mine: Caller;
let device: BuiltDevice;
let browser: TestBrowser;
const log = openLog('silent');
const escalation = { again: 10, further: 30 };

beforeAll(async () => {
  api = await startApi();
  service = await startPushService();
});
afterAll(async () => {
  await service.stop();
  await api.stop();
});
const choices = { least: 'warning' as const, kinds: [], quiet_from: '', quiet_until: '' };
const subscribe = async (who: Caller, more: Partial<Parameters<typeof saved>[2]> = {}) => {
  const made = service.subscribe((await who.ok(browsers.list, {})).key);
  await saved(who, made, more);
  return made;
};
const saved = (
  who: Caller,
  { endpoint, p256dh, auth }: TestBrowser,
  more: {
    least?: 'critical' | 'warning';
    kinds?: 'low_battery'[];
    quiet_from?: string;
    quiet_until?: string;
    zone?: string;
  } = {},
) => who.ok(browsers.save, { endpoint, p256dh, auth, zone: 'Asia/Shanghai', ...choices, ...more });

beforeEach(async () => {
  service.answerWith(null);
  service.wrong.length = 0;
  for (const table of ['message', 'alarm_due', 'alarm_notice', 'alarm_config', 'push_subscription'])
    await api.db.query(`delete from ${table}`);
  above = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, above);
  operator = await buildOperator(api.db, org);
  mine = await api.signedIn(operator);
  device = await buildDevice(api.db, org);
  browser = await subscribe(mine);
});
const raise = async (kind = 'illegal_unlock', severity = 'critical', of = device): Promise<number> => {
  const { rows } = await api.db.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat)
     select id, org_id, $2, $3, now(), now(), 121.5, 31.25 from device where id = $1 returning id`,
    [of.id, kind, severity],
  );
  return rows[0]!.id;
};
const write = async (now?: () => Date) => {
  await followAlarms(api.db, escalation);
  const deps = { db: api.db, vault: api.vault, origin: 'https://locks.example', log, escalation: () => escalation };
  await openTellingBrowsers({ ...deps, ...(now && { now }) })();
};
const send = async (allowed = ['127.0.0.0/8']) => {
  const composePush = openComposing(api.db);
  const sending = openSending({
    db: api.db,
    vault: api.vault,
    allowed,
    origin: 'https://locks.example',
    composePush,
    log,
  });
  for (;;) {
    await sending.turn();
    await sending.settled();
    const { rows } = await api.db.query<{ n: number }>(
      "select count(*)::int as n from message where state = 'waiting' and attempts = 0",
    );
    if (rows[0]!.n === 0) return;
  }
};
/** The device on a batch in the yard that somebody answers for. */
const onBatch = async (owner: number): Promise<void> => {
  await api.owner.query(
    `with v as (insert into vehicle (org_id, plate, enterprise, creator) values ($1, 'x', 'x', 'x') returning id),
       b as (insert into logistics_batch (org_id, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
         start_place, end_place, destination) select $1, v.id, 'x', 'x', $2, 'x', $2, 'x', now(), now() + interval '1 hour', '{}', '{}', '{}' from v returning id)
     select id from b`,
    [org, owner],
  );
  await api.owner.query(
    `insert into batch_position (org_id, batch_id, nth, position, medium, device_id)
     select org_id, id, 1, 'x', 'lock', $2 from logistics_batch where org_id = $1`,
    [org, device.id],
  );
};
const turn = async (now?: () => Date) => {
  await write(now);
  await send();
};
const titles = (of = browser) => of.got.map(({ data }) => data.title).sort();
const states = async () =>
  (await api.db.query<{ state: string; answer: string }>('select state, answer from message order by id')).rows;

describe('an alarm', () => {
  it('of the lock of an open batch reaches whoever answers for that, whatever else they chose to be told of', async () => {
    const colleague = await subscribe(await api.signedIn(await buildOperator(api.db, org)), { least: 'critical' });
    await api.db.query("update push_subscription set least = 'critical'");
    await raise('into_fence', 'warning');
    await turn();
    expect(browser.got).toEqual([]);
    await onBatch(operator.id);
    await raise('out_of_fence', 'warning');
    await raise('state_gap', 'info');
    await turn();
    expect(titles()).toEqual([expect.stringContaining('Out of fence')]);
    expect(colleague.got).toEqual([]);
    // its batch is over
    await api.owner.query("update logistics_batch set state = 'cancelled', end_time = now() where org_id = $1", [org]);
    await raise('low_battery', 'warning');
    await turn();
    expect(browser.got).toHaveLength(1);
  });
  it('reaches the browser of who may see it, opened by that browser alone, in the language of its person', async () => {
    await api.db.query("update push_subscription set lang = 'zh'");
    const alarm = await raise();
    await turn();
    expect(service.wrong).toEqual([]);
    expect(browser.got).toEqual([
      {
        data: {
          title: `非法解封 Lock ${device.sn}`,
          body: expect.stringMatching(/^严重 · .*\n31\.25000, 121\.50000（上海东北 5 公里）$/),
          path: `/alarm?id=${alarm}`,
          tag: `alarm-${alarm}`,
          lang: 'zh-CN',
          at: expect.any(String),
          urgent: true,
        },
        ttl: 14_400,
        urgency: 'high',
        topic: `alarm-${alarm}`,
        subject: 'https://locks.example',
      },
    ]);
    expect(await mine.ok(messages.list, {})).toMatchObject({
      rows: [
        {
          channel: 'push',
          purpose: 'alarm',
          state: 'sent',
          answer: 'HTTP 201',
          recipient: expect.stringContaining('127.0.0.1'),
        },
      ],
    });
  });

  it('is told to those of the organisation and above who see alarms, and to nobody else', async () => {
    const overseer = await subscribe(await api.signedIn(await buildOperator(api.db, above)));
    const stranger = await subscribe(await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db))));
    const below = await subscribe(
      await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db, org))),
    );
    await raise();
    await turn();
    expect([browser, overseer, stranger, below].map(({ got }) => got.length)).toEqual([1, 1, 0, 0]);
  });

  it('is told by its gravity and kind, and never as a notice', async () => {
    const critical = await subscribe(mine, { least: 'critical' });
    const battery = await subscribe(mine, { kinds: ['low_battery'] });
    await raise();
    await raise('low_battery', 'warning');
    await raise('state_gap', 'info');
    await turn();
    expect([browser, critical, battery].map(titles)).toEqual([
      [`Illegal unlock Lock ${device.sn}`, `Low battery Lock ${device.sn}`],
      [`Illegal unlock Lock ${device.sn}`],
      [`Low battery Lock ${device.sn}`],
    ]);
  });

  it('waits through the quiet hours of the browser’s own clock unless it is critical', async () => {
    await saved(mine, browser, { quiet_from: '23:00', quiet_until: '06:00', zone: 'Asia/Tokyo' });
    await raise('low_battery', 'warning');
    await raise();
    await turn(() => new Date('2026-11-23T15:00:00Z')); // midnight in Tokyo
    expect(titles()).toEqual([`Illegal unlock Lock ${device.sn}`]);
    await turn(() => new Date('2026-11-23T21:00:00Z'));
    expect(titles()).toHaveLength(2);
  });

  it('that is critical does not wait behind what the quiet hours hold back, however much that is', async () => {
    await saved(mine, browser, { quiet_from: '23:00', quiet_until: '06:00', zone: 'Asia/Tokyo' });
    const held = await raise('low_battery', 'warning');
    await api.db.query(
      'insert into alarm_notice (subscription_id, alarm_id, stage) select s.id, $1, 0 from push_subscription s, generate_series(1, $2)',
      [held, MANY],
    );
    await raise();
    await turn(() => new Date('2026-11-23T15:00:00Z'));
    expect(titles()).toEqual([`Illegal unlock Lock ${device.sn}`]);
  });

  it('comes with a flood of others as one digest, and singly when it is critical', async () => {
    for (let n = 0; n < 11; n++) await raise('low_battery', 'warning', await buildDevice(api.db, org));
    await raise();
    await turn();
    expect(titles()).toEqual(['Digest: 11 of 11 locks', `Illegal unlock Lock ${device.sn}`]);
    const digest = browser.got.find(({ topic }) => topic === 'digest')!;
    expect(digest).toMatchObject({
      urgency: 'normal',
      data: { body: 'Low battery 11', path: '/alarm?status=unprocessed' },
    });
  });

  it('that nobody takes is told again', async () => {
    await raise();
    await turn();
    await api.db.query('update alarm_due set due_time = now()');
    await turn();
    expect(titles()).toContain(`[nobody has taken it for 10 min] Illegal unlock Lock ${device.sn}`);
  });
});

describe('what is judged again as it leaves', () => {
  it.each([
    [
      'the role sees alarms no more',
      () =>
        api.db.query(
          "delete from role_button where button_id in (select b.id from button b join menu m on m.id = b.menu_id where m.menu_code = 'alarm' and b.btn_code = 'list') and role_id = (select role_id from operator where id = $1)",
          [operator.id],
        ),
    ],
    [
      'the person has moved to another organisation',
      async () => {
        const elsewhere = await buildOrganisation(api.db);
        await api.db.query('update operator set org_id = $2, role_id = $3 where id = $1', [
          operator.id,
          elsewhere,
          await buildRole(api.db, elsewhere, 'all'),
        ]);
      },
    ],
    ['the organisation is disabled', () => api.db.query('update organisation set status = 2 where id = $1', [org])],
    ['somebody has dealt with it', () => api.db.query("update alarm set process_time = now(), result = 'handled'")],
    ['the person has signed out', () => mine.ok(session.logout, {})],
  ])('%s', async (_, change) => {
    await raise();
    await write();
    await change();
    await send();
    expect(browser.got).toEqual([]);
    expect((await states()).map(({ state }) => state)).toEqual(['lapsed']);
  });

  it('a digest tells of what is left of it', async () => {
    const alarms: number[] = [];
    for (let n = 0; n < 11; n++) alarms.push(await raise('low_battery', 'warning', await buildDevice(api.db, org)));
    await write();
    await api.db.query("update alarm set process_time = now(), result = 'handled' where id = any($1)", [
      alarms.slice(2),
    ]);
    await send();
    expect(titles()).toEqual(['Digest: 2 of 2 locks']);
  });
});

describe('a browser', () => {
  const count = async () => (await mine.ok(browsers.list, {})).rows.length;
  it('is forgotten when its push service says that it is gone', async () => {
    service.unsubscribe(browser);
    await raise();
    await turn();
    expect(await states()).toEqual([{ state: 'failed', answer: 'HTTP 410' }]);
    expect(await count()).toBe(0);
  });

  it('is tried again while its push service is busy, after as long as that asks', async () => {
    service.answerWith({ status: 429, headers: { 'Retry-After': '600' } });
    await raise();
    await turn();
    const { rows } = await api.db.query<{ later: boolean }>(
      "select next_time > now() + interval '9 minutes' as later from message",
    );
    expect(rows).toEqual([{ later: true }]);
    service.answerWith(null);
    await api.db.query('update message set next_time = now()');
    await send();
    expect(titles()).toHaveLength(1);
  });

  it('that refuses three times in a row is told nothing more and shown, until it is switched on again', async () => {
    service.answerWith({ status: 403 });
    for (const kind of ['low_battery', 'out_of_fence', 'lock_fault', 'illegal_card']) {
      await raise(kind, 'warning');
      await turn();
    }
    expect(await states()).toHaveLength(3);
    expect((await mine.ok(browsers.list, {})).rows).toMatchObject([
      { refuses: true, last: { state: 'failed', answer: 'HTTP 403' } },
    ]);
    service.answerWith(null);
    await saved(mine, browser);
    await raise();
    await turn();
    expect(titles()).toHaveLength(1);
  });

  it('in a network of the house is not spoken to, whatever the browser named', async () => {
    await raise();
    await write();
    const before = service.posts();
    await send([]);
    expect(await states()).toEqual([{ state: 'waiting', answer: 'EINSIDE' }]);
    expect(service.posts()).toBe(before);
  });

  it.each([
    ['unencrypted', 'http://push.example/a'],
    ['with a user', 'https://user@push.example/a'],
    ['not as an address', 'push.example'],
    ['at length', `https://push.example/${'a'.repeat(1000)}`],
  ])('is not named %s', async (_, endpoint) => {
    const { p256dh, auth } = browser;
    const answer = await mine.call(browsers.save, { endpoint, p256dh, auth, zone: 'Asia/Shanghai', ...choices });
    expect(answer.verify.sign).toBe('validation');
  });

  it('whose keys are none is forgotten', async () => {
    await saved(mine, { ...browser, p256dh: 'A'.repeat(87) });
    await raise();
    await turn();
    expect(await count()).toBe(0);
  });

  it('stays where it is when it was we who could not encrypt, and is told once we can', async () => {
    vi.spyOn(webPush, 'generateRequestDetails').mockImplementationOnce(() => {
      throw new Error('a fault of a release');
    });
    await raise();
    await turn();
    expect(await states()).toEqual([{ state: 'waiting', answer: 'not encrypted: a fault of a release' }]);
    expect(await count()).toBe(1);
    await api.db.query('update message set next_time = now()');
    await send();
    expect(titles()).toHaveLength(1);
  });

  it('has the pace of its person: who names another address each time is no other person, and keeps nobody else’s back', async () => {
    const colleague = await subscribe(await api.signedIn(await buildOperator(api.db, org)));
    await api.db.query(
      `insert into message (org_id, channel, purpose, recipient, address_hash, state, end_time, expire_time, person_id)
       select $1, 'push', 'alarm', 'x', n::text::bytea, 'sent', now(), now(), $2 from generate_series(1, 240) n`,
      [org, operator.id],
    );
    await mine.ok(browsers.remove, { id: (await mine.ok(browsers.list, {})).rows[0]!.id });
    const another = await subscribe(mine);
    const { id } = (await mine.ok(browsers.list, {})).rows[0]!;
    expect((await mine.call(browsers.test, { id })).verify.desc).toBe(errors.messagesOften.en);
    await raise();
    await turn();
    expect([titles(another).length, titles(colleague).length]).toEqual([0, 1]);
    // what waits is told when there is room
    await api.db.query("update message set create_time = now() - interval '2 hours'");
    await turn();
    expect(titles(another)).toHaveLength(1);
  });

  it('waits for its push service while that has its share at once, and keeps none of another service waiting', async () => {
    const elsewhere = await buildOrganisation(api.db);
    const { host } = new URL(service.url);
    await api.db.query(
      `with s as (
         insert into push_subscription (operator_id, endpoint_hash, endpoint, host, user_agent, lang, zone, least)
         select $1, ('slow ' || n)::bytea, '', $2, '', 'en', 'UTC', 'critical' from generate_series(1, 40) n returning id)
       insert into message (org_id, channel, purpose, recipient, address_hash, state, attempts, attempt_time, expire_time, subscription_id, content)
       select $3, 'push', 'alarm', 'x', id::text::bytea, 'sending', 1, now(), now() + interval '1 hour', id, '' from s`,
      [(await buildOperator(api.db, elsewhere)).id, host, elsewhere],
    );
    const other = service.subscribe((await mine.ok(browsers.list, {})).key);
    await saved(mine, { ...other, endpoint: other.endpoint.replace('127.0.0.1', 'localhost') });
    await raise();
    await write();
    const sending = openSending({ db: api.db, vault: api.vault, allowed: [], composePush: openComposing(api.db), log });
    const begun = async () =>
      (
        await api.db.query<{ host: string; attempts: number }>(
          `select s.host, m.attempts from message m join push_subscription s on s.id = m.subscription_id
            where m.org_id = $1 order by s.host`,
          [org],
        )
      ).rows.map(({ host: by, attempts }) => `${by.split(':')[0]} ${attempts}`);
    await sending.turn();
    await sending.settled();
    expect(await begun()).toEqual(['127.0.0.1 0', 'localhost 1']);
    await api.db.query("update message set state = 'sent', end_time = now(), content = null where org_id = $1", [
      elsewhere,
    ]);
    await sending.turn();
    await sending.settled();
    expect(await begun()).toEqual(['127.0.0.1 1', 'localhost 1']);
  });

  it('has keys no longer than keys are', async () => {
    const padded = { ...browser, p256dh: `${browser.p256dh}${'='.repeat(100_000)}` };
    const answer = await mine.call(browsers.save, { ...padded, zone: 'Asia/Shanghai', ...choices });
    expect(answer.verify.sign).toBe('validation');
  });

  it('is tested, and what became of it is told', async () => {
    const id = (await mine.ok(browsers.list, {})).rows[0]!.id;
    await mine.ok(browsers.test, { id });
    await send();
    expect(browser.got).toMatchObject([{ data: { title: 'Test of browser notifications', tag: 'test' } }]);
    expect((await mine.ok(browsers.list, { endpoint: browser.endpoint })).rows).toMatchObject([
      { id, current: true, host: new URL(service.url).host, last: { state: 'sent', answer: 'HTTP 201' } },
    ]);
  });

  it('is its person’s alone, and ten of them at the most', async () => {
    const id = (await mine.ok(browsers.list, {})).rows[0]!.id;
    const colleague = await api.signedIn(await buildOperator(api.db, org));
    expect((await colleague.ok(browsers.list, { endpoint: browser.endpoint })).rows).toEqual([]);
    for (const call of [browsers.remove, browsers.test])
      expect((await colleague.call(call, { id })).verify.desc).toBe(errors.notFound.en);
    for (let n = 0; n < MOST_BROWSERS; n++) await subscribe(mine);
    const { rows } = await mine.ok(browsers.list, {});
    expect(rows).toHaveLength(MOST_BROWSERS);
    expect(rows.map((row) => row.id)).not.toContain(id);
    await mine.ok(browsers.remove, { id: rows[0]!.id });
    expect(await count()).toBe(MOST_BROWSERS - 1);
  });

  it('in which somebody else switches it on is theirs from then on', async () => {
    const colleague = await api.signedIn(await buildOperator(api.db, org));
    expect(await colleague.ok(browsers.seen, { endpoint: browser.endpoint })).toEqual({ known: false });
    await saved(colleague, browser);
    expect([await count(), (await colleague.ok(browsers.list, {})).rows.length]).toEqual([0, 1]);
    expect(await mine.ok(browsers.seen, { endpoint: browser.endpoint })).toEqual({ known: false });
    await raise();
    await turn();
    expect(titles()).toHaveLength(1);
  });

  it('is signed out of by the session in which the console was last open in it, and outlives those that merely grew old', async () => {
    await mine.ok(browsers.seen, { endpoint: browser.endpoint });
    const later = await api.signedIn(operator);
    expect(await later.ok(browsers.seen, { endpoint: browser.endpoint })).toEqual({ known: true });
    await mine.ok(session.logout, {});
    expect((await later.ok(browsers.list, {})).rows).toHaveLength(1);
    await api.db.query(
      "update session set seen_time = now() - interval '3 days', create_time = now() - interval '3 days'",
    );
    await endBrowsers(api.db);
    await raise();
    await turn();
    expect(titles()).toHaveLength(1);
    const again = await api.signedIn(operator);
    await again.ok(browsers.seen, { endpoint: browser.endpoint });
    await again.ok(session.logout, {});
    expect((await (await api.signedIn(operator)).ok(browsers.list, {})).rows).toEqual([]);
  });

  it.each([
    ['its person is disabled', () => api.db.query('update operator set status = 2 where id = $1', [operator.id])],
    [
      'its person sees alarms no more',
      () =>
        api.db.query(
          "delete from role_menu where menu_id = (select id from menu where menu_code = 'alarm') and role_id = (select role_id from operator where id = $1)",
          [operator.id],
        ),
    ],
    [
      'nobody was at the console in it for thirty days',
      () => api.db.query("update push_subscription set seen_time = now() - interval '31 days'"),
    ],
  ])('is forgotten when %s', async (_, change) => {
    await change();
    await endBrowsers(api.db);
    expect((await api.db.query('select from push_subscription')).rowCount).toBe(0);
  });

  it('is not switched on by who sees no alarms', async () => {
    await api.db.query(
      "delete from role_menu where menu_id = (select id from menu where menu_code = 'alarm') and role_id = (select role_id from operator where id = $1)",
      [operator.id],
    );
    const other = await api.signedIn(operator);
    expect((await other.ok(browsers.list, {})).may).toBe(false);
    const { endpoint, p256dh, auth } = service.subscribe('x');
    const answer = await other.call(browsers.save, { endpoint, p256dh, auth, zone: 'UTC', ...choices });
    expect(answer.verify.desc).toBe(errors.browserNotReached.en);
  });

  it('lies sealed', async () => {
    const { rows } = await api.db.query<{ whole: string }>(
      "select encode(endpoint, 'escape') || encode(endpoint_hash, 'hex') as whole from push_subscription",
    );
    expect(rows[0]!.whole).not.toContain(new URL(browser.endpoint).pathname);
  });
});

it('an organisation’s list of recipients and the browsers of its people are told the same alarm, each by itself', async () => {
  await mine.ok(alarmConfigs.add, {
    ...{ config_name: 'Desk', mail_box: 'desk@port.example', phone: '', language: 'en_US', receive_type: 'police' },
    ...{ is_mail_config: true, is_phone_config: false },
  });
  await raise();
  await write();
  const { rows } = await api.db.query<{ n: number }>(
    'select count(*)::int as n from alarm_notice where config_id is not null',
  );
  expect(rows[0]!.n).toBe(1);
  await send();
  expect(titles()).toHaveLength(1);
});
