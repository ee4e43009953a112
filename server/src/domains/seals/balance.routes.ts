import type { OutputOf } from '@plomb/contract/kit/call';
import { balanceOf, balanceOfAll, balanceTerms, type SealSums } from '@plomb/contract/seals/balance';
import { type BalanceRow, balances, type Handover } from '@plomb/contract/seals/handovers';
import type { SealMedium } from '@plomb/contract/seals/number';
import { handKinds } from '@plomb/contract/seals/seals';
import { quarterEdge } from '@plomb/contract/seals/statistics';
import { type RawBuilder, sql } from 'kysely';
import { fieldRefusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { zoneOf } from './days.ts';
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
type Named = Omit<Asked, 'from' | 'to'> & { [K in 'month' | 'from' | 'to']?: string | undefined };
/** A month is one of the caller's organisation, wherever they look from, and that which it is there if no time is said. */
const timed = async <T extends Named>(asked: T, ctx: Ctx): Promise<T & Asked> => {
  const { month, from, to } = asked;
  if (from && to) return { ...asked, from, to };
  if (from || to) throw fieldRefusal(from ? 'to' : 'from', 'required');
  const { rows } = await ctx.client.query<{ from: string; to: string }>(
    `select m at time zone $2 as from, (m + interval '1 month') at time zone $2 as to
     from (select coalesce($1::timestamp, date_trunc('month', now() at time zone $2)) as m) m`,
    [month === undefined ? null : `${month}-01`, await zoneOf(ctx)],
  );
  return { ...asked, ...rows[0]! };
};
type Inside = Record<'inside_received' | 'inside_given' | 'inside_returned', number>;
type Found = Record<`${'before' | 'until'}_${keyof SealSums}`, number> &
  Inside & {
    holder_id: number;
    holder_name: string;
    org_name: string;
    lost: number;
    found: number;
    late: number;
  };

const within = (asked: Asked, table: 'a' | 'm'): RawBuilder<unknown> =>
  asked.medium ? sql`${sql.ref(`${table}.medium`)} = ${asked.medium}` : sql`true`;

/**
 * What was told until `to`, as few rows as can be, and which of it until `from`: whole months, once for both; the days of the month that has
 * begun then, the quarter hours of that day.
 */
const toldUntil = (from: string, to: string, of: RawBuilder<unknown>): RawBuilder<unknown> => {
  const begun = (span: 'day' | 'month', time: string) => sql`date_trunc(${sql.lit(span)}, ${time}::timestamptz, 'UTC')`;
  const part = (
    span: 'month' | 'day' | 'quarter',
    starts: RawBuilder<unknown>,
    isBefore: RawBuilder<unknown>,
    isUntil: boolean,
  ) =>
    sql`select a.*, ${isBefore} as is_before, ${sql.lit(isUntil)} as is_until from seal_account a
      where a.span = ${sql.lit(span)} and ${starts} and ${of}`;
  const rest = (time: string, isUntil: boolean) => [
    part(
      'day',
      sql`a.start >= ${begun('month', time)} and a.start < ${begun('day', time)}`,
      sql.lit(!isUntil),
      isUntil,
    ),
    part('quarter', sql`a.start >= ${begun('day', time)} and a.start < ${time}`, sql.lit(!isUntil), isUntil),
  ];
  return sql.join(
    [
      part('month', sql`a.start < ${begun('month', to)}`, sql`a.start < ${begun('month', from)}`, true),
      ...[...rest(from, false), ...rest(to, true)],
    ],
    sql` union all `,
  );
};

/** Every holder who had or got a seal until then, those with something unexplained first, and all of them as one. */
export const balancesOf = async (
  asked: Asked,
  { db }: Pick<Ctx, 'db'>,
): Promise<{ rows: BalanceRow[]; total: OutputOf<typeof balances.list>['total'] }> => {
  const [from, to] = [quarterEdge(asked.from), quarterEdge(asked.to)];
  const [ofAccount, ofMovement] = [within(asked, 'a'), within(asked, 'm')];
  const told = sql`m.booked >= ${from} and m.booked < ${to} and ${ofMovement}`;
  const sums = handKinds.flatMap((kind) =>
    (['before', 'until'] as const).map(
      (which) =>
        sql`coalesce(sum(a.${sql.ref(kind)}) filter (where a.${sql.ref(`is_${which}`)}), 0)::int as ${sql.ref(`${which}_${kind}`)}`,
    ),
  );
  // most is from and to nobody's hand, and is looked for among no organisations
  const isInside = sql`a.other_org_id <> 0 and a.other_org_id = any ((select plomb_orgs())::bigint[])`;
  const inside = (['received', 'given', 'returned'] as const).map(
    (kind) =>
      sql`coalesce(sum(a.${sql.ref(kind)} * (a.is_until::int - a.is_before::int)) filter (where ${isInside}), 0)::int as ${sql.ref(`inside_${kind}`)}`,
  );
  // a holder's months are added up once for what was before and what was until, and what differs by it alone is told apart
  const added = handKinds.map((kind) => sql`sum(a.${sql.ref(kind)}) as ${sql.ref(kind)}`);
  const { rows: found } = await sql<Found>`
    select t.*, coalesce(p.oper_name, (select a.holder_name from seal_account a where a.holder_id = t.holder_id order by a.start desc limit 1)) as holder_name, coalesce(o.org_name, '') as org_name,
      coalesce(l.lost, 0)::int as lost, coalesce(l.found, 0)::int as found, coalesce(d.late, 0)::int as late
    from (select a.holder_id, ${sql.join([...sums, ...inside])}
        from (select a.holder_id, a.is_before, a.is_until, a.other_org_id, ${sql.join(added)}
          from (${toldUntil(from, to, ofAccount)}) a group by 1, 2, 3, 4) a
        group by a.holder_id order by a.holder_id limit ${MOST_HOLDERS}) t
      left join operator p on p.id = t.holder_id left join organisation o on o.id = p.org_id
      left join (select holder_id, count(*) filter (where net > 0) as lost, count(*) filter (where net < 0) as found
        from (select m.holder_id, m.seal_id, sum(case m.kind when 'missing' then 1 else -1 end) as net from seal_movement m
          where m.kind in ('missing', 'found') and ${told} group by m.holder_id, m.seal_id) n group by holder_id) l on l.holder_id = t.holder_id
      left join (select m.holder_id, count(*) as late from seal_movement m
        where m.told_late and m.kind in ('used', 'scrapped') and m.at < ${from} and ${told} group by m.holder_id) d on d.holder_id = t.holder_id
    `.execute(db);
  const sumsOf = (one: Found, which: 'before' | 'until'): SealSums =>
    Object.fromEntries(handKinds.map((kind) => [kind, one[`${which}_${kind}`]])) as SealSums;
  const rows = found.map((one) => {
    const [before, end] = [sumsOf(one, 'before'), sumsOf(one, 'until')];
    const during = Object.fromEntries(handKinds.map((kind) => [kind, end[kind] - before[kind]])) as SealSums;
    return {
      ...{ holder_id: one.holder_id, holder_name: one.holder_name, org_name: one.org_name, late: one.late },
      ...balanceOf(before, during, one),
    };
  });
  const passed = (name: keyof Inside): number => found.reduce((n, one) => n + one[name], 0);
  const total = balanceOfAll(rows, {
    received: passed('inside_received'),
    given: passed('inside_given'),
    returned: passed('inside_returned'),
  });
  const wanted = asked.keyword?.toLowerCase() ?? '';
  return {
    total: { ...total, late: rows.reduce((n, { late }) => n + late, 0) },
    rows: rows
      .filter((row) => balanceTerms.some((term) => row[term] !== 0) && row.holder_name.toLowerCase().includes(wanted))
      .sort(
        (a, b) =>
          b.unexplained - a.unexplained || (a.holder_name < b.holder_name ? -1 : 1) || a.holder_id - b.holder_id,
      ),
  };
};

type Why = OutputOf<typeof balances.why>;
/** Of a seal that went out of sight, as it was told while it was in it: what is counted is listed. */
const number = sql`coalesce(s.number, (select i.number from seal_handover_item i where i.handover_id = m.handover_id and i.seal_id = m.seal_id),
  (select p.number from seal_operation p where p.seal_id = m.seal_id order by p.at desc, p.id desc limit 1), '')`;
type Missing = Why['rows'][number]['numbers'][number] & { handover_id: number | null };

const why = async (named: Named & { holder_id: number }, ctx: Ctx): Promise<Why> => {
  const { holder_id, ...asked } = await timed(named, ctx);
  const { db } = ctx;
  const [from, to] = [quarterEdge(asked.from), quarterEdge(asked.to)];
  const told = sql`m.holder_id = ${holder_id} and m.booked >= ${from} and m.booked < ${to} and ${within(asked, 'm')}`;
  const { rows: found } = await sql<Missing>`
    select m.handover_id, ${number} as number, m.kind, m.at, m.kind = 'missing' and coalesce(s.state = 'blank' and s.holder_id is null, false) as open,
      (select jsonb_build_object('at', to_char(p.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'oper_name', p.oper_name,
          'operation', p.operation, 'outcome', p.outcome, 'refusal', p.refusal)
        from seal_operation p where p.seal_id = m.seal_id order by p.at desc, p.id desc limit 1) as scan
    from seal_movement m left join seal s on s.id = m.seal_id
    where m.kind in ('missing', 'found') and ${told}
    order by m.handover_id desc nulls last, m.seal_id, m.id limit ${NUMBERS + 1}`.execute(db);
  const shown = found.slice(0, NUMBERS);
  const { rows: late } = await sql<Why['late'][number]>`
    select ${number} as number, m.kind, m.at, m.booked from seal_movement m left join seal s on s.id = m.seal_id
    where m.told_late and m.kind in ('used', 'scrapped') and m.at < ${from} and ${told}
    order by m.booked desc, m.id desc limit ${NUMBERS + 1}`.execute(db);
  const ids = [...new Set(shown.map(({ handover_id }) => handover_id))];
  const { rows: handed } = await sql<Handover>`
    select ${handoverColumns} from seal_handover h where h.id = any(${ids.filter((id) => id !== null)})`.execute(db);
  return {
    rows: ids.map((id) => ({
      handover: handed.find((one) => one.id === id) ?? null,
      numbers: shown.filter(({ handover_id }) => handover_id === id).map(({ handover_id: _, ...one }) => one),
    })),
    more: found.length > NUMBERS,
    late: late.slice(0, NUMBERS),
    moreLate: late.length > NUMBERS,
  };
};

export const balanceRoutes = (): Served[] =>
  serve(balances, {
    list: async (asked, ctx) => {
      const { rows, total } = await balancesOf(await timed(asked, ctx), ctx);
      return { rows: rows.slice(0, SHOWN), more: rows.length > SHOWN, total, time_zone: await zoneOf(ctx) };
    },
    why,
    async *export(asked, ctx): FileRows {
      const { rows } = await balancesOf(await timed(asked, ctx), ctx);
      const wanted = asked.ids;
      yield wanted ? rows.filter(({ holder_id }) => wanted.includes(holder_id)) : rows;
    },
  });
