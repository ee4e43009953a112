import { alarms } from '@plomb/contract/alarms/alarms';
import { allCalls } from '@plomb/contract/calls';
import { dashboard } from '@plomb/contract/dashboard/dashboard';
import { map } from '@plomb/contract/map/map';
import { onMap } from '@plomb/contract/map/onMap';
import { account } from '@plomb/contract/personal/account';
import { preferences } from '@plomb/contract/session/preferences';
import { session } from '@plomb/contract/session/session';
import { wall } from '@plomb/contract/session/wall';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let above: number;
let below: number;
let beside: number;
let who: BuiltOperator;
let person: Caller;
beforeAll(async () => {
  api = await startApi();
  above = await buildOrganisation(api.db);
  [below, beside] = [await buildOrganisation(api.db, above), await buildOrganisation(api.db)];
  for (const org of [above, below, below]) await buildDevice(api.db, org);
});
afterAll(() => api.stop());
beforeEach(async () => {
  who = await buildOperator(api.db, above);
  person = await api.signedIn(who);
});

const open = async (): Promise<{ screen: Caller; before: string }> => {
  const before = person.token;
  const { token } = await person.ok(wall.open, {});
  person.token = token;
  return { screen: person, before };
};

describe('the session of a wall', () => {
  it('takes the place of the person’s own, which ends', async () => {
    const { screen, before } = await open();
    expect(screen.token).not.toBe(before);
    screen.token = before;
    await expect
      .poll(async () => (await screen.call(session.getAuth, {})).verify.sign, { timeout: 5000 })
      .toBe('sessionTimeOut');
  });

  it('reads what a wall shows, and may do nothing else', async () => {
    const { screen } = await open();
    for (const call of [map.locks, onMap.organisations, dashboard.alarms, dashboard.fleet, alarms.count])
      expect((await screen.call(call as typeof map.locks, {})).verify.sign, call.path).toBe('success');
    const refused = allCalls.filter((c) => !c.onWalls && c.permit !== 'open' && c.answer === 'envelope');
    expect(refused.length).toBeGreaterThan(100);
    for (const call of refused) {
      const reply = await screen.raw(call.path, screen.body({}));
      expect(reply.verify.sign, call.path).toBe('noPermission');
    }
    // of what it may, nothing is written but that it ends
    const kept = allCalls.filter((c) => c.onWalls && c.business !== null).map((c) => c.path);
    expect(kept).toEqual([session.logout.path]);
    expect((await screen.call(preferences.update, { name: 'x', value: 1 })).verify.sign).toBe('noPermission');
  });

  it('is told that it only looks, and holds no other buttons', async () => {
    const { screen } = await open();
    const { menus, wall_until } = await screen.ok(session.getAuth, {});
    expect(Date.parse(wall_until!) - Date.now()).toBeGreaterThan(13 * 86_400_000);
    const buttons = menus.flatMap((m) => m.buttons.map((b) => `${m.menu_code}:${b.btn_code}`));
    const asked = allCalls.flatMap((c) => (c.onWalls && c.permit.includes(':') ? [c.permit as string] : []));
    expect(buttons.sort()).toEqual([...new Set(asked)].sort());
  });

  it('outlasts a night that nobody touches it, and ends by its days', async () => {
    const { screen } = await open();
    const ago = (days: number) =>
      api.db.query(
        `update session set seen_time = now() - make_interval(days => $2), create_time = now() - make_interval(days => $2)
         where operator_id = $1`,
        [who.id, days],
      );
    await ago(13);
    expect((await screen.call(map.locks, {})).verify.sign).toBe('success');
    await ago(15);
    await expect
      .poll(async () => (await screen.call(map.locks, {})).verify.sign, { timeout: 5000 })
      .toBe('sessionTimeOut');
  });

  it('stands among the sessions of the person, who ends it from elsewhere', async () => {
    const { screen } = await open();
    const desk = await api.signedIn(who);
    const { rows } = await desk.ok(account.sessions, {});
    const [mine] = rows.filter((r) => r.wall);
    await desk.ok(account.endSession, { id: mine!.id });
    await expect
      .poll(async () => (await screen.call(map.locks, {})).verify.sign, { timeout: 5000 })
      .toBe('sessionTimeOut');
  });

  it('comes of one that has not ended, and is one, however often it is asked for at once', async () => {
    await person.ok(session.getAuth, {});
    const asked = await Promise.all([person.call(wall.open, {}), person.call(wall.open, {})]);
    expect(asked.map(({ verify }) => verify.sign).sort()).toEqual(['sessionTimeOut', 'success']);
    // what was ended by somebody else is remembered as open for a moment longer, and opens nothing
    const other = await api.signedIn(who);
    await other.ok(session.getAuth, {});
    await api.db.query(
      "update session set end_time = now(), end_reason = 'elsewhere' where operator_id = $1 and end_time is null",
      [who.id],
    );
    expect((await other.call(wall.open, {})).verify.sign).toBe('sessionTimeOut');
    const { rows } = await api.db.query('select from session where operator_id = $1 and end_time is null', [who.id]);
    expect(rows).toEqual([]);
  });

  it('is opened by a fresh proof alone', async () => {
    await api.db.query('update session set confirm_time = null where operator_id = $1', [who.id]);
    expect((await person.call(wall.open, {})).verify.sign).toBe('confirmNeeded');
  });
});

describe('what a wall reads of one organisation', () => {
  it('is that of the organisation and those below it', async () => {
    const all = await person.ok(dashboard.fleet, {});
    const part = await person.ok(dashboard.fleet, { org_id: below });
    expect([all.devices, part.devices]).toEqual([3, 2]);
    expect((await person.ok(dashboard.fleet, { org_id: above })).devices).toBe(3);
  });

  it('is refused for one that is not in sight, as for one that is not there', async () => {
    for (const call of [dashboard.alarms, dashboard.orders, dashboard.fleet, alarms.list]) {
      const foreign = await person.call(call as typeof dashboard.alarms, { org_id: beside });
      const unknown = await person.call(call as typeof dashboard.alarms, { org_id: 999_999_999 });
      expect(foreign.verify.sign, call.path).toBe('notFound');
      expect(foreign.verify, call.path).toEqual(unknown.verify);
    }
  });
});
