import { crc32 } from 'node:zlib';
import { alarmSeverity } from '@plomb/contract/alarms/severity';
import type { FleetLock } from '@plomb/simulator/demoFleet';
import type { ClientBase } from 'pg';
import { type PastAlarm, type PastReport, pastOf } from './history.ts';

const DAY = 86_400_000;
/** Events, alarms and openings of so many days, and the whole track of the last ones. */
const DAYS = 30;
const WHOLE_DAYS = 8;
const LOCKS = 14;
/** So long before the present that what the locks tell themselves lies behind it. */
const BEFORE = 20 * 60_000;
/** Of one statement: its arrays stay small. */
const AT_ONCE = 4000;

interface Known {
  id: number;
  org_id: number;
}
export type Of<T> = T & { device: Known };
/** `as`: what is made of the value there */
type Columns<T> = readonly (readonly [name: string, type: string, value: (row: T) => unknown, as?: string])[];

/** One statement for many rows. */
const insert = async <T>(db: ClientBase, table: string, columns: Columns<T>, rows: readonly T[]): Promise<void> => {
  const names = columns.map(([name]) => name);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    await db.query(
      `insert into ${table} (${names}) select ${columns.map(([name, , , as = name]) => as)}
         from unnest(${columns.map(([, type], at) => `$${at + 1}::${type}[]`)}) as u(${names})`,
      columns.map(([, , value]) => some.map(value)),
    );
  }
};
const time = (ms: number): string => new Date(ms).toISOString();
const hash = ({ raw }: PastReport): number => crc32(raw, 0) | 0;

const shared: Columns<Of<PastReport>> = [
  ['device_id', 'bigint', (r) => r.device.id],
  ['org_id', 'bigint', (r) => r.device.org_id],
  ['device_time', 'timestamptz', (r) => time(r.at)],
  ['receive_time', 'timestamptz', (r) => time(r.receivedAt)],
  ['serial', 'int', (r) => r.serial],
  ['hash', 'int', hash],
  ['lon', 'float8', (r) => r.lon],
  ['lat', 'float8', (r) => r.lat],
  ['electric', 'smallint', (r) => r.electric],
  ['fault', 'int', (r) => r.event?.fault ?? 0],
  ['replay', 'boolean', isLate],
];
function isLate(r: PastReport): boolean {
  return r.receivedAt - r.at > 60_000;
}
const positions: Columns<Of<PastReport>> = [
  ...shared,
  ['msg_type', 'smallint', (r) => (r.event ? 1 : isLate(r) ? 2 : 0)],
  ['velocity', 'real', (r) => r.velocity],
  ['heading', 'smallint', (r) => r.heading],
  ['mileage', 'float8', (r) => r.mileage],
  ['voltage', 'real', (r) => r.voltage],
  ['satellites', 'smallint', () => 12],
  ['signal', 'smallint', () => 22],
  ['lock_status', 'smallint', (r) => r.lockStatus],
  ['report_reson', 'text', () => '0200'],
  ['eventful', 'boolean', (r) => r.event !== null],
  ['raw', 'bytea', (r) => Buffer.from(r.raw)],
];
type Told = Of<PastReport> & { event: NonNullable<PastReport['event']> };
const events: Columns<Told> = [
  ...shared,
  ['code', 'text', ({ event }) => event.code],
  ['lst', 'smallint', ({ event }) => event.lst],
  ['lso', 'smallint', ({ event }) => event.lso],
  ['ls_before', 'smallint', ({ event }) => event.before],
  ['ls_after', 'smallint', ({ event }) => event.after],
  ['actor', 'text', ({ event }) => event.actor],
  ['quality', 'text', () => 'direct'],
  ['at', 'timestamptz', (r) => time(r.at)],
  ['rang_time', 'timestamptz', (r) => time(r.receivedAt)],
  ['rang', 'text', ({ event }) => (event.fault === 1010 ? 'illegal_unlock' : null), 'array_remove(array[rang], null)'],
];

/** Reports of the past as positions, which tracks and records read. */
export const seedPositions = (db: ClientBase, reports: readonly Of<PastReport>[]): Promise<void> =>
  insert(db, 'position', positions, reports);

/** Alarms of the past: who took one processed it, and wrote what it was. */
export const seedPastAlarms = async (db: ClientBase, alarms: readonly Of<PastAlarm>[]): Promise<void> => {
  const remarks = ['电话核对，货封完好', '司机绕行加油，已通话确认', '巡检到场核对，已重新施封', '更换电池', ''];
  const { rows } = await db.query<{ id: number; alarm_at: number }>(
    `insert into alarm (device_id, org_id, kind, severity, fault, first_time, last_time, create_time, lon, lat, event_id, owner_id, owner,
       owner_login, owner_time, process_time, processor_id, processor, processor_login, result, remark)
     select a.device_id, a.org_id, a.kind, a.severity, a.fault, a.at, a.at, a.at, a.lon, a.lat, e.id, o.id, coalesce(o.oper_name, ''),
       coalesce(o.login_name, ''), a.at + make_interval(mins => a.taken), a.at + make_interval(mins => a.processed), o.id,
       coalesce(o.oper_name, ''), coalesce(o.login_name, ''), a.result, a.remark
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::float8[], $8::float8[], $9::int[],
         $10::int[], $11::int[], $12::text[], $13::text[], $14::text[])
       as a(device_id, org_id, kind, severity, fault, at, lon, lat, serial, taken, processed, result, remark, login)
     left join operator o on o.login_name = a.login
     left join lock_event e on e.device_id = a.device_id and e.device_time = a.at and e.serial = a.serial returning id`,
    [
      alarms.map(({ device }) => device.id),
      alarms.map(({ device }) => device.org_id),
      alarms.map(({ kind }) => kind),
      alarms.map(({ kind }) => alarmSeverity[kind]),
      alarms.map(({ kind }) => (kind === 'illegal_unlock' ? 1010 : 0)),
      alarms.map(({ at }) => time(at)),
      ...[alarms.map(({ lon }) => lon), alarms.map(({ lat }) => lat)],
      ...[
        alarms.map(({ serial }) => serial),
        alarms.map(({ taken }) => taken),
        alarms.map(({ processed }) => processed),
      ],
      alarms.map(({ processed }, at) => processed && (at % 5 === 3 ? 'false_alarm' : 'handled')),
      alarms.map(({ processed }, at) => (processed ? remarks[at % remarks.length] : '')),
      alarms.map(({ processed }, at) => processed && (at % 3 === 0 ? 'demo' : 'duty')),
    ],
  );
  const ids = rows.map(({ id }) => id);
  for (const [step, column, reason] of [
    ['take', 'owner_time', "''"],
    ['process', 'process_time', 'a.remark'],
  ])
    await db.query(
      `insert into alarm_step (alarm_id, org_id, step, operator_id, oper_name, login_name, reason, create_time)
       select a.id, a.org_id, $2, a.owner_id, a.owner, a.owner_login, ${reason}, a.${column} from alarm a where a.id = any($1) and a.${column} is not null`,
      [ids, step],
    );
  // nobody is told today of what was dealt with weeks ago
  await db.query(
    'delete from alarm_due where alarm_id in (select id from alarm where id = any($1) and process_time is not null)',
    [ids],
  );
};

/** What some of the fleet told before the demonstration began, so that tracks, records and trends show something at its first minute. */
export const seedHistory = async (
  db: ClientBase,
  fleet: readonly FleetLock[],
  seed: number,
  now: number,
): Promise<void> => {
  const { rows } = await db.query<Known & { sn: string }>(
    `select id, org_id, sn from device where stock_status = 4 and device_state = 'in_use' and not lost and sn = any($1)`,
    [fleet.filter(({ family, habit }) => family === 'hhd' && habit === 'driving').map(({ sn }) => sn)],
  );
  const known = new Map(rows.map((row) => [row.sn, row]));
  const all: FleetLock[] = fleet.filter(({ sn }) => known.has(sn));
  const every = Math.max(1, Math.floor(all.length / LOCKS));
  const chosen = all.filter((_, at) => at % every === 0).slice(0, LOCKS);
  const until = Math.floor((now - BEFORE) / 60_000) * 60_000;
  const [reports, alarms]: [Of<PastReport>[], Of<PastAlarm>[]] = [[], []];
  for (const lock of chosen) {
    const device = known.get(lock.sn)!;
    const past = pastOf(lock, seed, { from: until - DAYS * DAY, until, whole: WHOLE_DAYS });
    for (const report of past.reports) reports.push({ ...report, device });
    for (const alarm of past.alarms) alarms.push({ ...alarm, device });
  }
  await db.query("update device set create_time = now() - interval '40 days' where id = any($1)", [
    rows.map(({ id }) => id),
  ]);
  await seedPositions(db, reports);
  await insert(
    db,
    'lock_event',
    events,
    reports.flatMap((report) => (report.event ? [{ ...report, event: report.event }] : [])),
  );
  await seedPastAlarms(db, alarms);
};
