import type { OpeningWay } from '@plomb/contract/orders/openings';

const SHADES = ['first', 'second', 'rest'] as const;

/** Three shades for the ways, most used first: people tell no more apart. What is left of them shares the last. */
export const shadesOf = (
  used: readonly { way: OpeningWay; count: number }[],
): { shade: (typeof SHADES)[number]; ways: OpeningWay[] }[] => {
  const ways = used.toSorted((a, b) => b.count - a.count).map(({ way }) => way);
  return SHADES.map((shade, at) => ({
    shade,
    ways: shade === 'rest' ? ways.slice(at) : ways.slice(at, at + 1),
  })).filter((one) => one.ways.length > 0);
};
