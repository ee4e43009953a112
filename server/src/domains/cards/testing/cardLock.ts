import type { CommandKind } from '@plomb/contract/lock/orderKinds';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import type { TestApi } from '../../../testing/api.ts';
import type { BuiltDevice } from '../../../testing/build.ts';
import { queueOf } from '../../../testing/queue.ts';
import { openGiving, orderLimits } from '../../orders/give.ts';
import { openFollowing } from '../following.ts';

/** One turn of the process that takes locks to what rules want of them. */
export const openTurn = (api: TestApi): (() => Promise<void>) => {
  const nothing = () => undefined;
  return openFollowing({
    platform: api.db,
    giving: openGiving(
      { hint: nothing, touched: nothing, deviceTouched: nothing },
      orderLimits((name) => api.params.get(name)),
    ),
    ticked: physicalPermits,
    touched: nothing,
  });
};

interface Out {
  id: number;
  kind: CommandKind;
  args: { cards?: string[]; number?: number; page?: number };
}
export const waitingOrder = async (api: TestApi, { id }: BuiltDevice): Promise<Out | undefined> =>
  (
    await api.owner.query<Out>(
      "select id, kind, args from command where device_id = $1 and state = 'queued' order by id limit 1",
      [id],
    )
  ).rows[0];

/** It obeys; it refuses; it says yes and does nothing; it says nothing and does nothing, or does it. */
export const behaviours = ['obeys', 'refuses', 'pretends', 'silent', 'speechless'] as const;
export type Behaviour = (typeof behaviours)[number];

/** A lock that keeps what it is told. */
export const lockThatKeeps = (api: TestApi, device: BuiltDevice, turn: () => Promise<void>) => {
  const keeps = { cards: new Set<string>(), areas: new Map<number, unknown>(), confined: false };
  const reply = (result: 'ok' | 'fail', told?: object) =>
    ({ result: result === 'ok' ? 'ok' : 'refused', ...(result === 'fail' && { cause: 'failed' }), told }) as never;
  const tell = (): unknown[] => [...keeps.cards].sort();
  const obey = ({ kind, args }: Out) => {
    if (kind === 'add_cards') for (const one of args.cards!) keeps.cards.add(one);
    if (kind === 'delete_cards') for (const one of args.cards!) keeps.cards.delete(one);
    if (kind === 'set_area') keeps.areas.set(args.number!, args);
    if (kind === 'delete_area') keeps.areas.delete(args.number!);
    if (kind === 'confine_cards') keeps.confined = true;
    if (kind === 'release_cards') keeps.confined = false;
    const page = args.page ?? 1;
    return reply(
      'ok',
      kind === 'query_cards'
        ? { cards: { numbers: tell().slice((page - 1) * 20, page * 20), count: keeps.cards.size } }
        : undefined,
    );
  };
  const send = async (out: Out) =>
    api.owner.query(
      "update command set state = 'sent', attempt = attempt + 1, sent_time = clock_timestamp() where id = $1",
      [out.id],
    );
  /** the lock gets one order */
  const gets = async () => {
    await turn();
    const out = await waitingOrder(api, device);
    if (!out) return null;
    await send(out);
    const queue = queueOf(api.db, 'any', api.passwords);
    return {
      out,
      async answers(how: Behaviour = 'obeys') {
        if (how === 'speechless') obey(out);
        if (how === 'silent' || how === 'speechless') await queue.uncertain(out.id);
        else await queue.answered(out.id, how === 'obeys' ? obey(out) : reply(how === 'refuses' ? 'fail' : 'ok'));
      },
    };
  };
  const once = async (how?: Behaviour): Promise<CommandKind | null> => {
    const got = await gets();
    await got?.answers(how);
    return got?.out.kind ?? null;
  };
  const all = async (how?: Behaviour): Promise<CommandKind[]> => {
    const kinds: CommandKind[] = [];
    for (let at = 0; at < 60; at++) {
      const kind = await once(how);
      if (kind === null) return kinds;
      kinds.push(kind);
    }
    throw new Error(`no end: ${kinds.join(' ')}`);
  };
  return { keeps, gets, once, all };
};
