import { cardStanding, cards, placeFault } from '@plomb/contract/cards/cards';
import { maskedCard } from '@plomb/contract/lock/cards';
import { sql } from 'kysely';
import { crud, setStatus } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { asSeenBy, readsNumbers } from './numbers.ts';
import { saidBy } from './ruleHistory.ts';

/** Locks a card tells of. */
const MOST = 200;

const rows = sql`(select c.*, o.org_name, card_locks(c.id) as locks, c.removing_time is not null as removing
  from ic_card c join organisation o on o.id = c.org_id)`;
const table = { table: 'ic_card', rows, label: 'ic_name', isOwned: true } as const;
const forReaders = crud(cards, { ...table, search: ['ic_no', 'ic_name', 'card_no'] });
/** Who does not read numbers does not try them either. */
const forOthers = crud(cards, { ...table, search: ['ic_name', 'card_no'] });

const plainFor = (ctx: Ctx) => (readsNumbers(ctx) ? forReaders : forOthers);
const checkPlace = (said: Parameters<typeof placeFault>[0]): void => {
  const wrong = placeFault(said);
  if (wrong) throw fieldRefusal(wrong, 'cardPlace');
};

interface Named {
  id: number;
  ic_no: string;
  ic_name: string;
  removing: boolean;
}
/** A card as the operation log names it. */
const named = ({ ic_no, ic_name }: Pick<Named, 'ic_no' | 'ic_name'>): string =>
  [maskedCard(ic_no), ic_name].filter(Boolean).join(' ');

/** Held until the end: nobody gives one to a lock, and no lock lets the last go, meanwhile. One foreign id refuses the whole request. */
const held = async (ids: readonly number[], ctx: Ctx): Promise<Named[]> => {
  // a card that may not be given any more changes what its rules say
  await saidBy(ctx);
  const { rows: found } = await ctx.client.query<Named>(
    'select id, ic_no, ic_name, removing_time is not null as removing from ic_card where id = any($1) order by id for update',
    [ids],
  );
  ctx.note(found.map(named).join(', '));
  if (found.length !== new Set(ids).size) throw new Refusal('notFound');
  return found;
};
const refuseRemoving = async (ids: readonly number[], ctx: Ctx): Promise<void> => {
  if ((await held(ids, ctx)).some(({ removing }) => removing)) throw new Refusal('cardRemoving');
};

interface Deps {
  /** an order changed */
  touched(commandId: number): void;
}

/** Orders to give these cards that wait: the database takes them back with the card, and this tells of it. */
const tellTakenBack = async (ids: readonly number[], ctx: Ctx, { touched }: Deps): Promise<void> => {
  const { rows: orders } = await ctx.client.query<{ id: number; device_id: number }>(
    `select m.id, m.device_id from ic_card c join command m on m.args -> 'cards' ? c.ic_no
      where c.id = any($1) and m.kind = 'add_cards' and m.state = 'queued' and m.org_id in (select card_orgs(c.id))`,
    [ids],
  );
  ctx.concerns(orders.map(({ device_id }) => device_id));
  ctx.afterCommit(() => {
    for (const { id } of orders) touched(id);
  });
};

async function* seenRows(ctx: Ctx, parts: FileRows): FileRows {
  for await (const part of parts) yield part.map((row) => asSeenBy(ctx, row as { ic_no: string }));
}

export const cardRoutes = (deps: Deps): Served[] =>
  serve(cards, {
    async list(input, ctx) {
      const found = await plainFor(ctx).list(input, ctx);
      return { ...found, rows: found.rows.map((row) => asSeenBy(ctx, row)) };
    },
    detail: async (input, ctx) => asSeenBy(ctx, await forReaders.detail(input, ctx)),
    export: (input, ctx) => seenRows(ctx, plainFor(ctx).export(input, ctx)),
    async add(input, ctx) {
      checkPlace(input);
      const added = await forReaders.add(input, ctx);
      ctx.note(named(input));
      return added;
    },
    async update(input, ctx) {
      checkPlace(input);
      await refuseRemoving([input.id], ctx);
      return forReaders.update(input, ctx);
    },
    /** What locks hold is not deleted while they do: it goes with the last of them. */
    async delete({ ids }, ctx) {
      const found = await held(ids, ctx);
      await tellTakenBack(ids, ctx, deps);
      const { rows: left } = await ctx.client.query<{ id: number }>(
        `with gone as (delete from ic_card where id = any($1) and card_locks(id) = 0 returning id)
         select id from ic_card where id = any($1) and id not in (select id from gone)`,
        [ids],
      );
      if (left.some(({ id }) => found.find((card) => card.id === id)?.removing)) throw new Refusal('cardRemoving');
      await ctx.client.query('update ic_card set removing_time = now() where id = any($1)', [ids]);
      return {};
    },
    async status(input, ctx) {
      await refuseRemoving(input.ids, ctx);
      if (input.status === 2) await tellTakenBack(input.ids, ctx, deps);
      return setStatus('ic_card', input, ctx);
    },
    async locks({ id }, { client }) {
      const { rows: some } = await client.query<{
        device_id: number;
        sn: string;
        device_name: string;
        subject: string;
        known: 'told' | 'taken' | 'perhaps' | null;
        wanted: 'add_cards' | 'delete_cards' | null;
        time: string;
        total: number;
      }>(
        `with card as (select id, ic_no from ic_card where id = $1),
           held as (
             select distinct on (h.device_id) h.device_id, h.known, h.time from device_card h join card c on h.number = c.ic_no
             where h.org_id in (select card_orgs(c.id)) order by h.device_id, h.known = 'perhaps', h.time desc),
           wanted as (
             select distinct on (m.device_id) m.device_id, m.kind, m.create_time as time,
               bool_or(m.kind = 'add_cards') over (partition by m.device_id) as adds
             from command m join card c on m.args -> 'cards' ? c.ic_no
             where m.kind in ('add_cards', 'delete_cards') and m.state in ('queued', 'sent')
               and m.org_id in (select card_orgs(c.id)) order by m.device_id, m.id desc)
         select d.id as device_id, d.sn, d.device_name, d.subject, held.known, wanted.kind as wanted,
           to_char(case when held.known is null or wanted.kind = 'delete_cards' then wanted.time else held.time end
             at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time,
           count(*) over ()::int as total
         from device d left join held on held.device_id = d.id left join wanted on wanted.device_id = d.id
         where d.id in (select device_id from held union select device_id from wanted) and (held.known is not null or wanted.adds)
           and still_serves(d)
         order by d.sn limit $2`,
        [id, MOST],
      );
      const { rows: all } = await client.query<{ count: number }>(
        'select card_locks(id) as count from ic_card where id = $1',
        [id],
      );
      if (!all[0]) throw new Refusal('notFound');
      const total = some[0]?.total ?? 0;
      return {
        rows: some.map(({ known, wanted, total: _, ...lock }) => ({ ...lock, standing: cardStanding(known, wanted) })),
        more: total > some.length,
        others: Math.max(0, all[0].count - total),
      };
    },
    async options(_, { client }) {
      const { rows: organizations } = await client.query<{ id: number; org_name: string; parent_id: number | null }>(
        'select id, org_name, parent_id from organisation where status = 1 order by org_name',
      );
      return { organizations };
    },
  });
