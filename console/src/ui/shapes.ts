import type { ConnectionSign, ShapeId } from '@plomb/contract/lock/signs';

/** A stroke or, without a width, a filled area; path data in a box of 24. */
export interface Stroke {
  d: string;
  width?: number;
}

export interface Shape {
  /** the closed outline; filled with the state's colour, or drawn as an outline on paper */
  body: string;
  filled: boolean;
  /** stands out of the body, always in the state's colour */
  shackle?: Stroke;
  /** lies on the body: in paper on a filled one, else in the state's colour */
  inner: Stroke[];
  /** what stays readable on the hatching of an offline lock */
  innerOffline?: Stroke[];
}

const dot = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const exclamation: Stroke[] = [{ d: 'M12 8.9v5.4', width: 2.4 }, { d: dot(12, 17.6, 1.4) }];

export const shapes: Record<ShapeId, Shape> = {
  sealed: {
    body: 'M12 1.7q4 2.3 8.1 2.7q.6.1.6.7v6.3c0 5-3.2 8.9-8.7 11c-5.5-2.1-8.7-6-8.7-11V5.1q0-.6.6-.7Q8 4 12 1.7z',
    filled: true,
    inner: [
      { d: 'M8.9 10.7h6.2q.9 0 .9.9v4.1q0 .9-.9.9H8.9q-.9 0-.9-.9v-4.1q0-.9.9-.9z' },
      { d: 'M9.6 11V9.2a2.4 2.4 0 0 1 4.8 0V11', width: 1.7 },
    ],
  },
  held: {
    body: 'M12 1.7q4 2.3 8.1 2.7q.6.1.6.7v6.3c0 5-3.2 8.9-8.7 11c-5.5-2.1-8.7-6-8.7-11V5.1q0-.6.6-.7Q8 4 12 1.7z',
    filled: false,
    inner: [{ d: 'M8.2 9.6h7.6M8.2 13.4h7.6', width: 2 }],
    innerOffline: [{ d: 'M8.2 9.6h7.6M8.2 13.4h7.6', width: 2 }],
  },
  locked: {
    body: 'M6.4 10.4h11.2q2.2 0 2.2 2.2v6.6q0 2.2-2.2 2.2H6.4q-2.2 0-2.2-2.2v-6.6q0-2.2 2.2-2.2z',
    filled: false,
    shackle: { d: 'M7.7 10.4V7a4.3 4.3 0 0 1 8.6 0v3.4', width: 2 },
    inner: [{ d: dot(12, 15.9, 1.6) }],
  },
  open: {
    body: 'M3.7 10.6h11.6q1.9 0 1.9 1.9v7.1q0 1.9-1.9 1.9H3.7q-1.9 0-1.9-1.9v-7.1q0-1.9 1.9-1.9z',
    filled: true,
    shackle: { d: 'M13.2 10.6V6.5a4.4 4.4 0 0 1 8.8 0v1.7', width: 2.4 },
    inner: [{ d: dot(9.5, 16, 1.7) }],
  },
  abnormal: {
    body: 'M10.7 2.6q1.3-2.1 2.6 0l9.3 16.7q1.1 2.2-1.3 2.2H2.7q-2.4 0-1.3-2.2z',
    filled: true,
    inner: exclamation,
    innerOffline: exclamation,
  },
  initial: { body: dot(12, 12, 8), filled: false, inner: [] },
};

/** Width of the outline of a body that is not filled. */
export const OUTLINE = 2;

/** Diagonal lines over the whole box; clipped to a body they say "offline". */
export const hatching: Stroke = {
  d: [2, 7, 12, 17, 22, 27, 32, 37, 42, 47].map((n) => `M${n} 0L${n - 24} 24`).join(''),
  width: 1.5,
};

/** A margin under a line that has to stand out from the hatching. */
export const widened = ({ d, width = 0 }: Stroke): Stroke => ({ d, width: width + 3 });

/** The disc at the lower right and the glyph on it. */
export const pipDisc = dot(18.5, 18.5, 5.5);
export const pips: Record<Exclude<ConnectionSign['pip'], 'none' | 'hatch'>, Stroke[]> = {
  moon: [{ d: 'M17.6 14.6a4.1 4.1 0 1 0 4.9 5.5a3.7 3.7 0 0 1-4.9-5.5z' }],
  clock: [
    { d: dot(18.5, 18.5, 4), width: 1.3 },
    { d: 'M18.5 16.3v2.3l1.5.9', width: 1.2 },
  ],
};

/** A question mark, in a box of 16. */
export const DOUBT: readonly Stroke[] = [
  { d: 'M6.1 6.4a1.95 1.95 0 1 1 2.8 1.75c-.65.35-.9.7-.9 1.35', width: 1.4 },
  { d: 'M8 11.7h.01', width: 1.7 },
];
/** A flag in a box of 16: a place where something stood. */
export const FLAG = 'M4 14V2.6h8.4l-2.2 3 2.2 3H4';
