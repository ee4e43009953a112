import { isScheduled, type Schedule } from '@plomb/contract/lock/schedule';
import type { Fence, LockFences } from './fenceCache.ts';
import { sideOf } from './fences.ts';

/** Somewhere a lock was, with a fix; ms since 1970 on our clock. */
export interface PlaceAt {
  at: number;
  lon: number;
  lat: number;
}
/**
 * Where a lock was by its newest place, and of the fences it decides nothing of, being on their edge or out of their hours,
 * what was decided of them before, and when. Of all others the place itself decides.
 */
export interface FencePlace extends PlaceAt {
  edges: readonly FenceEdge[];
}
export interface FenceEdge {
  fence: number;
  inside: boolean;
  at: number;
}
/** A lock went in or out. */
export interface Crossing<P extends PlaceAt> {
  fence: Fence;
  into: boolean;
  place: P;
}

/** A place, or what was decided of one fence at a time whose place is not at hand. */
type Step<P extends PlaceAt> = { place: P } | { edge: FenceEdge };
type Known = { fence: Fence | null; inside: boolean; at: number };

const timeOf = <P extends PlaceAt>(step: Step<P>): number => ('edge' in step ? step.edge.at : step.place.at);
/** In their true order; of the same moment in one that does not depend on which was told first. */
const inOrder = <P extends PlaceAt>(a: Step<P>, b: Step<P>): number => {
  const between = timeOf(a) - timeOf(b);
  if (between !== 0) return between;
  if ('edge' in a || 'edge' in b) return Number('edge' in b) - Number('edge' in a);
  return a.place.lon - b.place.lon || a.place.lat - b.place.lat;
};
/** What places of the same moment would come to in `inOrder`. */
export const isAfter = (a: PlaceAt, b: PlaceAt): boolean => inOrder({ place: a }, { place: b }) > 0;

/** Each asked many times within a minute, in which no schedule changes its mind. */
const minutes = new WeakMap<Schedule, { minute: number; is: boolean }>();
const isInHours = ({ schedule }: Fence, at: number): boolean => {
  if (schedule === null) return true;
  const minute = Math.floor(at / 60_000);
  const known = minutes.get(schedule);
  if (known?.minute === minute) return known.is;
  const is = isScheduled(schedule, at);
  minutes.set(schedule, { minute, is });
  return is;
};
/** What a place decides of a fence: out of its hours nothing. */
const decides = (fence: Fence, { at, lon, lat }: PlaceAt): boolean | null =>
  isInHours(fence, at) ? sideOf(fence.area, lon, lat) : null;

/**
 * Goes from place to place. A crossing is between two places that decide: a lock of which nothing is known yet crosses
 * nothing, and one that trembles on an edge stays where it was. So does one out of the hours of a fence: who was in it when
 * they ended and is out of it when they begin again has left it, and rings then.
 */
const walk = <P extends PlaceAt>(near: LockFences, steps: readonly Step<P>[]) => {
  /** inside of these, or on their edge; of all others it is outside, once it was anywhere */
  let known = new Map<number, Known>();
  /** on their edge, and nothing was decided of them */
  let open = new Set<number>();
  let been = false;
  const crossings: Crossing<P>[] = [];
  for (const step of [...steps].sort(inOrder)) {
    if ('edge' in step) {
      const { fence, inside, at } = step.edge;
      known.set(fence, { fence: near.by?.(fence) ?? null, inside, at });
      open.delete(fence);
      continue;
    }
    const { place } = step;
    const next = new Map<number, Known>();
    const stillOpen = new Set<number>();
    const around = near(place.lon, place.lat);
    for (const fence of around) {
      const side = decides(fence, place);
      const before = known.get(fence.id) ?? (been && !open.has(fence.id) ? { inside: false, at: place.at } : null);
      if (side === null) {
        if (before) next.set(fence.id, { ...before, fence });
        else stillOpen.add(fence.id);
        continue;
      }
      if (before && before.inside !== side) crossings.push({ fence, into: side, place });
      if (side) next.set(fence.id, { fence, inside: true, at: place.at });
    }
    const isNear = new Set(around.map(({ id }) => id));
    // far from what it was in; a fence that is gone since, or for it no more, is not left
    for (const one of known.values()) {
      const { fence, inside } = one;
      if (!inside || !fence || isNear.has(fence.id)) continue;
      if (isInHours(fence, place.at)) crossings.push({ fence, into: false, place });
      else next.set(fence.id, one);
    }
    known = next;
    open = stillOpen;
    been = true;
  }
  return { crossings, known };
};

/** Whether a crossing rings: of the kind that was asked for. */
const rings = ({ fence, into }: Crossing<PlaceAt>): boolean => fence.alarmOn !== (into ? 'leave' : 'enter');
const nameOf = ({ fence, into }: Crossing<PlaceAt>): string => `${fence.id} ${into}`;

/** What is known of edges beside the places at hand: those that decided it may be among them. */
const edgesOf = ({ edges }: FencePlace, around: readonly PlaceAt[]): readonly FenceEdge[] =>
  edges.filter((edge) => !around.some(({ at }) => Math.abs(at - edge.at) < 1));

/**
 * What new places come to. Those that are told late are put between the ones stored around them: what crossed there rings
 * once, in whatever order the places come. `around` may hold any of those known already.
 */
export const judgeFences = <P extends PlaceAt>(
  near: LockFences,
  before: FencePlace | null,
  places: readonly P[],
  around: readonly PlaceAt[],
): { now: FencePlace | null; rung: Crossing<P>[] } => {
  if (places.length === 0) return { now: before, rung: [] };
  const stood: Step<PlaceAt>[] = before
    ? [{ place: before }, ...edgesOf(before, around).map((edge) => ({ edge })), ...around.map((place) => ({ place }))]
    : [];
  const told: Step<PlaceAt>[] = places.map((place) => ({ place }));
  const { crossings, known } = walk(near, [...stood, ...told]);
  const came = new Set<PlaceAt>(places);
  const late = before !== null && places.some((place) => !isAfter(place, before));
  const rangBefore = late ? walk(near, stood).crossings.filter(rings) : [];
  const count = new Map<string, number>();
  for (const one of rangBefore) count.set(nameOf(one), (count.get(nameOf(one)) ?? 0) + 1);
  const rung: Crossing<P>[] = [];
  const newestOf = (at: PlaceAt): P => {
    const later = places.filter((place) => !isAfter(place, at));
    return later.reduce((a, b) => (isAfter(b, a) ? b : a), later[0] ?? places[0]!);
  };
  // the same crossing at another time has rung already
  for (const one of [...crossings].reverse()) {
    if (!rings(one)) continue;
    const left = count.get(nameOf(one)) ?? 0;
    if (left > 0) count.set(nameOf(one), left - 1);
    else {
      const by = came.has(one.place) ? (one.place as P) : { ...newestOf(one.place), at: one.place.at };
      rung.unshift({ ...one, place: { ...by, lon: one.place.lon, lat: one.place.lat } });
    }
  }
  const newest = places.reduce<PlaceAt>((a, b) => (isAfter(b, a) ? b : a), before ?? places[0]!);
  const undecided = new Set(
    near(newest.lon, newest.lat).flatMap((fence) => (decides(fence, newest) === null ? [fence.id] : [])),
  );
  const edges = [...known].flatMap(([id, { fence, inside, at }]) =>
    undecided.has(id) || (inside && fence && !isInHours(fence, newest.at)) ? [{ fence: id, inside, at }] : [],
  );
  return { now: { at: newest.at, lon: newest.lon, lat: newest.lat, edges }, rung };
};
