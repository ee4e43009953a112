/** Seconds between timed reports while awake, and between wake-ups while asleep, at least and at most, of any lock. */
export const widestIntervals = { report_interval: [5, 86_400], sleep_interval: [60, 604_800] } as const;
export type IntervalName = keyof typeof widestIntervals;
const intervalNames = Object.keys(widestIntervals) as IntervalName[];

/** What the locks of one device type may be set to. */
export type IntervalLimits = Record<`${IntervalName}_${'min' | 'max'}`, number>;
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
