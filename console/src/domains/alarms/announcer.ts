import type { Alarm } from '@plomb/contract/alarms/alarms';
import { byNews } from './watch.ts';

export interface Voices {
  ring(critical: boolean): void;
  /** one alarm, or how many came at once and the worst of them */
  say(worst: Alarm, count: number, again: boolean): void;
  /** the critical alarms that still wait for somebody, what should be seen first before the rest */
  waiting(): readonly Alarm[];
}

/** Milliseconds: a burst is collected for as long, and between two announcements it stays quiet. */
export const GATHER = 300;
export const REST = 4000;
/** A critical alarm that nobody takes rings again as often. */
export const AGAIN = 60_000;

/**
 * What alarms sound like: one announcement after the other, however many come at once. A critical alarm rings and is said again
 * each minute until somebody takes it, or puts it away here.
 */
export const openAnnouncer = ({ ring, say, waiting }: Voices): { hear(news: readonly Alarm[]): void; stop(): void } => {
  let gathered: Alarm[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let spoken = Number.NEGATIVE_INFINITY;
  let again: ReturnType<typeof setInterval> | null = null;

  const announce = (): void => {
    timer = null;
    const critical = gathered.filter((a) => a.severity === 'critical');
    // the one that the screen shows first
    const worst = (critical.length > 0 ? critical : gathered).sort(byNews)[0];
    const count = gathered.length;
    gathered = [];
    if (!worst) return;
    spoken = performance.now();
    ring(worst.severity === 'critical');
    say(worst, count, false);
  };
  const repeat = (): void => {
    const [worst, ...rest] = waiting();
    if (worst) {
      ring(true);
      // a burst that is about to be told says it all
      if (timer === null) say(worst, 1 + rest.length, true);
    } else if (again !== null) {
      clearInterval(again);
      again = null;
    }
  };
  if (waiting().length > 0) again = setInterval(repeat, AGAIN);
  return {
    hear(news) {
      if (news.length === 0) return;
      gathered.push(...news);
      timer ??= setTimeout(announce, Math.max(GATHER, spoken + REST - performance.now()));
      if (news.some((a) => a.severity === 'critical')) again ??= setInterval(repeat, AGAIN);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      if (again !== null) clearInterval(again);
    },
  };
};
