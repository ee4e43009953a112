import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import { type Handover, handovers } from '@plomb/contract/seals/handovers';
import { sealKey } from '@plomb/contract/seals/number';
import { runsInWords, runsOf } from '@plomb/contract/seals/runs';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { peopleNamed } from '../../people/peopleNamed.ts';
import { cursor, isOneOf, matches } from '../../platform/crud.ts';
import { holds } from '../../platform/finding.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';

type Filter = Omit<z.output<typeof handovers.list.input>, 'size' | 'before'> & {
  before?: number | undefined;
  ids?: number[] | undefined;
};

/** What a record says of its numbers, at the most. */
const WORDS = 120;
/** Runs of numbers in a hand that a form shows. */
const RUNS = 100;

export const handoverColumns = sql`h.id, h.medium, h.purpose, h.state, h.numbers, h.count, h.received, h.missing, h.giver_id, h.giver_name,
  h.giver_org, h.taker_id, h.taker_name, h.taker_org, h.remark, h.answer, h.offer_time, h.answer_time`;

const where = (f: Filter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`h.id < ${f.before}`);
  if (f.ids) terms.push(sql`h.id = any(${f.ids})`);
  if (f.state !== undefined) terms.push(isOneOf(sql`h.state`, f.state));
  if (f.medium) terms.push(sql`h.medium = ${f.medium}`);
  if (f.purpose) terms.push(sql`h.purpose = ${f.purpose}`);
  if (f.person_id) terms.push(sql`${f.person_id} in (h.giver_id, h.taker_id)`);
  if (f.from) terms.push(sql`h.offer_time >= ${f.from}`);
  if (f.to) terms.push(sql`h.offer_time <= ${f.to}`);
  if (f.keyword) terms.push(holds('h', ['numbers', 'giver_name', 'taker_name', 'remark'], f.keyword));
  return sql`where ${sql.join(terms, sql` and `)}`;
};

interface Taker {
  oper_name: string;
  org_id: number;
  org_name: string;
}
/** Somebody in sight, or who handed seals to the caller: what came from above goes back there. */
const takerOf = async (id: number, { db, operator }: Ctx): Promise<Taker> => {
  if (id === operator.id) throw new Refusal('handoverToSelf');
  const { rows } = await sql<Taker>`
    select p.oper_name, p.org_id, o.org_name from operator p join organisation o on o.id = p.org_id where p.id = ${id} and p.status = 1
    union all select oper_name, org_id, org_name from seal_giver(${id}, ${operator.id}) limit 1`.execute(db);
  if (!rows[0]) throw new Refusal('receiverUnknown');
  return rows[0];
};

/** Whoever takes seals is below their kinds, unless these are above the giver too, or those of an organisation that was moved away from them. */
const kindsInReach = async (seals: readonly number[], orgId: number, { db }: Ctx): Promise<boolean> => {
  const { rows } = await sql<{ ok: boolean }>`
    with recursive above as (
      select id, parent_id from organisation where id = ${orgId}
      union all select o.id, o.parent_id from organisation o join above a on o.id = a.parent_id)
    select coalesce(bool_and(k.org_id in (select id from above) or k.org_id <> all ((select plomb_orgs())::bigint[])), true) as ok
    from (select distinct r.kind_id from seal s join seal_series r on r.id = s.series_id where s.id = any(${seals})) n
      join seal_kind k on k.id = n.kind_id`.execute(db);
  return rows[0]!.ok;
};

/** Who gives or takes signs it: no program does. */
const bySelf = ({ operator }: Ctx): void => {
  if (operator.apiKey) throw new Refusal('signedByPerson');
};

const offer = async (input: z.output<typeof handovers.offer.input>, ctx: Ctx) => {
  const { db, operator } = ctx;
  bySelf(ctx);
  const keys = [...new Set(input.numbers.map(sealKey))];
  const taker = await takerOf(input.taker_id, ctx);
  const { rows: seals } = await sql<{ id: number; number: string }>`
    select s.id, s.number from seal s where s.medium = ${input.medium} and s.key = any(${keys}) and s.holder_id = ${operator.id}
      and s.state = 'blank' order by s.id for update of s`.execute(db);
  if (seals.length < keys.length) throw new Refusal('notInHand');
  const ids = seals.map(({ id }) => id);
  if (!(await kindsInReach(ids, taker.org_id, ctx))) throw new Refusal('kindInReach');
  const words = runsInWords(seals.map(({ number }) => number));
  const numbers = words.length > WORDS ? `${seals[0]!.number} … ${seals.at(-1)!.number}` : words;
  ctx.note(`${numbers} → ${taker.oper_name}`);
  const { rows } = await sql<{ id: number }>`
    insert into seal_handover (org_id, to_org_id, medium, purpose, count, numbers, giver_id, giver_name, giver_org, taker_id, taker_name,
      taker_org, remark)
    select ${operator.orgId}, ${taker.org_id}, ${input.medium}, ${input.purpose}, ${seals.length}, ${numbers}, ${operator.id},
      ${operator.operName}, org_name, ${input.taker_id}, ${taker.oper_name}, ${taker.org_name}, ${input.remark}
    from organisation where id = ${operator.orgId} returning id`.execute(db);
  const id = rows[0]!.id;
  // of two offers of the same seal one is first
  const { rows: items } = await sql`
    insert into seal_handover_item (handover_id, seal_id, org_id, to_org_id, number)
    select ${id}, n.id, ${operator.orgId}, ${taker.org_id}, n.number
    from unnest(${ids}::bigint[], ${seals.map(({ number }) => number)}::text[]) n(id, number)
    on conflict do nothing returning seal_id`.execute(db);
  if (items.length < seals.length) throw new Refusal('notInHand');
  return { id, count: seals.length };
};

/** One that waits for its answer, held until the end of the transaction; `as`: who may give this one. */
const open = async (id: number, as: 'giver_id' | 'taker_id', { db, operator }: Ctx): Promise<Handover> => {
  const { rows } = await sql<Handover>`
    select ${handoverColumns} from seal_handover h where h.id = ${id} for update of h`.execute(db);
  const handover = rows[0];
  if (!handover) throw new Refusal('notFound');
  if (handover[as] !== operator.id) throw new Refusal('handoverOthers');
  if (handover.state !== 'offered') throw new Refusal('handoverAnswered');
  return handover;
};
const items = async (id: number, { db }: Ctx) => {
  const { rows } = await sql<OutputOf<typeof handovers.detail>['items'][number]>`
    select number, outcome from seal_handover_item where handover_id = ${id} order by seal_id`.execute(db);
  return rows;
};
const move = async (id: number, numbers: string[], becomes: string, { db }: Ctx): Promise<number> => {
  const { rows } = await sql<{
    moved: number;
  }>`select hand_seals(${id}, ${numbers}::text[], ${becomes}) as moved`.execute(db);
  return rows[0]!.moved;
};

const accept = async (input: z.output<typeof handovers.accept.input>, ctx: Ctx) => {
  bySelf(ctx);
  const { id, count, numbers, giver_name } = await open(input.id, 'taker_id', ctx);
  const offered = (await items(id, ctx)).map(({ number }) => number);
  const named = new Set(input.missing.map(sealKey));
  const [missing, there] = [
    offered.filter((number) => named.has(sealKey(number))),
    offered.filter((number) => !named.has(sealKey(number))),
  ];
  if (missing.length < named.size) throw new Refusal('notMissing');
  const received = await move(id, there, 'received', ctx);
  const lost = await move(id, missing, 'missing', ctx);
  ctx.note([`${giver_name}: ${numbers}`, `${received}/${count}`, input.answer].filter(Boolean).join(' · '));
  await sql`update seal_handover set state = ${received === count ? 'accepted' : 'partly'}, received = ${received}, missing = ${lost},
    answer = ${input.answer}, answer_time = now() where id = ${id}`.execute(ctx.db);
  return { id, received, missing: lost, gone: count - received - lost };
};

/** Nothing moves: everything stays with the giver. */
const end = async (handover: Handover, state: 'declined' | 'withdrawn', answer: string, ctx: Ctx) => {
  const { id, count, numbers } = handover;
  ctx.note([numbers, answer].filter(Boolean).join(' · '));
  await sql`update seal_handover_item set outcome = 'kept' where handover_id = ${id}`.execute(ctx.db);
  await sql`update seal_handover set state = ${state}, answer = ${answer}, answer_time = now() where id = ${id}`.execute(
    ctx.db,
  );
  return { id, count };
};

const settle = async ({ id, numbers }: InputOf<typeof handovers.settle>, ctx: Ctx) => {
  const { db, operator } = ctx;
  bySelf(ctx);
  const { rows } = await sql<Handover>`
    select ${handoverColumns} from seal_handover h where h.id = ${id} for update of h`.execute(db);
  const handover = rows[0];
  if (!handover) throw new Refusal('notFound');
  const becomes = { [handover.giver_id]: 'found', [handover.taker_id]: 'late' }[operator.id];
  if (!becomes) throw new Refusal('handoverOthers');
  const named = new Set(numbers.map(sealKey));
  const meant = (await items(id, ctx)).map(({ number }) => number).filter((number) => named.has(sealKey(number)));
  ctx.note(`${handover.numbers}: ${runsInWords(meant)}`);
  if ((await move(id, meant, becomes, ctx)) < named.size) throw new Refusal('notMissing');
  if (becomes === 'late')
    await sql`update seal_handover set received = received + ${named.size} where id = ${id}`.execute(db);
  return { id, count: named.size };
};

export const handoverRoutes = (): Served[] =>
  serve(handovers, {
    list: async ({ size, ...filter }, { db }) => {
      const { rows } = await sql<Handover>`
        select ${handoverColumns} from seal_handover h ${where(filter)} order by h.id desc limit ${size + 1}`.execute(
        db,
      );
      return { rows: rows.slice(0, size), more: rows.length > size };
    },
    detail: async ({ id }, ctx) => {
      const { rows } = await sql<Handover>`select ${handoverColumns} from seal_handover h where h.id = ${id}`.execute(
        ctx.db,
      );
      if (!rows[0]) throw new Refusal('notFound');
      return { ...rows[0], items: await items(id, ctx) };
    },
    export: (filter, ctx) =>
      cursor(ctx, sql`select ${handoverColumns} from seal_handover h ${where(filter)} order by h.id desc`),
    people: async ({ keyword }, { db, operator }) => {
      const here = await peopleNamed(keyword, db);
      const { rows: givers } = await sql<{ id: number; oper_name: string; org_name: string }>`
        select h.giver_id as id, g.oper_name, g.org_name
        from (select distinct giver_id from seal_handover where taker_id = ${operator.id} and state in ('accepted', 'partly')) h
          cross join lateral seal_giver(h.giver_id, ${operator.id}) g
        where ${keyword ? matches(sql`g.oper_name`, keyword) : sql`true`} order by g.oper_name, h.giver_id limit 20`.execute(
        db,
      );
      return {
        rows: [...here, ...givers.filter(({ id }) => !here.some((one) => one.id === id))].filter(
          ({ id }) => id !== operator.id,
        ),
      };
    },
    mine: async ({ medium }, { db, operator }) => {
      const { rows } = await sql<{ number: string }>`
        select s.number from seal s where s.holder_id = ${operator.id} and s.state = 'blank' and s.medium = ${medium}
          and not exists (select from seal_handover_item i where i.seal_id = s.id and i.outcome is null)
        order by s.id limit 20000`.execute(db);
      return { rows: runsOf(rows.map(({ number }) => number)).slice(0, RUNS), count: rows.length };
    },
    offer,
    accept,
    decline: async ({ id, answer }, ctx) => end(await open(id, 'taker_id', ctx), 'declined', answer, ctx),
    withdraw: async ({ id }, ctx) => end(await open(id, 'giver_id', ctx), 'withdrawn', '', ctx),
    settle,
  });
