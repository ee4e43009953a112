import { calls } from '@plomb/contract/calls';
import { authorisationStates } from '@plomb/contract/friends/authorisations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { type AuthorisationEvent, authorisationSteps, type Standing, steppedTo } from './authorisation.ts';
import { sweepAuthorisations } from './sweep.ts';

/** The table of states (`authorisation.test.ts` holds it to what was agreed), walked through the product and the database. */
const { authorisations } = calls;
let api: TestApi;
let org: number;
let deviceId: number;
let first: BuiltOperator;
let second: BuiltOperator;
let holder: BuiltOperator;
let asFirst: Caller;
let asSecond: Caller;
let asHolder: Caller;

const befriend = () =>
  api.db.query(
    'insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2)) on conflict do nothing',
    [holder.id, first.id],
  );
beforeAll(async () => {
  api = await startApi();
  // on a slow machine the tests take longer than a proof holds
  await api.db.query("update param set param_text = '3600' where param_name = 'fresh_proof_seconds'");
  await api.params.refresh();
  org = await buildOrganisation(api.db);
  [first, second] = [await buildOperator(api.db, org), await buildOperator(api.db, org)];
  holder = await buildOperator(api.db, await buildOrganisation(api.db));
  [asFirst, asSecond, asHolder] = [await api.signedIn(first), await api.signedIn(second), await api.signedIn(holder)];
  deviceId = (await buildDevice(api.db, org)).id;
});
afterAll(() => api.stop());

type Start = Pick<Standing, 'state' | 'needsSecond' | 'isPermanent' | 'isDue'>;
const either = [false, true];
const starts: Start[] = authorisationStates.flatMap((state): Start[] => {
  if (state === 'pending_first')
    return either.flatMap((needsSecond) =>
      either.flatMap((isPermanent) => either.map((isDue) => ({ state, needsSecond, isPermanent, isDue }))),
    );
  if (state === 'pending_second' || state === 'active')
    return either.flatMap((isPermanent) => either.map((isDue) => ({ state, needsSecond: true, isPermanent, isDue })));
  return [{ state, needsSecond: true, isPermanent: false, isDue: false }];
});
const isEnd = (state: string) => !['pending_first', 'pending_second', 'active'].includes(state);

const place = async ({ state, needsSecond, isPermanent, isDue }: Start): Promise<number> => {
  await api.owner.query('delete from authorisation where holder_id = $1', [holder.id]);
  await befriend();
  const hasFirst = state !== 'pending_first';
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into authorisation (org_id, org_name, friend_id, holder_id, holder_name, holder_login, holder_org, asked, orders,
       from_time, until_time, reason, is_direct, needs_second, state, step_time, first_id, first_name, first_time, second_id, second_name,
       second_time, end_time)
     select $1, 'x', $2, $3, 'x', 'x', 'x', '{1}', 'unseal', now() - interval '2 days',
       case when not $4 then now() + case when $5 and $6 = 'active' then interval '-1 second' else interval '1 day' end end, 'x', false, $7, $6,
       now() - case when not $5 then interval '0' when $6 = 'active' then interval '366 days' else interval '73 hours' end,
       case when $8 then $2::bigint end, 'x', case when $8 then now() end, case when $6 = 'active' then $9::bigint end, 'x',
       case when $6 = 'active' then now() end, case when $10 then now() end
     returning id`,
    [org, first.id, holder.id, isPermanent, isDue, state, needsSecond, hasFirst, second.id, isEnd(state)],
  );
  await api.owner.query(
    'insert into authorisation_device (authorisation_id, device_id, sn) select $1, id, sn from device where id = $2',
    [rows[0]!.id, deviceId],
  );
  return rows[0]!.id;
};
const rowOf = async (id: number) => {
  const { rows } = await api.owner.query<{ state: Standing['state'] }>('select * from authorisation where id = $1', [
    id,
  ]);
  const { told: _, ...row } = rows[0] as { state: Standing['state']; told?: boolean };
  return row;
};

/** How each event comes about in the product; what time brings comes by one sweep. That openings are used up: `uses.app.test.ts`. */
type Happening = Exclude<AuthorisationEvent, 'lapse' | 'expire' | 'forget'> | 'sweep';
const signOf = async (reply: Promise<{ verify: { sign: string } }>) => (await reply).verify.sign;
const happen: Record<Happening, (id: number) => Promise<string | null>> = {
  agreeFirst: (id) => signOf(asFirst.call(authorisations.agree, { id, as: 'first' })),
  agreeSecond: (id) => signOf(asSecond.call(authorisations.agree, { id, as: 'second' })),
  declineFirst: (id) => signOf(asFirst.call(authorisations.decline, { id, as: 'first' })),
  declineSecond: (id) => signOf(asSecond.call(authorisations.decline, { id, as: 'second' })),
  withdraw: (id) => signOf(asHolder.call(authorisations.withdraw, { id })),
  end: (id) => signOf(asSecond.call(authorisations.end, { id })),
  confirm: (id) => signOf(asSecond.call(authorisations.confirm, { id })),
  break: async () => {
    await api.db.query('delete from friendship where $1 in (low_id, high_id)', [holder.id]);
    return null;
  },
  sweep: async () => {
    await sweepAuthorisations(api.db);
    return null;
  },
};
const happenings = Object.keys(happen) as Happening[];
const byTime = ['lapse', 'expire', 'forget'] as const;

/** Where it leads; null: nowhere. */
const leads = (happening: Happening, start: Start): Standing['state'] | null => {
  const judged = (event: AuthorisationEvent) => {
    const { by } = authorisationSteps[event];
    const at = {
      ...start,
      isHolder: by === 'holder',
      isOwner: by !== 'holder',
      isFirst: false,
      hasDevices: true,
    };
    const to = steppedTo(event, by, at);
    return authorisationStates.find((state) => state === to) ?? null;
  };
  if (happening === 'sweep') return byTime.map(judged).find((to) => to !== null) ?? null;
  // what is overdue waits for nobody: it has ended, also before it was swept
  const isOver = start.isDue && !isEnd(start.state) && happening !== 'confirm' && happening !== 'break';
  return isOver ? null : judged(happening);
};
/** Since when it stands so begins anew with each step of a person. */
const after = (happening: Happening, start: Start): Start => {
  const to = leads(happening, start);
  return to === null ? start : { ...start, state: to, isDue: false };
};

const named = (start: Start) => ({
  start,
  of: `${start.state}${start.needsSecond ? '' : ', takes one'}${start.isPermanent ? ', permanent' : ''}${start.isDue ? ', overdue' : ''}`,
});

describe.each(happenings)('%s', (happening) => {
  it.each(starts.map(named))('of what is $of', async ({ start }) => {
    const id = await place(start);
    const before = await rowOf(id);
    const to = leads(happening, start);
    const sign = await happen[happening](id);
    const once = await rowOf(id);
    expect(once.state).toBe(to ?? start.state);
    if (to === null) expect(once).toEqual(before);
    if (sign !== null) expect(sign).toBe(to === null ? 'conflict' : 'success');
    // what comes again changes nothing
    const again = await happen[happening](id);
    if (happening === 'confirm') expect((await rowOf(id)).state).toBe(once.state);
    else expect(await rowOf(id)).toEqual(once);
    if (sign !== null) expect(again === 'success').toBe(happening === 'confirm' && to !== null);
  });
});

describe('the database lets happen what is in the table and nothing else', () => {
  const reachable = (state: Standing['state']) =>
    new Set(
      starts
        .filter((start) => start.state === state)
        .flatMap((start) => happenings.map((one) => leads(one, start)).filter((to) => to !== null && to !== state)),
    );
  it.each(authorisationStates)('to one that is %s', async (state) => {
    const start = starts.find((one) => one.state === state && !one.needsSecond) ?? { ...starts[0]!, state };
    const done = new Set<string>();
    for (const to of authorisationStates) {
      if (to === state) continue;
      const id = await place({ ...start, needsSecond: state !== 'pending_first', isDue: false });
      const asked = api.db.query(
        `update authorisation set state = $2, end_time = case when $3 then now() end, first_id = $4, first_time = now(),
           second_id = case when $2 = 'active' then $5::bigint end, second_time = case when $2 = 'active' then now() end where id = $1`,
        [id, to, isEnd(to), first.id, second.id],
      );
      const isDone = await asked.then(
        () => true,
        () => false,
      );
      if (isDone) done.add(to);
    }
    expect(done).toEqual(reachable(state));
  });

  it.each<[string, string]>([
    ['active before a second has agreed where it takes two', "state = 'active'"],
    ['held by its first', 'holder_id = first_id'],
    ['agreed to twice by one person', 'second_id = first_id'],
    ['longer than a month', "until_time = from_time + interval '31 days'"],
  ])('and none is %s', async (_, change) => {
    const id = await place({ state: 'pending_second', needsSecond: true, isPermanent: false, isDue: false });
    await expect(api.db.query(`update authorisation set ${change} where id = $1`, [id])).rejects.toMatchObject({
      code: '23514',
    });
  });
});

describe('of two things that happen to one at once one comes after the other', () => {
  const open = starts.filter(({ state, isDue }) => !isEnd(state) && !isDue);
  // of two that lead nowhere neither changes what the other finds
  const pairs = open.flatMap((start) =>
    happenings.flatMap((one, i) =>
      happenings
        .slice(i)
        .filter((other) => leads(one, start) !== null || leads(other, start) !== null)
        .map((other) => ({ ...named(start), one, other })),
    ),
  );
  /** `null`: nobody is answered */
  const answered = (happening: Happening, start: Start) =>
    happening === 'break' || happening === 'sweep' ? null : leads(happening, start) === null ? 'conflict' : 'success';
  it.each(pairs)('$one and $other, of what is $of', async ({ start, one, other }) => {
    const id = await place(start);
    const signs = await Promise.all([happen[one](id), happen[other](id)]);
    const serial = [
      {
        signs: [answered(one, start), answered(other, after(one, start))],
        state: after(other, after(one, start)).state,
      },
      {
        signs: [answered(one, after(other, start)), answered(other, start)],
        state: after(one, after(other, start)).state,
      },
    ];
    expect(serial).toContainEqual({ signs, state: (await rowOf(id)).state });
  });
});
