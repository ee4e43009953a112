import { resolve } from 'node:path';
import { firstStart } from '@plomb/server/firstStart';
import { migrate } from '@plomb/server/platform/postgres/migrate';
import { Client } from 'pg';

export interface Size {
  devices: number;
  organisations: number;
  positions: number;
  /** days the positions are spread over, today the last */
  days: number;
}

export const password = 'keeper-of-seals-7';
/** Who signs in to a generated fleet: the whole of it, the first branch under it with all below, one place at the bottom. */
export const people = ['admin', 'branch', 'place'] as const;

const DAY = 86_400_000;
export const migrations = resolve(import.meta.dirname, '../../server/migrations');

/**
 * Fills an empty database with a fleet: organisations ten to each, devices spread over them, their present, opening logs,
 * alarms, and positions as of lorries on the road: once a minute, some thousand devices a day. All of it in sets, made by
 * the database itself; a partition is filled before it has an index and belongs to the table.
 */
export const generate = async (url: string, size: Size, tell: (what: string) => void): Promise<void> => {
  await migrate(url, { dir: migrations });
  const db = new Client({ connectionString: url });
  await db.connect();
  try {
    const step = async (what: string, work: () => Promise<unknown>) => {
      const from = performance.now();
      await work();
      tell(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
    };
    await db.query("set timezone = 'UTC'");
    await db.query('set synchronous_commit = off');
    const first = await db.query<{ n: number }>('select count(*)::int as n from device');
    if (first.rows[0]?.n) throw new Error('The database has devices already; give an empty one.');
    await firstStart(db, password);
    await step('organisations and operators', () => organisations(db, size.organisations));
    await inSets(db, ['device', 'lock_state', 'device_connection', 'lock_event', 'alarm'], async () => {
      await step('devices and their present', () => devices(db, size));
      await step('opening logs and alarms', () => happenings(db, size));
    });
    await step('positions', () => positions(db, size, tell));
    await step('statistics', () => db.query('vacuum (analyze)'));
  } finally {
    await db.end();
  }
};

/** Indexes, foreign keys and triggers cost more a row than making it: they are made, and the keys checked, at the end. */
export const inSets = async (db: Client, tables: string[], work: () => Promise<void>): Promise<void> => {
  const { rows } = await db.query<{ of: string; name: string; rule: string }>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
     where contype = 'f' and conrelid = any($1::regclass[]) and conparentid = 0`,
    [tables],
  );
  const indexes = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const index of indexes.rows) await db.query(`drop index ${index.name}`);
  for (const key of rows) await db.query(`alter table ${key.of} drop constraint ${key.name}`);
  for (const table of tables) await db.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) await db.query(`alter table ${table} enable trigger user`);
  for (const index of indexes.rows) await db.query(index.definition);
  for (const key of rows) await db.query(`alter table ${key.of} add constraint ${key.name} ${key.rule}`);
};

const organisations = async (db: Client, count: number): Promise<void> => {
  const { rows } = await db.query<{ id: number }>('select id::int from organisation where parent_id is null');
  const top = rows[0]!.id;
  // the n-th stands under the one a tenth of its number on
  await db.query(
    `insert into organisation (id, org_name, parent_id) overriding system value
     select $1::bigint + n, 'Organisation ' || n, $1::bigint + (n - 1) / 10 from generate_series(1, $2::int - 1) n order by n`,
    [top, count],
  );
  await db.query("select setval(pg_get_serial_sequence('organisation', 'id'), (select max(id) from organisation))");
  await signsIn(db, 'branch', top + 1);
  await signsIn(db, 'place', top + count - 1);
};

/** Somebody of an organisation who may do everything there. */
export const signsIn = async (db: Client, name: string, org: number): Promise<void> => {
  const role = await db.query<{ id: number }>(
    `insert into role (org_id, role_name, super_role_id) select $1, $2, id from role where super_role_id is null returning id`,
    [org, name],
  );
  const id = role.rows[0]!.id;
  await db.query('insert into role_menu (role_id, menu_id) select $1, id from menu', [id]);
  await db.query('insert into role_button (role_id, button_id) select $1, id from button', [id]);
  await db.query(
    `insert into operator (org_id, role_id, oper_name, login_name, password_hash)
     select $1, $2, $3, $3, password_hash from operator where login_name = 'admin'`,
    [org, id, name],
  );
};

const devices = async (db: Client, { devices: count, organisations: orgs }: Size): Promise<void> => {
  await db.query(
    `insert into device_type (device_type, device_type_name, family, utc_offset_minutes, identity_rule, unseal_password)
     values ('HHD', 'HHD', 'hhd', 480, 'code', 'none'), ('JT701', 'JT701', 'jt701', 0, 'open', 'dynamic')`,
  );
  // 7919 is prime to both: neighbours by number belong to different organisations
  await db.query(
    `insert into device (org_id, sn, device_name, device_type_id, device_no, sim_card, subject, create_time)
     select o.first + n * 7919 % $2, (13000000000 + n * 7919 % 1000000007)::text, 'Lock ' || n, t.first + n % 2,
       'N' || lpad(n::text, 8, '0'), (14000000000 + n)::text,
       (array['沪A', '苏E', '浙B', '粤B', '京N'])[1 + n % 5] || '·' || lpad((n * 31 % 100000)::text, 5, '0'),
       now() - make_interval(mins => (($1 - n) % 500000)::int)
     from generate_series(1, $1::bigint) n,
       (select min(id) as first from organisation) o, (select min(id) as first from device_type) t order by n`,
    [count, orgs],
  );
  await db.query(
    `insert into device_count (org_id, device_type_id, retired, devices)
     select org_id, device_type_id, false, count(*) from device group by 1, 2`,
  );
  await db.query(
    `insert into lock_state (device_id, org_id, lock_status, lock_since, device_time, present_time, receive_time, serial, lon, lat, fix,
       velocity, heading, electric, voltage, signal, fault)
     select id, org_id, s.status, now() - interval '1 day', at, at, at, id % 65536, 73 + h % 6000 / 100.0, 18 + h / 6000 % 3500 / 100.0,
       true, h % 120, h % 360, 5 + h % 96, 3.4 + h % 80 / 100.0, h % 32, case when s.status = 3 then 1 else 0 end
     from device d
       cross join lateral (select (abs(hashint8(id)::bigint) % 1000000000)::int as h) r
       cross join lateral (select case when h % 100 < 55 then 2 when h % 100 < 85 then 0 when h % 100 < 94 then 1
                                       when h % 100 = 94 then 3 else 255 end as status) s
       cross join lateral (select now() - make_interval(secs => case when h % 10 < 3 then h % 90 when h % 10 < 7
                                                           then h % 7200 else h % 2592000 end) as at) t
     order by id`,
  );
  await db.query(
    `insert into device_connection (device_id, org_id, connected, connect_time, seen_time)
     select device_id, org_id, receive_time > now() - interval '90 seconds', receive_time, receive_time from lock_state
     order by device_id`,
  );
};

const happenings = async (db: Client, { devices: count }: Size): Promise<void> => {
  await db.query(
    `insert into lock_event (device_id, org_id, device_time, at, receive_time, serial, hash, code, lst, lso, ls_before, ls_after,
       fault, replay, quality)
     select device_id, org_id, lock_since, lock_since, lock_since, serial, 0, 'seal', 1, 1, 0, 2, 0, false, 'direct' from lock_state
     where lock_status = 2 order by device_id`,
  );
  // one device in twenty rang once; one in twenty-five of these waits for somebody
  await db.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat, process_time, result)
     select s.device_id, s.org_id, k.kind, k.severity, at, at, s.lon, s.lat,
       case when n % 25 = 0 then null else at + interval '1 hour' end, case when n % 25 = 0 then null else 'handled' end
     from (select *, row_number() over (order by device_id) as n from lock_state where device_id % 20 = 0) s
       cross join lateral (select now() - make_interval(mins => ($1 / 20 - n)::int) as at) t
       join (values (0, 'illegal_unlock', 'critical'), (1, 'low_battery', 'info'), (2, 'out_of_fence', 'warning'))
         as k (nth, kind, severity) on k.nth = n % 3
     order by n`,
    [count],
  );
};

const positions = async (db: Client, size: Size, tell: (what: string) => void): Promise<void> => {
  const today = Math.floor(Date.now() / DAY);
  const aDay = Math.ceil(size.positions / size.days / 1440);
  for (let nth = 0; nth < size.days; nth++) {
    const from = new Date((today - size.days + 1 + nth) * DAY).toISOString().slice(0, 10);
    const to = new Date((today - size.days + 2 + nth) * DAY).toISOString().slice(0, 10);
    const name = `position_${from.replaceAll('-', '')}`;
    await db.query('begin');
    await db.query(`create table ${name} (like position including defaults including constraints,
      constraint of_the_day check (device_time >= '${from}' and device_time < '${to}'))`);
    await db.query(
      `insert into ${name} (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat,
         velocity, heading, altitude, satellites, lock_status, fault, electric, voltage, signal, report_reson, raw)
       select s.device_id, at, m, m * 7919, s.org_id, at, 0, false, s.lon + m / 1e4, s.lat + m / 1e4, 60, 90, 12, 9, 2, 0,
         80, 4.0, 20, '0200', decode(repeat('5a', 110), 'hex')
       from lock_state s cross join generate_series(0, 1439) m
         cross join lateral (select '${from}'::timestamptz + make_interval(mins => m) as at) t
       where s.device_id = any($1) and at < now() order by s.device_id, m`,
      [busyDevices(nth, aDay, size.devices)],
    );
    await db.query(`alter table position attach partition ${name} for values from ('${from}') to ('${to}')`);
    await db.query(`alter table ${name} drop constraint of_the_day`);
    await db.query('commit');
    if (nth % 5 === 4) tell(`  ${nth + 1} of ${size.days} days`);
  }
};

/** Another part of the fleet is on the road each day. */
export const busyDevices = (nth: number, count: number, devices: number): number[] =>
  Array.from({ length: Math.min(count, devices) }, (_, i) => 1 + ((nth * count + i) % devices));
