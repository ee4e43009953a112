import { type CommandState, commandStates } from '@plomb/contract/lock/command';
import { orders } from '@plomb/contract/orders/orders';
import type { CommandQueue } from '@plomb/gateway/kit/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { queueOf } from '../../testing/queue.ts';
import { next, type OrderEvent, orderEvents } from './lifeCycle.ts';
import { sweepOrders } from './queue.ts';

let api: TestApi;
let caller: Caller;
let operator: number;
let device: BuiltDevice;
let org: number;
let queue: CommandQueue;
let made = 0;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  const who = await buildOperator(api.db, org);
  operator = who.id;
  caller = await api.signedIn(who);
  device = await buildDevice(api.db, org);
  queue = queueOf(api.db, 'test', api.passwords);
});
afterAll(() => api.stop());

interface Start {
  state: CommandState;
  again: boolean;
  doubtful: boolean;
  attempt: number;
  replaced: boolean;
}
const place = async ({ state, again, doubtful, attempt, replaced }: Start): Promise<number> => {
  await api.db.query('delete from command where device_id = $1', [device.id]);
  const sent = attempt > 0 && state !== 'queued' && state !== 'held';
  const { rows } = await api.db.query<{ id: number }>(
    `insert into command (args, device_id, org_id, kind, physical, again, doubtful, idempotency_key, operator_id, oper_name, expire_time,
       state, attempt, sent_time, cause)
     values ('{"cards": ["1"]}', $1, $2, $3, $4, $5, $6, $7, $8, 'x', now() + interval '1 hour', $9, $10, case when $11 then now() end,
       case when $12 then 'replaced' end)
     returning id`,
    [
      device.id,
      org,
      ...(again ? [doubtful ? 'add_cards' : 'set_intervals', false] : ['unseal', true]),
      again,
      doubtful,
      `life ${++made}`,
      operator,
      state,
      attempt,
      sent,
      replaced,
    ],
  );
  return rows[0]!.id;
};
const stateOf = async (id: number): Promise<CommandState> =>
  (await api.db.query<{ state: CommandState }>('select state from command where id = $1', [id])).rows[0]!.state;

/** How each event comes about in the product. */
const happen: Record<Exclude<OrderEvent, 'hold'>, (id: number) => Promise<unknown>> = {
  claim: () => queue.claim(device.id),
  cancel: (id) => caller.call(orders.cancel, { id }),
  async expire(id) {
    await api.db.query("update command set expire_time = now() - interval '1 second' where id = $1", [id]);
    await sweepOrders(api.db, () => undefined);
  },
  answerOk: (id) => queue.answered(id, { result: 'ok' }),
  answerFail: (id) => queue.answered(id, { result: 'refused', cause: 'failed' }),
  notSentExpired: (id) => queue.notSent(id, 'expired'),
  notSentUnsupported: (id) => queue.notSent(id, 'unsupported'),
  async silence(id) {
    await api.db.query("update command set sent_time = sent_time - interval '61 seconds' where id = $1", [id]);
    await sweepOrders(api.db, () => undefined);
  },
};

const starts: Start[] = [
  ...commandStates.map((state) => ({
    state,
    again: false,
    doubtful: true,
    attempt: state === 'queued' || state === 'held' ? 0 : 1,
    replaced: false,
  })),
  ...[false, true].flatMap((doubtful) =>
    commandStates
      // what may be sent again is never held, and uncertain only where that matters
      .filter((state) => state !== 'held' && (doubtful || state !== 'uncertain'))
      .flatMap((state) =>
        // while it waits nothing has taken its place: it would have ended
        (state === 'queued' ? [false] : [false, true]).flatMap((replaced) =>
          [0, 1, 2, 3].map((attempt) => ({ state, again: true, doubtful, attempt, replaced })),
        ),
      )
      .filter(({ state, attempt }) =>
        ['sent', 'answered_ok', 'answered_fail', 'uncertain'].includes(state)
          ? attempt > 0
          : state !== 'queued' || attempt < 3,
      ),
  ),
];

describe.each(Object.keys(happen) as (keyof typeof happen)[])('%s', (event) => {
  it.each(starts)(
    'of an order that is $state, again: $again, doubtful: $doubtful, attempt $attempt, replaced: $replaced',
    async (start) => {
      const id = await place(start);
      await happen[event](id);
      expect(await stateOf(id)).toBe(next(event, start) ?? start.state);
    },
  );
});

describe('the database lets happen what is in the table and nothing else', () => {
  it.each(starts)(
    'to an order that is $state, again: $again, doubtful: $doubtful, attempt $attempt, replaced: $replaced',
    async (start) => {
      const reachable = new Set(orderEvents.map((event) => next(event, start)));
      for (const state of commandStates) {
        if (state === start.state) continue;
        const id = await place(start);
        // what waits again after its last sending waits for a sending that did not happen
        const asked = api.db.query(
          `update command set state = $2, sent_time = null, answer_time = null,
           attempt = case when $2 = 'queued' then least(attempt, 2) else attempt end where id = $1`,
          [id, state],
        );
        const done = await asked.then(
          () => true,
          () => false,
        );
        expect([state, done]).toEqual([state, reachable.has(state)]);
      }
    },
  );
});

describe('of two things that happen to an order at once one comes after the other', () => {
  const once = { replaced: false };
  const open: Start[] = [
    { state: 'queued', again: false, doubtful: true, attempt: 0, ...once },
    { state: 'sent', again: false, doubtful: true, attempt: 1, ...once },
    { state: 'uncertain', again: false, doubtful: true, attempt: 1, ...once },
    { state: 'queued', again: true, doubtful: false, attempt: 1, ...once },
    { state: 'sent', again: true, doubtful: false, attempt: 1, ...once },
    { state: 'sent', again: true, doubtful: true, attempt: 3, ...once },
  ];
  type Named = keyof typeof happen;
  const events = Object.keys(happen) as Named[];
  const pairs = open.flatMap((start) =>
    events.flatMap((one, i) =>
      events.slice(i).map((other) => ({ start, state: start.state, attempt: start.attempt, one, other })),
    ),
  );
  const counted: Partial<Record<Named, number>> = { claim: 1, notSentExpired: -1, notSentUnsupported: -1 };
  const after = (start: Start, ...both: Named[]): Pick<Start, 'state' | 'attempt'> => {
    const order = { ...start };
    for (const event of both) {
      const state = next(event, order);
      if (!state) continue;
      order.state = state;
      order.attempt += counted[event] ?? 0;
    }
    return { state: order.state, attempt: order.attempt };
  };

  it.each(pairs)('$one and $other, of one that is $state, attempt $attempt', async ({ start, one, other }) => {
    const id = await place(start);
    await Promise.all([happen[one](id), happen[other](id)]);
    const { rows } = await api.db.query<Pick<Start, 'state' | 'attempt'>>(
      'select state, attempt from command where id = $1',
      [id],
    );
    // a claim passes by what another holds, and takes it at its next turn
    const passed = one === 'claim' ? [after(start, other)] : [];
    expect([after(start, one, other), after(start, other, one), ...passed]).toContainEqual(rows[0]);
  });
});
