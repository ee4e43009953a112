import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { House } from './house.ts';
import { shareJobs } from './jobsRole.ts';
import { openLog } from './platform/log.ts';
import type { Exclusive } from './platform/processes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a process that another may have relieved does no job more, though nobody has told it to end', async () => {
  let holds = true;
  let jobs: Exclusive | null = null;
  const asked: string[] = [];
  const pool = {
    query: async (text: string) => {
      asked.push(text);
      return { rows: [], rowCount: 0 };
    },
  };
  shareJobs({
    pools: { platform: pool, devices: pool, owner: pool },
    processes: {
      holds: () => holds,
      share: (work: Exclusive) => {
        jobs = work;
      },
    },
    news: { command: () => undefined },
    log: openLog('silent'),
  } as unknown as House);
  const work = jobs as Exclusive | null;
  work?.begin();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.splice(0).join()).toContain('update command');
  holds = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toEqual([]);
  holds = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).not.toEqual([]);
  await work?.end();
});
