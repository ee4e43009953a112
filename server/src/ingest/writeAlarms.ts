import type { AlarmKind } from '@plomb/contract/lock/codes';
import type { ClientBase } from 'pg';
import { lateAfter } from './batchAlarms.ts';
import type { AlarmTouched } from './changes.ts';
import { Column } from './columns.ts';
import type { Effects, Explained } from './effects.ts';
import type { EventIds } from './writeRare.ts';

/** It stands where it last rang: an older word does not move it, nor does a stranger's move the lock's own. */
const moves = `excluded.lon is not null and case when a.unproved = excluded.unproved then excluded.last_time >= a.last_time
  else a.unproved end`;

/** Those before, and behind them the new ones: each once, fifty at most. */
const allFences = `select coalesce(array_agg(name order by n), '{}'), coalesce(array_agg(org order by n), '{}') from (
    select name, org, min(n) as n from (
      select * from unnest(a.fences, a.fence_orgs) with ordinality before(name, org, n)
      union all
      select name, org, n + 50 from unnest(excluded.fences, excluded.fence_orgs) with ordinality told(name, org, n)) f
    group by name, org order by 3 limit 50) named`;

const raiseAlarms = {
  name: 'ingest-alarms',
  // `created` tells a new alarm from one that rang again: only a row not yet updated has xmax 0
  text: `insert into alarm as a (device_id, org_id, kind, severity, fault, first_time, last_time, hits, lon, lat, event_id,
      late, doubtful, unproved, fences, fence_orgs)
    select device_id, org_id, kind, severity, fault, to_timestamp(first_time), to_timestamp(last_time), hits, lon, lat,
      event_id, late, doubtful, unproved,
      array(select f ->> 'name' from jsonb_array_elements(fences::jsonb) with ordinality u(f, n) order by n),
      array(select (f ->> 'orgId')::bigint from jsonb_array_elements(fences::jsonb) with ordinality u(f, n) order by n)
    from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::float8[], $7::float8[], $8::int[],
      $9::float8[], $10::float8[], $11::bigint[], $12::boolean[], $13::boolean[], $14::boolean[],
      $15::text[])
      as u(device_id, org_id, kind, severity, fault, first_time, last_time, hits, lon, lat, event_id, late, doubtful,
        unproved, fences)
    order by device_id, kind
    on conflict (device_id, org_id, kind) where process_time is null do update set
      hits = a.hits + excluded.hits, first_time = least(a.first_time, excluded.first_time),
      last_time = greatest(a.last_time, excluded.last_time), lon = case when ${moves} then excluded.lon else a.lon end,
      lat = case when ${moves} then excluded.lat else a.lat end, late = a.late and excluded.late,
      doubtful = a.doubtful and excluded.doubtful, unproved = a.unproved and excluded.unproved,
      (fences, fence_orgs) = (${allFences})
    returning id, device_id as "deviceId", org_id as "orgId", kind,
      case when xmax = 0 then 'raised' else 'again' end as what`,
};

// what is well now is well with the device of today: an organisation that had it before closes its alarms itself
const clearAlarms = {
  name: 'ingest-alarms-cleared',
  text: `update alarm a set process_time = now(), result = 'handled'
    from unnest($1::bigint[], $2::text[], $3::bigint[]) as u(device_id, kind, org_id)
    where a.device_id = u.device_id and a.kind = u.kind and a.org_id = u.org_id and a.process_time is null
    returning a.id, a.device_id as "deviceId", a.org_id as "orgId", a.kind, 'cleared' as what`,
};

/** Of an open alarm no event that rang it is left: a late word has explained it. It is closed, and kept. */
const explainAlarms = {
  name: 'ingest-alarms-explained',
  text: `update alarm a set process_time = now(), result = 'explained', doubtful = false
    from unnest($1::bigint[], $2::text[]) as u(device_id, kind)
    where a.device_id = u.device_id and a.kind = u.kind and a.process_time is null and not exists (
      select 1 from lock_event e where e.device_id = a.device_id and e.rang_time >= a.create_time
        and (a.kind = any(e.rang) or a.kind = any(e.doubt_rang)))
    returning a.id, a.device_id as "deviceId", a.org_id as "orgId", a.kind, 'cleared' as what`,
};

/** What a doubt rang, and stands, is doubtful no more. */
const undoubtAlarms = {
  name: 'ingest-alarms-undoubted',
  text: `update alarm a set doubtful = false from unnest($1::bigint[], $2::text[]) as u(device_id, kind)
    where a.device_id = u.device_id and a.kind = u.kind and a.process_time is null and a.doubtful
    returning a.id, a.device_id as "deviceId", a.org_id as "orgId", a.kind, 'settled' as what`,
};

/** What was rung by words whose time is another now, and stands, rang when they happened. */
const retimeAlarms = {
  name: 'ingest-alarms-retimed',
  text: `update alarm a set first_time = r.first, last_time = r.last, late = r.late, doubtful = false
    from (
      select o.id, min(e.at) as first, max(e.at) as last,
        bool_and(e.receive_time - e.at > make_interval(secs => ${lateAfter / 1000})) as late
      from unnest($1::bigint[], $2::text[]) as u(device_id, kind)
        join alarm o on o.device_id = u.device_id and o.kind = u.kind and o.process_time is null
        join lock_event e on e.device_id = o.device_id and e.org_id = o.org_id and e.rang_time >= o.create_time
          and (o.kind = any(e.rang) or o.kind = any(e.doubt_rang))
      group by o.id) r
    where a.id = r.id
    returning a.id, a.device_id as "deviceId", a.org_id as "orgId", a.kind, 'settled' as what`,
};

/** One open alarm of a kind for a device, held by a unique index; what comes again is counted on it. */
export const writeAlarms = async (
  client: ClientBase,
  { alarms, explained, retimed }: Pick<Effects, 'alarms' | 'explained' | 'retimed'>,
  certain: readonly Explained[],
  eventIds: EventIds,
): Promise<AlarmTouched[]> => {
  const touched: AlarmTouched[] = [];
  const run = async (statement: { name: string; text: string }, values: unknown[]) => {
    touched.push(...(await client.query<AlarmTouched>({ ...statement, values })).rows);
  };
  const raised = alarms.filter((alarm) => alarm.hits > 0);
  if (raised.length > 0) {
    const c = Array.from({ length: 15 }, () => new Column());
    for (const alarm of raised) {
      c[0]!.int(alarm.deviceId);
      c[1]!.int(alarm.orgId);
      c[2]!.text(alarm.kind);
      c[3]!.text(alarm.severity);
      c[4]!.int(alarm.fault);
      c[5]!.real(alarm.firstTime / 1000);
      c[6]!.real(alarm.lastTime / 1000);
      c[7]!.int(alarm.hits);
      c[8]!.real(alarm.place?.lon ?? null);
      c[9]!.real(alarm.place?.lat ?? null);
      c[10]!.int(eventIds(alarm.source));
      c[11]!.bool(alarm.late);
      c[12]!.bool(alarm.doubtful);
      c[13]!.bool(alarm.unproved);
      c[14]!.json(alarm.fences);
    }
    await run(raiseAlarms, c);
  }
  const pairs = (rows: readonly { deviceId: number; kind: AlarmKind }[]): Column[] => {
    const [device, kind] = [new Column(), new Column()];
    for (const row of rows) {
      device.int(row.deviceId);
      kind.text(row.kind);
    }
    return [device, kind];
  };
  const cleared = alarms.filter((alarm) => alarm.cleared);
  if (cleared.length > 0) {
    const orgs = new Column();
    for (const alarm of cleared) orgs.int(alarm.orgId);
    await run(clearAlarms, [...pairs(cleared), orgs]);
  }
  const gone = [...explained, ...certain, ...retimed];
  if (gone.length > 0) await run(explainAlarms, pairs(gone));
  if (certain.length > 0) await run(undoubtAlarms, pairs(certain));
  if (retimed.length > 0) await run(retimeAlarms, pairs(retimed));
  return touched;
};
