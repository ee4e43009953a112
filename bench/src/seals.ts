import { calls } from '@plomb/contract/calls';
import type { Call } from '@plomb/contract/kit/call';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import { password } from './generate.ts';
import { ms, show } from './machine.ts';
import type { Options } from './options.ts';
import { connected, openDatabase, withProduct } from './stage.ts';

const ORGANISATIONS = 100;
const PEOPLE = 500;
const VEHICLES = 5000;
/** on the road now; those before them have ended */
const ON_THE_ROAD = 2000;
/** over which all of it is spread */
const DAYS = 730;
const LOCKS = 20;
const REPORTS = 2880;
const LIMIT = 60;
const tries = 40;

const quiet = (how: 'disable' | 'enable'): string[] =>
  ['seal_series', 'seal', 'seal_operation', 'rfid_record', 'logistics_batch', 'batch_position', 'batch_step'].map(
    (table) => `alter table ${table} ${how} trigger user`,
  );
const org = (n: string) => `(select id from bench_org where nth = 1 + ${n} % ${ORGANISATIONS})`;
const place = (address: string, lon: string) =>
  `jsonb_build_object('address', '${address}', 'lat', 30 + (b % 50) / 10.0, 'lon', ${lon}, 'radius', 500)`;

/** Of 500 seals each, as many in each organisation. */
const seriesOf = (seals: number): number => Math.ceil(seals / 500 / ORGANISATIONS) * ORGANISATIONS;

/**
 * Two seals a batch, each applied, looked at twice and taken off; readers beside them; and all of that in the ledger, ten rows a seal. What
 * triggers would tell is written at once as they would have: by themselves they take a day.
 */
const fill = (seals: number): string[] => {
  const batches = Math.floor(seals / 2);
  const series = seriesOf(seals);
  const readings = Math.floor(seals / 2);
  const chips = Math.max(10, Math.floor(seals / 100));
  const about = `lateral (select 1 + (n - 1) / 2 as b) x, lateral (select now() - interval '${DAYS} days' * (1 - b / ${batches}.0) as t0) t`;
  const who = 'operator_id, oper_name';
  const person = (n: string) => `1 + ${n} % ${PEOPLE}, 'person ' || ${n} % ${PEOPLE}`;
  return [
    ...quiet('disable'),
    `insert into organisation (org_name, org_type, parent_id)
       select 'branch ' || n, 'other', (select min(id) from organisation) from generate_series(1, ${ORGANISATIONS}) n`,
    `create temp table bench_org as select id, row_number() over (order by id) as nth from organisation where parent_id is not null`,
    `insert into seal_kind (org_id, kind_name, iso_class) select min(id), 'bolt', 'H' from organisation`,
    `insert into vehicle (id, org_id, plate, enterprise, creator) overriding system value
       select n, ${org('n')}, '沪A ' || n, 'x', 'x' from generate_series(1, ${VEHICLES}) n`,
    `insert into seal_series (id, org_id, medium, prefix, first, count, kind_id, ${who}, create_time) overriding system value
       select n, ${org('(n - 1)')}, 'qr', 'B' || n, 1, 500, (select min(id) from seal_kind), ${person('(n - 1)')}, now() - interval '${DAYS} days'
       from generate_series(1, ${series}) n`,
    `insert into logistics_batch (id, org_id, serial, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
         start_place, end_place, destination, stops, state, result, abnormal, abnormal_info, transit_time, end_time, create_time)
       select b, ${org('b')}, 'B-' || b, 1 + b % ${VEHICLES}, '沪A ' || 1 + b % ${VEHICLES}, 'carrier ' || b % 50, 1, 'x', 1, 'x', t0, t0 + interval '4 hours',
         ${place('depot', '121')}, ${place('store', '120')}, ${place('store', '120')},
         jsonb_build_array(${place("stop ' || b % 40 || '", '120.5')} || jsonb_build_object('id', 's', 'plan_time', to_char((t0 + interval '2 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'patrol', true)),
         case when over then 'completed' else 'in_transit' end, case when over then 'normal' end, b % 50 = 0,
         case when b % 50 = 0 then 'unsealed_outside' end, t0, case when over then t0 + interval '4 hours' end, t0 - interval '1 day'
       from generate_series(1, ${batches}) b, lateral (select now() - interval '${DAYS} days' * (1 - b / ${batches}.0) as t0) t,
         lateral (select b <= ${batches - ON_THE_ROAD} as over) o`,
    `insert into seal (id, org_id, series_id, medium, number, key, state, holder_id, holder_name, object, seal_time, last_time, told_time, create_time,
         thing, thing_id, lat, lon) overriding system value
       select n, ${org('b')}, 1 + b % ${series}, 'qr', 'B' || n, 'B' || n, case when o.over then 'spent' else 'sealed' end,
         case when o.over then 1 + b % ${PEOPLE} end, case when o.over then 'person ' || b % ${PEOPLE} else '' end, '沪A door',
         case when not o.over then t0 end, t0, t0, now() - interval '${DAYS} days', case when not o.over then 'position' end,
         case when not o.over then n end, 30, 121
       from generate_series(1, ${batches * 2}) n, ${about}, lateral (select b <= ${batches - ON_THE_ROAD} as over) o`,
    `insert into batch_position (id, org_id, batch_id, nth, position, medium, state, seal_id, number, sealed_time, opened_time, last_time, open)
       overriding system value
       select n, ${org('b')}, b, 2 - n % 2, 'door ' || n % 2, 'qr', case when o.over then 'opened' else 'sealed' end, n, 'B' || n, t0,
         case when o.over then t0 + interval '4 hours' end, t0, not o.over
       from generate_series(1, ${batches * 2}) n, ${about}, lateral (select b <= ${batches - ON_THE_ROAD} as over) o`,
    `insert into seal (id, org_id, series_id, medium, number, key, holder_id, holder_name) overriding system value
       select ${batches * 2} + n, ${org('n')}, 1, 'rfid', (86000000000000 + n)::text, (86000000000000 + n)::text, 1, 'person 1' from generate_series(1, ${chips}) n`,
    // applied, looked at at the stop, looked at again, taken off; one in fifty taken off by whoever may not
    `insert into seal_operation (org_id, seal_id, medium, number, operation, outcome, refusal, from_state, to_state, at, device_time, create_time,
         counter, late, ${who}, idempotency_key, asked, object, lat, lon, accuracy, thing, thing_id)
       select ${org('b')}, n, 'qr', 'B' || n, (array[0, 1, 1, 2])[step], case when wrong then 'refused' else 'done' end,
         case when wrong then 'sealRight' end, 'sealed', 'sealed', at, at, at, n, false, ${person('b')}, n || ' ' || step, '', '沪A door',
         30 + (b % 50) / 10.0, 121 - step / 4.0, 5, 'position', n
       from generate_series(1, ${batches * 2}) n, ${about}, generate_series(1, 4) step,
         lateral (select t0 + interval '4 hours' * (step - 1) / 3 as at, step = 4 and n % 50 = 0 as wrong) s
       where at < now() order by at`,
    `insert into batch_step (org_id, batch_id, position_id, position, step, cause, source, seal_operation_id, at, device_time, create_time, number,
         seal_id, ${who}, lat, lon)
       select org_id, 1 + (seal_id - 1) / 2, seal_id, 'door', case when refusal is null then operation else 5 end,
         case when refusal is not null then 'unsealed_outside' end, 'operation', id, at, at, at, number, seal_id, ${who}, lat, lon
       from seal_operation order by at`,
    `insert into batch_patrol (batch_id, stop_id, org_id, address, lat, lon, due, done_at, operator_id, oper_name, seals, seen)
       select b.id, 's', b.org_id, b.stops -> 0 ->> 'address', 30, 120.5, date_trunc('milliseconds', b.transit_time + interval '2 hours'),
         case when b.id % 20 > 0 then b.transit_time + interval '2 hours' end, case when b.id % 20 > 0 then 1 + b.id % ${PEOPLE} end,
         case when b.id % 20 > 0 then 'person ' || b.id % ${PEOPLE} else '' end, 2, case when b.id % 20 > 0 then 2 else 0 end
       from logistics_batch b`,
    `insert into rfid_record (org_id, seal_id, number, result, expected, failures, at, device_time, create_time, counter, late, ${who},
         idempotency_key, asked, reader, cause)
       select s.org_id, s.id, s.number, (array[1, 7, 1, 7, 1, 7, 6, 0, 4, 2])[1 + n % 10], true, 0, at, at, at, n, false, ${person('n')}, 'r ' || n, '',
         'R-' || n % 30, case when n % 10 in (6, 7) then (array['reader', 'asleep', 'card'])[1 + n % 3] end
       from generate_series(1, ${readings}) n join (select *, row_number() over (order by id) as nth from seal where medium = 'rfid') s
         on s.nth = 1 + n % ${chips}, lateral (select now() - interval '${DAYS} days' * (1 - n / ${readings}.0) as at) t`,
    `insert into ledger (org_id, fact, seal_id, source, source_id, at, device_time, ${who}, lat, lon, details)
       select org_id, case when refusal is null then ledger_of_seal_operation(operation) else 'seal.refused' end, seal_id, 'seal_operation', id, at, at,
         ${who}, lat, lon, jsonb_build_object('number', number, 'medium', medium, 'operation', operation) from seal_operation order by at`,
    `insert into ledger (org_id, fact, seal_id, journey_id, source, source_id, at, device_time, ${who}, lat, lon, details)
       select org_id, 'batch.' || (array['sealed', 'inspected', 'unsealed', 'scrapped', 'forced_end', 'abnormal'])[step + 1], seal_id, batch_id,
         'batch_step', id, at, at, ${who}, lat, lon, jsonb_build_object('number', number, 'position', position) from batch_step order by at`,
    `insert into ledger (org_id, fact, journey_id, source, source_id, at, details)
       select org_id, 'batch.' || f, id, 'logistics_batch', id, create_time, jsonb_build_object('serial', serial, 'plate', plate)
       from logistics_batch, unnest(array['planned', 'departed', 'completed']) f where f <> 'completed' or end_time is not null`,
    `insert into ledger (org_id, fact, seal_id, source, source_id, at, device_time, ${who}, details)
       select org_id, case when good then 'seal.rfid_done' else 'seal.rfid_failed' end, seal_id, 'rfid_record', id, at, at, ${who},
         jsonb_build_object('number', number, 'result', result) from rfid_record order by at`,
    `insert into seal_tally (org_id, start, source, what, outcome, operator_id, lat, lon, oper_name, count)
       select org_id, date_bin('15 minutes', at, '2000-01-01T00:00:00Z'), medium, operation, outcome, operator_id, tally_of(lat), tally_of(lon),
         max(oper_name), count(*) from seal_operation group by 1, 2, 3, 4, 5, 6, 7, 8`,
    `insert into seal_tally (org_id, start, source, what, outcome, operator_id, lat, lon, oper_name, count)
       select org_id, date_bin('15 minutes', at, '2000-01-01T00:00:00Z'), 'reader', result, case when good then 'done' else 'failed' end, operator_id,
         tally_of(lat), tally_of(lon), max(oper_name), count(*) from rfid_record group by 1, 2, 3, 4, 5, 6, 7, 8`,
    `insert into seal_series_sum (series_id, org_id, used, in_hand, unexplained, scrapped)
       select series_id, org_id, count(*) filter (where state in ('sealed', 'spent')), count(*) filter (where state = 'blank'), 0, 0
       from seal group by series_id, org_id`,
    // what adds up the balance is cheap enough to run as it does
    `insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at, booked)
       select s.org_id, s.id, s.medium, ${person('b')}, k, m.at, m.at
       from seal s, lateral (select (s.id + 1) / 2 as b) x, unnest(array['received', 'used']) k, lateral (select case k when 'used' then s.last_time else s.create_time end as at) m
       where m.at is not null order by s.id, k`,
    // locks on some of those on the road, which told of their way
    `insert into device_type (org_id, device_type, device_type_name, family) select min(id), 'bench', 'bench', 'hhd' from organisation`,
    `insert into device (org_id, sn, device_name, subject, device_type_id)
       select b.org_id, (13000000000 + b.id)::text, 'lock ' || b.id, b.plate, (select min(id) from device_type where device_type = 'bench')
       from logistics_batch b where b.id > ${batches - LOCKS}`,
    `insert into batch_position (id, org_id, batch_id, nth, position, medium, device_id, state, sealed_time, last_time) overriding system value
       select ${batches * 2} + b.id, b.org_id, b.id, 3, 'valves', 'lock', d.id, 'sealed', b.transit_time, b.transit_time
       from logistics_batch b join device d on d.sn = (13000000000 + b.id)::text`,
    `update logistics_batch set transit_time = now() - interval '23 hours' where id > ${batches - LOCKS}`,
    ...quiet('enable'),
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat, velocity, heading,
         satellites, lock_status, fault, electric, signal, report_reson, raw)
       select d.id, t.at, n, n, d.org_id, t.at, 0, false, 121.5 - n / 10000.0, 31.2, 60, 90, 9, 2, 0, 80, 20, '0200', sha256(n::text::bytea)
       from device d, generate_series(1, ${REPORTS}) n, lateral (select now() - interval '23 hours' * (1 - n / ${REPORTS}.0) as at) t
       where d.sn >= (13000000000)::text`,
    'vacuum analyze',
  ];
};

/** Every list of seals, records and batches, statistics and the journey page, as whoever sees all organisations reads them. */
export const measureSeals = async ({ seals }: Options): Promise<void> => {
  const database = await openDatabase();
  try {
    await withProduct(database.url, async (product) => {
      const began = performance.now();
      const rows = await connected(database.url, async (db) => {
        for (const sql of fill(seals)) await db.query(sql);
        return (await db.query<{ n: string }>('select count(*) as n from ledger')).rows[0]!.n;
      });
      show('filled in', `${Math.round((performance.now() - began) / 1000)} s`);
      console.log(
        `\n${seals.toLocaleString('en')} seals, ${Number(rows).toLocaleString('en')} rows of the ledger in ${DAYS} days; p50 and p99`,
      );
      const client = await FetchClient.open(product.url);
      await client.login('admin', password);
      const slow: string[] = [];
      const figure = async (what: string, call: Call, input: (nth: number) => object): Promise<void> => {
        const times = new Latencies();
        for (let nth = -3; nth < tries; nth += 1) {
          const from = performance.now();
          await client.ok(call, input(Math.max(0, nth)) as never);
          // the first of a kind have plans to make
          if (nth >= 0) times.add(performance.now() - from);
        }
        const p99 = times.percentile(0.99);
        if (p99 > LIMIT) slow.push(what);
        show(what, `${ms(times.percentile(0.5))}, ${ms(p99)}`);
      };
      const { qrSeals, qrOperations, rfidRecords, rfidTasks, sealStatistics, sealFigures, balances, labels } = calls;
      const { handovers, ledger, logisticsBatches, journeys, stepRecords, fieldTasks, field } = calls;
      const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      const last = (days: number, to = Date.now()) => ({
        from: new Date(to - days * 86_400_000).toISOString(),
        to: new Date(to).toISOString(),
      });
      const nthOf = (nth: number, of: number) => 1 + Math.floor((of * (nth + 0.5)) / tries);
      const batches = Math.floor(seals / 2);

      await figure('seals: the newest', qrSeals.list, () => ({}));
      await figure('seals: any page of them', qrSeals.list, (nth) => ({ before: nthOf(nth, seals) }));
      await figure('seals: of one series', qrSeals.list, (nth) => ({ series_id: nthOf(nth, seriesOf(seals)) }));
      await figure('seals: those that are on', qrSeals.list, () => ({ state: 'sealed' }));
      await figure('seals: of one holder', qrSeals.list, (nth) => ({ holder_id: nthOf(nth, PEOPLE) }));
      await figure('seals: by the beginning of a number', qrSeals.list, (nth) => ({
        keyword: `B${nthOf(nth, seals)}`,
      }));
      await figure('seals: one', qrSeals.detail, (nth) => ({ id: nthOf(nth, seals) }));
      await figure('seals: who had one in hand', qrSeals.hands, (nth) => ({ id: nthOf(nth, seals) }));
      await figure('seals: series', qrSeals.series, () => ({}));
      await figure('seals: series of labels', labels.series, () => ({}));
      await figure('seals: hand-overs', handovers.list, () => ({}));
      await figure('seals: a scan', field.scan, (nth) => ({ medium: 'qr', read: `B${nthOf(nth, seals)}` }));
      await figure('operations: the newest', qrOperations.list, () => ({}));
      await figure('operations: any page of them', qrOperations.list, (nth) => ({ before: nthOf(nth, seals * 4) }));
      await figure('operations: of one seal', qrOperations.list, (nth) => ({ seal_id: nthOf(nth, seals) }));
      await figure('operations: of one person', qrOperations.list, (nth) => ({ operator_id: nthOf(nth, PEOPLE) }));
      await figure('operations: refused', qrOperations.list, () => ({ outcome: 'refused' }));
      await figure('RFID records: the newest', rfidRecords.list, () => ({}));
      await figure('RFID records: failed', rfidRecords.list, () => ({ good: false }));
      await figure('RFID: counted by result, 30 days', rfidRecords.statistics, () => last(30));
      await figure('RFID: failures by cause, 30 days', rfidRecords.failures, () => ({ ...last(30), by: 'cause' }));
      await figure('RFID: tasks', rfidTasks.list, () => ({}));
      await figure('ledger: the newest', ledger.list, () => ({}));
      await figure('ledger: of seals', ledger.list, () => ({ group: 'seal' }));
      await figure('ledger: of one person', ledger.list, (nth) => ({ operator_id: nthOf(nth, PEOPLE) }));
      await figure('ledger: batches of any month', ledger.list, (nth) => ({
        group: 'batch',
        from: ago(40 + 10 * nth),
        to: ago(10 + 10 * nth),
      }));
      // at quarters of an hour, as days begin
      const quarter = (days: number) => new Date(Math.floor(Date.parse(ago(days)) / 900_000) * 900_000).toISOString();
      await figure('balance of a month', balances.list, (nth) => ({ from: quarter(40 + nth), to: quarter(10 + nth) }));
      await figure('statistics: 14 days', sealStatistics.list, () => last(14));
      await figure('statistics: 92 days', sealStatistics.list, () => last(92));
      await figure('statistics: rows behind', sealStatistics.rows, () => last(14));
      await figure('statistics: rows of what went wrong, 92 days', sealStatistics.rows, () => ({
        ...last(92),
        wrong: true,
      }));
      for (const view of ['patrols', 'openings'] as const) {
        await figure(`${view}: 14 days`, sealFigures.list, () => ({ view, ...last(14) }));
        await figure(`${view}: 92 days`, sealFigures.list, () => ({ view, ...last(92) }));
        await figure(`${view}: rows behind, 92 days`, sealFigures.rows, () => ({ view, ...last(92) }));
      }
      await figure('batches: the list', logisticsBatches.list, () => ({}));
      await figure('batches: any page of them', logisticsBatches.list, (nth) => ({ page: nthOf(nth, 500) }));
      await figure('batches: by part of a plate', logisticsBatches.list, (nth) => ({
        keyword: `沪A ${nthOf(nth, VEHICLES)}`,
      }));
      await figure('batches: how many of each', logisticsBatches.counts, () => ({}));
      await figure('batches: one', logisticsBatches.detail, (nth) => ({ id: nthOf(nth, batches) }));
      await figure('batches: steps, the newest', stepRecords.list, () => ({}));
      await figure('batches: steps of one', stepRecords.list, (nth) => ({ batch_id: nthOf(nth, batches) }));
      await figure('batches: what waits for a handset', fieldTasks.tasks, () => ({}));
      await figure('journey: one that ended', journeys.detail, (nth) => ({ id: nthOf(nth, batches - ON_THE_ROAD) }));
      await figure(`journey: one with ${REPORTS} reports of its lock`, journeys.detail, (nth) => ({
        id: batches - (nth % LOCKS),
      }));
      console.log(slow.length === 0 ? `all within ${LIMIT} ms` : `over ${LIMIT} ms: ${slow.join('; ')}`);
    });
  } finally {
    await database.drop();
  }
};
