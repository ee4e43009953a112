import { type AbnormalCause, BatchStep } from '@plomb/contract/logistics/batchSteps';
import { type Limits, noLimits, usualLimits } from '@plomb/contract/logistics/limits';
import { sealKey } from '@plomb/contract/seals/number';
import type { abnormalKinds } from '@plomb/contract/seals/operations';
import type { SealState } from '@plomb/contract/seals/sealSteps';
import type { ClientBase } from 'pg';
import { carriers, type PlaceKey, placeOn, places, routes, type Way, wholeWay } from './drives.ts';
import { type Person, seedTemplates } from './journeyTemplates.ts';
import type { DemoPhotos } from './photos.ts';

const plates = ['沪A·6K112', '沪B·3F905', '沪D·8P551', '浙A·D6218', '浙B·7K392', '浙L·20833', '苏E·2R418', '苏U·5C220'];
const positions = ['后门', '左门', '阀箱'] as const;

/** What became of a batch; most went as they should. */
type Fate = 'well' | 'late' | 'resealed' | 'opened_off' | 'forced' | 'attacked' | 'cancelled';
const fates: readonly Fate[] = [
  ...(['well', 'well', 'late', 'well', 'resealed', 'well', 'well', 'opened_off', 'well', 'well'] as const),
  ...(['attacked', 'well', 'well', 'late', 'forced', 'well', 'well', 'resealed', 'well', 'cancelled'] as const),
];
/** Batches that ended, one every so many hours over a month. */
const ENDED = 48;
const EVERY_HOURS = 15;
/** Numbers that were made for them; what is left of them is in hand. */
const SEALS = 400;

interface Planned {
  plate: number;
  route: readonly [PlaceKey, PlaceKey];
  /** hours from now */
  start: number;
  hours: number;
  count: number;
  /** it may be opened at its stop, too */
  opens?: boolean;
  lock?: { id: number; way?: Way };
  limits?: Limits;
}
/** A month of batches under seal in one organisation: those that ended, some of them wrong, those on the road, and those that wait. `parked`: locks that drive nowhere. */
export const seedLogistics = async (
  db: ClientBase,
  org: number,
  parked: readonly string[],
  photos: DemoPhotos,
): Promise<void> => {
  const { rows: people } = await db.query<Person & { login_name: string }>(
    `select p.id, p.oper_name, o.org_name, p.login_name from operator p join organisation o on o.id = p.org_id
     where p.login_name in ('demo', 'guard') order by p.login_name`,
  );
  const [demo, guard] = people;
  if (!demo || !guard) throw new Error('the people of the demonstration come first');
  const vehicles = await many(
    db,
    `insert into vehicle (org_id, plate, enterprise, creator, create_time, update_time)
     select $1, p, ($2::text[])[1 + (n::int % 3)], $3, now() - interval '60 days', now() - interval '60 days'
     from unnest($4::text[]) with ordinality u(p, n) returning id`,
    [org, carriers, demo.oper_name, plates],
  );
  await db.query(
    `insert into seal_position (org_id, position, process_name, create_time)
     select $1, p, q, now() - interval '60 days' from unnest($2::text[], $3::text[]) u(p, q)`,
    [
      org,
      ['后门', '左门', '右门', '阀箱', '1 号罐口', '2 号罐口', '泵箱'],
      ['装箱', '装箱', '装箱', '装油', '装油', '装油', '卸油'],
    ],
  );
  const templates = await seedTemplates(db, org, guard);
  const numbers = Array.from({ length: SEALS }, (_, nth) => `SH 2201 ${String(nth + 1).padStart(3, '0')}`);
  const { rows: series } = await db.query<{ id: number }>(
    `insert into seal_series (org_id, medium, prefix, first, count, kind_id, operator_id, oper_name, create_time)
     select $1, 'qr', 'SH 2201', 1, $4, min(id), $2, $3, now() - interval '45 days' from seal_kind where org_id = $1 returning id`,
    [org, demo.id, demo.oper_name, SEALS],
  );
  const { rows: seals } = await db.query<{ id: number; number: string }>(
    `insert into seal (org_id, series_id, medium, number, key, holder_id, holder_name, create_time)
     select $1, $2, 'qr', n, k, $3, $4, now() - interval '45 days' from unnest($5::text[], $6::text[]) u(n, k) returning id, number`,
    [org, series[0]!.id, guard.id, guard.oper_name, numbers, numbers.map(sealKey)],
  );
  const fresh = seals.values();
  const hour = (from: number): Date => new Date(Date.now() + from * 3_600_000);
  const plan = async ({ plate, route: [from, to], start, hours, count, opens, lock, limits = noLimits }: Planned) => {
    const way = lock?.way;
    const place = way ? placeOn(way.first) : places[from];
    const half = way ? placeOn(way.half) : places.fengxian;
    const end = way ? placeOn(way.last) : places[to];
    const looked = way ? new Date(way.half.at) : hour(start + hours / 2);
    const stops = [{ id: 'half', ...half, plan_time: looked.toISOString(), patrol: true }];
    const { rows } = await db.query<{ id: number }>(
      `insert into logistics_batch (org_id, vehicle_id, plate, carrier, driver, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
         start_place, end_place, destination, stops, create_time, limits, template_id, template_name, template_time)
       select $1, $2, $3, $4, $5, $6, $7, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14, t.id, coalesce(t.name, ''), t.update_time
       from (values (1)) one left join journey_template t on t.id = $15 returning id`,
      [
        ...[org, vehicles[plate], plates[plate], carriers[(plate + 1) % 3], plate % 2 ? '赵勇' : '钱海'],
        ...[demo.id, demo.oper_name, hour(start), hour(start + hours), JSON.stringify(place), JSON.stringify(end)],
        ...[JSON.stringify(stops), hour(Math.min(start - 3, -0.1)), JSON.stringify(limits)],
        // what drives where its lock drove is of no template
        way ? null : (templates.get(`${from} ${to}`) ?? null),
      ],
    );
    const id = rows[0]!.id;
    const made: number[] = [];
    for (const [nth, position] of positions.slice(0, count).entries()) {
      const isLock = lock !== undefined && nth === count - 1;
      const { rows: added } = await db.query<{ id: number }>(
        `insert into batch_position (org_id, batch_id, nth, position, process_name, medium, device_id, photos_asked, openers, open_stops)
         values ($1, $2, $3, $4, '装箱', $5, $6, $7, $8, $9) returning id`,
        [
          ...[org, id, nth + 1, position, isLock ? 'lock' : 'qr', isLock ? lock.id : null, ['封号', position]],
          ...[JSON.stringify(nth === 0 && !isLock ? [{ kind: 'person', id: guard.id, name: guard.oper_name }] : [])],
          opens ? ['half'] : [],
        ],
      );
      made.push(added[0]!.id);
    }
    return { id, positions: made, plate: plates[plate]!, from: place, half, to: end };
  };
  type Batch = Awaited<ReturnType<typeof plan>>;
  const step = async (
    batch: Batch,
    what: number,
    at: Date,
    more: {
      position?: number;
      number?: string;
      seal?: number;
      /** it says so itself */
      lock?: number;
      cause?: AbnormalCause;
      kind?: (typeof abnormalKinds)[number];
      reason?: string;
      witness?: string;
      place?: { lat: number; lon: number };
      by?: Person;
      minutesLate?: number;
    } = {},
  ): Promise<void> => {
    const {
      position,
      number = '',
      cause,
      reason = '',
      witness = '',
      place = batch.from,
      by = more.lock ? { id: null, oper_name: '', org_name: '' } : guard,
      minutesLate = 0,
    } = more;
    const told = [at, minutesLate, number, more.seal ?? null, by.id, by.oper_name, by.org_name, witness, reason];
    const stood = [place.lat, place.lon];
    // what was done with a seal is an operation on it, and the step rests on that
    let operation: number | null = null;
    let shots: string[] = [];
    if (more.seal && isOperation(what, cause)) {
      // as the plan asks: its number and its door; on the road and at the end one is enough
      const taker = { id: by.id!, orgId: org };
      shots = await photos.taken(db, taker, `seal ${number}`, what === BatchStep.seal ? 2 : 1);
      const { rows } = await db.query<{ id: number }>(
        `insert into seal_operation (org_id, medium, at, device_time, create_time, late, number, seal_id, operator_id, oper_name, org_name, witness,
           reason, lat, lon, accuracy, operation, outcome, from_state, to_state, to_abnormal, counter, idempotency_key, asked, object, abnormal_kind, photos)
         select $1, 'qr', $2::timestamptz, $2, $2 + make_interval(mins => $3::int), $3 > 5, $4, $5, $6, $7, $8, $9, $10, $11, $12, 6, $13, 'done', s.state,
           $14, $15, $5, 'demonstration of a batch ' || gen_random_uuid(), '',
           $16 || ' ' || coalesce((select position from batch_position where id = $17), ''), $18, $19
         from seal s where s.id = $5 returning id`,
        [
          ...[
            org,
            ...told,
            ...stood,
            what === BatchStep.abnormal ? 4 : what,
            becomes(what),
            what === BatchStep.abnormal,
          ],
          ...[batch.plate, position ?? null, more.kind ?? null, shots],
        ],
      );
      operation = rows[0]!.id;
      await db.query(
        `update seal s set state = $2, abnormal = $2 = 'sealed' and (s.abnormal or $3), last_time = o.at, told_time = o.create_time, lat = o.lat, lon = o.lon,
           object = case when $4 then o.object else s.object end, seal_time = case when $4 then o.at when $2 = 'sealed' then s.seal_time end,
           thing = case when $2 = 'sealed' then 'position' end, thing_id = case when $2 = 'sealed' then $5::bigint end,
           holder_id = case when $2 = 'spent' then o.operator_id end,
           holder_name = case when $2 = 'spent' then o.oper_name else '' end
         from seal_operation o where s.id = o.seal_id and o.id = $1`,
        [operation, becomes(what), what === BatchStep.abnormal, what === BatchStep.seal, position ?? null],
      );
    }
    await db.query(
      `insert into batch_step (org_id, at, device_time, create_time, late, number, seal_id, operator_id, oper_name, org_name, witness, reason, lat, lon,
         accuracy, batch_id, position_id, position, step, cause, source, seal_operation_id, device_id, photos)
       values ($1, $2::timestamptz, $2, $2 + make_interval(mins => $3::int), $3 > 5, $4, $5, $6, $7, $8, $9, $10, $11, $12, 6, $13, $14,
         coalesce((select position from batch_position where id = $14), ''), $15, $16, $17, $18, $19, $20)`,
      [
        ...[org, ...told, ...stood, batch.id, position ?? null, what, cause ?? null],
        ...[more.lock ? 'lock' : position ? 'operation' : 'person', operation, more.lock ?? null, shots],
      ],
    );
  };
  const sealed = async (batch: Batch, at: Date): Promise<{ id: number; number: string; lock?: number }[]> => {
    const seals = [];
    for (const [nth, position] of batch.positions.entries()) {
      const when = new Date(at.getTime() - (batch.positions.length - 1 - nth) * 240_000);
      const { rows } = await db.query<{ device: number | null; sn: string | null }>(
        'select d.id as device, d.sn from batch_position p left join device d on d.id = p.device_id where p.id = $1',
        [position],
      );
      const { device, sn } = rows[0]!;
      const one = device === null || sn === null ? fresh.next().value! : { id: 0, number: sn, lock: device };
      seals.push(one);
      const by = 'lock' in one ? { lock: one.lock } : { seal: one.id };
      await step(batch, BatchStep.seal, when, { position, number: one.number, ...by });
      await db.query(
        `update batch_position set state = 'sealed', sealed_time = $2, last_time = $2, seal_id = nullif($3::bigint, 0), number = $4 where id = $1`,
        [position, when, one.id, one.number],
      );
    }
    await db.query("update logistics_batch set state = 'in_transit', transit_time = $2 where id = $1", [batch.id, at]);
    return seals;
  };
  const flag = (batch: Batch, cause: AbnormalCause) =>
    db.query('update logistics_batch set abnormal_info = coalesce(abnormal_info, $2), abnormal = true where id = $1', [
      batch.id,
      cause,
    ]);
  const ended = (batch: Batch, at: Date, result: 'normal' | 'forced', reason = '') =>
    db.query(
      "update logistics_batch set state = 'completed', end_time = $2, result = $3, end_reason = $4, ended_by = $5 where id = $1",
      [batch.id, at, result, reason, result === 'forced' ? demo.oper_name : guard.oper_name],
    );

  for (let nth = 0; nth < ENDED; nth++) {
    const fate = fates[nth % fates.length]!;
    const start = -(ENDED - nth) * EVERY_HOURS;
    const hours = 4 + (nth % 3);
    const batch = await plan({
      plate: nth % plates.length,
      route: routes[nth % routes.length]!,
      start,
      hours,
      count: 1 + (nth % 3),
      opens: fate === 'resealed',
    });
    if (fate === 'cancelled') {
      await db.query(
        "update logistics_batch set state = 'cancelled', end_time = $2, end_reason = '货主改期', ended_by = $3 where id = $1",
        [batch.id, hour(start), demo.oper_name],
      );
      continue;
    }
    const seals = await sealed(batch, hour(start + 0.2));
    const half = hour(start + hours / 2);
    const onRoad = places.fengxian;
    // now and then nobody looked, or not at all of it
    const looked = nth % 9 === 4 ? [] : nth % 5 === 2 ? batch.positions.slice(0, 1) : batch.positions;
    for (const [at, position] of looked.entries())
      await step(batch, BatchStep.inspect, half, {
        ...{ position, place: onRoad, number: seals[at]!.number, seal: seals[at]!.id },
        minutesLate: nth % 4 ? 0 : 25,
      });
    const first = { position: batch.positions[0]!, number: seals[0]!.number, seal: seals[0]!.id };
    if (fate === 'attacked') {
      await step(batch, BatchStep.abnormal, half, {
        ...first,
        cause: 'seal_abnormal',
        kind: 'attacked',
        place: onRoad,
        reason: '封体有钳痕，已通知值班',
      });
      await flag(batch, 'seal_abnormal');
    }
    if (fate === 'resealed') {
      await step(batch, BatchStep.scrap, half, {
        ...first,
        place: onRoad,
        reason: '被树枝挂断',
        witness: demo.oper_name,
      });
      const again = fresh.next().value!;
      await step(batch, BatchStep.seal, half, { ...first, number: again.number, seal: again.id, place: onRoad });
      await db.query('update batch_position set number = $2, seal_id = $3 where id = $1', [
        first.position,
        again.number,
        again.id,
      ]);
      await db.query('update logistics_batch set scrapped = true where id = $1', [batch.id]);
      Object.assign(seals[0]!, again);
    }
    if (fate === 'forced') {
      const at = hour(start + hours + 3);
      const reason = '车辆故障，货物转运';
      await step(batch, BatchStep.force, at, {
        by: demo,
        reason,
        place: onRoad,
        number: seals.map(({ number }) => number).join(', '),
      });
      await step(batch, BatchStep.abnormal, at, { by: demo, reason, place: onRoad, cause: 'forced_end' });
      await db.query('update seal set abnormal = true where id = any($1)', [seals.map(({ id }) => id)]);
      await flag(batch, 'forced_end');
      await ended(batch, at, 'forced', reason);
      continue;
    }
    const arrived = start + hours + (fate === 'late' ? 1.4 : -0.3);
    for (const [at, position] of batch.positions.entries()) {
      const isOff = fate === 'opened_off' && at === 0;
      const told = { position, number: seals[at]!.number, seal: seals[at]!.id };
      const when = isOff ? half : hour(arrived + at / 30);
      const place = isOff ? onRoad : batch.to;
      const why = isOff ? { reason: '海关查验', witness: demo.oper_name } : {};
      await step(batch, BatchStep.unseal, when, { ...told, ...why, place });
      if (isOff) {
        await step(batch, BatchStep.abnormal, when, { ...told, ...why, place, cause: 'unsealed_outside' });
        await flag(batch, 'unsealed_outside');
      }
      await db.query(
        "update batch_position set state = 'opened', opened_time = $2, opened_off = $3, last_time = $2 where id = $1",
        [position, when, isOff],
      );
      // whoever opens the last of them finds a door that nobody sealed again
      if (fate === 'opened_off' && at > 0 && at === batch.positions.length - 1)
        await step(batch, BatchStep.abnormal, when, {
          ...{ position: batch.positions[0]!, number: seals[0]!.number, seal: seals[0]!.id, place },
          cause: 'not_resealed',
        });
    }
    await ended(batch, hour(arrived + 0.1), 'normal');
  }

  // one that ended well, with a lock that told all of its way
  const seen = await wholeWay(db, org);
  if (seen) {
    const start = (seen.sealed - Date.now()) / 3_600_000;
    const batch = await plan({
      ...{ plate: 6, route: routes[2]!, start: start - 0.2, hours: (seen.opened - seen.sealed) / 3_600_000 + 0.5 },
      ...{ count: 2, lock: { id: seen.id, way: seen } },
    });
    const seals = await sealed(batch, new Date(seen.sealed));
    const seal = { position: batch.positions[0]!, number: seals[0]!.number, seal: seals[0]!.id };
    await step(batch, BatchStep.inspect, new Date(seen.half.at), { ...seal, place: batch.half });
    const opened = new Date(seen.opened);
    for (const [nth, position] of batch.positions.entries()) {
      const { number, lock = 0 } = seals[nth]!;
      const of = nth === 0 ? seal : { position, number, lock };
      await step(batch, BatchStep.unseal, opened, { ...of, place: batch.to });
      await db.query("update batch_position set state = 'opened', opened_time = $2, last_time = $2 where id = $1", [
        position,
        opened,
      ]);
    }
    await ended(batch, opened, 'normal');
  }

  // on the road: two with a lock that speaks for itself, one late, one abnormal
  const { rows: locks } = await db.query<{ id: number }>(
    `select d.id from device d
     where d.org_id = $1 and d.retired_time is null and d.device_state = 'in_use' and d.stock_status = 4
       and exists (select from position p where p.device_id = d.id and p.device_time > now() - interval '1 day')
       and not exists (select from alarm a where a.device_id = d.id and a.last_time > now() - interval '1 day')
     order by d.id desc limit 2`,
    [org],
  );
  // one that stands where nothing is planned
  const { rows: standing } = await db.query<{ id: number }>(
    `select id from device where org_id = $1 and retired_time is null and device_state = 'in_use' and stock_status = 4 and sn = any($2)
       and id <> all($3) order by id limit 1`,
    [org, parked, locks.map(({ id }) => id)],
  );
  const stands: Limits = { ...noLimits, long_stop: { minutes: 5 } };
  const road: Planned[] = [
    {
      plate: 0,
      route: routes[0]!,
      start: -0.3,
      hours: 4,
      count: 3,
      ...(locks[0] && { lock: locks[0], limits: usualLimits }),
    },
    {
      plate: 1,
      route: routes[1]!,
      start: -0.25,
      hours: 4,
      count: 2,
      ...(standing[0] && { lock: standing[0], limits: stands }),
    },
    { plate: 2, route: routes[2]!, start: -6, hours: 5, count: 2 },
    { plate: 3, route: routes[3]!, start: -2, hours: 5, count: 1 },
  ];
  const planned: { one: Planned; batch: Batch; nth: number }[] = [];
  for (const [nth, one] of road.entries()) planned.push({ one, nth, batch: await plan(one) });
  // told in the order in which it was done
  for (const { one, nth, batch } of planned.toSorted((a, b) => a.one.start - b.one.start)) {
    const seals = await sealed(batch, hour(one.start + 0.2));
    if (nth !== 3) continue;
    const told = {
      position: batch.positions[0]!,
      number: seals[0]!.number,
      seal: seals[0]!.id,
      place: places.fengxian,
    };
    await step(batch, BatchStep.abnormal, hour(-0.7), {
      ...told,
      cause: 'seal_abnormal',
      kind: 'unreadable',
      reason: '封号磨损，难以辨认',
    });
    await flag(batch, 'seal_abnormal');
  }
  // and still in the yard
  for (const [nth, plate] of [4, 5].entries())
    await plan({ plate, route: routes[nth]!, start: 1 + nth, hours: 4, count: 2 + nth });
};

/** Of what a handset tells a seal itself; what the batch concludes from it is none. */
const isOperation = (what: number, cause: AbnormalCause | undefined): boolean =>
  what === BatchStep.abnormal ? cause === 'seal_abnormal' : what <= BatchStep.scrap;
const becomes = (what: number): SealState => {
  if (what === BatchStep.unseal) return 'spent';
  return what === BatchStep.scrap ? 'scrapped' : 'sealed';
};

const many = async (db: ClientBase, sql: string, values: unknown[]): Promise<number[]> =>
  (await db.query<{ id: number }>(sql, values)).rows.map(({ id }) => id);
