import { z } from 'zod';
import { Line } from '../kit/call.ts';

/** The sheet a signature is drawn on, in points. */
export const signatureSheet = { width: 600, height: 200 } as const;
/** Room for a long name, written in full. */
export const MOST_SIGNATURE = 12_000;
/** Points of line at least: less is a slip of the hand. */
export const LEAST_INK = 100;

const stroke = /M(\d{1,3}) (\d{1,3})((?:L\d{1,3} \d{1,3})+)/g;

/** How long the lines are in all; null: it leaves the sheet. */
export const inkOf = (path: string): number | null => {
  let ink = 0;
  for (const [whole] of path.matchAll(stroke)) {
    const points = whole
      .slice(1)
      .split('L')
      .map((point) => point.split(' ').map(Number) as [number, number]);
    if (points.some(([x, y]) => x > signatureSheet.width || y > signatureSheet.height)) return null;
    points.reduce((from, to) => {
      ink += Math.hypot(to[0] - from[0], to[1] - from[1]);
      return to;
    });
  }
  return ink;
};

/**
 * How somebody signs: by lines drawn by hand, or, without one, by typing the own name. The lines are the `d` of an SVG path, of
 * nothing but moves and straight lines between whole points of the sheet: there is no picture to be read, and nothing to hide in.
 */
export const Signature = z.discriminatedUnion(
  'by',
  [
    z.object({
      by: z.literal('drawn'),
      path: z
        .string()
        .max(MOST_SIGNATURE, { error: 'signatureLong' })
        .regex(/^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/, { error: 'signatureInk' })
        .refine((path) => (inkOf(path) ?? 0) >= LEAST_INK, { error: 'signatureInk' }),
    }),
    z.object({ by: z.literal('typed'), name: Line(60).min(1, { error: 'signatureNeeded' }) }),
  ],
  { error: 'signatureNeeded' },
);
export type Signature = z.output<typeof Signature>;

const plain = (name: string): string => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
/** Whether what was typed is one's own name, however it is spaced. */
export const isOwnName = (typed: string, own: string): boolean => plain(typed) === plain(own);
