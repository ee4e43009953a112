import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarms } from '@plomb/contract/alarms/alarms';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { onOpened, useLive } from '../../platform/live.ts';
import { waitForLine } from '../../platform/wait.ts';

const { list } = alarms;

/** What the server has of alarms, fetched because the stream did not tell it. */
export interface Open {
  /** the critical ones nobody has processed, the longest waiting first */
  critical: readonly Alarm[];
  /** whether these are all of them */
  whole: boolean;
  /** the newest of all kinds, processed or not, the newest first */
  newest: readonly Alarm[];
}

/** More critical alarms than this are a storm that no window can show one by one. */
const MOST_READ = 1000;

const fetchOpen = async (signal: AbortSignal): Promise<Open> => {
  const page = (input: { status?: 'unprocessed'; before?: number }) =>
    send(list, { ...input, size: 100 }, { quiet: true, signal });
  const { rows: newest } = await page({});
  const critical: Alarm[] = [];
  let before: number | undefined;
  do {
    const { rows, more } = await page({ status: 'unprocessed', ...(before === undefined ? {} : { before }) });
    critical.push(...rows.filter((a) => a.severity === 'critical'));
    const last = rows.at(-1);
    before = more && last?.severity === 'critical' ? last.id : undefined;
  } while (before !== undefined && critical.length < MOST_READ);
  return { critical, whole: before === undefined, newest };
};

/**
 * Of what was fetched, what to take in as if the stream had told it. Neither the lock's clock nor this computer's says what
 * is new: a lock may tell a deed hours late. Every critical alarm counts; of the rest what is known here, and what is
 * younger than the newest that was there before (`mark`).
 */
export const untold = (
  { critical, newest }: Pick<Open, 'critical' | 'newest'>,
  mark: number | null,
  isKnown: (id: number) => boolean,
): Alarm[] => [
  ...critical,
  ...newest.filter((a) => a.severity !== 'critical' && (isKnown(a.id) || (mark !== null && a.id > mark))),
];

interface Watching {
  /** critical alarms that stand here now */
  standing(): ReadonlySet<number>;
  isKnown(id: number): boolean;
  /** `gone` stood here when the asking began and are not open any more */
  tell(alarms: readonly Alarm[], gone: ReadonlySet<number>): void;
}

/** Fetches what is open whenever the stream opens without going on where it stopped, first of all at the beginning. */
export const catchUp = ({ standing, isKnown, tell }: Watching): (() => void) => {
  const stop = new AbortController();
  let mark: number | null = null;
  let running: AbortController | null = null;
  const run = async (mine: AbortController): Promise<void> => {
    const signal = AbortSignal.any([stop.signal, mine.signal]);
    for (let failures = 0; !signal.aborted; failures += 1) {
      const stood = standing();
      try {
        const open = await fetchOpen(signal);
        const ids = new Set(open.critical.map((a) => a.id));
        tell(untold(open, mark, isKnown), new Set(open.whole ? [...stood].filter((id) => !ids.has(id)) : []));
        mark = Math.max(mark ?? 0, ...open.newest.map((a) => a.id));
        return;
      } catch (error) {
        if (error instanceof Refused && error.sign !== 'error' && error.sign !== 'unavailable') return;
        // the stream is open and will not say it again: asked until it is known
        await waitForLine(Math.min(30_000, 1000 * 2 ** failures) * (0.75 + Math.random() / 4), signal);
      }
    }
  };
  const ask = (): void => {
    running?.abort();
    running = new AbortController();
    void run(running);
  };
  const unhear = onOpened(({ resumed }) => {
    if (!resumed) ask();
  });
  if (useLive.getState().state === 'open') ask();
  return () => {
    unhear();
    stop.abort();
  };
};
