import { metresBetween, type Place } from '@plomb/contract/lock/metres';
import {
  type AbnormalCause,
  type BatchFacts,
  type BatchStanding,
  type BatchState,
  BatchStep,
  type PositionState,
} from '@plomb/contract/logistics/batchSteps';
import type { Limits } from '@plomb/contract/logistics/limits';
import type { BatchPlace, BatchStop, NamedOpener, PositionMedium } from '@plomb/contract/logistics/plan';
import type { ClientBase } from 'pg';

export interface HeldPosition {
  id: number;
  /** null: the plan was written anew without it */
  nth: number | null;
  position: string;
  medium: PositionMedium;
  device_id: number | null;
  planned_number: string;
  photos_asked: string[];
  openers: NamedOpener[];
  open_stops: string[];
  second_person: boolean;
  state: PositionState;
  seal_id: number | null;
  number: string;
  opened_time: string | null;
  /** it was opened elsewhere than at the destination */
  opened_off: boolean;
  last_time: string | null;
}
export interface HeldBatch {
  id: number;
  org_id: number;
  serial: string;
  plate: string;
  owner_id: number;
  state: BatchState;
  abnormal: boolean;
  scrapped: boolean;
  start_place: BatchPlace;
  end_place: BatchPlace;
  destination: BatchPlace;
  stops: BatchStop[];
  limits: Limits;
  transit_time: string | null;
  end_time: string | null;
  create_time: string;
  positions: HeldPosition[];
  /** planned once, and not any more */
  dropped: HeldPosition[];
}

type Route = Pick<HeldBatch, 'start_place' | 'destination' | 'stops'>;
type Openers = Pick<HeldPosition, 'id' | 'openers'>[];
/** Where it might be opened at that moment, and by whom: what is planned anew after the fact makes nothing right, and nothing wrong. */
const routeAt = async (
  client: ClientBase,
  id: number,
  at: Date,
): Promise<{ route: Partial<Route>; named: Openers }> => {
  const { rows } = await client.query<{ before: Partial<Route> & { positions?: Openers } }>(
    'select before from batch_amendment where batch_id = $1 and at > $2 order by id desc',
    [id, at],
  );
  const route: Partial<Route> = {};
  for (const { before } of rows)
    for (const part of ['start_place', 'destination', 'stops'] as const)
      if (before[part]) Object.assign(route, { [part]: before[part] });
  return { route, named: rows.findLast(({ before }) => before.positions)?.before.positions ?? [] };
};

/**
 * A batch and its positions, held until the end of the transaction: of two who move it one is first. Null: out of sight. `at`: with the route as
 * it was planned at that moment.
 */
export const holdBatch = async (client: ClientBase, id: number, at?: Date): Promise<HeldBatch | null> => {
  const { rows } = await client.query<Omit<HeldBatch, 'positions' | 'dropped'>>(
    `select id, org_id, serial, plate, owner_id, state, abnormal, scrapped, start_place, end_place, destination, stops, limits, transit_time, end_time,
       create_time from logistics_batch where id = $1 for update`,
    [id],
  );
  if (!rows[0]) return null;
  const { rows: positions } = await client.query<HeldPosition>(
    `select id, nth, position, medium, device_id, planned_number, photos_asked, openers, open_stops, second_person, state, seal_id, number,
       opened_time, opened_off, last_time from batch_position where batch_id = $1 order by nth`,
    [id],
  );
  const then = at && (await routeAt(client, id, at));
  for (const one of positions) one.openers = then?.named.find((was) => was.id === one.id)?.openers ?? one.openers;
  const [planned, dropped] = [true, false].map((is) => positions.filter(({ nth }) => (nth !== null) === is));
  return { ...rows[0], ...then?.route, positions: planned!, dropped: dropped! };
};

const isIn = ({ lat, lon, radius }: BatchPlace, here: Place): boolean => metresBetween({ lat, lon }, here) <= radius;
/** Inside the destination, or a stop where the position may be opened. Whose place nobody knows is not. */
export const isInside = (batch: HeldBatch, position: HeldPosition, here: Place | null): boolean =>
  here !== null &&
  [batch.destination, ...batch.stops.filter(({ id }) => position.open_stops.includes(id))].some((one) =>
    isIn(one, here),
  );
export const isAtDestination = ({ destination }: HeldBatch, here: Place | null): boolean =>
  here !== null && isIn(destination, here);
/** What an opening is among those of the other positions. Told late, the newest of them may be another than the one that is told. */
export const amongOpenings = (
  batch: HeldBatch,
  { id }: HeldPosition,
  at: Date,
  here: Place | null,
): Pick<BatchFacts, 'atDestination' | 'resealed'> => {
  const others = batch.positions
    .filter((one) => one.id !== id)
    .map(({ state, opened_time, opened_off }) => ({
      ...{ isOpen: state === 'opened', isThere: !opened_off, at: opened_time ? Date.parse(opened_time) : 0 },
    }));
  const isThere = isAtDestination(batch, here);
  const newest = others
    .filter((one) => one.isOpen)
    .reduce((last, one) => (one.at > last.at ? one : last), { isThere, at: at.getTime() });
  return {
    atDestination: newest.isThere,
    resealed: isThere && others.every((one) => one.isOpen && one.isThere),
  };
};
export const isAtStart = ({ start_place }: HeldBatch, here: Place): boolean => isIn(start_place, here);

/** Nothing that was done later is known of the position. */
export const isNewest = ({ last_time }: HeldPosition, at: Date): boolean => !last_time || new Date(last_time) <= at;
/** The other positions need nothing more: to be sealed before it leaves, to be opened once it is there. */
export const isLast = ({ positions }: HeldBatch, { id }: HeldPosition, step: 'seal' | 'unseal'): boolean =>
  positions.every((one) => one.id === id || (one.state === 'sealed') === (step === 'seal'));

/** In which state the batch was at that moment, by what is known now. */
export const stateAt = ({ state, transit_time, end_time }: HeldBatch, at: Date): BatchState => {
  if (state === 'cancelled') return state;
  if (end_time !== null && new Date(end_time) < at) return 'completed';
  return transit_time !== null && new Date(transit_time) <= at ? 'in_transit' : 'draft';
};
/** Text of SQL over batch_step: steps of the position $1, found by its batch, which has few, whatever others there are. */
const ofPosition = `batch_id = (select batch_id from batch_position where id = $1) and position_id = $1`;
/** The same of one of its positions, and the seal that was on it, or came off it last. */
export const positionAt = async (
  client: ClientBase,
  position: HeldPosition,
  at: Date,
): Promise<{ state: PositionState; sealId: number | null }> => {
  if (isNewest(position, at)) return { state: position.state, sealId: position.seal_id };
  const { rows } = await client.query<{ step: BatchStep; seal_id: number | null }>(
    `select step, seal_id from batch_step where ${ofPosition} and step in (0, 2, 3) and at <= $2 order by at desc, id desc limit 1`,
    [position.id, at],
  );
  const last = rows[0];
  if (!last) return { state: 'waiting', sealId: null };
  const state = last.step === BatchStep.seal ? 'sealed' : last.step === BatchStep.unseal ? 'opened' : 'waiting';
  return { state, sealId: last.seal_id };
};
/** Whether somebody sealed or took off something there later. */
export const isFollowed = async (client: ClientBase, { id }: Pick<HeldPosition, 'id'>, at: Date): Promise<boolean> => {
  const { rowCount } = await client.query(
    `select from batch_step where ${ofPosition} and source = 'operation' and step in (0, 2, 3) and at > $2 limit 1`,
    [id, at],
  );
  return rowCount !== 0;
};

/** What a step is told by and of, but what the step itself is. */
export interface StepOf {
  /** null as its number: several */
  position: { id: number | null; position: string } | null;
  source: 'operation' | 'lock' | 'person' | 'reader';
  at: Date;
  device?: Date | null;
  late?: boolean;
  operation?: number;
  event?: number;
  /** what a reader said of the chip on it */
  record?: number;
  number?: string;
  sealId?: number | null;
  deviceId?: number | null;
  operator?: { id: number; operName: string; orgName: string };
  witness?: string;
  reason?: string;
  here?: Place | null;
  accuracy?: number | null;
  photos?: readonly string[];
}
export interface Step {
  step: BatchStep;
  cause: AbnormalCause | null;
}

/** Why a batch is abnormal by some steps, if it is. */
export const causeOf = (steps: readonly Step[]): AbnormalCause | null =>
  steps.find(({ cause }) => cause)?.cause ?? null;

/** That nobody sealed a door again is noticed with another, whose opening completes the batch: it is said of those that stayed open. */
const ofOpen = (batch: HeldBatch, of: StepOf): StepOf => {
  const own = of.position?.id;
  const open = batch.positions.filter(({ id, state, opened_off }) =>
    id === own ? !isAtDestination(batch, of.here ?? null) : state === 'opened' && opened_off,
  );
  const [one] = open;
  if (!one || (open.length === 1 && one.id === own)) return of;
  const numbers = open.map(({ id, number }) => (id === own ? of.number : number)).filter(Boolean);
  return {
    // its photos are of the other one
    ...{ ...of, number: numbers.join(', '), photos: [] },
    ...(open.length === 1
      ? { position: one, sealId: one.seal_id, deviceId: one.device_id }
      : {
          position: { id: null, position: open.map(({ position }) => position).join(', ') },
          sealId: null,
          deviceId: null,
        }),
  };
};

/** Steps are only added; the same word of a lock says the same step once. */
export const writeSteps = async (
  client: ClientBase,
  batch: HeldBatch,
  told: StepOf,
  steps: readonly Step[],
): Promise<void> => {
  for (const { step, cause } of steps) {
    const of = cause === 'not_resealed' ? ofOpen(batch, told) : told;
    await client.query(
      `insert into batch_step (org_id, batch_id, position_id, position, step, cause, source, seal_operation_id, lock_event_id, at, device_time,
         late, number, seal_id, device_id, operator_id, oper_name, org_name, witness, reason, lat, lon, accuracy, photos, rfid_record_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)
       on conflict do nothing`,
      [
        ...[batch.org_id, batch.id, of.position?.id ?? null, of.position?.position ?? '', step, cause, of.source],
        ...[of.operation ?? null, of.event ?? null, of.at, of.device ?? null, of.late ?? false, of.number ?? ''],
        ...[of.sealId ?? null, of.deviceId ?? null, of.operator?.id ?? null, of.operator?.operName ?? ''],
        ...[of.operator?.orgName ?? '', of.witness ?? '', of.reason ?? '', of.here?.lat ?? null, of.here?.lon ?? null],
        ...[of.accuracy ?? null, of.photos ?? [], of.record ?? null],
      ],
    );
  }
};

/** How a batch ends. */
export interface Ending {
  result: 'normal' | 'forced';
  reason: string;
  by: { id: number; operName: string };
}

/**
 * The present of a batch after an event: where `next` says it stands, and never back. It left when the last of its positions was
 * sealed, whenever that was told; it ended with the last of the openings.
 */
export const moveBatch = async (
  client: ClientBase,
  batch: HeldBatch,
  next: BatchStanding,
  { at, cause, ending }: { at: Date; cause: AbnormalCause | null; ending?: Ending },
): Promise<void> => {
  const leaves = batch.state === 'draft' && next.state === 'in_transit';
  const ends = batch.state === 'in_transit' && next.state === 'completed';
  const neverLeft = batch.state === 'draft' && next.state === 'cancelled';
  await client.query(
    `update logistics_batch set state = case when $2::boolean then 'in_transit' when $3::boolean then 'completed'
         when $11::boolean then 'cancelled' else state end,
       transit_time = case when $2 then (select greatest(max(sealed_time), create_time) from batch_position where batch_id = $1) else transit_time end,
       end_time = case when $3 then (select greatest($4::timestamptz, transit_time, max(opened_time)) from batch_position where batch_id = $1)
         when $11 then $4 else end_time end, result = case when $3 then $5::text else result end,
       end_reason = case when $3 or $11 then $6::text else end_reason end, ended_by = case when $3 or $11 then $7::text else ended_by end,
       ender_id = case when $3 or $11 then $12 else ender_id end,
       abnormal = abnormal or $8::boolean, abnormal_info = case when abnormal then abnormal_info when $8 then $9::text end, scrapped = scrapped or $10::boolean
     where id = $1`,
    [
      ...[batch.id, leaves, ends, at, ending?.result ?? 'normal', ending?.reason ?? '', ending?.by.operName ?? ''],
      ...[next.abnormal, cause, next.scrapped && batch.state !== 'completed', neverLeft, ending?.by.id ?? null],
    ],
  );
};
