import { labels } from '@plomb/contract/seals/labels';
import { runningNumbers, sealKey } from '@plomb/contract/seals/number';
import type { SealState } from '@plomb/contract/seals/sealSteps';
import { type RawBuilder, sql } from 'kysely';
import { matches } from '../../platform/crud.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import type { Labels } from './label.ts';

/** Series a form offers, and runs a page shows at once. */
const SHOWN = 50;

interface Range {
  series_id: number;
  first: number;
  last: number;
}
interface Label {
  id: number;
  org_id: number;
  number: string;
  state: SealState;
  printed: number;
}

/** The seals of a range of a series of the caller's own organisations, whose runs they see: in their order, `held` until the end of the transaction; who misses one names a range that is none. */
export const sealsOfRange = async (
  { series_id, first, last }: Range,
  { db }: Ctx,
  held: 'held' | 'seen' = 'seen',
): Promise<Label[]> => {
  const { rows: found } = await sql<{ medium: string; prefix: string; first: number | null; count: number }>`
    select medium, prefix, first, count from seal_series where id = ${series_id} and org_id = any ((select plomb_orgs())::bigint[])`.execute(
    db,
  );
  const series = found[0];
  if (!series) throw new Refusal('notFound');
  if (series.first === null || first < series.first || last >= series.first + series.count)
    throw fieldRefusal('last', 'labelRange');
  const running = runningNumbers(series.first, series.count);
  const start = first - series.first;
  const keys = Array.from({ length: last - first + 1 }, (_, at) =>
    sealKey(`${series.prefix} ${running.at(start + at)}`),
  );
  const { rows } = await sql<Label>`
    select s.id, s.org_id, s.number, s.state, s.printed
    from seal s where s.medium = ${series.medium} and s.key = any(${keys}) and s.series_id = ${series_id} order by s.id
    ${held === 'held' ? sql`for update of s` : sql``}`.execute(db);
  // some went to an organisation that is not in sight
  if (rows.length < keys.length) throw new Refusal('notFound');
  return rows;
};

/** The running number of the first seal that is blank, of those that fit: nobody uses numbers one after the other. */
const firstBlank = (fitting: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`(select split_part(s.number, ' ', -1)::int from seal s where ${fitting} and s.state = 'blank' order by s.id limit 1)`;

export const labelRoutes = (signed: Labels): Served[] =>
  serve(labels, {
    series: async ({ keyword, id }, { db }) => {
      const { rows } = await sql<never>`
        select r.id, r.prefix, r.first, r.count, k.kind_name, k.iso_class, k.reusable,
          -- of one without any no seal is read
          case when exists (select from seal_series_sum u where u.series_id = r.id and u.in_hand + u.unexplained > 0)
            then ${firstBlank(sql`s.series_id = r.id`)} end as blank,
          ${firstBlank(sql`s.series_id = r.id and s.medium = 'qr' and s.printed = 0`)} as unprinted
        from seal_series r join seal_kind k on k.id = r.kind_id
        where r.medium = 'qr' and r.first is not null and r.org_id = any ((select plomb_orgs())::bigint[]) and ${id ? sql`r.id = ${id}` : sql`true`}
          and ${keyword ? matches(sql`r.prefix`, keyword) : sql`true`} order by r.id desc limit ${SHOWN}`.execute(db);
      return { rows };
    },
    list: async (range, ctx) => {
      const found = await sealsOfRange(range, ctx);
      const { rows } = await sql<{ next: number | null }>`
        select ${firstBlank(sql`s.series_id = ${range.series_id} and s.id > ${found.at(-1)!.id}`)} as next`.execute(
        ctx.db,
      );
      return {
        rows: found.map(({ number, state, printed }) => ({
          ...{ number, state, printed, payload: signed.payload(number) },
        })),
        next: rows[0]!.next,
      };
    },
    runs: async ({ series_id, before }, { db }) => {
      const { rows } = await sql<never>`
        select id, series_id, first_number, last_number, count, again, reason, oper_name, create_time from seal_print
        where ${before ? sql`id < ${before}` : sql`true`} and ${series_id ? sql`series_id = ${series_id}` : sql`true`}
        order by id desc limit ${SHOWN + 1}`.execute(db);
      return { rows: rows.slice(0, SHOWN), more: rows.length > SHOWN };
    },
    print: async ({ reason, ...range }, ctx) => {
      const { db, operator } = ctx;
      // two who print the same at once: one of them prints it again
      const found = await sealsOfRange(range, ctx, 'held');
      const [first, last] = [found[0]!, found.at(-1)!];
      ctx.note([`${first.number} – ${last.number}`, reason].filter(Boolean).join(' · '));
      if (found.some(({ state }) => state !== 'blank')) throw new Refusal('labelUsed');
      // seen again, now that nobody else can print them
      const again = (await sealsOfRange(range, ctx)).filter(({ printed }) => printed > 0).length;
      if (again > 0 && !reason) throw new Refusal('labelAgain');
      const { rows } = await sql<{ id: number }>`
        insert into seal_print (org_id, series_id, first_id, last_id, first_number, last_number, count, again, reason, operator_id, oper_name)
        values (${first.org_id}, ${range.series_id}, ${first.id}, ${last.id}, ${first.number}, ${last.number}, ${found.length}, ${again},
          ${reason}, ${operator.id}, ${operator.operName}) returning id`.execute(db);
      return { id: rows[0]!.id, count: found.length, again };
    },
  });
