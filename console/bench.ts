import type { FleetLock } from '@plomb/contract/map/map';
import { Board } from './src/domains/map/board.ts';
import { noFilter } from './src/domains/map/lockFilter.ts';
import { lockMark } from './src/domains/map/lockMarks.ts';
import { sortNames } from './src/domains/map/names.ts';
import { MarkIndex } from './src/map/markIndex.ts';

/** Milliseconds of processor time of the page's one thread: a busy machine does not lengthen them. */
export interface MapFigures {
  /** every lock onto the board and into the map's index, once */
  fill: number;
  /** the order of names, in pieces of about three milliseconds, and the longest of them */
  names: number;
  longestPiece: number;
  /** a step of `movers` locks: the board, the marks, what the view shows; then the list, which follows once a second */
  step: number[];
  list: number[];
  /** another filter: all of them looked at once */
  filter: number;
}

const spent = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const timed = (run: () => void): number => {
  const from = spent();
  run();
  return spent() - from;
};

const words = { alarm: { word: String }, outOfUse: { word: String } };

/** What the map page computes for a fleet, past React and WebGL. */
export const measure = async (locks: readonly FleetLock[], movers: number, steps: number): Promise<MapFigures> => {
  const board = new Board();
  const marks = new MarkIndex();
  const now = Date.now();
  const put = (changed: readonly FleetLock[]): void => {
    for (const shown of board.apply(changed, [], now).put) {
      const mark = lockMark(shown, words);
      if (mark) marks.put(mark);
    }
  };
  const fill = timed(() => put(locks));
  const from = spent();
  let [begun, longestPiece] = [spent(), 0];
  const sorted = await sortNames(
    locks.map((l) => ({ id: l.id, name: l.device_name })),
    async () => {
      longestPiece = Math.max(longestPiece, spent() - begun);
      await new Promise((done) => setTimeout(done, 0));
      begun = spent();
      return true;
    },
  );
  const names = spent() - from;
  board.order(new Map(sorted?.map((n, place) => [n.id, place])));
  board.list(null);
  const [step, list]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < steps; nth += 1) {
    const changed = Array.from({ length: movers }, (_, i) => {
      const lock = locks[(nth * 7919 + i * 97) % locks.length] as FleetLock;
      return { ...lock, lon: (lock.lon ?? 0) + 0.001 * nth, velocity: nth % 90, electric: (nth * 7) % 100 };
    });
    step.push(
      timed(() => {
        put(changed);
        marks.view([73, 18, 135, 54], 3.6, null);
      }),
    );
    list.push(timed(() => void board.list(null)));
  }
  const filter = timed(() => {
    board.filter({ ...noFilter, text: 'a7', statuses: [2] });
    board.list(null);
  });
  return { fill, names, longestPiece, step, list, filter };
};
