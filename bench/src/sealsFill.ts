import { firstStart } from '@plomb/server/firstStart';
import { maintainPartitions } from '@plomb/server/ingest/partitions';
import { migrate } from '@plomb/server/platform/postgres/migrate';
import { Client, Pool } from 'pg';
import { inSets, migrations, password, signsIn } from './generate.ts';

export const PEOPLE = 500;
export const VEHICLES = 5000;
/** over which all of it is spread */
export const DAYS = 700;
/** on the road now; those before them have ended */
export const ON_THE_ROAD = 2000;
/** batches with locks that told of their way: one each, four each fifth */
export const LOCKED = 20;
export const REPORTS = 2880;
const DOORS = 8;
const POINTS = 2;
const INSPECTIONS = 15;
/** A third of it all is the big one's; the small one stands under it. */
const [BIG, SMALL, LAST] = [1001, 1069, 1100];

/** So many of each make of so many seals: eight on the doors of each batch, two on each meter. */
export const sizesOf = (seals: number) => {
  const batches = Math.floor(seals / (DOORS + POINTS));
  const ended = batches - Math.min(ON_THE_ROAD, Math.floor(batches / 2));
  return { batches, ended, meters: batches, chips: Math.max(200, Math.floor(seals / 100)), readings: seals };
};

/** Of the n-th batch, meter or chip: organisations take turns. */
const org = (n: string) =>
  `(case when ${n} % 100 < 33 then ${BIG} when ${n} % 100 = 99 and ${n} / 5000 % 10 = 0 then ${SMALL} else ${BIG - 32} + ${n} % 100 end)`;
/** Those of one turn have their seals from one series. */
const series = (first: number, n: string) => `(${first} + ${n} / 5000 * 100 + ${n} % 100)`;
const person = (n: string) => `${BIG} + ${n} % ${PEOPLE}, 'person ' || ${n} % ${PEOPLE}`;
const place = (address: string, lon: string) =>
  `jsonb_build_object('address', '${address}', 'lat', 30 + (b % 50) / 10.0, 'lon', ${lon}, 'radius', 500)`;
const quarter = "date_bin('15 minutes', at, '2000-01-01T00:00:00Z')";

const organisations = [
  `insert into organisation (id, org_name, org_type, parent_id) overriding system value
     select n, 'branch ' || n, 'other', case n when ${SMALL} then ${BIG} else (select min(id) from organisation) end
     from generate_series(${BIG}, ${LAST}) n`,
  `insert into operator (id, org_id, role_id, oper_name, login_name, password_hash) overriding system value
     select ${BIG} + n, org_id, role_id, 'person ' || n, 'person' || n, password_hash
     from operator, generate_series(0, ${PEOPLE - 1}) n where login_name = 'admin'`,
];

/**
 * Eight seals a batch, each applied, looked at twice and taken off; two a meter, applied and looked at; readers beside them; and all of that
 * in the ledger, ten rows a seal. What triggers would tell is written at once as they would have: by themselves they take a day.
 */
const things = (seals: number): string[] => {
  const { batches, ended, meters, chips, readings } = sizesOf(seals);
  const doors = batches * DOORS;
  const points = meters * POINTS;
  const who = 'operator_id, oper_name';
  const batch = `lateral (select now() - interval '${DAYS} days' * (1 - b / ${batches}.0) as t0, b <= ${ended} as over) o`;
  const door = `lateral (select 1 + (n - 1) / ${DOORS} as b) x, ${batch}`;
  const meter = `lateral (select 1 + (n - 1) / ${POINTS} as m) x,
    lateral (select now() - interval '${DAYS} days' * (0.2 + 0.8 * (m % 1000) / 1000.0) as t0) o`;
  return [
    `insert into seal_kind (org_id, kind_name, iso_class) select min(id), 'bolt', 'H' from organisation`,
    `insert into vehicle (id, org_id, plate, enterprise, creator) overriding system value
       select n, ${org('n')}, '沪A ' || n, 'x', 'x' from generate_series(1, ${VEHICLES}) n`,
    ...(
      [
        [1, batches, 'qr', 50 * DOORS],
        [100_000, meters, 'qr', 50 * POINTS],
        [200_000, 100, 'rfid', Math.ceil(chips / 100)],
      ] as const
    ).map(
      ([first, last, medium, count]) =>
        `insert into seal_series (id, org_id, medium, prefix, first, count, kind_id, ${who}, create_time) overriding system value
           select distinct ${series(first, 'n')}, ${org('n')}, '${medium}', 'B', 1, ${count}, (select min(id) from seal_kind), 1, 'admin',
             now() - interval '${DAYS} days' from generate_series(1, ${last}) n`,
    ),
    `insert into logistics_batch (id, org_id, serial, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
         start_place, end_place, destination, stops, state, result, abnormal, abnormal_info, transit_time, end_time, create_time)
       select b, ${org('b')}, 'B-' || b, 1 + b % ${VEHICLES}, '沪A ' || 1 + b % ${VEHICLES}, 'carrier ' || b % 50, 1, 'x', 1, 'x', t0, t0 + interval '4 hours',
         ${place('depot', '121')}, ${place('store', '120')}, ${place('store', '120')},
         jsonb_build_array(${place("stop ' || b % 40 || '", '120.5')} || jsonb_build_object('id', 's', 'plan_time', to_char((t0 + interval '2 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'patrol', true)),
         case when over then 'completed' else 'in_transit' end, case when over then 'normal' end, b % 50 = 0,
         case when b % 50 = 0 then 'unsealed_outside' end, t0, case when over then t0 + interval '4 hours' end, t0 - interval '1 day'
       from generate_series(1, ${batches}) b, ${batch}`,
    `insert into seal (id, org_id, series_id, medium, number, key, state, holder_id, holder_name, object, seal_time, last_time, told_time, create_time,
         thing, thing_id, lat, lon) overriding system value
       select n, ${org('b')}, ${series(1, 'b')}, 'qr', 'B' || n, 'B' || n, case when over then 'spent' else 'sealed' end,
         case when over then ${BIG} + b % ${PEOPLE} end, case when over then 'person ' || b % ${PEOPLE} else '' end, '沪A door',
         case when not over then t0 end, t0, t0, now() - interval '${DAYS} days', case when not over then 'position' end,
         case when not over then n end, 30, 121
       from generate_series(1, ${doors}) n, ${door}`,
    `insert into seal (id, org_id, series_id, medium, number, key, state, object, seal_time, last_time, told_time, create_time, thing, thing_id,
         lat, lon) overriding system value
       select ${doors} + n, ${org('m')}, ${series(100_000, 'm')}, 'qr', 'B' || ${doors} + n, 'B' || ${doors} + n, 'sealed', 'meter', t0, t0, t0,
         now() - interval '${DAYS} days', 'point', n, 30, 121
       from generate_series(1, ${points}) n, ${meter}`,
    `insert into seal (id, org_id, series_id, medium, number, key, holder_id, holder_name) overriding system value
       select ${doors + points} + n, ${org('n % 100')}, ${200_000} + n % 100, 'rfid', (86000000000000 + n)::text, (86000000000000 + n)::text, ${BIG}, 'person 0'
       from generate_series(1, ${chips}) n`,
    `insert into batch_position (id, org_id, batch_id, nth, position, medium, state, seal_id, number, sealed_time, opened_time, last_time, open)
       overriding system value
       select n, ${org('b')}, b, 1 + (n - 1) % ${DOORS}, 'door ' || 1 + (n - 1) % ${DOORS}, 'qr', case when over then 'opened' else 'sealed' end, n,
         'B' || n, t0, case when over then t0 + interval '4 hours' end, t0, not over
       from generate_series(1, ${doors}) n, ${door}`,
    // applied, looked at at the stop, looked at again, taken off; one in fifty taken off by whoever may not
    `insert into seal_operation (org_id, seal_id, medium, number, operation, outcome, refusal, from_state, to_state, at, device_time, create_time,
         counter, late, ${who}, idempotency_key, asked, object, lat, lon, accuracy, thing, thing_id)
       select ${org('b')}, n, 'qr', 'B' || n, (array[0, 1, 1, 2])[step], case when wrong then 'refused' else 'done' end,
         case when wrong then 'sealRight' end, 'sealed', 'sealed', at, at, at, n, false, ${person('b')}, n || ' ' || step, '', '沪A door',
         30 + (b % 50) / 10.0, 121 - step / 4.0, 5, 'position', n
       from generate_series(1, ${doors}) n, ${door}, generate_series(1, 4) step,
         lateral (select t0 + interval '4 hours' * (step - 1) / 3 as at, step = 4 and n % 50 = 0 as wrong) s
       where at < now()
       union all
       select ${org('m')}, ${doors} + n, 'qr', 'B' || ${doors} + n, step, 'done', null, 'sealed', 'sealed', at, at, at, n, false, ${person('m')},
         'p ' || n || ' ' || step, '', 'meter', 30 + (m % 50) / 10.0, 121, 5, 'point', n
       from generate_series(1, ${points}) n, ${meter}, generate_series(0, 1) step, lateral (select t0 + interval '3 days' * step as at) s
       where at < now()
       order by 10`,
    `insert into batch_step (org_id, batch_id, position_id, position, step, cause, source, seal_operation_id, at, device_time, create_time, number,
         seal_id, ${who}, lat, lon)
       select org_id, 1 + (seal_id - 1) / ${DOORS}, seal_id, 'door ' || 1 + (seal_id - 1) % ${DOORS}, case when refusal is null then operation else 5 end,
         case when refusal is not null then 'unsealed_outside' end, 'operation', id, at, at, at, number, seal_id, ${who}, lat, lon
       from seal_operation where thing = 'position' order by at`,
    `insert into batch_patrol (batch_id, stop_id, org_id, address, lat, lon, due, done_at, ${who}, seals, seen)
       select b.id, 's', b.org_id, b.stops -> 0 ->> 'address', 30, 120.5, date_trunc('milliseconds', b.transit_time + interval '2 hours'),
         case when b.id % 20 > 0 then b.transit_time + interval '2 hours' end, case when b.id % 20 > 0 then ${BIG} + b.id % ${PEOPLE} end,
         case when b.id % 20 > 0 then 'person ' || b.id % ${PEOPLE} else '' end, ${DOORS}, case when b.id % 20 > 0 then ${DOORS} else 0 end
       from logistics_batch b`,
    `insert into rfid_record (org_id, seal_id, number, result, expected, failures, at, device_time, create_time, counter, late, ${who},
         idempotency_key, asked, reader, cause)
       select ${org('c % 100')}, ${doors + points} + c, (86000000000000 + c)::text, (array[1, 7, 1, 7, 1, 7, 6, 0, 4, 2])[1 + n % 10], true, 0, at, at, at,
         n, false, ${person('n')}, 'r ' || n, '', 'R-' || n % 30, case when n % 10 in (6, 7) then (array['reader', 'asleep', 'card'])[1 + n % 3] end
       from generate_series(1, ${readings}) n, lateral (select 1 + n % ${chips} as c, now() - interval '${DAYS} days' * (1 - n / ${readings}.0) as at) t`,
    `insert into rfid_task (org_id, seal_id, number, action, state, reason, opener_id, opener, assignee_id, assignee, create_time, end_time, ender)
       select ${org('c % 100')}, ${doors + points} + c, (86000000000000 + c)::text, 'unlock', case when open then 'open' else 'done' end, 'unload', 1, 'admin',
         case when n % 50 = 0 then 1 else ${BIG} + n % ${PEOPLE} end, case when n % 50 = 0 then 'admin' else 'person ' || n % ${PEOPLE} end, at,
         case when not open then at end, case when open then '' else 'x' end
       from generate_series(1, ${chips * 10}) n, lateral (select 1 + n % ${chips} as c, n > ${chips * 9.9} as open,
         now() - interval '${DAYS} days' * (1 - n / ${chips * 10}.0) as at) t`,
    // each series was given by one to another
    `insert into seal_handover (id, org_id, to_org_id, medium, purpose, state, count, received, numbers, giver_id, giver_name, giver_org, taker_id,
         taker_name, taker_org, offer_time, answer_time) overriding system value
       select id, org_id, org_id, medium, 'issue', 'accepted', count, count, prefix || first, 1, 'admin', 'x', ${BIG} + id % ${PEOPLE}, 'person ' || id % ${PEOPLE},
         'x', create_time, create_time from seal_series where medium = 'qr'`,
    `insert into seal_handover_item (handover_id, seal_id, org_id, to_org_id, number, outcome)
       select series_id, id, org_id, org_id, number, 'received' from seal where medium = 'qr'`,
    `insert into meter_type (id, org_id, type_name, shape, points) overriding system value
       select n, (select min(id) from organisation), 'type ' || n, 'dispenser', array['sensor', 'pulser'] from generate_series(1, 10) n`,
    `insert into exception_type (id, org_id, exception_name, stops_use) overriding system value
       select n, (select min(id) from organisation), 'exception ' || n, n = 1 from generate_series(1, 5) n`,
    `insert into meter (id, org_id, type_id, meter_name, factory_number, station, state, verify_date, due_date, verifier_id, inspector_id,
         next_inspection, patrol_time, ${who}, create_time) overriding system value
       select m, ${org('m')}, 1 + m % 10, 'GZ-' || m, 'F' || m, 'station ' || m / 20, 'sealed', d - 365, d, ${BIG} + m % ${PEOPLE}, ${BIG} + m % 499,
         current_date - 3 + m % 47, now() - interval '1 day' * (m % 47), 1, 'admin', now() - interval '${DAYS} days'
       from generate_series(1, ${meters}) m, lateral (select current_date - 10 + m % 365 as d) t`,
    `insert into seal_point (id, org_id, meter_id, nth, point_name, seal_id, number, medium, since) overriding system value
       select n, ${org('m')}, m, 1 + (n - 1) % ${POINTS}, (array['sensor', 'pulser'])[1 + (n - 1) % ${POINTS}], ${doors} + n, 'B' || ${doors} + n, 'qr', t0
       from generate_series(1, ${points}) n, ${meter}`,
    `insert into meter_inspection (org_id, meter_id, at, device_time, create_time, late, ${who}, idempotency_key, asked, appearance, looks, reading,
         exception_type_id, exception_name, stops_use, settle_time, settler)
       select ${org('m')}, m, at, at, at, false, ${BIG} + m % 499, 'person ' || m % 499, 'i ' || n, '', 'good',
         jsonb_build_array(jsonb_build_object('point_id', m * 2 - 1, 'nth', 1, 'point_name', 'sensor', 'number', 'B' || ${doors - 1} + m * 2, 'look', 'intact'),
           jsonb_build_object('point_id', m * 2, 'nth', 2, 'point_name', 'pulser', 'number', 'B' || ${doors} + m * 2, 'look', case when odd then 'broken' else 'intact' end)),
         n::text, case when odd then 1 + n % 5 end, case when odd then 'exception ' || 1 + n % 5 else '' end, odd and n % 5 = 0,
         case when odd and n % 500 <> 0 then at + interval '1 day' end, case when odd and n % 500 <> 0 then 'x' else '' end
       from generate_series(1, ${meters * INSPECTIONS}) n, lateral (select 1 + n % ${meters} as m, n % 50 = 0 as odd,
         now() - interval '${DAYS} days' * (1 - n / ${meters * INSPECTIONS}.0) as at) t order by n`,
    `insert into meter_work_order (org_id, meter_id, state, reason, opener_id, opener, open_time, assignee_id, assignee, repairer, repair_time, signer,
         sign_time, closer, close_time)
       select ${org('m')}, m, case when open then 'open' else 'closed' end, 'it drifts', 1, 'admin', at, ${person('n')},
         case when open then '' else 'x' end, case when not open then at end, case when open then '' else 'y' end, case when not open then at end,
         case when open then '' else 'z' end, case when not open then at end
       from generate_series(1, ${Math.floor(meters / 5)}) n, lateral (select n * 5 as m, n > ${Math.floor(meters / 5) * 0.98} as open,
         now() - interval '${DAYS} days' * (1 - n / ${meters / 5}.0) as at) t`,
    `insert into meter_verification (org_id, meter_id, passed, verify_date, due_date, certificate, ${who}, create_time)
       select m.org_id, m.id, true, m.verify_date - 365 * nth, m.due_date - 365 * nth, 'C' || m.id, m.verifier_id, 'x', m.verify_date - 365 * nth
       from meter m, generate_series(1, 0, -1) nth`,
    `insert into seal_tally (org_id, start, source, what, outcome, operator_id, lat, lon, oper_name, count)
       select org_id, ${quarter}, medium, operation, outcome, operator_id, tally_of(lat), tally_of(lon), max(oper_name), count(*)
       from seal_operation group by 1, 2, 3, 4, 5, 6, 7, 8`,
    `insert into seal_tally (org_id, start, source, what, outcome, operator_id, lat, lon, oper_name, count)
       select org_id, ${quarter}, 'reader', result, case when good then 'done' else 'failed' end, operator_id, tally_of(lat), tally_of(lon),
         max(oper_name), count(*) from rfid_record group by 1, 2, 3, 4, 5, 6, 7, 8`,
    `insert into seal_series_sum (series_id, org_id, used, in_hand, unexplained, scrapped)
       select series_id, org_id, count(*) filter (where state in ('sealed', 'spent')), count(*) filter (where state = 'blank'), 0, 0
       from seal group by series_id, org_id`,
    // what adds up the balance is cheap enough to run as it does
    `insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at, booked)
       select s.org_id, s.id, s.medium, ${person('s.series_id')}, k, m.at, m.at
       from seal s, unnest(array['received', 'used']) k, lateral (select case k when 'used' then s.last_time else s.create_time end as at) m
       where m.at is not null order by s.id, k`,
    ...locks(batches, doors),
  ];
};

/** Locks on some of those on the road, which told of their way. */
const locks = (batches: number, doors: number): string[] => [
  `insert into device_type (org_id, device_type, device_type_name, family) select min(id), 'bench', 'bench', 'hhd' from organisation`,
  `insert into device (org_id, sn, device_name, subject, device_type_id)
     select b.org_id, (13000000000 + b.id * 10 + k)::text, 'lock ' || b.id || ' ' || k, b.plate, (select min(id) from device_type where device_type = 'bench')
     from logistics_batch b, generate_series(1, 4) k where b.id > ${batches - LOCKED} and (k = 1 or b.id % 5 = 0)`,
  `insert into batch_position (id, org_id, batch_id, nth, position, medium, device_id, state, sealed_time, last_time) overriding system value
     select ${doors} + row_number() over (order by d.id), b.org_id, b.id, ${DOORS} + (d.sn::bigint % 10), 'valve ' || d.sn::bigint % 10, 'lock', d.id, 'sealed',
       now() - interval '23 hours', now() - interval '23 hours'
     from logistics_batch b join device d on (d.sn::bigint - 13000000000) / 10 = b.id`,
  `update logistics_batch set transit_time = now() - interval '23 hours' where id > ${batches - LOCKED}`,
  `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat, velocity, heading,
       satellites, lock_status, fault, electric, signal, report_reson, raw)
     select d.id, t.at, n, n, d.org_id, t.at, 0, false, 121.5 - n / 10000.0, 31.2, 60, 90, 9, 2, 0, 80, 20, '0200', sha256(n::text::bytea)
     from device d, generate_series(1, ${REPORTS}) n, lateral (select now() - interval '23 hours' * (1 - n / ${REPORTS}.0) as at) t
     where d.sn >= (13000000000)::text order by t.at, d.id`,
];

const ledger = (from: string, to: string): string => `insert into ledger (org_id, fact, ${to}) ${from}`;
const told: string[] = [
  ledger(
    `select o.org_id, case when refusal is null then ledger_of_seal_operation(operation) else 'seal.refused' end, o.seal_id, p.meter_id, 'seal_operation',
       o.id, at, device_time, operator_id, oper_name, lat, lon, jsonb_build_object('number', o.number, 'medium', o.medium, 'operation', operation)
     from seal_operation o left join seal_point p on o.thing = 'point' and p.id = o.thing_id order by at`,
    'seal_id, meter_id, source, source_id, at, device_time, operator_id, oper_name, lat, lon, details',
  ),
  ledger(
    `select org_id, 'batch.' || (array['sealed', 'inspected', 'unsealed', 'scrapped', 'forced_end', 'abnormal'])[step + 1], seal_id, batch_id,
       'batch_step', id, at, at, operator_id, oper_name, lat, lon, jsonb_build_object('number', number, 'position', position)
     from batch_step order by at`,
    'seal_id, journey_id, source, source_id, at, device_time, operator_id, oper_name, lat, lon, details',
  ),
  ledger(
    `select org_id, 'batch.' || f, id, 'logistics_batch', id, create_time, jsonb_build_object('serial', serial, 'plate', plate)
     from logistics_batch, unnest(array['planned', 'departed', 'completed']) f where f <> 'completed' or end_time is not null`,
    'journey_id, source, source_id, at, details',
  ),
  ledger(
    `select org_id, case when good then 'seal.rfid_done' else 'seal.rfid_failed' end, seal_id, 'rfid_record', id, at, at, operator_id, oper_name,
       jsonb_build_object('number', number, 'result', result) from rfid_record order by at`,
    'seal_id, source, source_id, at, device_time, operator_id, oper_name, details',
  ),
  ledger(
    `select i.org_id, case exception_name when '' then 'meter.inspected' else 'meter.exception' end, meter_id, 'meter_inspection', i.id, at, at,
       i.operator_id, i.oper_name, jsonb_build_object('meter', meter_name, 'station', station)
     from meter_inspection i join meter m on m.id = meter_id order by i.id`,
    'meter_id, source, source_id, at, device_time, operator_id, oper_name, details',
  ),
  ledger(
    `select org_id, 'meter.added', id, 'meter', id, create_time, operator_id, oper_name, jsonb_build_object('meter', meter_name) from meter order by id`,
    'meter_id, source, source_id, at, operator_id, oper_name, details',
  ),
  ledger(
    `select org_id, 'meter.verified', meter_id, 'meter_verification', id, create_time, operator_id, oper_name, jsonb_build_object('certificate', certificate)
     from meter_verification order by id`,
    'meter_id, source, source_id, at, operator_id, oper_name, details',
  ),
];

/** Fills an empty database with seals and all that was done with them; `branch` signs in at the big organisation, `small` below it. */
export const fillSeals = async (url: string, seals: number, tell: (what: string) => void): Promise<void> => {
  await migrate(url, { dir: migrations });
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    const run = async (sql: string) => {
      const from = performance.now();
      await db.query(sql);
      const seconds = (performance.now() - from) / 1000;
      if (seconds > 5) tell(`  ${/(into|update) (\w+)/.exec(sql)?.[2] ?? sql}: ${seconds.toFixed(0)} s`);
    };
    await db.query("set timezone = 'UTC'; set synchronous_commit = off");
    await firstStart(db, password);
    const owner = new Pool({ connectionString: url, max: 1 });
    await maintainPartitions(owner, { now: Date.now(), retentionDays: 30 }).finally(() => owner.end());
    for (const sql of organisations) await run(sql);
    await signsIn(db, 'branch', BIG);
    await signsIn(db, 'small', SMALL);
    const tables = [
      'seal_series',
      'seal',
      'seal_operation',
      'rfid_record',
      'rfid_task',
      'logistics_batch',
      'batch_position',
    ];
    const others = [
      'batch_step',
      'seal_handover',
      'seal_handover_item',
      'meter',
      'meter_inspection',
      'meter_work_order',
    ];
    await inSets(db, [...tables, ...others, 'meter_verification', 'seal_point', 'ledger'], async () => {
      await db.query('alter table ledger enable always trigger ledger_digested');
      for (const sql of [...things(seals), ...told]) await run(sql);
    });
    await run('vacuum analyze');
  } finally {
    await db.end();
  }
};
