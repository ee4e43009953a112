import type { OutputOf } from '@plomb/contract/kit/call';
import { balanceOf, type SealBalance, type SealSums } from '@plomb/contract/seals/balance';
import { type BalanceRow, balances, type Handover } from '@plomb/contract/seals/handovers';
import type { SealMedium } from '@plomb/contract/seals/number';
import { handKinds } from '@plomb/contract/seals/seals';
import { sql } from 'kysely';
import { matches } from '../../platform/crud.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { handoverColumns } from './handovers.routes.ts';

/** Holders a page shows, and of one month all that are added up. */
const SHOWN = 200;
const MOST_HOLDERS = 10_000;
/** Numbers that are told one by one. */
const NUMBERS = 500;

interface Asked {
  from: string;
  to: string;
  medium?: SealMedium | undefined;
  keyword?: string | undefined;
}
type Found = Record<`before_${keyof SealSums}` | `during_${keyof SealSums}`, number> & {
  holder_id: number;
  holder_name: string;
  org_name: string | null;
  counted: number | null;
};
const sumsOf = (found: Found, when: 'before' | 'during'): SealSums =>
  Object.fromEntries(handKinds.map((kind) => [kind, found[`${when}_${kind}`]])) as SealSums;

/** Every holder who had or got a seal until then; those with something unexplained first. */
export const balancesOf = async (
  { from, to, medium, keyword }: Asked,
  { db }: Pick<Ctx, 'db'>,
): Promise<BalanceRow[]> => {
  const sums = handKinds.flatMap((kind) => [
    sql`coalesce(sum(a.${sql.ref(kind)}) filter (where a.hour < ${from}), 0)::int as ${sql.ref(`before_${kind}`)}`,
    sql`coalesce(sum(a.${sql.ref(kind)}) filter (where a.hour >= ${from}), 0)::int as ${sql.ref(`during_${kind}`)}`,
  ]);
  const of = medium ? sql`and a.medium = ${medium}` : sql``;
  const { rows } = await sql<Found>`
    select t.*, (select o.org_name from operator p join organisation o on o.id = p.org_id where p.id = t.holder_id) as org_name,
      case when ${to}::timestamptz > now() then (select count(*)::int from seal a where a.holder_id = t.holder_id and a.state = 'blank' ${of}) end
        as counted
    from (select a.holder_id, max(a.holder_name) as holder_name, ${sql.join(sums)}
      from seal_account a where a.hour < ${to} ${of} and ${keyword ? matches(sql`a.holder_name`, keyword) : sql`true`}
      group by a.holder_id) t
    order by t.holder_id limit ${MOST_HOLDERS}`.execute(db);
  return rows
    .map((found) => ({
      ...{ holder_id: found.holder_id, holder_name: found.holder_name, org_name: found.org_name ?? '' },
      ...balanceOf(sumsOf(found, 'before'), sumsOf(found, 'during'), found.counted),
    }))
    .filter(({ holder_id: _, holder_name: __, org_name: ___, ...terms }) =>
      Object.values(terms).some((term) => term !== 0),
    )
    .sort(
      (a, b) =>
        Math.abs(b.unexplained) - Math.abs(a.unexplained) ||
        (a.holder_name < b.holder_name ? -1 : 1) ||
        a.holder_id - b.holder_id,
    );
};

const nothing: SealBalance = {
  ...{ opening: 0, received: 0, used: 0, given: 0, returned: 0, scrapped: 0, in_hand: 0, unexplained: 0 },
};
const added = (rows: readonly BalanceRow[]): SealBalance =>
  rows.reduce(
    (sum, row) =>
      Object.fromEntries(
        Object.entries(sum).map(([term, value]) => [term, value + row[term as keyof SealBalance]]),
      ) as unknown as SealBalance,
    nothing,
  );

type Why = OutputOf<typeof balances.why>;
type Missing = Why['rows'][number]['numbers'][number] & { handover_id: number | null };

const why = async ({ holder_id, from, to, medium }: Asked & { holder_id: number }, { db }: Ctx): Promise<Why> => {
  const { rows: found } = await sql<Missing>`
    select m.handover_id, s.number, m.kind, m.at, m.kind = 'missing' and s.state = 'blank' and s.holder_id is null as open,
      (select jsonb_build_object('at', to_char(p.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'oper_name', p.oper_name,
          'operation', p.operation, 'outcome', p.outcome, 'refusal', p.refusal)
        from seal_operation p where p.seal_id = m.seal_id order by p.at desc, p.id desc limit 1) as scan
    from seal_movement m join seal s on s.id = m.seal_id
    where m.holder_id = ${holder_id} and m.kind in ('missing', 'found') and m.at >= ${from} and m.at < ${to}
      and ${medium ? sql`m.medium = ${medium}` : sql`true`}
    order by m.handover_id desc nulls last, m.seal_id, m.id limit ${NUMBERS + 1}`.execute(db);
  const shown = found.slice(0, NUMBERS);
  const ids = [...new Set(shown.map(({ handover_id }) => handover_id))];
  const { rows: named } = await sql<Handover>`
    select ${handoverColumns} from seal_handover h where h.id = any(${ids.filter((id) => id !== null)})`.execute(db);
  return {
    rows: ids.map((id) => ({
      handover: named.find((one) => one.id === id) ?? null,
      numbers: shown.filter(({ handover_id }) => handover_id === id).map(({ handover_id: _, ...one }) => one),
    })),
    more: found.length > NUMBERS,
  };
};

export const balanceRoutes = (): Served[] =>
  serve(balances, {
    list: async (asked, ctx) => {
      const rows = await balancesOf(asked, ctx);
      return { rows: rows.slice(0, SHOWN), more: rows.length > SHOWN, total: added(rows) };
    },
    why,
    async *export(asked, ctx): FileRows {
      const rows = await balancesOf(asked, ctx);
      const wanted = asked.ids;
      yield wanted ? rows.filter(({ holder_id }) => wanted.includes(holder_id)) : rows;
    },
  });
