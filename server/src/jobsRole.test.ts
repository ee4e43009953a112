import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { House } from './house.ts';
import { shareJobs } from './jobsRole.ts';
import { openLog } from './platform/log.ts';
import { overdueSeconds } from './platform/metrics.ts';
import type { Exclusive } from './platform/processes.ts';

/** What is done again and again, by its name. */
const turns = new Map<string, () => Promise<void> | void>();
vi.mock('./platform/every.ts', async (original) => {
  const { every } = await original<typeof import('./platform/every.ts')>();
  return {
    every: (...[ms, name, work, log]: Parameters<typeof every>) => {
      turns.set(name, work);
      return every(ms, name, work, log);
    },
  };
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a process that ends its jobs leaves what is to be deleted to the next, and tells nothing of it any more', async () => {
  let jobs: Exclusive | null = null;
  const parts: unknown[] = [];
  const pool = {
    query: async (text: string, values: unknown[] = []) => {
      if (text.startsWith('delete from quarantine')) parts.push(values[1]);
      const old = Array.from({ length: 100_000 }, (_, key) => ({ key, overdue: 86_400 }));
      return { rows: text.includes('overdue from quarantine') ? old : [], rowCount: 1000 };
    },
  };
  shareJobs({
    config: { demo: false, OUTBOUND_ALLOW: [] },
    pools: { platform: pool, devices: pool, owner: pool },
    vault: { keyFor: () => Buffer.alloc(32, 7) },
    params: { get: () => 30 },
    processes: {
      holds: () => true,
      share: (work: Exclusive) => {
        jobs = work;
      },
    },
    news: { command: () => undefined },
    log: openLog('silent'),
  } as unknown as House);
  const work = jobs as Exclusive | null;
  work?.begin();
  const turn = turns.get('retention')?.();
  await vi.waitFor(() => expect(parts.length).toBeGreaterThan(0));
  const told = async () => (await overdueSeconds.get()).values;
  // of the tables that come before it nothing is old
  expect((await told()).at(-1)).toMatchObject({ labels: { table: 'quarantine' }, value: 86_400 });
  await work?.end();
  await vi.waitFor(() => turn);
  expect(parts.length).toBeLessThan(100);
  expect(await told()).toEqual([]);
});

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
    config: { demo: false, OUTBOUND_ALLOW: [] },
    pools: { platform: pool, devices: pool, owner: pool },
    vault: { keyFor: () => Buffer.alloc(32, 7) },
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

it('whom an authorisation concerned that time has ended hears of it, and so does whoever watches its order', async () => {
  let jobs: Exclusive | null = null;
  const told: unknown[] = [];
  const pool = {
    query: async (text: string) => {
      if (text.includes('set told = true')) return { rows: [{ id: 1, org_id: 2, people: [7, null, 9, 7] }] };
      if (text.includes("cause = 'right'")) return { rows: [{ id: 5 }] };
      return { rows: [], rowCount: 0 };
    },
  };
  shareJobs({
    config: { demo: false, OUTBOUND_ALLOW: [] },
    pools: { platform: pool, devices: pool, owner: pool },
    vault: { keyFor: () => Buffer.alloc(32, 7) },
    processes: {
      holds: () => true,
      share: (work: Exclusive) => {
        jobs = work;
      },
    },
    bus: { tell: (subject: string, words: unknown) => void told.push([subject, words]) },
    news: { command: (id: number) => void told.push(['command', id]) },
    log: openLog('silent'),
  } as unknown as House);
  const work = jobs as Exclusive | null;
  work?.begin();
  await turns.get('authorisations')?.();
  expect(told).toEqual([
    ['personal', { operators: [7, 9] }],
    ['command', 5],
  ]);
  await work?.end();
});
