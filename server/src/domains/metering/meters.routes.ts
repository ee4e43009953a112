import { meterMoved } from '@plomb/contract/metering/meterSteps';
import { HISTORY, MOST_VALID_YEARS, meterRows, meters } from '@plomb/contract/metering/meters';
import { SealOperation } from '@plomb/contract/seals/sealSteps';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { peopleNamed } from '../../people/peopleNamed.ts';
import type { SecondPerson } from '../../people/secondPerson.ts';
import { crud, writtenBy } from '../../platform/crud.ts';
import type { Finder } from '../../platform/finding.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { versionOf } from '../../platform/version.ts';
import { METER_WORDS, ofUse, openMeterListing } from './listing.ts';
import { knownMeter, personNamed, stateNow, todayOf, workFacts } from './meters.ts';
import { closeIfDone } from './works.ts';

/** Types that a form offers: an organisation has some ten. */
const TYPES = 200;
/** Not one that is seen by meters alone which came along from elsewhere: they stay whole, and no more are made. */
const isOpen = 'org_id = any ((select plomb_orgs() || organisations_above())::bigint[])';
const SEALS = 200;

const rows = sql`(select m.*, t.type_name, t.shape, t.verify_months, t.inspect_days, n.*,
    coalesce(v.oper_name, '') as verifier_name, coalesce(i.oper_name, '') as inspector_name
  from (select m.id, m.org_id, o.org_name, day_in(o.time_zone) as today, m.type_id, m.meter_name, m.factory_number, m.station, m.place, m.customer, m.accuracy_class, m.lat, m.lon,
      m.verifier_id, m.inspector_id, m.verify_date, m.certificate, m.create_time, meter_state(m.state, m.patrol_time) as state,
      ${ofUse('due_date')} as due_date, ${ofUse('next_inspection')} as next_inspection,
      meter_due(${ofUse('due_date')}, day_in(o.time_zone)) as due, ${ofUse('due_date')} - day_in(o.time_zone) as due_days,
      meter_due(${ofUse('next_inspection')}, day_in(o.time_zone)) as inspection_due,
      ${ofUse('next_inspection')} - day_in(o.time_zone) as inspection_days
      from meter m join organisation o on o.id = m.org_id) m
    join meter_type t on t.id = m.type_id
    left join operator v on v.id = m.verifier_id left join operator i on i.id = m.inspector_id
    cross join lateral (select (select count(*)::int from seal_point p where p.meter_id = m.id) as points,
      (select count(*)::int from seal_point p where p.meter_id = m.id and p.seal_id is not null) as sealed,
      (select count(*)::int from meter_inspection x where x.meter_id = m.id and x.exception_name <> '' and x.settle_time is null) as exceptions,
      exists (select from meter_inspection x where x.meter_id = m.id and x.exception_name <> '' and x.settle_time is null and x.stops_use) as stopped,
      (select w.id from meter_work_order w where w.meter_id = m.id and w.state in ('open', 'repaired', 'signed')) as work_id) n)`;

const plainMeters = (readers: Pool, finder: Finder) =>
  crud(
    { ...meterRows, update: meters.update },
    {
      table: 'meter',
      rows,
      search: METER_WORDS,
      label: 'meter_name',
      isOwned: true,
      listing: openMeterListing(readers, finder),
    },
  );
const written = writtenBy('meter', meters.update);

/** All that was with a meter, a branch for each kind, each read by its own index and no further than the page. */
const moments = (id: number, kind: string | undefined, behind: RawBuilder<unknown>): RawBuilder<unknown> => {
  const none = sql`'' as beside, '' as name, '' as point, '' as text, '{}'::text[] as photos`;
  const branches: Record<string, RawBuilder<unknown>> = {
    seal: sql`select 'seal' as kind, o.id, o.at, case o.outcome when 'done' then o.operation::text else o.outcome end as what,
        o.outcome = 'done' and o.operation <> 4 as good, o.oper_name, o.witness as beside, o.number as name, p.point_name as point,
        o.reason as text, o.photos
      from seal_point p join seal_operation o on o.thing = 'point' and o.thing_id = p.id where p.meter_id = ${id}`,
    inspection: sql`select 'inspection', x.id, x.at, case x.exception_name when '' then 'intact' else 'exception' end, x.exception_name = '',
        x.oper_name, x.countersigned, x.exception_name, '', x.note, x.photos
      from meter_inspection x where x.meter_id = ${id}
      union all select 'inspection', x.id, x.settle_time, 'settled', true, x.settler, '', x.exception_name, '', x.settlement, '{}'::text[]
      from meter_inspection x where x.meter_id = ${id} and x.settle_time is not null`,
    work: sql`select 'work', w.id, s.at, s.what, s.what <> 'opened', s.who, '', 'WO-' || w.id, '', s.text, s.photos
      from meter_work_order w cross join lateral (values
        ('opened', w.open_time, w.opener, w.reason, '{}'::text[]),
        ('repaired', w.repair_time, w.repairer, concat_ws(' · ', w.work, nullif(w.parts, '')), w.photos),
        ('signed', w.sign_time, w.signer, '', '{}'::text[]),
        ('closed', w.close_time, w.closer, '', '{}'::text[]),
        ('cancelled', w.cancel_time, w.canceller, w.cancel_reason, '{}'::text[])) s(what, at, who, text, photos)
      where w.meter_id = ${id} and s.at is not null
      union all select 'work', w.id, s.at, s.what, s.what <> 'reopened', s.who, '', 'WO-' || w.id, '', s.text, s.photos
      from meter_work_order w join meter_work_round r on r.work_id = w.id cross join lateral (values
        ('repaired', r.repair_time, r.repairer, concat_ws(' · ', r.work, nullif(r.parts, '')), r.photos),
        ('signed', r.sign_time, r.signer, '', '{}'::text[]),
        ('reopened', r.reopen_time, r.reopener, r.reopen_reason, '{}'::text[])) s(what, at, who, text, photos)
      where w.meter_id = ${id} and s.at is not null`,
    verification: sql`select 'verification', v.id, v.create_time, case when v.passed then 'passed' else 'failed' end, v.passed, v.oper_name, '',
        v.certificate, '', v.error_text, '{}'::text[]
      from meter_verification v where v.meter_id = ${id}`,
    meter: sql`select 'meter', m.id, m.create_time, 'added', true, m.oper_name, '', m.factory_number, '', '', '{}'::text[]
      from meter m where m.id = ${id}
      union all select 'meter', v.id, v.at, 'scrapped', true, v.oper_name, v.witness, '', '', v.reason, '{}'::text[]
      from meter_move v where v.meter_id = ${id} and v.to_state = 'scrapped'`,
  };
  const wanted = Object.entries(branches).filter(([name]) => kind === undefined || name === kind);
  const head = sql`select ''::text as kind, 0::bigint as id, now() as at, '' as what, true as good, '' as oper_name, ${none} where false`;
  return sql`select kind, id, date_trunc('milliseconds', at) as at, what, good, oper_name, beside, name, point, text, photos
    from (${sql.join([head, ...wanted.map(([, branch]) => branch)], sql` union all `)}) h where ${behind}
    order by date_trunc('milliseconds', at) desc, kind desc, id desc, what desc limit ${HISTORY + 1}`;
};

const checkPeople = async (
  { verifier_id, inspector_id }: { verifier_id: number | null; inspector_id: number | null },
  ctx: Ctx,
): Promise<void> => {
  await personNamed(verifier_id, ctx);
  await personNamed(inspector_id, ctx);
};

/** The days of a verification, of which none is to come, and until when it is good. */
const checkDates = async (verified: string | null, due: string | null, today: string, { db }: Ctx): Promise<void> => {
  if (verified && due && due <= verified) throw new Refusal('meterDates');
  const { rows: dated } = await sql<{ ahead: boolean | null; far: boolean | null }>`
    select ${verified}::date > ${today}::date as ahead,
      ${due}::date > coalesce(${verified}::date, ${today}::date) + make_interval(years => ${MOST_VALID_YEARS}) as far`.execute(
    db,
  );
  if (dated[0]!.ahead) throw new Refusal('meterFuture');
  if (dated[0]!.far) throw new Refusal('meterDueFar');
};

interface MeterDeps {
  secondPerson: SecondPerson;
  readers: Pool;
  finder: Finder;
}

export const meterRoutes = ({ secondPerson, readers, finder }: MeterDeps): Served[] => {
  const plain = plainMeters(readers, finder);
  return serve(meters, {
    list: plain.list as never,
    export: plain.export as never,
    detail: async ({ id }, { db }) => {
      const { rows: found } = await sql<Record<string, unknown>>`
        select m.*, ${versionOf(written, sql`${id}`)} as version,
          (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'nth', p.nth, 'point_name', p.point_name, 'number', p.number,
              'medium', p.medium, 'seal_id', p.seal_id, 'abnormal', p.abnormal,
              'since', to_char(p.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'look', (select l ->> 'look' from (select x.looks from meter_inspection x where x.meter_id = m.id
                order by x.at desc, x.id desc limit 1) x, jsonb_array_elements(x.looks) l
                where (l ->> 'point_id')::bigint = p.id and l ->> 'number' = p.number)) order by p.nth), '[]')
            from seal_point p where p.meter_id = m.id) as seal_points,
          meter_known(m.id) as known,
          (select jsonb_agg(jsonb_build_object('month', to_char(s.month, 'YYYY-MM'), 'times', n.times, 'wrong', n.wrong,
              'missed', m.state <> 'scrapped' and n.times = 0 and d.due < least((s.month + interval '1 month')::date, m.today)) order by s.month)
            from organisation z cross join generate_series(date_trunc('month', m.today::timestamp) - interval '11 months',
                date_trunc('month', m.today::timestamp), interval '1 month') s(month)
              cross join lateral (select count(*)::int as times, count(*) filter (where x.exception_name <> '')::int as wrong
                from meter_inspection x where x.meter_id = m.id and x.at >= s.month at time zone z.time_zone
                  and x.at < (s.month + interval '1 month') at time zone z.time_zone) n
              cross join lateral (select (coalesce((select max(x.at) from meter_inspection x where x.meter_id = m.id
                and x.at < s.month at time zone z.time_zone), m.create_time) at time zone z.time_zone)::date + m.inspect_days as due) d
            where z.id = m.org_id) as inspected
        from ${rows} m where m.id = ${id}`.execute(db);
      if (!found[0]) throw new Refusal('notFound');
      return found[0] as never;
    },
    add: async (input, ctx) => {
      const { client, operator } = ctx;
      ctx.note(input.meter_name);
      const { rows: types } = await client.query<{ points: string[]; inspect_days: number }>(
        `select points, inspect_days from meter_type where id = $1 and ${isOpen}`,
        [input.type_id],
      );
      if (!types[0]) throw new Refusal('meterTypeUnknown');
      await checkPeople(input, ctx);
      const { verify_date, due_date } = input;
      const today = await todayOf(operator.orgId, ctx);
      await checkDates(verify_date, due_date, today, ctx);
      const { rows: added } = await sql<{ id: number }>`
        insert into meter (org_id, type_id, meter_name, factory_number, station, place, customer, accuracy_class, lat, lon, verifier_id,
          inspector_id, verify_date, due_date, next_inspection, operator_id, oper_name)
        values (${operator.orgId}, ${input.type_id}, ${input.meter_name}, ${input.factory_number}, ${input.station}, ${input.place},
          ${input.customer}, ${input.accuracy_class}, ${input.lat}, ${input.lon}, ${input.verifier_id}, ${input.inspector_id},
          ${verify_date}, ${due_date}, ${today}::date + ${types[0].inspect_days}::int, ${operator.id}, ${operator.operName})
        returning id`.execute(ctx.db);
      const { id } = added[0]!;
      await client.query(
        `insert into seal_point (org_id, meter_id, nth, point_name)
         select $1, $2, nth, name from unnest($3::text[]) with ordinality u(name, nth)`,
        [operator.orgId, id, types[0].points],
      );
      return { id };
    },
    update: async (input, ctx) => {
      const { rows } = await ctx.client.query<{
        verifier_id: number | null;
        inspector_id: number | null;
        renumbered: boolean;
      }>(
        'select verifier_id, inspector_id, factory_number <> $2 and meter_known(id) as renumbered from meter where id = $1',
        [input.id, input.factory_number],
      );
      const was = rows[0];
      // whoever it had and has left stays named until somebody else is: nothing else of it waits for that
      const named = (as: 'verifier_id' | 'inspector_id') => (input[as] === was?.[as] ? null : input[as]);
      await checkPeople({ verifier_id: named('verifier_id'), inspector_id: named('inspector_id') }, ctx);
      if (was?.renumbered) throw new Refusal('meterKnown');
      return plain.update(input as never, ctx as never) as never;
    },
    types: async (_, { db }) => {
      const { rows: found } = await sql<never>`
        select id, type_name, shape, verify_months, ${sql.raw(isOpen)} as is_open from meter_type order by type_name, id limit ${TYPES}`.execute(
        db,
      );
      return { rows: found };
    },
    people: async ({ keyword }, { db }) => ({ rows: await peopleNamed(keyword, db) }),
    history: async ({ id, kind, before }, ctx) => {
      const { rows: there } = await ctx.client.query('select from meter where id = $1', [id]);
      if (!there[0]) throw new Refusal('notFound');
      const behind = before
        ? sql`(date_trunc('milliseconds', at), kind, id, what) < (${before.at}::timestamptz, ${before.kind}::text, ${before.id}::bigint, ${before.what}::text)`
        : sql`true`;
      const { rows: found } = await sql<never>`${moments(id, kind, behind)}`.execute(ctx.db);
      return { rows: found.slice(0, HISTORY), more: found.length > HISTORY };
    },
    seals: async ({ id, point_id }, ctx) => {
      const { rows: there } = await ctx.client.query('select from meter where id = $1', [id]);
      if (!there[0]) throw new Refusal('notFound');
      const { rows: found } = await sql<never>`
        select o.id, p.id as point_id, p.point_name, o.number, o.medium, o.at as on_time, o.oper_name as on_by, f.at as off_time,
          coalesce(f.oper_name, '') as off_by
        from seal_point p join seal_operation o on o.thing = 'point' and o.thing_id = p.id and o.operation = ${SealOperation.seal}
            and o.outcome = 'done'
          left join lateral (select f.at, f.oper_name from seal_operation f where f.seal_id = o.seal_id and f.outcome = 'done'
            and f.operation in (${SealOperation.unseal}, ${SealOperation.scrap}) and (f.at, f.id) > (o.at, o.id)
            order by f.at, f.id limit 1) f on true
        where p.meter_id = ${id} and ${point_id ? sql`p.id = ${point_id}` : sql`true`}
        order by o.at desc, o.id desc limit ${SEALS}`.execute(ctx.db);
      return { rows: found };
    },
    verify: async (input, ctx) => {
      const { client, operator } = ctx;
      const meter = await knownMeter(input.id, ctx);
      ctx.note(`${meter.meter_name} ${input.certificate}`);
      if (meter.state === 'scrapped') throw new Refusal('meterScrapped');
      const due = input.passed ? input.due_date : null;
      if (input.passed && due === null) throw new Refusal('meterDates');
      await checkDates(input.verify_date, due, meter.today, ctx);
      const time = input.verify_time ?? null;
      // of the repair that it follows: a certificate of the morning says nothing of what was repaired in the afternoon
      const { rows: when } = await client.query<{ ahead: boolean | null; follows: boolean | null }>(
        `select ($2::date + $3::time) at time zone o.time_zone > now() as ahead,
           case when $3::time is null then $2::date > (w.repair_time at time zone o.time_zone)::date
             else ($2::date + $3::time) at time zone o.time_zone >= date_trunc('minute', w.repair_time) end as follows
         from meter m join organisation o on o.id = m.org_id left join meter_work_order w on w.id = $4 where m.id = $1`,
        [meter.id, input.verify_date, time, meter.work?.id ?? null],
      );
      if (when[0]!.ahead) throw new Refusal('meterFuture');
      const workId = when[0]!.follows ? meter.work!.id : null;
      const { rows: added } = await client.query<{ id: number }>(
        `insert into meter_verification (org_id, meter_id, work_id, passed, verify_date, due_date, certificate, error_text, operator_id, oper_name, verify_time,
           create_time)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp()) returning id`,
        [
          ...[meter.org_id, meter.id, workId, input.passed, input.verify_date, due],
          ...[input.certificate, input.error_text, operator.id, operator.operName, time],
        ],
      );
      // what failed is good for nothing from that day on: the day before was the last. Of two of a day the later one says it, whenever it is told
      if (meter.verify_date === null || meter.verify_date <= input.verify_date)
        await client.query(
          `update meter set verify_date = $2::date, due_date = coalesce($3::date, $2::date - 1),
             certificate = case when $4 then $5 else certificate end
           where id = $1 and $6 = (select v.id from meter_verification v where v.meter_id = $1
             order by v.verify_date desc, verified_at(v) desc, v.id desc limit 1)`,
          [meter.id, input.verify_date, due, input.passed, input.certificate, added[0]!.id],
        );
      await closeIfDone(meter.id, ctx);
      return { id: added[0]!.id };
    },
    assign: async ({ ids, as, operator_id }, ctx) => {
      const person = await personNamed(operator_id, ctx);
      const unique = [...new Set(ids)];
      const column = as === 'verifier' ? 'verifier_id' : 'inspector_id';
      const { rows: changed } = await ctx.client.query<{ meter_name: string }>(
        `update meter set ${column} = $2 where id = any($1) returning meter_name`,
        [unique, person?.id ?? null],
      );
      ctx.note(`${changed.map(({ meter_name }) => meter_name).join(', ')}: ${person?.oper_name ?? '–'}`);
      if (changed.length !== unique.length) throw new Refusal('notFound');
      return {};
    },
    scrap: async ({ id, reason, witness_login, witness_password, witness_code }, ctx) => {
      const { client, operator } = ctx;
      const meter = await knownMeter(id, ctx);
      ctx.note(`${meter.meter_name}: ${reason}`);
      const facts = { ...workFacts(meter.work, new Date()), whole: false, reason: reason !== '', witnessed: true };
      const verdict = meterMoved(stateNow(meter), SealOperation.scrap, facts);
      if ('refusal' in verdict) throw new Refusal(verdict.refusal);
      if (!witness_login || !witness_password) throw new Refusal('meterWitness');
      const beside = await secondPerson(ctx, {
        ...{
          path: meters.scrap.path,
          permit: meters.scrap.permit,
          login_name: witness_login,
          password: witness_password,
          code: witness_code,
        },
        ...{ orgIds: [meter.org_id], otherwise: 'witnessWrong' },
      });
      if (beside.id === operator.id) throw new Refusal('meterWitness');
      // whatever was to be repaired is not any more
      if (meter.work)
        await client.query(
          `update meter_work_order set state = 'cancelled', cancel_time = now(), canceller_id = $2, canceller = $3, cancel_reason = $4 where id = $1`,
          [meter.work.id, operator.id, operator.operName, reason],
        );
      await client.query(
        `update meter set state = 'scrapped', scrap_reason = $2, scrap_witness = $3, moved_id = $4, moved_name = $5 where id = $1`,
        [id, reason, beside.operName, operator.id, operator.operName],
      );
      return {};
    },
  });
};
