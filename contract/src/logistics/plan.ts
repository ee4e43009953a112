import { z } from 'zod';
import { Id, Latitude, Line, Longitude, Time } from '../kit/call.ts';
import { searchKey } from '../kit/search.ts';
import { sealKey, sealMedia } from '../seals/number.ts';
import { Limits } from './limits.ts';

/** A place of a route: its address, and how far around it counts as there. */
export const BatchPlace = z.object({
  address: Line(120).min(1, { error: 'required' }),
  lat: Latitude,
  lon: Longitude,
  /** metres */
  radius: z.int().min(50).max(50_000),
});
export type BatchPlace = z.output<typeof BatchPlace>;

export const BatchStop = BatchPlace.extend({
  /** made by whoever plans, once for this stop: positions name it, whatever becomes of the others */
  id: z.string().regex(/^[\w-]{1,36}$/),
  plan_time: Time.nullable(),
  /** somebody inspects the seals there */
  patrol: z.boolean(),
});
export type BatchStop = z.output<typeof BatchStop>;

export const MOST_STOPS = 20;
export const MOST_POSITIONS = 30;
export const MOST_OPENERS = 20;
/** All of them are shown and judged. */
export const MOST_AMENDMENTS = 200;

/** What seals a position: an electronic lock, or a lead seal of a medium. */
export const positionMedia = ['lock', ...sealMedia] as const;
export type PositionMedium = (typeof positionMedia)[number];

export const Opener = z.object({ kind: z.enum(['person', 'role']), id: Id });
export const NamedOpener = Opener.extend({ name: z.string() });
export type NamedOpener = z.output<typeof NamedOpener>;

export const positionPlan = {
  position: Line(40).min(1, { error: 'required' }),
  process_name: Line(40),
  medium: z.enum(positionMedia),
  /** of a lock */
  device_id: Id.nullable(),
  /** the number that has to be put on; '' = whichever is in hand */
  number: Line(40),
  /** what has to be seen, a photo each */
  photos_asked: z.array(Line(30).min(1, { error: 'required' })).max(6),
  /** stops, by their ids, at which it may be opened besides the destination */
  open_stops: z.array(BatchStop.shape.id).max(MOST_STOPS),
  second_person: z.boolean(),
};
interface Opened {
  medium: PositionMedium;
  openers: readonly unknown[];
  second_person: boolean;
}
/** A lock is opened by its own rules: what a plan said of it nobody would hold to. */
export const openedByRules = [
  ({ medium, openers }: Opened): boolean => medium !== 'lock' || openers.length === 0,
  { error: 'batchLockOpeners', path: ['openers'] },
] as const satisfies [unknown, { error: string; path: string[] }];
export const witnessedByRules = [
  ({ medium, second_person }: Opened): boolean => medium !== 'lock' || !second_person,
  { error: 'batchLockSecond', path: ['second_person'] },
] as const satisfies [unknown, { error: string; path: string[] }];

export const PositionPlan = z
  .object({
    ...positionPlan,
    /** of one that is planned already; without it another one */
    id: Id.optional(),
    /** who may open it; none: whoever has the button */
    openers: z.array(Opener).max(MOST_OPENERS),
  })
  .refine(({ medium, device_id }) => (medium === 'lock') === (device_id !== null), {
    error: 'batchLock',
    path: ['device_id'],
  })
  .refine(...openedByRules)
  .refine(...witnessedByRules);

interface Placed {
  position: string;
  medium: PositionMedium;
  device_id?: number | null;
  number?: string;
}
/** A name as the eye compares it; what parts digits is more than grouping: valve 1-1 is not valve 11. */
const nameKey = (name: string): string =>
  [searchKey(name) || name, ...(name.normalize('NFKC').match(/\d+/g) ?? [])].join(' ');
/** What two positions of a plan have never in common: the name by which is told what became of one, its seal, and its lock. */
const ofOne: readonly { field: string; error: string; key(of: Placed): unknown }[] = [
  {
    ...{ field: 'position', error: 'batchPositionTwice' },
    key: ({ position }) => nameKey(position),
  },
  {
    ...{ field: 'number', error: 'batchNumberTwice' },
    key: ({ medium, number = '' }) => sealKey(number) && `${medium} ${sealKey(number)}`,
  },
  { field: 'device_id', error: 'batchLockTwice', key: ({ device_id = null }) => device_id },
];
/** Positions of a plan, each once. */
export const positionsOf = <P extends z.ZodType<Placed>>(position: P) =>
  z
    .array(position)
    .min(1, { error: 'required' })
    .max(MOST_POSITIONS)
    .superRefine((positions, { addIssue }) => {
      for (const { field, error, key } of ofOne) {
        const keys = positions.map(key);
        const nth = keys.findIndex((one, at) => one && keys.indexOf(one) < at);
        if (nth >= 0) addIssue({ code: 'custom', path: [nth, field], message: error });
      }
    });

/** Stops of a route, each named once. */
export const stopsOf = <S extends z.ZodType<{ id: string }>>(stop: S) =>
  z
    .array(stop)
    .max(MOST_STOPS)
    .refine((stops) => new Set(stops.map(({ id }) => id)).size === stops.length, { error: 'batchStopTwice' });

/** What can still change once it is on the road, by an amendment. */
export const routePlan = {
  carrier: Line(100).min(1, { error: 'required' }),
  driver: Line(60),
  /** who answers for it; not said: whoever plans it */
  owner_id: Id.optional(),
  plan_start: Time,
  plan_end: Time,
  start: BatchPlace,
  /** where the drive ends */
  end: BatchPlace,
  /** where the goods are handed over, and the seals taken off */
  destination: BatchPlace,
  stops: stopsOf(BatchStop),
  /** what it is warned of on the road; not said: as its organisation has it, of one that is planned already as it was */
  limits: Limits.optional(),
};
/** Of a route: where a batch on the road may be opened, where somebody is to look, and when; and where it may stand. */
type Way = Pick<z.output<z.ZodObject<typeof routePlan>>, 'start' | 'end' | 'destination' | 'stops'>;
const circleOf = ({ address, lat, lon, radius }: BatchPlace) => [address, lat, lon, radius];
const placesOf = ({ start, end, destination, stops }: Way): string =>
  JSON.stringify([
    ...[start, end, destination].map(circleOf),
    ...stops.map((stop) => [...circleOf(stop), stop.id, stop.plan_time, stop.patrol]),
  ]);
/** Who may open which position. */
type NamedAt = readonly { id: number; openers: readonly z.output<typeof Opener>[] }[];
const openersOf = (openers: NamedAt[number]['openers']): string =>
  openers
    .map(({ kind, id }) => `${kind} ${id}`)
    .toSorted()
    .join();
/** Positions of `after` that are opened by others than before. */
export const openedByOthers = <N extends NamedAt>(before: NamedAt, after: N): N[number][] =>
  after.filter(({ id, openers }) => {
    const was = before.find((one) => one.id === id);
    return was && openersOf(was.openers) !== openersOf(openers);
  });
const limitsOf = (limits: Limits): string => JSON.stringify(Limits.parse(limits));
/**
 * Whether an amendment on the road takes a second person, as an opening elsewhere does: any difference of its places or its stops, of who may open
 * it, and of what it is warned of.
 */
export const takesTwo = (
  before: Way & { limits: Limits; positions: NamedAt },
  after: Way & { limits?: Limits | undefined; positions?: NamedAt | undefined },
): boolean =>
  placesOf(before) !== placesOf(after) ||
  openedByOthers(before.positions, after.positions ?? []).length > 0 ||
  (after.limits !== undefined && limitsOf(before.limits) !== limitsOf(after.limits));

type Times = { plan_start: string; plan_end: string };
/** No batch is on the road for longer: one that is never late is not watched. */
export const MOST_DAYS = 366;
export const inOrder = ({ plan_start, plan_end }: Times): boolean => {
  const ms = Date.parse(plan_end) - Date.parse(plan_start);
  return ms > 0 && ms <= MOST_DAYS * 86_400_000;
};
/** The first position that names a stop that is none of the route's; -1: none does. */
export const strayStop = (
  positions: readonly { open_stops: readonly string[] }[],
  stops: readonly { id: string }[],
): number => positions.findIndex(({ open_stops }) => open_stops.some((stop) => !stops.some(({ id }) => id === stop)));
/** The first stop at which somebody is to look at seals though nothing but locks is planned; -1: none is. Such a look is missed for ever. */
export const patrolOfLocks = (
  positions: readonly { medium: PositionMedium }[],
  stops: readonly { patrol: boolean }[],
): number => (positions.every(({ medium }) => medium === 'lock') ? stops.findIndex(({ patrol }) => patrol) : -1);
/**
 * The first stop that is planned for before the start or after the end; -1: none is. A look that is due before it leaves is missed from the
 * beginning.
 */
export const stopOutOfTime = ({
  plan_start,
  plan_end,
  stops,
}: Times & { stops: readonly { plan_time: string | null }[] }): number =>
  stops.findIndex(
    ({ plan_time: at }) =>
      at !== null && (Date.parse(at) < Date.parse(plan_start) || Date.parse(at) > Date.parse(plan_end)),
  );
export const wrongOrder = { error: 'batchTimes', path: ['plan_end'] };
