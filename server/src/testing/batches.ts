import { randomUUID } from 'node:crypto';
import type { InputOf } from '@plomb/contract/kit/call';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { field } from '@plomb/contract/seals/field';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import type { TestApi } from './api.ts';
import { type BuiltDevice, buildOperator, buildOrganisation } from './build.ts';

const { logisticsBatches, vehicles, journeys } = logisticsCalls;
const { qrSeals, sealKinds } = sealCalls;

export const start = { address: 'Jintang depot', lat: 30, lon: 121.8, radius: 500 };
export const stop = { id: 'guzhu', address: 'Guzhu station', lat: 30, lon: 121.4, radius: 300 };
export const destination = { address: 'Shangyu South', lat: 30, lon: 121, radius: 500 };
export const at = ({ lat, lon }: { lat: number; lon: number }) => ({ lat, lon });
export const minutes = (n: number): string => new Date(Date.now() + n * 60_000).toISOString();
export const ago = (n: number) => ({ time: minutes(-n) });

type Plan = InputOf<typeof logisticsBatches.add>;
export type PlannedPosition = Plan['positions'][number];

/** Batches that a guard with a second person carries, and what is said of them. */
export const buildBatches = async (api: TestApi) => {
  const org = await buildOrganisation(api.db);
  const guard = await buildOperator(api.db, org);
  const witness = await buildOperator(api.db, org);
  const calls = await api.signedIn(guard);
  const made = { kind_name: 'bolt', iso_class: 'H', maker: 'M', certificate: '', reusable: false } as const;
  const { id: kind } = await calls.ok(sealKinds.add, made);
  let nth = 0;

  /** In hand since yesterday. */
  const blank = async (): Promise<string> => {
    const prefix = `WL ${org}${1000 + ++nth}`;
    await calls.ok(qrSeals.add, { kind_id: kind, holder_id: guard.id, prefix, first: 1, count: 1 });
    const number = `${prefix} 001`;
    await api.owner.query("update seal set create_time = now() - interval '1 day' where number = $1", [number]);
    return number;
  };
  const qr = (more: Partial<PlannedPosition> = {}): PlannedPosition => ({
    ...{ position: `door ${++nth}`, process_name: 'loading', medium: 'qr', device_id: null, number: '' },
    ...{ photos_asked: [], open_stops: [], openers: [], second_person: false, ...more },
  });
  const lockOf = ({ id }: BuiltDevice, position = 'valves') => qr({ medium: 'lock', device_id: id, position });
  const planOf = async (positions: PlannedPosition[], more: Partial<Plan> = {}): Promise<Plan> => ({
    vehicle_id: (await calls.ok(vehicles.add, { plate: `浙L·${30_000 + ++nth}`, enterprise: 'ZPC Transport' })).id,
    ...{ carrier: 'ZPC', driver: 'Zhao Yong', plan_start: minutes(-60), plan_end: minutes(180) },
    ...{ start, end: destination, destination, stops: [], positions, ...more },
  });
  /** Since so many minutes, so that what was done some time ago can be told. */
  const planned = async (positions: PlannedPosition[], more: Partial<Plan> = {}, since = 24 * 60) => {
    const { id } = await calls.ok(logisticsBatches.add, await planOf(positions, more));
    await api.owner.query('update logistics_batch set create_time = now() - make_interval(mins => $2) where id = $1', [
      id,
      since,
    ]);
    const { positions: all } = await calls.ok(logisticsBatches.detail, { id });
    return { id, at: all.map((one) => one.id) as [number, ...number[]] };
  };
  const photo = async (): Promise<string> => {
    const { rows } = await api.owner.query<{ id: string }>(
      `with content as (insert into file_content (sha256, bytes) values (encode(sha256($1::bytea), 'hex'), 1) returning sha256)
       insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
       select substr(translate(encode(sha256($1::bytea || 'x'), 'base64'), '+/=', 'aaa'), 1, 24), $2, $3, 'seal', 'image/jpeg', sha256, 1
       from content returning id`,
      [Buffer.from(randomUUID()), org, guard.id],
    );
    return rows[0]!.id;
  };
  let counter = 0;
  /** As a handset tells it: at the start, now, with a photo. */
  const told = async (number: string, more: object = {}) => ({
    ...{ medium: 'qr' as const, read: number, key: randomUUID(), time: minutes(0), counter: ++counter },
    ...{ ...at(start), accuracy: 5, photos: [await photo()], ...more },
  });
  const beside = async (path: string) => ({
    witness_login: witness.loginName,
    witness_password: sealPassword(await calls.ok(session.key, {}), path, witness.password),
  });
  /** A seal on each position an hour ago. */
  const onTheRoad = async (positions: PlannedPosition[], more: Partial<Plan> = {}) => {
    const batch = await planned(positions, more);
    const numbers: string[] = [];
    for (const position of batch.at) {
      const number = await blank();
      await calls.ok(field.seal, await told(number, { position, ...ago(60) }));
      numbers.push(number);
    }
    return { ...batch, numbers: numbers as [string, ...string[]] };
  };
  let serial = 0;
  /** A lock says something of its metal. */
  const says = async (
    lock: BuiltDevice,
    [before, after]: [number, number],
    { ago: since = 0, place = start as { lat: number; lon: number }, forced = false, of = org } = {},
  ): Promise<void> => {
    await api.owner.query(
      `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay,
         quality, lat, lon, authenticated, counts, rang)
       values ($1, $2, now() - make_interval(mins => $3), now(), now() - make_interval(mins => $3), $4, 1, 'x', 1, $5, $6, 0, false, 'direct',
         $7, $8, true, true, case when $9 then '{illegal_unlock}' else '{}' end::text[])`,
      [lock.id, of, since, ++serial, before, after, place.lat, place.lon, forced],
    );
  };
  /** It tells a place every minute, `north` degrees off the way. */
  const reports = async (
    lock: BuiltDevice,
    from: number,
    to: number,
    { north = 0, east = 121.8, by = -0.001 } = {},
  ) => {
    await api.owner.query(
      `insert into position (device_id, org_id, device_time, receive_time, serial, part, hash, msg_type, report_reson, fault, lat, lon, velocity,
         lock_status, authenticated, raw, replay)
       select $1, $2, now() - make_interval(mins => n), now(), $3 - n, 0, 1, 1, 0, 0, 30 + $5::float8, $6::float8 + $7::float8 * ($3 - n), 60, 2, true,
         '\\x00', false from generate_series($4::int, $3::int) n`,
      [lock.id, org, from, to, north, east, by],
    );
  };
  const seen = (id: number) => calls.ok(logisticsBatches.detail, { id });
  const stepsOf = async (id: number) =>
    (await seen(id)).steps.map(({ step, cause }) => (cause ? `${step} ${cause}` : String(step))).reverse();
  const journey = (id: number) => calls.ok(journeys.detail, { id });
  /** The verdict and its reasons, each with the positions that it names. */
  const judged = async (id: number) => {
    const { verdict, reasons } = await journey(id);
    return { verdict, reasons: reasons.map(({ code, positions }) => [code, ...positions].join(' ')) };
  };
  return {
    ...{ org, guard, witness, calls, blank, qr, lockOf, planOf, planned, told, beside, onTheRoad, says, reports },
    ...{ seen, stepsOf, journey, judged },
  };
};
