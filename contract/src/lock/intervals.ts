import { z } from 'zod';
import { type LockFamily, lockFamilies } from './codes.ts';

/** Seconds between timed reports while awake, and between wake-ups while asleep, at least and at most, of any lock. */
export const widestIntervals = { report_interval: [5, 86_400], sleep_interval: [60, 604_800] } as const;
export type IntervalName = keyof typeof widestIntervals;
const intervalNames = Object.keys(widestIntervals) as IntervalName[];

/** What the locks of one device type may be set to. */
export type IntervalLimits = Record<`${IntervalName}_${'min' | 'max'}`, number>;
type Range = readonly [least: number, most: number];

/** What a JT701 can be told: awake 5-600 s and asleep 5-1440 min, together. */
export const jt701Intervals = {
  report_interval: [5, 600],
  sleep_interval: [300, 86_400],
} as const satisfies Record<IntervalName, Range>;

/** What the locks of a type may be set to, as whoever sets them is told beforehand. */
export const TypeIntervals = z.object({
  type_name: z.string(),
  family: z.enum(lockFamilies),
  report_interval_min: z.int(),
  report_interval_max: z.int(),
  sleep_interval_min: z.int(),
  sleep_interval_max: z.int(),
});
export type TypeIntervals = z.output<typeof TypeIntervals>;

/** What locks of all these types take, by their types and by what their families can be told; null = nothing suits all. */
export const takenByAll = (
  name: IntervalName,
  types: readonly (IntervalLimits & { family: LockFamily })[],
): Range | null => {
  const ranges: readonly Range[] = types.flatMap((type) => [
    [type[`${name}_min`], type[`${name}_max`]] as const,
    ...(type.family === 'jt701' ? [jt701Intervals[name]] : []),
  ]);
  const least = Math.max(...ranges.map(([min]) => min));
  const most = Math.min(...ranges.map(([, max]) => max));
  return least <= most ? [least, most] : null;
};

type Intervals = { [N in IntervalName]?: number | undefined };

const isOutside = (limits: IntervalLimits, name: IntervalName, value: number | undefined): boolean =>
  value !== undefined && (value < limits[`${name}_min`] || value > limits[`${name}_max`]);

/** The interval of an order that its device type does not allow; null = it allows them. */
export const outsideLimits = (
  limits: IntervalLimits,
  said: Intervals,
): { field: IntervalName; message: 'intervalLimits' } | null => {
  const field = intervalNames.find((name) => isOutside(limits, name, said[name]));
  return field ? { field, message: 'intervalLimits' } : null;
};

/** The field of a device type whose limits do not fit together, or leave out its own interval; null = they do. */
export const limitsMistake = (
  type: IntervalLimits & Required<Intervals>,
): { field: IntervalName | keyof IntervalLimits; message: 'limitOrder' | 'intervalLimits' } | null => {
  const crossed = intervalNames.find((name) => type[`${name}_min`] > type[`${name}_max`]);
  return crossed ? { field: `${crossed}_max`, message: 'limitOrder' } : outsideLimits(type, type);
};
