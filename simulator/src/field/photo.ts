import type { Random } from '../random.ts';
import { png } from './png.ts';

const WIDTH = 320;
const HEIGHT = 240;
type Colour = readonly [number, number, number];
const doors: readonly Colour[] = [
  [38, 84, 124],
  [140, 60, 44],
  [70, 100, 70],
  [110, 110, 116],
];
const lit = (colour: Colour, by: number): Colour => [
  Math.max(0, Math.min(255, colour[0] * by)),
  Math.max(0, Math.min(255, colour[1] * by)),
  Math.max(0, Math.min(255, colour[2] * by)),
];

/** What a handset sees of a sealed door: ribs, two bars, and the seal between them. No two are alike. */
export const photoOf = (random: Random): Buffer => {
  const door = random.pick(doors);
  const [left, top] = [random.whole(120, 170), random.whole(90, 130)];
  const sun = random.between(0.7, 1.15);
  const seal: Colour = [random.whole(190, 240), random.whole(150, 200), random.whole(20, 60)];
  return png({
    width: WIDTH,
    height: HEIGHT,
    at: (x, y) => {
      const light = sun * (1.1 - y / (HEIGHT * 2)) + (random.next() - 0.5) * 0.05;
      if (Math.hypot(x - left - 20, y - top - 20) < 16) return lit(seal, light);
      if (x > left + 10 && x < left + 30 && y > top + 20 && y < top + 60) return lit(seal, light * 0.8);
      if (Math.abs(x - left) < 6 || Math.abs(x - left - 40) < 6) return lit([150, 152, 156], light);
      return lit(door, light * (x % 32 < 5 ? 0.75 : 1));
    },
  });
};
