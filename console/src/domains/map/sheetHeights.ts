/** Where the sheet of a phone rests, from low to high. */
export const heights = ['low', 'half', 'whole'] as const;
export type Height = (typeof heights)[number];
/** Parts of the page's height. */
export const share: Record<Height, number> = { low: 0.22, half: 0.62, whole: 1 };

/** The resting place nearest to where it was let go. */
export const atHeight = (part: number): Height =>
  heights.reduce((a, b) => (Math.abs(share[b] - part) < Math.abs(share[a] - part) ? b : a));

/** A press raises it step by step; at the top it goes back to half. */
export const heightAfter = (height: Height): Height => (height === 'half' ? 'whole' : 'half');
