import { metresBetween, type Place } from '../lock/metres.ts';

/** How far along a planned route something is, taken from the leg that it is nearest to; the legs are straight. */
export interface Along {
  /** part of the route that lies behind, 0 to 1 */
  share: number;
  /** which place comes next, counted from the start; the last one once it is there */
  next: number;
}

export const along = (route: readonly Place[], here: Place): Along => {
  const legs = route.slice(1).map((to, nth) => ({ from: route[nth]!, to, length: metresBetween(route[nth]!, to) }));
  const whole = legs.reduce((sum, { length }) => sum + length, 0);
  let best = { off: Number.POSITIVE_INFINITY, done: 0, next: 1 };
  let behind = 0;
  for (const [nth, { from, to, length }] of legs.entries()) {
    const [gone, left] = [metresBetween(from, here), metresBetween(here, to)];
    // how much longer the leg is by way of here
    const off = gone + left - length;
    if (off < best.off)
      best = { off, done: behind + (gone + left === 0 ? length : (length * gone) / (gone + left)), next: nth + 1 };
    behind += length;
  }
  return { share: whole === 0 ? 1 : Math.min(1, best.done / whole), next: Math.min(best.next, route.length - 1) };
};
