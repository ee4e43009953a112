import { countWhile } from '../kit/countWhile.ts';
import { metresBetween, type Place } from '../lock/metres.ts';
import type { Gap, Trip } from '../tracks/trip.ts';
import { BatchStep } from './batchSteps.ts';

interface Circle extends Place {
  radius: number;
}
export interface RouteStop extends Circle {
  id: string;
  address: string;
  patrol: boolean;
  /** ms since 1970; so below. Null: no time is planned */
  planned: number | null;
}
/** What somebody did at a time, and where, if that is known. */
export interface Deed {
  at: number;
  place?: Place | null;
}

/** Two places so near are the same one. Source: ours, domain rules §11. */
export const SAME_METRES = 500;
/** A person is with a lock that is so near, and by how much more a vehicle moves in a second. */
const WITH_METRES = 1000;
const FASTEST = 200 / 3.6;

export const isIn = (circle: Circle, here: Place): boolean => metresBetween(circle, here) <= circle.radius;

/** In the order in which they are due; those without a time come last, as they are planned. */
export const patrolsOf = <S extends RouteStop>(stops: readonly S[]): S[] =>
  stops.filter(({ patrol }) => patrol).toSorted((a, b) => (a.planned ?? Infinity) - (b.planned ?? Infinity) || 0);

/**
 * At which stops one seal was looked at, and by which look first. Of a station that is passed twice a look is of the pass whose time is nearer;
 * where none is planned, of the first that has none. A look whose place nobody knows is of no stop.
 */
export const lookedAt = <L extends Deed>(stops: readonly RouteStop[], looks: readonly L[]): Map<string, L> => {
  const patrols = patrolsOf(stops);
  const seen = new Map<string, L>();
  for (const look of looks.toSorted((a, b) => a.at - b.at)) {
    const { at, place } = look;
    const around = place ? patrols.filter((stop) => isIn(stop, place)) : [];
    const nearest = around.every(({ planned }) => planned !== null)
      ? around.toSorted((a, b) => Math.abs(a.planned! - at) - Math.abs(b.planned! - at))[0]
      : (around.find(({ id }) => !seen.has(id)) ?? around[0]);
    if (nearest && !seen.has(nearest.id)) seen.set(nearest.id, look);
  }
  return seen;
};

/** Its runs and gaps are in the order of their times. */
type Way = Pick<Trip<unknown>, 'runs'> & { gaps: readonly Pick<Gap, 'kind' | 'from' | 'to'>[] };
/** Of a run what was told before a time, and what after it. */
const around = <P extends { at: number }>(run: readonly P[], at: number): [P, P] => {
  const after = Math.max(
    1,
    Math.min(
      countWhile(run, (one) => one.at <= at),
      run.length - 1,
    ),
  );
  return [run[after - 1]!, run[Math.min(after, run.length - 1)]!];
};
const runAt = ({ runs }: Way, at: number) => {
  const run = runs[countWhile(runs, (one) => one.at(-1)!.at < at)];
  return run && run[0]!.at <= at ? run : undefined;
};
/** Where a lock slept at a time; where two times without a place meet, it is of both. */
const asleepAt = ({ runs, gaps }: Way, at: number): Place | null => {
  const nth = countWhile(gaps, ({ to }) => to < at);
  const isAsleep = gaps.slice(nth, nth + 2).some(({ kind, from }) => kind === 'asleep' && from <= at);
  return (isAsleep && runs[countWhile(runs, (one) => one.at(-1)!.at <= at) - 1]?.at(-1)) || null;
};
/** Where a lock was, and how much farther it may have been: between two reports it moved. Null: nobody knows. */
const whereWas = (way: Way, at: number): { place: Place; more: number } | null => {
  const run = runAt(way, at);
  if (run) {
    const [before, after] = around(run, at);
    const nearest = at - before.at <= after.at - at ? before : after;
    return { place: nearest, more: (Math.abs(nearest.at - at) / 1000) * FASTEST };
  }
  const place = asleepAt(way, at);
  return place && { place, more: 0 };
};
/** Where it stood at a time, by a lock that told the same place before and after it, or slept. Null: nobody knows, or it moved. */
export const stoodAt = (ways: readonly Way[], at: number): Place | null => {
  const places = ways.map((way) => {
    const run = runAt(way, at);
    if (!run) return asleepAt(way, at);
    const [before, after] = around(run, at);
    return metresBetween(before, after) <= SAME_METRES ? before : null;
  });
  return places.find((place) => place !== null) ?? null;
};
/** Whether whoever says to have been there was not where a lock was at that time. */
export const isApart = ({ at, place }: Deed, ways: readonly Way[]): boolean =>
  Boolean(place) &&
  ways.some((way) => {
    const lock = whereWas(way, at);
    return lock !== null && metresBetween(lock.place, place!) > WITH_METRES + lock.more;
  });

/** Those of which no vehicle comes from one to the next in time. */
export const tooFast = <D extends Deed>(deeds: readonly D[]): D[] => {
  const placed = deeds.filter(({ place }) => place).toSorted((a, b) => a.at - b.at);
  return placed.filter((one, nth) =>
    [placed[nth - 1], placed[nth + 1]].some(
      (other) =>
        other && metresBetween(one.place!, other.place!) > WITH_METRES + (Math.abs(one.at - other.at) / 1000) * FASTEST,
    ),
  );
};

interface Move extends Deed {
  step: BatchStep;
  position_id: number | null;
  byReader?: boolean;
}
/** A time in which a position was not sealed. */
export interface OpenTime<M extends Move> {
  off: M;
  /** what was sealed again; null: nothing */
  on: M | null;
}
/** Times in which one position was open. What a reader opened it closes again, but not once somebody has taken it off. */
export const openTimes = <M extends Move>(moves: readonly M[]): OpenTime<M>[] => {
  const times: OpenTime<M>[] = [];
  let isOff = false;
  for (const move of moves.toSorted((a, b) => a.at - b.at)) {
    const last = times.at(-1);
    const isOpen = last !== undefined && last.on === null;
    if (!move.byReader) isOff = move.step !== BatchStep.seal;
    if (move.step === BatchStep.seal && isOpen && !(move.byReader && isOff)) last.on = move;
    else if ((move.step === BatchStep.unseal || move.step === BatchStep.scrap) && !isOpen)
      times.push({ off: move, on: null });
  }
  return times;
};
/** What was told between two times. */
const toldWithin = (run: Way['runs'][number], from: number, to: number) =>
  run.slice(
    countWhile(run, ({ at }) => at < from),
    countWhile(run, ({ at }) => at <= to),
  );
/** Whether it is known to have stood at one place meanwhile: by both ends of it, and by every place of its locks. */
export const stoodStill = (
  { off, on }: OpenTime<Move>,
  until: number,
  ways: readonly Way[],
  circles: readonly Circle[],
): boolean => {
  const to = on?.at ?? until;
  const told = ways
    .flatMap(({ runs }) =>
      runs.slice(
        countWhile(runs, (run) => run.at(-1)!.at < off.at),
        countWhile(runs, (run) => run[0]!.at <= to),
      ),
    )
    .flatMap((run) => toldWithin(run, off.at, to));
  const places = [off.place, on?.place, ...told].filter((one): one is Place => Boolean(one));
  const [first] = places;
  if (!first || places.length < (on ? 2 : 1)) return false;
  return [...circles, { ...first, radius: SAME_METRES }].some((circle) => places.every((one) => isIn(circle, one)));
};
