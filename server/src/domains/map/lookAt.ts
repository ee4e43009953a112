import { isCritical } from '@plomb/contract/alarms/severity';
import { connectionOf } from '@plomb/contract/lock/connection';
import { isFreshBy } from '@plomb/contract/lock/operable';
import { stateSigns } from '@plomb/contract/lock/signs';
import {
  type Counts,
  countInto,
  emptyCounts,
  type FleetFacts,
  silenceOf,
  urgencyOf,
} from '@plomb/contract/map/fleetFilter';
import { type FleetCell, MOST_DRAWN, MOST_LISTED, type map } from '@plomb/contract/map/map';
import { cellSize, latOf, lonOf, within, xOf, yOf } from '@plomb/contract/map/mercator';
import type { z } from 'zod';
import type { FleetIndex } from './fleetIndex.ts';

type Asked = Omit<z.output<typeof map.view.input>, 'text' | 'only' | 'org'> & {
  /** only these, by a search or a choice; null = all */
  only: ReadonlySet<number> | null;
  /** only locks of these organisations; null = of all */
  orgs: Iterable<number> | null;
};
type Degrees = [number, number, number, number];

export interface Looked {
  total: number;
  passed: number;
  inView: number;
  counts: Counts;
  extent: Degrees | null;
  cells: FleetCell[];
  drawn: number[];
  listed: number[];
}

/** Places looked at between two breaths: some milliseconds. */
const PIECE = 1 << 16;
/** More cells than a screen of any size has; a request for more gets coarser ones. */
const MOST_CELLS = 10_000;

interface Square {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}
const squareOf = ([west, south, east, north]: readonly number[]): Square => ({
  x0: xOf(west ?? 0),
  x1: xOf(east ?? 0),
  y0: yOf(north ?? 0),
  y1: yOf(south ?? 0),
});
/** Where a place lies in it; null: outside, or nowhere. */
const inside = (x: number, y: number, { x0, x1, y0, y1 }: Square): number | null =>
  y >= y0 && y <= y1 ? within(x, x0, x1) : null;

class Spread {
  x0 = Number.POSITIVE_INFINITY;
  x1 = Number.NEGATIVE_INFINITY;
  y0 = Number.POSITIVE_INFINITY;
  y1 = Number.NEGATIVE_INFINITY;
  add(x: number, y: number): void {
    if (x < this.x0) this.x0 = x;
    if (x > this.x1) this.x1 = x;
    if (y < this.y0) this.y0 = y;
    if (y > this.y1) this.y1 = y;
  }
  box = (): Degrees => [lonOf(this.x0), latOf(this.y1), lonOf(this.x1), latOf(this.y0)];
}

class Cell extends Spread {
  count = 0;
  x = 0;
  y = 0;
  severity = 0;
  readonly shares = [0, 0, 0, 0, 0];
  alarm = false;
  readonly first: number;
  constructor(first: number) {
    super();
    this.first = first;
  }
  take(x: number, y: number, { status, alarm }: FleetFacts): void {
    this.add(x, y);
    this.count += 1;
    this.x += x;
    this.y += y;
    const { severity } = stateSigns[status];
    this.severity = Math.max(this.severity, severity);
    this.shares[severity] = (this.shares[severity] ?? 0) + 1;
    this.alarm ||= isCritical(alarm);
  }
  told = (): FleetCell => ({
    at: [lonOf(this.x / this.count), latOf(this.y / this.count)],
    box: this.box(),
    count: this.count,
    severity: this.severity,
    shares: this.shares,
    alarm: this.alarm,
  });
}

/** A grid that lies still in the world, so that moving the view regroups nothing. */
class Cells {
  readonly #cells = new Map<number, Cell>();
  readonly #size: number;
  readonly #columns: number;
  readonly #square: Square;
  constructor(square: Square, zoom: number) {
    let size = cellSize(zoom);
    const along = (from: number, to: number): number => Math.floor(to / size) - Math.floor(from / size) + 1;
    while (along(square.x0, square.x1) * along(square.y0, square.y1) > MOST_CELLS) size *= 2;
    this.#size = size;
    this.#columns = along(square.x0, square.x1);
    this.#square = square;
  }
  take(id: number, x: number, y: number, facts: FleetFacts): void {
    const column = Math.floor(x / this.#size) - Math.floor(this.#square.x0 / this.#size);
    const at = Math.floor(y / this.#size) * this.#columns + column;
    let cell = this.#cells.get(at);
    if (!cell) {
      cell = new Cell(id);
      this.#cells.set(at, cell);
    }
    cell.take(x, y, facts);
  }
  /** Who is alone is drawn as itself. */
  parted(): Pick<Looked, 'cells' | 'drawn'> {
    const [cells, drawn]: [FleetCell[], number[]] = [[], []];
    for (const cell of this.#cells.values())
      if (cell.count === 1 && drawn.length < MOST_DRAWN) drawn.push(cell.first);
      else cells.push(cell.told());
    return { cells, drawn };
  }
}

/** The first of many by a key, small first, equals as they came. */
class First {
  #best: { id: number; key: number }[] = [];
  #bound = Number.POSITIVE_INFINITY;
  offer(id: number, key: number): void {
    if (key >= this.#bound) return;
    this.#best.push({ id, key });
    if (this.#best.length >= 4 * MOST_LISTED) this.#cut();
  }
  #cut(): void {
    this.#best = this.#best.sort((a, b) => a.key - b.key).slice(0, MOST_LISTED);
    if (this.#best.length === MOST_LISTED) this.#bound = this.#best.at(-1)?.key ?? this.#bound;
  }
  ids(): number[] {
    this.#cut();
    return this.#best.map(({ id }) => id);
  }
}

const keys: Record<Asked['sort'], (index: FleetIndex, slot: number, facts: FleetFacts) => number> = {
  severity: (index, slot, facts) => -urgencyOf({ ...facts, electric: index.electricAt(slot) }),
  silence: (index, slot) => index.c.seen[slot] as number,
  battery: (index, slot) => index.electricAt(slot) ?? 101,
};

/**
 * What a reader of these organisations sees of a part of the world. Every lock is looked at, a piece at a time: `breathe`
 * lets reports and other readers through in between.
 */
export const lookAt = async (
  index: FleetIndex,
  orgIds: Iterable<number>,
  asked: Asked,
  now: number,
  breathe: () => Promise<unknown>,
): Promise<Looked> => {
  const seen = index.masked(orgIds);
  const among = asked.orgs && index.masked(asked.orgs);
  const choice = { ...asked, heard: asked.heard ?? null };
  const [box, free] = [squareOf(asked.box), squareOf(asked.free)];
  const [counts, elsewhere] = [emptyCounts(), emptyCounts()];
  const cells = new Cells(box, asked.zoom);
  const extent = new Spread();
  const first = new First();
  let [total, passed, inView] = [0, 0, 0];
  /** null: too many to be drawn one by one */
  let single: number[] | null = [];
  for (let slot = 0; slot < index.length; slot += 1) {
    if (slot % PIECE === PIECE - 1) await breathe();
    const { c } = index;
    const id = c.id[slot] as number;
    if (id === 0 || seen[c.org[slot] as number] !== 1) continue;
    total += 1;
    if (asked.only && !asked.only.has(id)) continue;
    if (among && among[c.org[slot] as number] !== 1) continue;
    const contact = index.contactAt(slot, 'seen');
    const connection = connectionOf(now, contact);
    const facts: FleetFacts = {
      status: index.statusAt(slot),
      alarm: index.alarmAt(slot),
      held: index.heldAt(slot),
      connection,
      fresh: isFreshBy(connection, now, index.contactAt(slot, 'word')),
      silence: silenceOf(now, contact.seen),
    };
    const [x, y] = [c.x[slot] as number, c.y[slot] as number];
    const isFree = inside(x, y, free) !== null;
    const isListed = isFree || !asked.listFree;
    if (!countInto(isListed ? counts : elsewhere, facts, choice, 1)) continue;
    passed += 1;
    if (!Number.isNaN(x)) extent.add(x, y);
    if (isFree) inView += 1;
    if (isListed) first.offer(id, keys[asked.sort](index, slot, facts));
    const drawnAt = inside(x, y, box);
    if (drawnAt === null || id === asked.chosen) continue;
    cells.take(id, drawnAt, y, facts);
    if (single && single.push(id) > MOST_DRAWN) single = null;
  }
  return {
    total,
    passed,
    inView,
    counts,
    extent: extent.x1 >= extent.x0 ? extent.box() : null,
    ...(single ? { cells: [], drawn: single } : cells.parted()),
    listed: first.ids(),
  };
};
