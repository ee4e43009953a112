import { alarms } from '@plomb/contract/alarms/alarms';
import { realClock } from '@plomb/simulator/clock';
import { Handset, Refused } from '@plomb/simulator/field/handset';
import { Random } from '@plomb/simulator/random';
import type { Logger } from '../platform/log.ts';
import { keepAt } from './keepAt.ts';
import { DEMO_SEED, password } from './seed.ts';

/** So many that rang since the demonstration began are left for whoever looks at it. */
export const LEFT = 12;
/** Dealt with in one look. */
const MOST = 10;
const done = [
  { result: 'driver', remark: '已电话联系司机，情况属实，已记录' },
  { result: 'handled', remark: '已派人到场查看，锁与货物完好' },
  { result: 'false_alarm', remark: '核对轨迹和锁状态后，确认为误报' },
] as const;

/** Deals with the longest waiting of what rang since then and nobody has, as long as more than some wait. */
export const tidyQueue = async (
  desk: Pick<Handset, 'ask'>,
  { since, random }: { since: string; random: Random },
): Promise<void> => {
  const { rows } = await desk.ask(alarms.list, { status: 'unprocessed', from: since, size: 100 });
  const waiting = rows
    .filter(({ owner }) => !owner)
    .toSorted((a, b) => a.first_time.localeCompare(b.first_time))
    .slice(0, -LEFT);
  for (const { id, hits } of waiting.slice(0, MOST))
    try {
      await desk.ask(alarms.claim, { id });
      await desk.ask(alarms.process, { id, hits, ...random.pick(done) });
    } catch (error) {
      // it rang again meanwhile, or by an order of the desk itself: somebody else's
      if (!(error instanceof Refused)) throw error;
    }
};

/** A colleague at the desk of the demonstration, without whom its queue would grow by a hundred an hour. What it was given to show is left as it is. */
export const startDemoDesk = (url: string, log: Logger): { stop(): Promise<void> } => {
  const random = new Random(DEMO_SEED);
  const since = new Date(realClock.now()).toISOString();
  let desk: Handset | null = null;
  return keepAt(
    1,
    async () => {
      desk ??= await Handset.open({ url, login: 'duty', password, clock: realClock, random });
      await tidyQueue(desk, { since, random });
    },
    { log, failing: 'the desk of the demonstration could not go on' },
  );
};
