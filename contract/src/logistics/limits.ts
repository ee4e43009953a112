import { z } from 'zod';
import { Latitude, Longitude } from '../kit/call.ts';
import { isWithin, nearLine, type Place } from '../lock/metres.ts';
import { SAME_METRES } from './whereabouts.ts';

/** What a plan is warned of while it is on the road, each an alarm of that name. */
export const limitKinds = ['off_route', 'long_stop', 'lock_silent'] as const;
export type LimitKind = (typeof limitKinds)[number];
/** Those that a place decides. */
export type PlaceLimit = Exclude<LimitKind, 'lock_silent'>;

/** Points of a line that somebody drew: as many as a fence may have. */
export const MOST_LINE = 500;
/** From the line, metres. */
export const LEAST_OFF_ROUTE = 200;
export const MOST_OFF_ROUTE = 50_000;

/** None, or a line between two places: beside one alone all is off. */
export const isLine = (line: readonly (readonly [number, number])[]): boolean =>
  line.length === 0 || line.some(([lon, lat]) => lon !== line[0]![0] || lat !== line[0]![1]);

/** null: that is not watched. */
export const Limits = z.object({
  off_route: z
    .object({
      /** from the line, and for how long */
      metres: z.int().min(LEAST_OFF_ROUTE).max(MOST_OFF_ROUTE),
      minutes: z.int().min(1).max(120),
      /** longitude and latitude of each point of it; none: straight from each planned place to the next */
      line: z
        .array(z.tuple([Longitude, Latitude]))
        .max(MOST_LINE)
        .refine(isLine, { error: 'batchLine' }),
    })
    .nullable(),
  /** where nothing is planned */
  long_stop: z.object({ minutes: z.int().min(5).max(1440) }).nullable(),
  lock_silent: z.object({ minutes: z.int().min(15).max(1440) }).nullable(),
});
export type Limits = z.output<typeof Limits>;

/** As long as no organisation says otherwise. Legs are straight and roads are not: who wants it closer draws the line. */
export const usualLimits: Limits = {
  off_route: { metres: 5000, minutes: 5, line: [] },
  long_stop: { minutes: 30 },
  lock_silent: { minutes: 60 },
};
export const noLimits: Limits = { off_route: null, long_stop: null, lock_silent: null };

interface Circle extends Place {
  radius: number;
}
/** What a place is held to. */
export interface Watch {
  limits: Pick<Limits, PlaceLimit>;
  /** start, stops, end and destination, in their order */
  places: readonly Circle[];
}
export interface Seen extends Place {
  /** ms since 1970; so below */
  at: number;
}
/** What is known of a lock by its places so far. A run goes on from its first place until something ends it. */
export interface Watched {
  at: number;
  off_route: { since: number; over: boolean } | null;
  long_stop:
    | (Seen & { over: boolean /** the last place was elsewhere: one alone moves nothing */; strayed: Seen | null })
    | null;
}
export const unwatched: Watched = { at: 0, off_route: null, long_stop: null };

/** Nearer than this it stands: a place trembles. */
const STANDS_METRES = 200;
/** Beside the line it is off only beyond so much more than the limit: between the two nothing is decided. */
const edgeOf = (metres: number): number => Math.max(50, metres / 10);
const MINUTE = 60_000;

/** The line of a plan, of which much is known once it is asked for. */
const lines = new WeakMap<Watch, ReturnType<typeof nearLine>>();
const nearRoute = (watch: Watch): ReturnType<typeof nearLine> => {
  const drawn = watch.limits.off_route?.line ?? [];
  const near =
    lines.get(watch) ?? nearLine(drawn.length > 0 ? drawn.map(([lon, lat]) => ({ lon, lat })) : watch.places);
  lines.set(watch, near);
  return near;
};
const offRoute = ({ off_route: before }: Watched, here: Seen, watch: Watch): Watched['off_route'] => {
  const limit = watch.limits.off_route;
  if (!limit) return null;
  const near = nearRoute(watch);
  if (near(here, limit.metres)) return null;
  if (near(here, limit.metres + edgeOf(limit.metres))) return before;
  const since = before?.since ?? here.at;
  return { since, over: before?.over || here.at - since >= limit.minutes * MINUTE };
};
const longStop = ({ at, long_stop: before }: Watched, here: Seen, { limits }: Watch): Watched['long_stop'] => {
  const limit = limits.long_stop;
  if (!limit) return null;
  const isOver = (since: number): boolean => here.at - since >= limit.minutes * MINUTE;
  const anew = { over: false, strayed: null };
  if (!before) return { ...here, ...anew };
  const isThere = isWithin(STANDS_METRES, before, here);
  // a lock that sleeps tells that it stood when it has moved on a little
  const hasSlept = isOver(at) && isWithin(SAME_METRES, before, here);
  if (!isThere && !before.strayed) return { ...before, strayed: here, over: before.over || hasSlept };
  if (!isThere)
    return isWithin(STANDS_METRES, before.strayed!, here) ? { ...before.strayed!, ...anew } : { ...here, ...anew };
  return { ...before, strayed: null, over: before.over || isOver(before.at) };
};

/** What is known after one place more; one that is no newer says nothing. Where something is planned nothing is off the route, and no stop is long. */
export const watched = (before: Watched, { at, lon, lat }: Seen, watch: Watch): Watched => {
  const here = { at, lon, lat };
  if (at <= before.at) return before;
  if (watch.places.some((place) => isWithin(place.radius, place, here))) return { ...unwatched, at };
  return { at, off_route: offRoute(before, here, watch), long_stop: longStop(before, here, watch) };
};

export interface Run {
  kind: PlaceLimit;
  from: number;
  to: number;
}
const runsOf = ({ off_route, long_stop, at }: Watched): Run[] => [
  ...(off_route?.over ? [{ kind: 'off_route' as const, from: off_route.since, to: at }] : []),
  ...(long_stop?.over ? [{ kind: 'long_stop' as const, from: long_stop.at, to: long_stop.strayed?.at ?? at }] : []),
];
/** A plan, and since when it is the one that holds. */
export type PlanAt = Watch & { since: number };
/** Each run of a way that was beyond its limit, by the plan of its time. */
export const beyond = (way: readonly Seen[], plans: readonly PlanAt[]): Run[] => {
  const over = new Map<string, Run>();
  let now = unwatched;
  for (const here of way) {
    const plan = plans.findLast(({ since }, nth) => nth === 0 || since <= here.at);
    if (!plan) break;
    now = watched(now, here, plan);
    for (const run of runsOf(now)) over.set(`${run.kind} ${run.from}`, run);
  }
  return [...over.values()];
};
