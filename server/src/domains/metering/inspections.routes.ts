import { createHash } from 'node:crypto';
import { meterInspections } from '@plomb/contract/metering/inspections';
import { type RawBuilder, sql } from 'kysely';
import { keepPictures } from '../../platform/files/keepPictures.ts';
import { type Finder, type Finding, holdsWord, type Word } from '../../platform/finding.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { knownMeter, meterNamed } from './meters.ts';
import { recordsOf } from './records.ts';

/** Told so much later than it was done, it is told late. */
const LATE_MS = 5 * 60_000;
/** Exception types that a form offers: an organisation has some ten. */
const EXCEPTIONS = 200;

const result = sql`case when x.exception_name = '' then 'intact' when x.settle_time is null then 'open' else 'settled' end`;
const columns = sql`x.id, x.meter_id, m.meter_name, m.station, o.org_name, x.at, x.create_time, x.late, x.oper_name, x.appearance, x.looks,
  x.reading, x.exception_name, x.note, x.countersigned, x.lat, x.lon, x.accuracy, x.photos, ${result} as result, x.settle_time, x.settler,
  x.settlement, x.stops_use`;
const from = sql`from meter_inspection x join meter m on m.id = x.meter_id join organisation o on o.id = x.org_id`;

interface Filter {
  meter_id?: number | undefined;
  result?: string | undefined;
  exception_type_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
/** Said so that an index has them. */
const results: Record<string, RawBuilder<unknown>> = {
  intact: sql`x.exception_name = ''`,
  open: sql`x.exception_name <> '' and x.settle_time is null`,
  settled: sql`x.exception_name <> '' and x.settle_time is not null`,
};
/** `meters`: which of them the keyword names, when they are few. */
const wordOf = (keyword: string, meters: number[] | null): Word => ({
  ...{ keyword, columns: ['oper_name', 'exception_name'] },
  about: meters ? sql`x.meter_id = any(${meters})` : meterNamed(sql`x.meter_id`, keyword),
});
const termsOf = (f: Filter): RawBuilder<unknown>[] => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.before) terms.push(sql`x.id < ${f.before}`);
  if (f.ids) terms.push(sql`x.id = any(${f.ids})`);
  if (f.meter_id) terms.push(sql`x.meter_id = ${f.meter_id}`);
  if (f.result) terms.push(results[f.result]!);
  if (f.exception_type_id) terms.push(sql`x.exception_type_id = ${f.exception_type_id}`);
  if (f.from) terms.push(sql`x.at >= ${f.from}`);
  if (f.to) terms.push(sql`x.at <= ${f.to}`);
  if (f.keyword) terms.push(holdsWord('x', wordOf(f.keyword, null)));
  return terms;
};
const finding = (f: Filter & { size: number }, meters: number[] | null): Finding => ({
  ...{
    table: 'meter_inspection',
    as: 'x',
    terms: termsOf({ ...f, before: undefined, keyword: undefined }),
    size: f.size,
    before: f.before,
  },
  by: f.from || f.to ? 'at' : undefined,
  few: f.meter_id !== undefined || f.exception_type_id !== undefined,
  word: f.keyword ? wordOf(f.keyword, meters) : undefined,
});

const digestOf = (told: object): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(told).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

export const inspectionRoutes = ({ finder }: { finder: Finder }): Served[] =>
  serve(meterInspections, {
    ...recordsOf({ as: 'x', columns, from, termsOf, finding }, finder),
    exceptions: async (_, { db }) => {
      const { rows } = await sql<never>`
      select id, exception_name, stops_use from exception_type order by exception_name, id limit ${EXCEPTIONS}`.execute(
        db,
      );
      return { rows };
    },
    add: async (told, ctx) => {
      const { client, operator } = ctx;
      const { key, ...asked } = told;
      // the same handset may tell the same twice at once
      await client.query("select pg_advisory_xact_lock(hashtext('meter inspections'), hashtext($1))", [
        `${operator.id} ${key}`,
      ]);
      const before = await client.query<{ id: number; asked: string }>(
        'select id, asked from meter_inspection where operator_id = $1 and idempotency_key = $2',
        [operator.id, key],
      );
      if (before.rows[0] && before.rows[0].asked !== digestOf(asked)) throw new Refusal('inspectionKeyUsed');
      if (before.rows[0]) return { id: before.rows[0].id };

      const meter = await knownMeter(told.meter_id, ctx);
      ctx.note(meter.meter_name);
      const now = Date.now();
      const at = new Date(Math.max(Date.parse(meter.create_time), Math.min(now, Date.parse(told.time))));
      const { rows: ended } = await client.query(
        "select from meter_move where meter_id = $1 and to_state = 'scrapped' and at <= $2",
        [meter.id, at],
      );
      if (ended[0]) throw new Refusal('meterScrapped');
      const { rows: points } = await client.query<{
        id: number;
        nth: number;
        point_name: string;
        number: string;
        was_sealed: boolean;
      }>(
        // what was on then, whatever is on now
        `select p.id, p.nth, p.point_name, coalesce(o.operation = 0, false) as was_sealed,
         case when o.operation = 0 then o.number else '' end as number
       from seal_point p left join lateral (select o.operation, o.number from seal_operation o where o.thing = 'point' and o.thing_id = p.id
         and o.outcome = 'done' and o.operation in (0, 2, 3) and o.at <= $2 order by o.at desc, o.id desc limit 1) o on true
       where p.meter_id = $1 order by p.nth`,
        [meter.id, at],
      );
      const looks = new Map(told.looks.map(({ point_id, look }) => [point_id, look]));
      if ([...looks.keys()].some((id) => !points.some((point) => point.id === id)))
        throw new Refusal('inspectionPoint');
      // silence about a seal does not say that all is well with it
      if (points.some((point) => point.was_sealed && !looks.has(point.id))) throw new Refusal('inspectionLooks');
      const seen = points.flatMap(({ id, was_sealed: _, ...point }) => {
        const look = looks.get(id);
        return look ? [{ point_id: id, ...point, look }] : [];
      });
      const isWrong = told.appearance === 'damaged' || seen.some(({ look }) => look !== 'intact');
      const { rows: exceptions } = await client.query<{ exception_name: string; stops_use: boolean }>(
        'select exception_name, stops_use from exception_type where id = $1',
        [told.exception_type_id],
      );
      if (told.exception_type_id !== null && !exceptions[0]) throw new Refusal('notFound');
      if (isWrong && !exceptions[0]) throw new Refusal('inspectionException');
      await keepPictures(told.photos, 'meter', `inspection of ${meter.meter_name}`, ctx);
      const { rows } = await client.query<{ id: number }>(
        `insert into meter_inspection (org_id, meter_id, at, device_time, late, operator_id, oper_name, idempotency_key, asked, appearance, looks,
         reading, exception_type_id, exception_name, note, countersigned, lat, lon, accuracy, photos, stops_use)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning id`,
        [
          ...[meter.org_id, meter.id, at, new Date(told.time), now - at.getTime() > LATE_MS],
          ...[operator.id, operator.operName, key],
          ...[digestOf(asked), told.appearance, JSON.stringify(seen), told.reading, told.exception_type_id],
          ...[exceptions[0]?.exception_name ?? '', told.note, told.countersigned],
          ...[
            told.lat ?? null,
            told.lon ?? null,
            told.accuracy ?? null,
            told.photos,
            exceptions[0]?.stops_use ?? false,
          ],
        ],
      );
      // counted from the newest, whichever is told last, by what its type says now: also sooner than it was to be
      await client.query(
        `update meter m set next_inspection = ($2::timestamptz at time zone o.time_zone)::date + $3::int
       from organisation o where m.id = $1 and o.id = m.org_id
         and not exists (select from meter_inspection x where x.meter_id = m.id and x.at > $2)`,
        [meter.id, at, meter.inspect_days],
      );
      return { id: rows[0]!.id };
    },
    settle: async ({ id, settlement }, ctx) => {
      const { client, operator } = ctx;
      const { rows } = await client.query<{ meter_name: string; open: boolean }>(
        `select m.meter_name, x.exception_name <> '' and x.settle_time is null as open
       from meter_inspection x join meter m on m.id = x.meter_id where x.id = $1 for update of x`,
        [id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      ctx.note(`${rows[0].meter_name}: ${settlement}`);
      if (!rows[0].open) throw new Refusal('inspectionSettled');
      await client.query(
        'update meter_inspection set settle_time = now(), settler_id = $2, settler = $3, settlement = $4 where id = $1',
        [id, operator.id, operator.operName, settlement],
      );
      return {};
    },
  });
