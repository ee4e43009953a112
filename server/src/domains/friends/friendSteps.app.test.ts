import { calls } from '@plomb/contract/calls';
import { applicationStates } from '@plomb/contract/friends/applications';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { lapseApplications } from './applications.routes.ts';

const { applications, friends } = calls;
type Side = 'a' | 'b';
const sides = ['a', 'b'] as const;
const otherOf = (side: Side): Side => (side === 'a' ? 'b' : 'a');

/** How two people stand: as it was agreed (domain.md §10), apart from what the product goes by. */
interface Model {
  friends: boolean;
  blocks: Record<Side, boolean>;
  /** in the order in which they were sent; `heard`: it reached the other */
  sent: { from: Side; state: (typeof applicationStates)[number]; heard: boolean }[];
}
const nothing: Model = { friends: false, blocks: { a: false, b: false }, sent: [] };
const events = ['apply', 'agree', 'decline', 'withdraw', 'remove', 'block', 'unblock'] as const;
type Event = (typeof events)[number];
type Sign = 'success' | 'fail' | 'conflict' | 'notFound';

const knows = ({ friends: are, blocks, sent }: Model, me: Side): boolean =>
  are || blocks[me] || sent.some(({ from, state, heard }) => (from === me ? state === 'agreed' : heard));

/** What comes of it when one of the two does something, and what is answered. */
const does = (before: Model, me: Side, event: Event): { model: Model; sign: Sign } => {
  const model = structuredClone(before);
  const { blocks, sent } = model;
  const other = otherOf(me);
  const mine = sent.findLast(({ from }) => from === me);
  const theirs = sent.findLast(({ from, heard }) => from === other && heard);
  const no = (sign: Sign) => ({ model: before, sign });
  const yes = { model, sign: 'success' as const };
  switch (event) {
    case 'apply': {
      // too soon
      if (mine?.state === 'declined') return no('fail');
      if (mine?.state === 'pending' || model.friends || blocks[me]) return no('conflict');
      if (theirs?.state === 'pending' && !blocks[other]) {
        theirs.state = 'agreed';
        model.friends = true;
      } else sent.push({ from: me, state: 'pending', heard: !blocks[other] });
      return yes;
    }
    case 'agree':
    case 'decline': {
      if (!theirs) return no('notFound');
      if (theirs.state !== 'pending') return no('conflict');
      theirs.state = event === 'agree' ? 'agreed' : 'declined';
      if (event === 'agree') model.friends = true;
      return yes;
    }
    case 'withdraw': {
      if (!mine) return no('notFound');
      if (mine.state !== 'pending') return no('conflict');
      mine.state = 'withdrawn';
      return yes;
    }
    case 'remove': {
      if (!model.friends) return no('notFound');
      model.friends = false;
      return yes;
    }
    case 'block': {
      if (!knows(model, me)) return no('notFound');
      if (blocks[me]) return no('conflict');
      blocks[me] = true;
      model.friends = false;
      for (const one of sent.filter(({ state, heard }) => state === 'pending' && heard)) {
        if (one.from === me) one.state = 'withdrawn';
        else one.heard = false;
      }
      return yes;
    }
    case 'unblock': {
      if (!blocks[me]) return no('notFound');
      blocks[me] = false;
      return yes;
    }
  }
};

/** Every standing that so many deeds of the two lead to. Whose side is whose makes no difference. */
const mirrored = ({ friends: are, blocks, sent }: Model): Model => ({
  friends: are,
  blocks: { a: blocks.b, b: blocks.a },
  sent: sent.map(({ from, ...rest }) => ({ from: otherOf(from), ...rest })),
});
const standings = (deeds: number): Map<string, Model> => {
  const found = new Map([['strangers', nothing]]);
  const seen = new Set([JSON.stringify(nothing)]);
  for (let deed = 0; deed < deeds; deed++)
    for (const [name, model] of [...found])
      for (const side of sides)
        for (const event of events) {
          const after = does(model, side, event).model;
          if (seen.has(JSON.stringify(after)) || seen.has(JSON.stringify(mirrored(after)))) continue;
          seen.add(JSON.stringify(after));
          found.set(name === 'strangers' ? `${side} ${event}` : `${name}, ${side} ${event}`, after);
        }
  return found;
};
const cases = (deeds: number) => [...standings(deeds)].map(([after, start]) => ({ after, start }));

let api: TestApi;
const is = {} as Record<Side, BuiltOperator>;
const as = {} as Record<Side, Caller>;
beforeAll(async () => {
  api = await startApi();
  for (const side of sides) {
    is[side] = await buildOperator(api.db, await buildOrganisation(api.db));
    as[side] = await api.signedIn(is[side]);
  }
});
afterAll(() => api.stop());

const place = async ({ friends: are, blocks, sent }: Model): Promise<void> => {
  const both = sides.map((side) => is[side].id);
  await api.owner.query('delete from application where applicant_id = any($1)', [both]);
  await api.owner.query('delete from friendship where low_id = any($1)', [both]);
  await api.owner.query('delete from friend_block where operator_id = any($1)', [both]);
  if (are)
    await api.owner.query(
      'insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))',
      both,
    );
  for (const side of sides)
    if (blocks[side])
      await api.owner.query('insert into friend_block (operator_id, blocked_id) values ($1, $2)', [
        is[side].id,
        is[otherOf(side)].id,
      ]);
  for (const { from, state, heard } of sent)
    await api.owner.query(
      `insert into application (kind, applicant_id, applicant_name, applicant_login, applicant_org, addressee_id, addressee_name,
         addressee_login, addressee_org, typed, message, state, end_time)
       values ('friend', $1, 'x', 'x', 'x', case when $2 then $3::bigint end, 'x', 'x', 'x', $4, '', $5, case when $5 <> 'pending' then now() end)`,
      [is[from].id, heard, is[otherOf(from)].id, is[otherOf(from)].loginName, state],
    );
};
const found = async (): Promise<Model> => {
  const both = sides.map((side) => is[side].id);
  const { rows: sent } = await api.owner.query<Model['sent'][number]>(
    `select case applicant_id when $1 then 'a' else 'b' end as from, state, addressee_id is not null as heard
       from application where applicant_id = any(array[$1, $2]::bigint[]) order by id`,
    both,
  );
  const { rows: pair } = await api.owner.query(
    'select from friendship where low_id = least($1::bigint, $2) and high_id = greatest($1::bigint, $2)',
    both,
  );
  const blocked = async (side: Side) =>
    (await api.owner.query('select from friend_block where operator_id = $1', [is[side].id])).rows.length > 0;
  return { friends: pair.length > 0, blocks: { a: await blocked('a'), b: await blocked('b') }, sent };
};
/** The newest that is theirs to settle, as the screen has it. */
const newest = async (from: Side, heard: boolean): Promise<number> => {
  const { rows } = await api.owner.query<{ id: number }>(
    'select id from application where applicant_id = $1 and (addressee_id is not null or not $2) order by id desc limit 1',
    [is[from].id, heard],
  );
  return rows[0]?.id ?? 999_999_999;
};
const prepared = async (me: Side, event: Event): Promise<() => Promise<Sign>> => {
  const other = is[otherOf(me)];
  const theirs = event === 'agree' || event === 'decline' ? await newest(otherOf(me), true) : 0;
  const mine = event === 'withdraw' ? await newest(me, false) : 0;
  const asked = () => {
    if (event === 'apply') return as[me].call(friends.apply, { typed: other.loginName, message: '' });
    if (event === 'agree' || event === 'decline') return as[me].call(applications[event], { id: theirs });
    if (event === 'withdraw') return as[me].call(applications.withdraw, { id: mine });
    return as[me].call(friends[event], { id: other.id });
  };
  return async () => (await asked()).verify.sign as Sign;
};

describe.each(cases(3))('after: $after', ({ start }) => {
  it.each(events)('%s, and once more', async (event) => {
    await place(start);
    const once = does(start, 'a', event);
    const first = await prepared('a', event);
    expect({ sign: await first(), model: await found() }).toEqual(once);
    // the very same press again: what is settled stays so
    const again = await first();
    const is = await found();
    expect([once.sign === 'success' && again === 'success', is]).toEqual([false, once.model]);
  });

  it('what waits lapses after its days, and nothing else', async () => {
    await place(start);
    const both = sides.map((side) => is[side].id);
    await api.owner.query(
      "update application set create_time = create_time - interval '31 days', end_time = end_time - interval '31 days' where applicant_id = any($1)",
      [both],
    );
    await lapseApplications(api.db);
    const sent = start.sent.map((one) => (one.state === 'pending' ? { ...one, state: 'lapsed' } : one));
    expect(await found()).toEqual({ ...start, sent });
  });
});

describe('the database lets an application that waits end, once', () => {
  it.each(applicationStates.flatMap((from) => applicationStates.map((to) => ({ from, to }))))(
    '$from to $to',
    async ({ from, to }) => {
      await place({ ...nothing, sent: [{ from: 'a', state: from, heard: true }] });
      const asked = api.db.query(
        "update application set state = $2, end_time = case when $2 <> 'pending' then now() end where applicant_id = $1",
        [is.a.id, to],
      );
      const done = await asked.then(
        () => true,
        () => false,
      );
      expect(done).toBe(from === to || from === 'pending');
    },
  );
});

describe('of two things that two people do at once one comes after the other', () => {
  const isGranted = (start: Model, side: Side, event: Event) => does(start, side, event).sign === 'success';
  // of two that are refused neither changes what the other finds
  const pairs = cases(2).flatMap(({ after, start }) =>
    events.flatMap((one) =>
      events
        .filter((other) => isGranted(start, 'a', one) || isGranted(start, 'b', other))
        .map((other) => ({ after, start, one, other })),
    ),
  );
  it.each(pairs)('a: $one, b: $other, after: $after', async ({ start, one, other }) => {
    await place(start);
    const [byA, byB] = [await prepared('a', one), await prepared('b', other)];
    const [a, b] = await Promise.all([byA(), byB()]);
    const serial = (
      [
        ['a', one, 'b', other],
        ['b', other, 'a', one],
      ] as const
    ).map(([x, first, y, second]) => {
      const { model, sign } = does(start, x, first);
      const last = does(model, y, second);
      return { [x]: sign, [y]: last.sign, model: last.model };
    });
    expect(serial).toContainEqual({ a, b, model: await found() });
  });
});
