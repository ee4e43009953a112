import { stateSigns } from '@plomb/contract/lock/signs';
import type { FleetCell } from '@plomb/contract/map/map';
import { cellSize, latOf, lonOf, within, xOf, yOf } from '@plomb/contract/map/mercator';
import type { Feature, Point } from 'geojson';
import { type ClusterProperties, lockFeature } from './lockFeatures.ts';
import type { LngLat, LockMark } from './marks.ts';

/** West, south, east, north, in degrees; may run past ±180. */
export type Box = readonly [number, number, number, number];

interface Cell {
  count: number;
  /** sums, for the middle */
  x: number;
  y: number;
  west: number;
  south: number;
  east: number;
  north: number;
  severity: number;
  /** how many there are of each severity */
  shares: number[];
  alarm: 0 | 1;
  /** its only member, as long as it has one */
  slot: number;
  /** its place in the grid */
  at: number;
}

/**
 * Where all marks are, in flat arrays: a hundred thousand of them are looked through in a few milliseconds, and moving a
 * thousand costs a thousand writes. The map is given what its view shows, merged where marks lie close together.
 */
export class MarkIndex {
  readonly #slots = new Map<number, number>();
  readonly #marks: (LockMark | null)[] = [];
  readonly #free: number[] = [];
  /** locks that nobody holds here, counted by the server */
  #heaps: readonly FleetCell[] = [];
  #x = new Float64Array(1024);
  #y = new Float64Array(1024);
  #severity = new Uint8Array(1024);
  #alarm = new Uint8Array(1024);

  get size(): number {
    return this.#slots.size;
  }
  /** places that were ever needed at one time */
  get slots(): number {
    return this.#marks.length;
  }
  get(id: number): LockMark | undefined {
    const slot = this.#slots.get(id);
    return slot === undefined ? undefined : (this.#marks[slot] ?? undefined);
  }
  clear(): void {
    this.#slots.clear();
    this.#marks.length = 0;
    this.#free.length = 0;
  }
  heap(heaps: readonly FleetCell[]): void {
    this.#heaps = heaps;
  }
  put(mark: LockMark): void {
    const slot = this.#slots.get(mark.id) ?? this.#free.pop() ?? this.#marks.length;
    if (slot >= this.#x.length) this.#grow();
    this.#slots.set(mark.id, slot);
    this.#marks[slot] = mark;
    this.#x[slot] = xOf(mark.at[0]);
    this.#y[slot] = yOf(mark.at[1]);
    this.#severity[slot] = stateSigns[mark.status].severity;
    this.#alarm[slot] = mark.alarm ? 1 : 0;
  }
  remove(id: number): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#marks[slot] = null;
    this.#free.push(slot);
  }

  /** What to draw of a part of the world at a zoom; `without` stands apart and is left out. */
  view(box: Box, zoom: number, without: number | null): Feature<Point>[] {
    const size = cellSize(zoom);
    const [x0, x1, y0, y1] = [xOf(box[0]), xOf(box[2]), yOf(box[3]), yOf(box[1])];
    // the grid lies still in the world, so that moving the view regroups nothing
    const [left, top] = [Math.floor(x0 / size), Math.floor(y0 / size)];
    const columns = Math.floor(x1 / size) - left + 1;
    const rows = Math.floor(y1 / size) - top + 1;
    const grid = gridOf(columns * rows);
    const cells: Cell[] = [];
    const skip = without === null ? -1 : (this.#slots.get(without) ?? -1);
    for (let slot = 0; slot < this.#marks.length; slot += 1) {
      const y = this.#y[slot] as number;
      if (y < y0 || y > y1 || slot === skip || this.#marks[slot] === null) continue;
      const x = within(this.#x[slot] as number, x0, x1);
      if (x === null) continue;
      const at = (Math.floor(y / size) - top) * columns + Math.floor(x / size) - left;
      const known = grid.get(at);
      const cell = known < 0 ? undefined : cells[known];
      if (cell) this.#add(cell, slot, x, y);
      else {
        grid.set(at, cells.length);
        cells.push(this.#cell(slot, x, y, at));
      }
    }
    for (const heap of this.#heaps) {
      const cell = heapCell(heap, x0, x1);
      if (!cell) continue;
      const [x, y] = [cell.x / cell.count, cell.y / cell.count];
      if (y < y0 || y > y1) continue;
      cell.at = (Math.floor(y / size) - top) * columns + Math.floor(x / size) - left;
      const known = cells[grid.get(cell.at)];
      if (known) absorb(known, cell);
      else {
        grid.set(cell.at, cells.length);
        cells.push(cell);
      }
    }
    const merged = mergeNear(cells, grid, columns, rows, size);
    return merged.flatMap((cell) => {
      const mark = cell.count === 1 && cell.slot >= 0 ? this.#marks[cell.slot] : null;
      return mark ? [lockFeature(mark)] : [clusterFeature(cell)];
    });
  }

  /** The ids within a box, `most` at the most. */
  within(box: Box, most: number): number[] {
    const [x0, x1, y0, y1] = [xOf(box[0]), xOf(box[2]), yOf(box[3]), yOf(box[1])];
    const ids: number[] = [];
    // a box of one point: what is left of its last digits must not shut out the point itself
    const slack = 1e-9;
    for (const [id, slot] of this.#slots) {
      const [x, y] = [this.#x[slot] as number, this.#y[slot] as number];
      if (y < y0 - slack || y > y1 + slack || within(x, x0 - slack, x1 + slack) === null) continue;
      ids.push(id);
      if (ids.length >= most) break;
    }
    return ids;
  }

  #cell(slot: number, x: number, y: number, at: number): Cell {
    const severity = this.#severity[slot] as number;
    const alarm = this.#alarm[slot] === 1 ? 1 : 0;
    const shares = [0, 0, 0, 0, 0];
    shares[severity] = 1;
    return { count: 1, x, y, west: x, east: x, north: y, south: y, severity, shares, alarm, slot, at };
  }
  #add(cell: Cell, slot: number, x: number, y: number): void {
    cell.count += 1;
    cell.x += x;
    cell.y += y;
    if (x < cell.west) cell.west = x;
    if (x > cell.east) cell.east = x;
    if (y < cell.north) cell.north = y;
    if (y > cell.south) cell.south = y;
    const severity = this.#severity[slot] as number;
    if (severity > cell.severity) cell.severity = severity;
    cell.shares[severity] = (cell.shares[severity] ?? 0) + 1;
    if (this.#alarm[slot] === 1) cell.alarm = 1;
  }
  #grow(): void {
    const length = 2 * this.#x.length;
    const longer = <A extends Float64Array | Uint8Array>(old: A, made: A): A => {
      made.set(old);
      return made;
    };
    this.#x = longer(this.#x, new Float64Array(length));
    this.#y = longer(this.#y, new Float64Array(length));
    this.#severity = longer(this.#severity, new Uint8Array(length));
    this.#alarm = longer(this.#alarm, new Uint8Array(length));
  }
}

/** A counted heap as a cell that has no member here; null: outside. */
const heapCell = ({ at, box, count, severity, shares, alarm }: FleetCell, x0: number, x1: number): Cell | null => {
  const [own, y] = [xOf(at[0]), yOf(at[1])];
  const x = within(own, x0, x1);
  if (x === null) return null;
  const [west, south, east, north] = box;
  const turned = x - own;
  return {
    count,
    x: x * count,
    y: y * count,
    west: xOf(west) + turned,
    east: xOf(east) + turned,
    north: yOf(north),
    south: yOf(south),
    severity,
    shares: [...shares],
    alarm: alarm ? 1 : 0,
    slot: -1,
    at: 0,
  };
};

/** Which cell lies at a place of the grid, −1 = none: an array while the grid is small, which it is on a screen. */
interface Grid {
  get(at: number): number;
  set(at: number, cell: number): void;
}
const SMALL = 1 << 18;
const gridOf = (size: number): Grid => {
  if (size <= SMALL) {
    const places = new Int32Array(size).fill(-1);
    return {
      get: (at) => places[at] ?? -1,
      set: (at, cell) => {
        places[at] = cell;
      },
    };
  }
  const places = new Map<number, number>();
  return { get: (at) => places.get(at) ?? -1, set: (at, cell) => void places.set(at, cell) };
};

/** Neighbours whose middles lie closer than a cell are merged, the fuller taking the emptier in. */
const mergeNear = (cells: Cell[], grid: Grid, columns: number, rows: number, size: number): Cell[] => {
  const order = cells.map((_, index) => index).sort((a, b) => (cells[b]?.count ?? 0) - (cells[a]?.count ?? 0));
  const taken = new Uint8Array(cells.length);
  const merged: Cell[] = [];
  for (const index of order) {
    const cell = cells[index];
    if (taken[index] === 1 || !cell) continue;
    taken[index] = 1;
    const { at } = cell;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1) {
        if (column + dx < 0 || column + dx >= columns || row + dy < 0 || row + dy >= rows) continue;
        const next = grid.get(at + dy * columns + dx);
        const other = next < 0 ? undefined : cells[next];
        if (!other || taken[next] === 1 || !isNear(cell, other, size)) continue;
        taken[next] = 1;
        absorb(cell, other);
      }
    merged.push(cell);
  }
  return merged;
};
const isNear = (a: Cell, b: Cell, size: number): boolean => {
  const [dx, dy] = [a.x / a.count - b.x / b.count, a.y / a.count - b.y / b.count];
  return dx * dx + dy * dy < size * size * 0.64;
};
const absorb = (cell: Cell, other: Cell): void => {
  cell.count += other.count;
  cell.x += other.x;
  cell.y += other.y;
  cell.west = Math.min(cell.west, other.west);
  cell.east = Math.max(cell.east, other.east);
  cell.north = Math.min(cell.north, other.north);
  cell.south = Math.max(cell.south, other.south);
  cell.severity = Math.max(cell.severity, other.severity);
  cell.shares = cell.shares.map((n, severity) => n + (other.shares[severity] ?? 0));
  if (other.alarm) cell.alarm = 1;
};

/** 1 234 → 1.2k, as narrow as the disc. */
export const shortCount = (count: number): string => {
  if (count < 1000) return String(count);
  if (count < 10_000) return `${(Math.floor(count / 100) / 10).toFixed(1)}k`;
  return count < 1e6 ? `${Math.floor(count / 1000)}k` : `${(Math.floor(count / 1e5) / 10).toFixed(1)}M`;
};

/** Up to five digits there is room for the whole of it. */
const discCount = (count: number): string => (count < 1e5 ? count.toLocaleString('en') : shortCount(count));

/** Locks from which on a disc shows how many there are of each severity, and pixels of that bar. */
const BAR_FROM = 100;
export const BAR = 24;
/** Pixels of each severity, the worst first; whoever is there at all has one. */
export const barOf = (shares: readonly number[]): string => {
  const all = shares.reduce((sum, n) => sum + n, 0);
  const pixels = shares.map((n) => (n === 0 ? 0 : Math.max(1, Math.round((n / all) * BAR))));
  // what was rounded up is taken from the widest
  const widest = pixels.indexOf(Math.max(...pixels));
  pixels[widest] = (pixels[widest] ?? 0) + BAR - pixels.reduce((sum, n) => sum + n, 0);
  return pixels.toReversed().join('-');
};

const clusterFeature = (cell: Cell): Feature<Point> => {
  const at: LngLat = [lonOf(cell.x / cell.count), latOf(cell.y / cell.count)];
  return {
    type: 'Feature',
    properties: {
      ...clusterProperties(cell.count, cell.severity, cell.shares, cell.alarm, [
        lonOf(cell.west),
        latOf(cell.south),
        lonOf(cell.east),
        latOf(cell.north),
      ]),
    },
    geometry: { type: 'Point', coordinates: [...at] },
  };
};
/** What a disc is drawn from: the worst state in it and any alarm, and the box its members lie in. */
export const clusterProperties = (
  count: number,
  severity: number,
  shares: readonly number[],
  alarm: 0 | 1,
  [west, south, east, north]: Box,
): ClusterProperties => ({
  cluster: true,
  point_count: count,
  point_count_abbreviated: discCount(count),
  severity,
  bar: count < BAR_FROM ? '' : barOf(shares),
  alarm,
  west,
  south,
  east,
  north,
});
