import { inBoth, type Lang } from '@plomb/contract/kit/text';
import { maskedArgs } from '@plomb/contract/lock/cards';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { type cancelRefusals, orderQueue, orderStandings, type QueuedOrder } from '@plomb/contract/orders/orderQueue';
import { orders } from '@plomb/contract/orders/orders';
import { reasonIn } from '@plomb/contract/orders/reason';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { openFindLocks } from '../../lock/findLocks.ts';
import { cursor } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { becomes, happens } from './lifeCycle.ts';
import { everyOrder, idsOf, ordersById, type QueueFilter } from './orderQueue.ts';
import { asSeenBy, refusalToCancel } from './rules.ts';

interface Deps {
  /** an order changed */
  touched(commandId: number): void;
  readers: Pool;
}

type CancelRefusal = (typeof cancelRefusals)[number];

const orderOf = async (id: number, ctx: Ctx): Promise<QueuedOrder> => {
  const [order] = await ordersById([id], ctx);
  if (!order) throw new Refusal('notFound');
  return order;
};

const named = ({ kind, args, sn, subject, device_name }: QueuedOrder, lang: Lang): string =>
  [sayOrder(kind, maskedArgs(args))[lang], sn, subject, device_name].filter(Boolean).join(' ');

/** What a file says of each order in the words of who asks for it. */
async function* inWords(parts: FileRows, { operator, lang }: Ctx): FileRows {
  for await (const part of parts)
    yield part.map((row) => {
      const order = asSeenBy(operator, row as unknown as QueuedOrder);
      return { ...order, said: sayOrder(order.kind, order.args)[lang], why: reasonIn(lang, order) };
    });
}

export const orderQueueRoutes = ({ touched, readers }: Deps): Served[] => {
  const findLocks = openFindLocks(readers);
  return serve(orderQueue, {
    list: async ({ size, stood, ...asked }, ctx) => {
      const { before, ...filter } = asked;
      // newest first alone, or in three parts, each read on from its own last row
      const isPlain = asked.stage !== undefined || asked.needs_person === false;
      const parts: QueueFilter[] = [
        { ...filter, needs_person: true, moves: true },
        { ...filter, needs_person: true, moves: false },
        ...(asked.needs_person ? [] : [{ ...filter, needs_person: false }]),
      ];
      const first = before === undefined ? 0 : Math.min(orderStandings.indexOf(stood), parts.length - 1);
      const asking = isPlain ? [asked] : parts.slice(first).map((part, at) => (at === 0 ? { ...part, before } : part));
      const ids: number[] = [];
      for (const part of asking)
        if (ids.length <= size) ids.push(...(await idsOf(part, ctx, size + 1 - ids.length, findLocks)));
      const rows = await ordersById(ids.slice(0, size), ctx);
      return { rows: rows.map((row) => asSeenBy(ctx.operator, row)), more: ids.length > size };
    },
    detail: async ({ id }, ctx) => asSeenBy(ctx.operator, await orderOf(id, ctx)),
    summary: async (_, { db }) => {
      const now = await sql<Record<'needs_person' | 'queued' | 'sent', number>>`
        select (select count(*)::int from command where needs_person) as needs_person,
          (select count(*)::int from command where state = 'queued') as queued,
          (select count(*)::int from command where state = 'sent') as sent`.execute(db);
      const day = await sql<Record<'answered' | 'expired' | 'cancelled', number>>`
        select count(*) filter (where stage = 'answered_ok' and physical)::int as answered,
          count(*) filter (where stage = 'expired')::int as expired, count(*) filter (where stage = 'cancelled')::int as cancelled
        from command where create_time > now() - interval '1 day'`.execute(db);
      return { ...now.rows[0]!, ...day.rows[0]! };
    },
    cancel: async ({ ids }, ctx) => {
      const asked = [...new Set(ids)];
      const found = await ordersById(asked, ctx);
      if (found.length !== asked.length) throw new Refusal('notFound'); // one foreign id refuses the whole request
      const permitted = found.filter(({ kind }) => ctx.operator.grants.has(orders[kind].permit)).map(({ id }) => id);
      const { rows: gone } = await sql<{ id: number }>`
        update command set ${sql.raw(becomes('cancel'))}, canceller_id = ${ctx.operator.id}, canceller = ${ctx.operator.operName}
        where id = any(${permitted}) and ${sql.raw(happens('cancel'))} returning id`.execute(ctx.db);
      const cancelled = new Set(gone.map(({ id }) => id));
      const taken = found.filter(({ id }) => cancelled.has(id));
      ctx.concerns(taken.map(({ device_id }) => device_id));
      ctx.note(inBoth((lang) => taken.map((one) => named(one, lang)).join(', ')));
      ctx.afterCommit(() => {
        for (const id of cancelled) touched(id);
      });
      const refusal = (id: number, state: QueuedOrder['state']): CancelRefusal | null => {
        if (cancelled.has(id)) return null;
        // it may have left between the two statements
        return permitted.includes(id)
          ? ((refusalToCancel(state) as CancelRefusal | null) ?? 'commandSent')
          : 'noPermission';
      };
      return { rows: found.map(({ id, state }) => ({ id, refusal: refusal(id, state) })) };
    },
    settle: async ({ id, settlement }, ctx) => {
      const order = await orderOf(id, ctx);
      ctx.concerns([order.device_id]);
      ctx.note(inBoth((lang) => `${named(order, lang)}: ${settlement}`));
      const { rows } = await sql`
        update command set settle_time = now(), settle_stage = stage, settler_id = ${ctx.operator.id}, settler = ${ctx.operator.operName},
          settler_login = ${ctx.operator.loginName},
          settlement = ${settlement} where id = ${id} and needs_person returning id`.execute(ctx.db);
      if (rows.length === 0) throw new Refusal('nothingToSettle');
      ctx.afterCommit(() => touched(id));
      return {};
    },
    export: (input, ctx) => inWords(cursor(ctx, everyOrder(input)), ctx),
  });
};
