import type { Place } from '../lock/metres.ts';
import { isIn, type RouteStop } from './whereabouts.ts';

type Circle = Place & { radius: number };
/** Of a plan by what a journey is judged: where it may be opened, and where somebody was to look. */
export interface Judging {
  destination: Circle & { address: string };
  stops: readonly RouteStop[];
}
/** A plan that was changed, ms since 1970. */
export interface Amended {
  id: number;
  at: number;
  before: Judging;
  after: Judging;
  /** by one person, and it takes two on the road */
  alone: boolean;
}
interface Done {
  at: number;
  place?: Place | null;
}

const isDue = ({ patrol, planned }: RouteStop, at: number): boolean => patrol && planned !== null && planned <= at;
const isSameCircle = (a: Circle | undefined, b: Circle | undefined): boolean =>
  a !== undefined && b !== undefined && a.lat === b.lat && a.lon === b.lon && a.radius === b.radius;

/** Stops as they were planned when somebody was due to look there: what is planned anew after that moves no patrol. */
export const stopsAsDue = (stops: readonly RouteStop[], amended: readonly Amended[]): RouteStop[] => {
  const due = new Map<string, RouteStop>();
  for (const { at, before } of amended.toSorted((a, b) => a.at - b.at || a.id - b.id))
    for (const stop of before.stops) if (isDue(stop, at) && !due.has(stop.id)) due.set(stop.id, stop);
  return [...stops.filter(({ id }) => !due.has(id)), ...due.values()];
};

/** Places that a plan was given anew after the fact: a stop at which a look was due by then, or a circle in which something was done. */
export const changedAfter = ({ at, before, after }: Amended, done: readonly Done[]): string[] => {
  const pairs: [RouteStop | undefined, RouteStop | undefined][] = [
    ...before.stops.map((stop): [RouteStop, RouteStop | undefined] => [
      stop,
      after.stops.find(({ id }) => id === stop.id),
    ]),
    ...after.stops
      .filter(({ id }) => !before.stops.some((stop) => stop.id === id))
      .map((stop): [undefined, RouteStop] => [undefined, stop]),
  ];
  const earlier = done.filter((one) => one.at <= at);
  const isTouched = (one: Circle | undefined, other: Circle | undefined): boolean =>
    !isSameCircle(one, other) &&
    [one, other].some((circle) => circle && earlier.some(({ place }) => place && isIn(circle, place)));
  return [
    ...(isTouched(before.destination, after.destination) ? [after.destination.address] : []),
    ...pairs
      .filter(
        ([was, is]) =>
          isTouched(was, is) ||
          (was && isDue(was, at) && !(isSameCircle(was, is) && was.planned === is!.planned && is!.patrol)),
      )
      .map(([was, is]) => (was ?? is)!.address),
  ];
};
