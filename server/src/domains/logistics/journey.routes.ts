import { LINK_SECONDS } from '@plomb/contract/files/files';
import type { OutputOf } from '@plomb/contract/kit/call';
import type { Amended, Judging } from '@plomb/contract/logistics/amendedAfter';
import { type AbnormalCause, type BatchState, BatchStep } from '@plomb/contract/logistics/batchSteps';
import {
  journeys,
  MOST_DRAWN,
  MOST_READ,
  MOST_ROWS,
  MOST_STEPS,
  MOST_WAYS,
  type Way,
} from '@plomb/contract/logistics/journey';
import { judgedFrom, VERDICT_RULES } from '@plomb/contract/logistics/judged';
import type { Limits, PlanAt } from '@plomb/contract/logistics/limits';
import { type BatchPlace, type BatchStop, type NamedOpener, takesTwo } from '@plomb/contract/logistics/plan';
import type { Reading as ChipReading } from '@plomb/contract/logistics/readings';
import {
  BLIND_MINUTES,
  type JourneyFacts,
  type JourneyLock,
  type JourneyStep,
  untoldOf,
} from '@plomb/contract/logistics/verdict';
import type { RouteStop } from '@plomb/contract/logistics/whereabouts';
import { longestSilence, type ReadTrack, type Trip, tripOf } from '@plomb/contract/tracks/trip';
import type { ClientBase } from 'pg';
import { hashOf, newToken } from '../../platform/access.ts';
import { type Beside, inSightOf, inTurn } from '../../platform/beside.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Reading, type Served, serve } from '../../platform/serve.ts';
import { alarmsOf, failuresOf, happenedTo, type Records, type Window } from './happened.ts';
import { isNews, type KeptColumns, keep, keptColumns, keptOf, toldOf } from './kept.ts';

/** What a verdict needs. */
export interface JudgeDeps {
  /** what locks told between two times */
  tracksOf(
    asked: { ids: readonly number[]; from: string; to: string; bare: true; open: boolean },
    ctx: Reading,
    most: number,
    each: (track: ReadTrack) => void,
  ): Promise<ReadTrack[]>;
  /** for so many days reports are kept */
  keptDays(): number;
  /** how that is read and all else that is told of it; where nothing is said one after the other, of one moment in a transaction that is */
  beside?: Beside;
}
export interface JourneyDeps extends JudgeDeps {
  records: Records;
}

const DAY = 86_400_000;

type Journey = OutputOf<typeof journeys.detail>;
interface Batch extends KeptColumns {
  id: number;
  /** its organisation, and those below */
  orgs: number[];
  state: BatchState;
  forced: boolean;
  transit_time: string | null;
  end_time: string | null;
  create_time: string;
  destination: BatchPlace;
  stops: BatchStop[];
  /** what an amendment changes of it */
  plan: Planned;
  now: string;
}
interface Planned {
  start_place: BatchPlace;
  stops: BatchStop[];
  end_place: BatchPlace;
  destination: BatchPlace;
  limits: Limits;
  /** who may open them */
  positions: { id: number; openers: NamedOpener[] }[];
}
interface Position {
  id: number;
  position: string;
  device_id: number | null;
  open_stops: string[];
  state: string;
  number: string;
  due: number;
}

const batchOf = async (client: ClientBase, id: number): Promise<Batch> => {
  const { rows } = await client.query<Batch>(
    `select id, state, result is not distinct from 'forced' as forced, transit_time, end_time, create_time, destination, stops, now() as now,
       jsonb_build_object('start_place', start_place, 'stops', stops, 'end_place', end_place, 'destination', destination, 'limits', limits,
         'positions', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'openers', p.openers)), '[]')
           from batch_position p where p.batch_id = logistics_batch.id)) as plan,
       array(select orgs_below(org_id)) as orgs, ${keptColumns}
     from logistics_batch where id = $1`,
    [id],
  );
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
};

const stopOf = ({ plan_time, ...stop }: BatchStop): RouteStop => ({
  ...stop,
  planned: plan_time ? Date.parse(plan_time) : null,
});
const wayOfPlan = ({ start_place: start, end_place: end, ...rest }: Planned) => ({ start, end, ...rest });
const judgingOf = ({ destination, stops }: Planned): Judging => ({ destination, stops: stops.map(stopOf) });
/** Its plan as it was from its beginning on, each amendment after the other. */
const plansOf = async (
  { id, plan, transit_time }: Batch,
  { client }: Reading,
): Promise<{ plans: PlanAt[]; amended: Amended[]; cut: boolean }> => {
  const { rows } = await client.query<{ id: number; at: string; before: Partial<Planned>; alone: boolean }>(
    'select id, at, before, witness_id is null as alone from batch_amendment where batch_id = $1 order by id desc limit $2',
    [id, MOST_ROWS],
  );
  const at = ({ start_place, stops, end_place, destination, limits }: Planned, since: string | null): PlanAt => ({
    ...{ limits, places: [start_place, ...stops, end_place, destination], since: since ? Date.parse(since) : 0 },
  });
  let now = plan;
  const plans: PlanAt[] = [];
  const amended: Amended[] = [];
  for (const { id: amendment, at: since, before, alone } of rows) {
    plans.unshift(at(now, since));
    const was = { ...now, ...before };
    if (transit_time !== null && Date.parse(since) >= Date.parse(transit_time))
      amended.unshift({
        ...{ id: amendment, at: Date.parse(since), before: judgingOf(was), after: judgingOf(now) },
        alone: alone && takesTwo(wayOfPlan(was), wayOfPlan(now)),
      });
    now = was;
  }
  return { plans: [at(now, null), ...plans], amended, cut: rows.length === MOST_ROWS };
};

const drawn = ({ runs }: Trip<number>): Way['runs'] => {
  const all = runs.reduce((sum, run) => sum + run.length, 0);
  const every = Math.max(1, Math.ceil(all / MOST_DRAWN));
  // the ends of a run stay: between two of them nobody knows
  return runs.map((run) =>
    run
      .filter((_, nth) => nth % every === 0 || nth === run.length - 1)
      .map(({ at, lon, lat, velocity, lock_status }) => [at, lon, lat, velocity, lock_status]),
  );
};
const ordersOf = async (
  devices: number[],
  { from, to }: { from: string; to: string },
  { client, operator }: Reading,
  most: number,
) => {
  // as on the line of a device's life
  if (devices.length === 0 || !operator.grants.has('map:list')) return [];
  const { rows } = await client.query<Journey['orders'][number]>(
    `select c.id, c.device_id, c.kind, c.state, c.operator_id, c.oper_name, coalesce(a.decider_name, '') as approved_by, c.create_time, c.answer_time,
       c.evidence, c.evidence_time
     from command c left join approval a on a.id = c.approval_id
     where c.device_id = any($1) and c.create_time between $2 and $3 and c.kind in ('seal', 'unseal') order by c.create_time desc limit $4`,
    [devices, from, to, most + 1],
  );
  return rows;
};

/** Refused at one of its positions, for whoever sees the batch; what made a step of its own stands there. */
const refusedOf = async (batch: number, { client }: Reading) => {
  const { rows } = await client.query<Journey['refused'][number]>('select * from batch_refusals($1, $2)', [
    ...[batch, MOST_ROWS],
  ]);
  return rows;
};

/** What readers said of chips while they were on it, for whoever sees the batch. */
const readingsOf = async (batch: number, { client }: Reading): Promise<ChipReading[]> => {
  const { rows } = await client.query<
    Omit<ChipReading, 'at' | 'sealed'> & { at: string; step: number; step_at: string }
  >('select * from batch_readings($1, $2)', [batch, MOST_ROWS]);
  return rows.map(({ at, step, step_at, ...one }) => ({
    ...{ ...one, at: Date.parse(at) },
    sealed: { step, at: Date.parse(step_at) },
  }));
};

interface Step {
  id: number;
  step: BatchStep;
  cause: AbnormalCause | null;
  position_id: number | null;
  position: string;
  at: string;
  number: string;
  source: string;
  lat: number | null;
  lon: number | null;
}
const stepOf = ({ lat, lon, at, source, ...one }: Step): JourneyStep => ({
  ...{
    ...one,
    at: Date.parse(at),
    byHand: source === 'operation' || source === 'reader',
    byReader: source === 'reader',
  },
  place: lat === null || lon === null ? null : { lat, lon },
});
/** Steps of it, in their order. What made it abnormal, and what was put on and came off, are before all looks, however often it was looked at. */
const stepsOf = async (batch: number, { client }: Reading): Promise<{ steps: JourneyStep[]; cut: boolean }> => {
  const { rows } = await client.query<Step>(
    `select id, step, cause, position_id, position, at, number, source, lat, lon from batch_step
     where batch_id = $1 order by cause is null, step = $3, at, id limit $2`,
    [batch, MOST_STEPS + 1, BatchStep.inspect],
  );
  const steps = rows.slice(0, MOST_STEPS).map(stepOf);
  return { steps: steps.toSorted((a, b) => a.at - b.at || a.id - b.id), cut: rows.length > MOST_STEPS };
};

/** Ways that are drawn, and rows of each kind. */
interface Most {
  ways: number;
  rows: number;
}
interface Followed extends JourneyLock {
  lock: Pick<Way, 'id' | 'sn' | 'device_name' | 'family'>;
  /** all that it told of its places, and what follows from it; null: nothing that is kept */
  track: ReadTrack | null;
  trip: Trip<number> | null;
}
const wayOf = ({ kept, trip }: Followed, isDrawn: boolean) => ({
  ...{ kept, drawn: isDrawn, runs: trip && isDrawn ? drawn(trip) : [], metres: trip && isDrawn ? trip.metres : 0 },
  gaps: trip?.gaps.map(({ kind, from, to }) => ({ kind, from, to })) ?? [],
});
const lockedOf = (positions: readonly Position[]) => positions.filter((one) => one.device_id !== null);
/** Two parts of them, which need not wait for each other. */
const halvesOf = (locked: readonly Position[]): Position[][] => {
  const half = Math.ceil(locked.length / 2);
  return [locked.slice(0, half), locked.slice(half)].filter((part) => part.length > 0);
};
/** What each lock of these positions told on the way, all read at once. A lock that is out of sight by now has told something all the same. */
const locksOf = async (
  { batch, window, positions }: Begun,
  own: readonly Position[],
  ctx: Reading,
  { tracksOf, keptDays }: JudgeDeps,
): Promise<Followed[]> => {
  if (own.length === 0) return [];
  const devices = own.map(({ device_id }) => device_id!);
  // the reports of a day may have been deleted while they were kept for fewer
  const { rows: seen } = await ctx.client.query<Followed['lock'] & { there: boolean }>(
    `select d.id, d.sn, d.device_name, t.family,
       to_regclass('position_' || to_char($2::timestamptz at time zone 'UTC', 'YYYYMMDD')) is not null as there
     from device d join device_type t on t.id = d.device_type_id where d.id = any($1)`,
    [devices, window.from],
  );
  const ms = { from: Date.parse(window.from), to: Date.parse(window.to) };
  const isKept = ms.from >= Date.parse(batch.now) - keptDays() * DAY;
  const kept = seen.flatMap(({ id, there }) => (isKept && there ? [id] : []));
  const most = Math.floor((MOST_READ * MOST_WAYS) / Math.max(lockedOf(positions).length, MOST_WAYS));
  const isAsked = batch.transit_time !== null && ms.to > ms.from;
  const open = batch.end_time === null;
  const trips = new Map<number, Trip<number>>();
  const follow = (track: ReadTrack) => void trips.set(track.id, tripOf(track, ms, BLIND_MINUTES * 60_000));
  const tracks = isAsked ? await tracksOf({ ids: kept, ...window, bare: true, open }, ctx, most, follow) : [];
  const locks: Followed[] = [];
  for (const { device_id, position, number } of own) {
    const id = device_id!;
    const { there: _, ...lock } = seen.find((one) => one.id === id) ?? {
      id,
      sn: number,
      device_name: '',
      family: null,
      there: false,
    };
    const track = tracks.find((one) => one.id === id);
    const trip = trips.get(id);
    const last = track?.cut ? track.points.at(-1) : undefined;
    locks.push({
      ...{
        device_id: id,
        position,
        kept: kept.includes(id),
        read: last?.at ?? null,
        runs: trip?.runs ?? [],
      },
      gaps: trip ? trip.gaps.map((gap) => ({ ...gap, unheard: longestSilence(trip, gap) })) : [],
      ...{ lock, track: track ?? null, trip: trip ?? null },
    });
  }
  return locks;
};

interface Begun {
  batch: Batch;
  window: Window;
  positions: Position[];
}
const begin = async (id: number, ctx: Reading): Promise<Begun> => {
  const batch = await batchOf(ctx.client, id);
  const window = { from: batch.transit_time ?? batch.create_time, to: batch.end_time ?? batch.now };
  const { rows: positions } = await inSightOf(ctx, batch.orgs, () =>
    ctx.client.query<Position>(
      `select p.id, p.position, p.device_id, p.state, p.open_stops, coalesce(nullif(p.number, ''), d.sn, (select s.number from batch_step s
         where s.batch_id = p.batch_id and s.device_id = p.device_id and s.number <> '' order by s.id limit 1), '') as number, coalesce(w.due, 0) as due
       from batch_position p left join device d on d.id = p.device_id left join batch_words_due($1) w on w.position_id = p.id where p.batch_id = $1 and p.nth is not null order by p.nth`,
      [id],
    ),
  );
  return { batch, window, positions };
};

/**
 * All that the verdict of a batch rests on, in the sight of its own organisation, and what it is judged by that. `rest`: what else is read of it
 * meanwhile, as the caller sees.
 */
export const judge = async <T = undefined>(
  id: number,
  ctx: Reading,
  deps: JudgeDeps,
  rest: (begun: Begun) => Promise<T> = async () => undefined as T,
) => {
  // before all that it is judged by: what is told from here on has it judged again
  const told = await toldOf(ctx.client, id);
  const begun = await begin(id, ctx);
  const { batch, window, positions } = begun;
  const read = async () => {
    const [{ steps, ...step }, refused] = [await stepsOf(id, ctx), await refusedOf(id, ctx)];
    const [plan, readings] = [await plansOf(batch, ctx), await readingsOf(id, ctx)];
    const cut = step.cut || plan.cut || [refused, readings].some((rows) => rows.length === MOST_ROWS);
    return { ...{ steps, refused, plans: plan.plans, amended: plan.amended }, ...{ readings, cut } };
  };
  const locked = lockedOf(positions);
  const [beside, asked] = deps.beside ? [deps.beside, halvesOf(locked)] : [inTurn, [locked]];
  const [parts, { refused, besides, ...said }] = await beside(
    ctx,
    batch.orgs,
    asked.map((part) => (there: Reading) => locksOf(begun, part, there, deps)),
    async () => ({ ...(await inSightOf(ctx, batch.orgs, read)), besides: await rest(begun) }),
  );
  const locks = parts.flat();
  const facts: JourneyFacts = {
    ...{ ...said, locks, state: batch.state, forced: batch.forced, now: Date.parse(batch.now) },
    left: batch.transit_time ? Date.parse(batch.transit_time) : null,
    ended: batch.end_time ? Date.parse(batch.end_time) : null,
    destination: batch.destination,
    stops: batch.stops.map(stopOf),
    positions: positions.map(({ device_id, state, open_stops, ...one }) => ({
      ...{ ...one, isLock: device_id !== null, sealed: state === 'sealed', openStops: open_stops },
    })),
    refused: refused.filter(({ step_id }) => step_id === null).map((one) => ({ ...one, at: Date.parse(one.at) })),
  };
  const verdict = judgedFrom(facts, keptOf(batch), told.length > 0);
  return { ...verdict, ...{ batch, told, window, facts, locks, refused, besides } };
};

/** What happened on its way, and is no part of its verdict. */
const besidesOf = async (
  begun: Begun,
  ctx: Reading,
  deps: JourneyDeps,
  most: Most,
  cut: Set<Journey['cut'][number]>,
) => {
  const { batch, positions, window } = begun;
  const seesAll = batch.orgs.every((org) => ctx.operator.orgIds.includes(org));
  const seen = seesAll ? null : await locksOf(begun, lockedOf(positions), ctx, deps);
  const devices = positions.flatMap(({ device_id }) => device_id ?? []);
  const happened = await happenedTo({ batch: batch.id, devices, ...window }, ctx, deps.records, most.rows, cut);
  const orders = await ordersOf(devices, window, ctx, most.rows);
  if (orders.length > most.rows) cut.add('orders');
  const failures = await failuresOf(batch.id, ctx, most.rows, cut);
  const alarms = await alarmsOf(batch.id, ctx, deps.records, most.rows, cut, failures.length > 0);
  return { seen, happened, orders: orders.slice(0, most.rows), failures, alarms };
};

/**
 * A journey with its verdict, which is kept where it says something new; with it what its locks told, of which a page shows less. The verdict is
 * of everybody who sees the batch, its way of those who may see ways and these locks.
 */
export const readJourney = async (
  id: number,
  ctx: Reading,
  deps: JourneyDeps,
  most: Most = { ways: MOST_WAYS, rows: MOST_ROWS },
): Promise<{ journey: Journey; tracks: ReadTrack[]; asOf: string }> => {
  const cut = new Set<Journey['cut'][number]>();
  const found = await judge(id, ctx, deps, (begun) => besidesOf(begun, ctx, deps, most, cut));
  const { batch, window, judged, reasons, kept, refused } = found;
  const { seen, happened, orders, failures, alarms } = found.besides;
  const locks = seen ?? found.locks;
  if (refused.length === MOST_ROWS) cut.add('refused');
  const mayDraw = ctx.operator.grants.has('track:list');
  const ways: Way[] = [];
  for (const lock of locks) {
    const isDrawn = mayDraw && lock.trip !== null && ways.filter((way) => way.drawn).length < most.ways;
    ways.push({ ...lock.lock, ...wayOf(lock, isDrawn), ...happened(lock.device_id) });
  }
  const journey = {
    ...{ ...window, verdict: judged?.verdict ?? null, reasons, ways },
    judged: {
      at: judged ? new Date(judged.at).toISOString() : batch.now,
      rules: judged?.rules ?? VERDICT_RULES,
      kept,
    },
    ...{ orders, refused, failures, alarms, cut: [...cut] },
    untold: untoldOf(found.facts.readings).map(({ sealed, at, result, number, position }) => ({
      ...{ step_id: sealed.step, at: new Date(at).toISOString(), result, number, position },
    })),
  };
  if (isNews(batch, found)) await keep(ctx.client, id, found);
  const isDrawn = new Set(ways.filter((way) => way.drawn).map((way) => way.id));
  const tracks = locks.flatMap(({ device_id, track }) => (track && isDrawn.has(device_id) ? [track] : []));
  return { journey, tracks, asOf: batch.now };
};

export const journeyRoutes = (deps: JourneyDeps): Served[] =>
  serve(journeys, {
    detail: async ({ id }, ctx) => (await readJourney(id, ctx, deps)).journey,
    photo: async ({ id, file, thumb }, { client, operator, token }) => {
      const key = newToken();
      const expire_time = new Date(Date.now() + LINK_SECONDS * 1000).toISOString();
      const { rows } = await client.query<{ type: string; bytes: number }>(
        'select * from link_photo_of_batch($1, $2, $3, $4, $5, $6, $7)',
        [id, file, thumb, operator.id, hashOf(key), hashOf(token), expire_time],
      );
      if (!rows[0]) throw new Refusal('notFound');
      return { url: `/file/${key}`, ...rows[0], expire_time };
    },
  });
