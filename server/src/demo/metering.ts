import type { MeterShape } from '@plomb/contract/metering/types';
import { runningNumbers, sealKey } from '@plomb/contract/seals/number';
import { SealOperation } from '@plomb/contract/seals/sealSteps';
import type { ClientBase } from 'pg';
import type { DemoPhotos } from './photos.ts';

const types: readonly { name: string; shape: MeterShape; points: readonly string[]; months: number; days: number }[] = [
  {
    name: '四枪加油机',
    shape: 'dispenser',
    points: ['主板', '编码器', '流量测量变换器', '调整装置'],
    months: 6,
    days: 30,
  },
  { name: '三相电能表', shape: 'electricity', points: ['表盖', '端钮盒盖', '计量箱门'], months: 60, days: 60 },
  { name: '质量流量计', shape: 'flow', points: ['变送器', '传感器接线盒', '旁通阀'], months: 12, days: 30 },
  { name: '电子汽车衡', shape: 'scale', points: ['称重仪表', '接线盒'], months: 12, days: 30 },
];
const exceptions: readonly { name: string; stops: boolean }[] = [
  { name: '铅封缺失', stops: true },
  { name: '铅封断裂', stops: true },
  { name: '号码不符', stops: true },
  { name: '封签未读到', stops: false },
  { name: '设备损坏', stops: true },
  { name: '自锁触发', stops: true },
];
const people = [
  { login: 'xu.lan', name: '徐岚' },
  { login: 'ma.jun', name: '马俊' },
  { login: 'shen.jie', name: '沈洁' },
] as const;

interface Sample {
  type: number;
  name: string;
  factory: string;
  station: string;
  place: string;
  customer: string;
  accuracy: string;
  lat: number;
  lon: number;
  /** days from today until its verification is due; below zero: overdue */
  due: number;
  /** days from today until the next inspection */
  look: number;
  verifier: number;
  inspector: number | null;
}
const stations = [
  { station: '沽渚加油站', lat: 30.0121, lon: 120.8612, customer: '中石化绍兴' },
  { station: '上虞南加油站', lat: 29.9987, lon: 120.8913, customer: '中石化绍兴' },
  { station: '北仑油库', lat: 29.9012, lon: 121.8411, customer: '宁波港油品' },
  { station: '嘉兴西加油站', lat: 30.7412, lon: 120.7123, customer: '中石油嘉兴' },
] as const;
const samples: readonly Sample[] = Array.from({ length: 24 }, (_, at) => {
  const type = [0, 0, 2, 0, 1, 0, 3, 0][at % 8]!;
  const where = stations[at % stations.length]!;
  const mark = ['GZ', 'SY', 'BL', 'JX'][at % 4]!;
  return {
    ...{
      type,
      name: `${mark}-${String(Math.floor(at / 4) + 1).padStart(2, '0')}`,
      factory: `CX-2019-0${8841 + at * 7}`,
    },
    ...where,
    place: `${1 + (at % 5)} 号位`,
    accuracy: ['0.3', '0.5S', '0.15', 'III'][type]!,
    due: [102, -8, 4, 35, -4, 0, 12, 170, 1, 19, 64, -2][at % 12]!,
    look: [3, 0, 5, 9, -1, 12, 2, 6, 15, 1, -3, 8][at % 12]!,
    verifier: at % 3 === 1 ? 1 : 0,
    inspector: at % 7 === 6 ? null : 2,
  };
});

/** Seals of the demonstration's meters, in the order in which they are used. */
const PREFIX = 'MT 0057';
const COUNT = 140;

interface Person {
  id: number;
  name: string;
}
interface Made {
  id: number;
  points: { id: number; name: string }[];
  sample: Sample;
}

/**
 * Meters of several types at stations: months of inspections, repairs of which one waits for its second signature, one exception that
 * is open, some verifications overdue. Each step is one that the product itself would take, in its order, for the triggers hold it.
 */
export const seedMetering = async (db: ClientBase, org: number, hash: string, photos: DemoPhotos): Promise<void> => {
  const one = async (sql: string, values: unknown[]): Promise<number> =>
    (await db.query<{ id: number }>(`${sql} returning id`, values)).rows[0]!.id;
  const role = await one("insert into role (org_id, role_name) values ($1, '计量员')", [org]);
  await db.query(
    `with granted as (insert into role_button (role_id, button_id) select $1, b.id from button b join menu m on m.id = b.menu_id
       where m.menu_code like 'meter%' or m.menu_code in ('exceptionType', 'field') returning button_id)
     insert into role_menu (role_id, menu_id) select distinct $1::bigint, m.id from menu m
       where m.menu_code in ('metering', 'seals') or m.id in (select b.menu_id from granted g join button b on b.id = g.button_id)`,
    [role],
  );
  const staff: Person[] = [];
  for (const { login, name } of people)
    staff.push({
      name,
      id: await one(
        'insert into operator (org_id, role_id, oper_name, login_name, password_hash, demo) values ($1, $2, $3, $4, $5, true)',
        [org, role, name, login, hash],
      ),
    });
  const [xu, ma, shen] = staff as [Person, Person, Person];
  const typeIds: number[] = [];
  for (const { name, shape, points, months, days } of types)
    typeIds.push(
      await one(
        `insert into meter_type (org_id, type_name, shape, points, verify_months, inspect_days, create_time)
         values ($1, $2, $3, $4, $5, $6, now() - interval '400 days')`,
        [org, name, shape, points, months, days],
      ),
    );
  const exceptionIds: number[] = [];
  for (const { name, stops } of exceptions)
    exceptionIds.push(
      await one('insert into exception_type (org_id, exception_name, stops_use) values ($1, $2, $3)', [
        org,
        name,
        stops,
      ]),
    );

  const numbers = await seedNumbers(db, org, ma);
  let next = 0;
  let told = 0;
  /** Does one operation with a seal at a point, so many hours ago. */
  const operate = async (
    operation: SealOperation,
    number: string,
    point: { id: number; name: string },
    meter: Made,
    hours: number,
  ) => {
    const after = {
      [SealOperation.seal]: 'sealed',
      [SealOperation.patrol]: 'sealed',
      [SealOperation.unseal]: 'spent',
    } as const;
    const state = after[operation as keyof typeof after];
    await db.query(
      `with o as (insert into seal_operation (org_id, seal_id, medium, number, operation, outcome, from_state, to_state, at, device_time,
           create_time, counter, late, operator_id, oper_name, org_name, idempotency_key, asked, object, thing, thing_id, lat, lon, accuracy)
         select s.org_id, s.id, 'qr', s.number, $1::smallint, 'done', s.state, $2, t.at, t.at, t.at, $3::bigint, false, $4, $5, g.org_name,
           'metering ' || $3::bigint, '', $6, 'point', $7::bigint, $8, $9, 6
         from seal s join organisation g on g.id = s.org_id, (values (now() - make_interval(mins => $10))) t(at)
         where s.medium = 'qr' and s.key = $11 returning seal_id, at)
       update seal set state = $2, object = $6, lat = $8, lon = $9, last_time = o.at, told_time = o.at,
         seal_time = case when $2 = 'sealed' then coalesce(seal_time, o.at) end,
         thing = case when $2 = 'sealed' then 'point' end, thing_id = case when $2 = 'sealed' then $7::bigint end,
         holder_id = case when $2 = 'spent' then $4::bigint end, holder_name = case when $2 = 'spent' then $5 else '' end
       from o where seal.id = o.seal_id`,
      [
        ...[operation, state, ++told, ma.id, ma.name, `${meter.sample.name} ${point.name}`, point.id],
        ...[meter.sample.lat, meter.sample.lon, Math.round(hours * 60), sealKey(number)],
      ],
    );
    if (operation === SealOperation.seal)
      await db.query(
        `update seal_point set seal_id = s.id, number = s.number, medium = 'qr', since = s.seal_time from seal s where seal_point.id = $1 and s.key = $2`,
        [point.id, sealKey(number)],
      );
    if (operation === SealOperation.unseal)
      await db.query("update seal_point set seal_id = null, number = '', medium = null, since = null where id = $1", [
        point.id,
      ]);
  };
  const move = (meter: Made, state: string, hours: number, patrolled = false) =>
    db.query(
      `update meter set state = $2, last_time = now() - make_interval(mins => $3), moved_id = $4, moved_name = $5,
         patrol_time = case when $6 then now() - make_interval(mins => $3) end where id = $1`,
      [meter.id, state, Math.round(hours * 60), ma.id, ma.name, patrolled],
    );
  const take = (): string => numbers[next++]!;

  const made: Made[] = [];
  for (const sample of samples) {
    const { points, months, days } = types[sample.type]!;
    const id = await one(
      `insert into meter (org_id, type_id, meter_name, factory_number, station, place, customer, accuracy_class, lat, lon, verify_date, due_date,
         certificate, verifier_id, inspector_id, next_inspection, operator_id, oper_name, create_time)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (organisation_day($1) + $11::int - make_interval(months => $12))::date, organisation_day($1) + $11::int,
         $13, $14, $15, organisation_day($1) + $16::int, $17, $18, now() - interval '380 days'`,
      [
        ...[org, typeIds[sample.type], sample.name, sample.factory, sample.station, sample.place, sample.customer],
        ...[sample.accuracy, sample.lat, sample.lon, sample.due, months],
        ...[`JL-2026-${String(1100 + made.length)}`, [xu, ma][sample.verifier]!.id],
        ...[sample.inspector === null ? null : shen.id, Math.min(sample.look, days), xu.id, xu.name],
      ],
    );
    const meter: Made = { id, sample, points: [] };
    for (const [at, name] of points.entries())
      meter.points.push({
        name,
        id: await one('insert into seal_point (org_id, meter_id, nth, point_name) values ($1, $2, $3, $4)', [
          ...[org, id, at + 1, name],
        ]),
      });
    // the newest one is not sealed yet
    if (made.length < samples.length - 1) {
      for (const point of meter.points) await operate(SealOperation.seal, take(), point, meter, 24 * 200 - made.length);
      await move(meter, 'sealed', 24 * 200 - made.length);
    }
    await db.query(
      `insert into meter_verification (org_id, meter_id, passed, verify_date, due_date, certificate, error_text, operator_id, oper_name, create_time)
       select org_id, id, true, verify_date, due_date, certificate, '+0.08 %，限 ±0.30 %', $2, $3, verify_date + interval '9 hours' from meter
       where id = $1`,
      [id, xu.id, xu.name],
    );
    made.push(meter);
  }

  const looked = async (
    meter: Made,
    hours: number,
    wrong?: { exception: number; at: number; look: string; note: string },
  ) => {
    const shots = await photos.taken(
      db,
      { id: shen.id, orgId: org },
      `inspection of ${meter.sample.name}`,
      wrong ? 2 : 0,
      'meter',
    );
    return one(
      `insert into meter_inspection (org_id, meter_id, at, device_time, create_time, late, operator_id, oper_name, idempotency_key, asked, appearance,
         looks, reading, exception_type_id, exception_name, note, countersigned, lat, lon, accuracy, photos)
       select $1, $2, t.at, t.at, t.at, false, $3, $4, 'metering look ' || $5::int, '', 'good',
         (select jsonb_agg(jsonb_build_object('point_id', p.id, 'nth', p.nth, 'point_name', p.point_name, 'number', p.number,
           'look', case when p.nth = $6::int then $7 else 'intact' end) order by p.nth) from seal_point p where p.meter_id = $2),
         $8, e.id, coalesce(e.exception_name, ''), $9, '站长', $10, $11, 5, $14
       from (values (now() - make_interval(mins => $12))) t(at) left join exception_type e on e.id = $13`,
      [
        ...[org, meter.id, shen.id, shen.name, ++told, wrong?.at ?? 0, wrong?.look ?? 'intact'],
        ...[`${(41.26 + (hours % 37)).toFixed(2)}`, wrong?.note ?? '', meter.sample.lat, meter.sample.lon],
        ...[Math.round(hours * 60), wrong ? exceptionIds[wrong.exception] : null, shots],
      ],
    );
  };
  const sealed = made.slice(0, -1);
  const inspections = sealed
    .flatMap((meter, at) =>
      // the last was so long ago that the next is due when it is
      Array.from({ length: 12 }, (_, month) => ({
        meter,
        days: types[meter.sample.type]!.days - Math.min(meter.sample.look, types[meter.sample.type]!.days) + month * 30,
      })).filter(
        // one was missed in June, and not everybody looks each month
        (_, month) => !(at === 0 && month === 5) && (at < 4 || (month + at) % 3 === 0),
      ),
    )
    .toSorted((a, b) => b.days - a.days);
  /** told in the order in which they were done, as everything else here */
  const lookedBetween = async (before: number, after: number): Promise<void> => {
    for (const { meter, days } of inspections) if (days <= before && days > after) await looked(meter, 24 * days + 3);
  };
  await lookedBetween(Infinity, 20);
  const [gz, sy, bl, jx] = sealed as [Made, Made, Made, Made];

  // a repair that is over: encoder replaced, verified, sealed anew
  const repair = async (meter: Made, reason: string, hours: number, inspection: number | null) =>
    one(
      `insert into meter_work_order (org_id, meter_id, reason, inspection_id, opener_id, opener, open_time, assignee_id, assignee)
       values ($1, $2, $3, $4, $5, $6, now() - make_interval(mins => $7), $8, $9)`,
      [org, meter.id, reason, inspection, xu.id, xu.name, Math.round(hours * 60), ma.id, ma.name],
    );
  const numberOn = async (point: number): Promise<string> =>
    (await db.query<{ number: string }>('select number from seal_point where id = $1', [point])).rows[0]!.number;
  const open = async (meter: Made, count: number, hours: number): Promise<void> => {
    for (const point of meter.points.slice(0, count))
      await operate(SealOperation.unseal, await numberOn(point.id), point, meter, hours);
    await move(meter, 'maintenance', hours);
  };
  const tellRepaired = async (work: number, hours: number, text: string, parts: string) =>
    db.query(
      `update meter_work_order set state = 'repaired', repair_time = now() - make_interval(mins => $2), repairer_id = $3, repairer = $4,
         work = $5, parts = $6, photos = $7 where id = $1`,
      [
        ...[work, Math.round(hours * 60), ma.id, ma.name, text, parts],
        await photos.taken(db, { id: ma.id, orgId: org }, `work order WO-${work}`, 3, 'meter'),
      ],
    );
  const stopped = await looked(gz, 24 * 20, { exception: 5, at: 0, look: 'intact', note: '加油机自动停机，停用 5 天' });
  const done = await repair(gz, '自锁触发，编码器异常', 24 * 16, stopped);
  await open(gz, 2, 24 * 15 + 3);
  await tellRepaired(done, 24 * 15 + 2, '更换编码器', '编码器 E-12');
  await db.query(
    "update meter_work_order set state = 'signed', sign_time = now() - make_interval(hours => $2), signer_id = $3, signer = $4 where id = $1",
    [done, 24 * 15 + 1, xu.id, xu.name],
  );
  await db.query(
    `insert into meter_verification (org_id, meter_id, work_id, passed, verify_date, due_date, certificate, error_text, operator_id, oper_name,
       create_time) select org_id, id, $2, true, organisation_day(org_id) - 15, due_date, 'JL-2026-11-4471', '+0.08 %，限 ±0.30 %', $3, $4,
       now() - interval '15 days' from meter where id = $1`,
    [gz.id, done, xu.id, xu.name],
  );
  await db.query(
    "update meter set certificate = 'JL-2026-11-4471', verify_date = organisation_day(org_id) - 15 where id = $1",
    [gz.id],
  );
  for (const point of gz.points.slice(0, 2)) await operate(SealOperation.seal, take(), point, gz, 24 * 15 - 1);
  await move(gz, 'sealed', 24 * 15 - 1);
  await db.query(
    `update meter_work_order set state = 'closed', close_time = now() - make_interval(hours => $2), closer_id = $3, closer = $4 where id = $1`,
    [done, 24 * 15 - 1, ma.id, ma.name],
  );
  await db.query(
    `update meter_inspection set settle_time = now() - make_interval(hours => $2), settler_id = $3, settler = $4, settlement = $5 where id = $1`,
    [stopped, 24 * 15 - 1, ma.id, ma.name, `WO-${done}`],
  );
  await lookedBetween(20, 0);
  // one that waits for its second signature
  const waiting = await repair(sy, '示值超差', 30, null);
  await open(sy, 2, 26);
  await tellRepaired(waiting, 4, '调整流量测量变换器', '');
  // one that is under way, and one that nobody has yet
  await repair(bl, '变送器显示异常', 9, null);
  await db.query(
    `insert into meter_work_order (org_id, meter_id, reason, opener_id, opener, open_time) values ($1, $2, '接线盒进水', $3, $4, now() - interval '50 minutes')`,
    [org, sealed[6]!.id, xu.id, xu.name],
  );
  // an exception that nobody has settled
  await looked(jx, 5, { exception: 3, at: 4, look: 'unread', note: '封签朝墙，要求再次到场查看' });
  // whoever looked in between is not expected before their time
  await db.query(
    `update meter m set next_inspection = greatest(m.next_inspection, (l.at at time zone o.time_zone)::date + y.inspect_days)
     from (select meter_id, max(at) as at from meter_inspection where org_id = $1 group by meter_id) l, meter_type y, organisation o
     where l.meter_id = m.id and y.id = m.type_id and o.id = m.org_id`,
    [org],
  );
  // so many that one person has too much this week
  await db.query(
    `insert into param (param_name, param_text) values ('meter_week_load', '7') on conflict (param_name) do update set param_text = excluded.param_text`,
  );
  // looked at today
  for (const meter of [sealed[4]!, sealed[5]!]) {
    const [point] = meter.points;
    await operate(SealOperation.patrol, await numberOn(point!.id), point!, meter, 2);
    await move(meter, 'sealed', 2, true);
  }
};

/** A series of wire seals in the hands of whoever repairs; answers its numbers. */
const seedNumbers = async (db: ClientBase, org: number, holder: Person): Promise<string[]> => {
  const running = runningNumbers(1, COUNT);
  const numbers = Array.from({ length: COUNT }, (_, at) => `${PREFIX} ${running.at(at)}`);
  await db.query(
    `with k as (insert into seal_kind (org_id, kind_name, iso_class, maker, certificate, create_time)
         values ($1, '计量封印（铅丝）', 'I', '绍兴计量封印厂', '', now() - interval '400 days') returning id),
       r as (insert into seal_series (org_id, medium, prefix, first, count, kind_id, operator_id, oper_name, create_time)
         select $1, 'qr', $2, 1, $3, k.id, $4, $5, now() - interval '390 days' from k returning id)
     insert into seal (org_id, series_id, medium, number, key, holder_id, holder_name, create_time)
     select $1, r.id, 'qr', n, key, $4, $5, now() - interval '390 days' from r, unnest($6::text[], $7::text[]) u(n, key)`,
    [org, PREFIX, COUNT, holder.id, holder.name, numbers, numbers.map(sealKey)],
  );
  return numbers;
};
