/** Pixels of the whole world at zoom 0. */
const WORLD = 512;
/** Pixels: marks nearer to each other than this are drawn as one disc … */
const RADIUS = 54;
/** … up to this zoom; beyond it only those that lie on one another are. */
export const CLUSTER_MAX_ZOOM = 15;
const STACKED = 4;

const rad = Math.PI / 180;
/** Web Mercator, the world being 0 … 1 in both directions. */
export const xOf = (lon: number): number => lon / 360 + 0.5;
export const yOf = (lat: number): number => {
  const sine = Math.sin(Math.max(-85, Math.min(85, lat)) * rad);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};
export const lonOf = (x: number): number => (x - 0.5) * 360;
export const latOf = (y: number): number => (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / rad;

/** Where a point lies in a view that may run past the edge of the world; null: outside. */
export const within = (x: number, x0: number, x1: number): number | null => {
  if (x >= x0 && x <= x1) return x;
  if (x - 1 >= x0 && x - 1 <= x1) return x - 1;
  return x + 1 >= x0 && x + 1 <= x1 ? x + 1 : null;
};

/** The side of a cell of merged marks. By half zooms: what is merged does not change with every turn of the wheel. */
export const cellSize = (zoom: number): number => {
  const step = Math.floor(zoom * 2) / 2;
  return (step > CLUSTER_MAX_ZOOM ? STACKED : RADIUS) / (WORLD * 2 ** step);
};
