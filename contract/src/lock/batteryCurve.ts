import { z } from 'zod';
import type { LockFamily } from './codes.ts';

/** Volts of a battery and the percent that is left in it, from point to point rising; between two a straight line. */
export const BatteryCurve = z
  .array(z.tuple([z.number().min(1).max(60), z.int().min(0).max(100)]))
  .min(2, { error: 'batteryCurve' })
  .max(10, { error: 'batteryCurve' })
  .refine(
    (points) =>
      points.every(([volts, percent], at) => at === 0 || (volts > points[at - 1]![0] && percent > points[at - 1]![1])),
    { error: 'batteryCurve' },
  );
export type BatteryCurve = z.output<typeof BatteryCurve>;

/** Of a single lithium cell. */
export const lithiumCell: BatteryCurve = [
  [3.5, 0],
  [4.15, 100],
];

/** Whether locks of a family tell the volts of their battery and never its percent. */
export const tellsVoltsOnly: Record<LockFamily, boolean> = { hhd: true, jt701: false, jointech808: false };

/** Below its first point and above its last a battery has what it has there. */
export const percentAt = (curve: Readonly<BatteryCurve>, volts: number): number => {
  const above = curve.findIndex(([at]) => at >= volts);
  const [after, before] = [curve[above], curve[above - 1]];
  if (!after) return curve.at(-1)![1];
  if (!before) return after[1];
  const share = (volts - before[0]) / (after[0] - before[0]);
  return Math.round(before[1] + share * (after[1] - before[1]));
};
