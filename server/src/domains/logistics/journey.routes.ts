import type { OutputOf } from '@plomb/contract/kit/call';
import { metresBetween } from '@plomb/contract/lock/metres';
import type { AbnormalCause, BatchState, BatchStep } from '@plomb/contract/logistics/batchSteps';
import { journeys, MOST_DRAWN, MOST_READ, MOST_ROWS, MOST_WAYS, type Way } from '@plomb/contract/logistics/journey';
import type { BatchStop } from '@plomb/contract/logistics/plan';
import { type JourneyFacts, verdictOf } from '@plomb/contract/logistics/verdict';
import type { Track } from '@plomb/contract/tracks/tracks';
import { type Trip, tripOf } from '@plomb/contract/tracks/trip';
import type { ClientBase } from 'pg';
import { Refusal } from '../../platform/refusal.ts';
import { type Reading, type Served, serve } from '../../platform/serve.ts';

export interface JourneyDeps {
  /** what locks told between two times */
  tracksOf(asked: { ids: readonly number[]; from: string; to: string }, ctx: Reading, most: number): Promise<Track[]>;
  /** for so many days reports are kept */
  keptDays(): number;
}

const DAY = 86_400_000;

type Journey = OutputOf<typeof journeys.detail>;
interface Batch {
  id: number;
  state: BatchState;
  forced: boolean;
  transit_time: string | null;
  end_time: string | null;
  create_time: string;
  stops: BatchStop[];
  now: string;
}
interface Position {
  id: number;
  position: string;
  device_id: number | null;
  state: string;
  number: string;
}

const batchOf = async (client: ClientBase, id: number): Promise<Batch> => {
  const { rows } = await client.query<Batch>(
    `select id, state, result is not distinct from 'forced' as forced, transit_time, end_time, create_time, stops, now() as now
     from logistics_batch where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
};

const drawn = ({ runs }: Trip): Way['runs'] => {
  const all = runs.reduce((sum, run) => sum + run.length, 0);
  const every = Math.max(1, Math.ceil(all / MOST_DRAWN));
  // the ends of a run stay: between two of them nobody knows
  return runs.map((run) =>
    run
      .filter((_, nth) => nth % every === 0 || nth === run.length - 1)
      .map(({ at, lon, lat, velocity, lock_status }) => [at, lon, lat, velocity, lock_status]),
  );
};
const wayOf = (track: Track, trip: Trip): Way => ({
  ...{ id: track.id, sn: track.sn, device_name: track.device_name, family: track.family },
  ...{ events: track.events, alarms: track.alarms, runs: drawn(trip), metres: trip.metres },
  gaps: trip.gaps.map(({ kind, from, to }) => ({ kind, from, to })),
});

const ordersOf = async (
  devices: number[],
  { from, to }: { from: string; to: string },
  { client, operator }: Reading,
) => {
  // as on the line of a device's life
  if (devices.length === 0 || !operator.grants.has('map:list')) return [];
  const { rows } = await client.query<Journey['orders'][number]>(
    `select c.id, c.device_id, c.kind, c.state, c.oper_name, coalesce(a.decider_name, '') as approved_by, c.create_time, c.answer_time,
       c.evidence, c.evidence_time
     from command c left join approval a on a.id = c.approval_id
     where c.device_id = any($1) and c.create_time between $2 and $3 and c.kind in ('seal', 'unseal') order by c.create_time desc limit $4`,
    [devices, from, to, MOST_ROWS],
  );
  return rows;
};

/** Refused at one of its positions; what made a step of its own stands there. */
const refusedOf = async (batch: number, { client }: Reading) => {
  const { rows } = await client.query<Journey['refused'][number] & { marks: boolean }>(
    `select o.id, o.operation, o.refusal, o.at, o.number, p.position, o.oper_name, o.photos,
       exists (select from batch_step s where s.seal_operation_id = o.id) as marks
     from batch_position p join seal_operation o on o.thing = 'position' and o.thing_id = p.id
     where p.batch_id = $1 and o.outcome <> 'done' order by o.at desc, o.id desc limit $2`,
    [batch, MOST_ROWS],
  );
  return rows;
};

interface Step {
  id: number;
  step: BatchStep;
  cause: AbnormalCause | null;
  position_id: number | null;
  position: string;
  at: string;
  number: string;
  lat: number | null;
  lon: number | null;
}
/** The stop that a step was done at; null: at none. Nothing where nobody knows its place. */
const stopOf = ({ lat, lon }: Step, stops: readonly BatchStop[]): { stop?: string | null } =>
  lat === null || lon === null
    ? {}
    : { stop: stops.find((stop) => metresBetween(stop, { lat, lon }) <= stop.radius)?.id ?? null };

/** Of the lock that was seen best. A lock that is out of sight by now has told something all the same. */
const trackOf = (
  best: { track: Track; trip: Trip } | undefined,
  [first]: readonly number[],
  kept: boolean,
): JourneyFacts['track'] => {
  if (!best) return first === undefined ? null : { device_id: first, gaps: [], kept: false, read: null };
  const { track, trip } = best;
  const last = track.cut ? track.points.at(-1) : undefined;
  return { device_id: track.id, gaps: trip.gaps, kept, read: last ? Date.parse(last.at) : null };
};

/** All of a journey that its verdict rests on, and the verdict; with it what its locks told, of which a page shows less. */
export const readJourney = async (
  id: number,
  ctx: Reading,
  deps: JourneyDeps,
): Promise<{ journey: Journey; tracks: Track[]; asOf: string }> => {
  const { client } = ctx;
  const batch = await batchOf(client, id);
  const { rows: positions } = await client.query<Position>(
    `select p.id, p.position, p.device_id, p.state, coalesce(nullif(p.number, ''), d.sn, '') as number
     from batch_position p left join device d on d.id = p.device_id where p.batch_id = $1 and p.nth is not null order by p.nth`,
    [id],
  );
  // what made it abnormal comes before all else, however often it was looked at
  const { rows: steps } = await client.query<Step>(
    `select id, step, cause, position_id, position, at, number, lat, lon from batch_step
     where batch_id = $1 order by cause is null, at, id limit $2`,
    [id, MOST_ROWS],
  );
  const window = { from: batch.transit_time ?? batch.create_time, to: batch.end_time ?? batch.now };
  const ms = { from: Date.parse(window.from), to: Date.parse(window.to) };
  const isKept = ms.from >= Date.parse(batch.now) - deps.keptDays() * DAY;
  const locks = positions.flatMap(({ device_id }) => device_id ?? []);
  const seen = await client.query<{ id: number }>('select id from device where id = any($1)', [locks]);
  const ids = locks.filter((one) => seen.rows.some((row) => row.id === one)).slice(0, MOST_WAYS);
  const tracks = batch.transit_time && ms.to > ms.from ? await deps.tracksOf({ ids, ...window }, ctx, MOST_READ) : [];
  const ways = tracks.map((track) => ({ track, trip: tripOf(track, ms) }));
  // where one of them was seen, the batch was
  const best = ways.toSorted((a, b) => a.trip.unseen - b.trip.unseen)[0];
  const refused = await refusedOf(id, ctx);
  const { verdict, reasons } = verdictOf({
    ...{ state: batch.state, forced: batch.forced, now: Date.parse(batch.now) },
    left: batch.transit_time ? Date.parse(batch.transit_time) : null,
    ended: batch.end_time ? Date.parse(batch.end_time) : null,
    positions: positions.map(({ device_id, state, ...one }) => ({
      ...{ ...one, isLock: device_id !== null, sealed: state === 'sealed' },
    })),
    patrols: batch.stops
      .filter(({ patrol }) => patrol)
      .map(({ id: stop, address, plan_time }) => ({
        id: stop,
        address,
        planned: plan_time ? Date.parse(plan_time) : null,
      })),
    steps: steps
      .map(({ lat, lon, ...one }) => ({
        ...{ ...one, ...stopOf({ ...one, lat, lon }, batch.stops), at: Date.parse(one.at) },
      }))
      .toSorted((a, b) => a.at - b.at || a.id - b.id),
    refused: refused.filter(({ marks }) => !marks).map((one) => ({ ...one, at: Date.parse(one.at) })),
    track: trackOf(best, locks, isKept),
  });
  const journey = {
    ...{ ...window, verdict, reasons, ways: ways.map(({ track, trip }) => wayOf(track, trip)) },
    orders: await ordersOf(ids, window, ctx),
    refused: refused.map(({ marks: _, ...one }) => one),
  };
  return { journey, tracks, asOf: batch.now };
};

export const journeyRoutes = (deps: JourneyDeps): Served[] =>
  serve(journeys, { detail: async ({ id }, ctx) => (await readJourney(id, ctx, deps)).journey });
