/// <reference lib="dom" />

import { chromium, type Page } from '@playwright/test';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { LiveEvent, LockPatch } from '@plomb/contract/live/live';
import type { FleetLock } from '@plomb/contract/map/map';
import { browserArgs, findBrowser } from '../../e2e/src/browser.ts';
import { signIn } from '../../e2e/src/signIn.ts';
import { password } from './generate.ts';
import { ms, show } from './machine.ts';

/** What stands in the page for the product's stream, and watches its one thread. */
interface Stage {
  say(events: readonly LiveEvent[]): void;
  /** milliseconds of the tasks longer than 50 since the last look */
  tasks(): number[];
}
declare global {
  interface Window {
    stage: Stage;
  }
}

const STEPS = 60;
const DAYS = 3;
const MINUTES = 24 * 60;

/** The stream is the bench's to speak on; everything else is the product's. */
const setStage = (): void => {
  const text = new TextEncoder();
  let line: ReadableStreamDefaultController<Uint8Array> | null = null;
  const send = window.fetch.bind(window);
  const told = ({ event, data }: LiveEvent): Uint8Array =>
    text.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  window.fetch = (input, init) => {
    if (!String(input instanceof Request ? input.url : input).includes('/live/stream')) return send(input, init);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        line = controller;
        controller.enqueue(told({ event: 'hello', data: { epoch: 'bench', seq: 0 } }));
      },
    });
    init?.signal?.addEventListener('abort', () => {
      if (line) line.error(init.signal?.reason);
      line = null;
    });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
  };
  setInterval(() => line?.enqueue(text.encode(':\n\n')), 10_000);
  const tasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) tasks.push(task.duration);
  }).observe({ type: 'longtask', buffered: true });
  window.stage = {
    say: (events) => {
      for (const event of events) line?.enqueue(told(event));
    },
    tasks: () => tasks.splice(0),
  };
};

/** Steps of the stream, each when the page has drawn the one before; `fresh` also comes, and the oldest goes. */
const play = async (
  page: Page,
  what: { from: number; steps: number; movers: number; ids: number[]; fresh: FleetLock | null },
): Promise<number[]> =>
  page.evaluate(async ({ from, steps, movers, ids, fresh }) => {
    window.stage.tasks();
    for (let nth = from; nth < from + steps; nth++) {
      const locks: LockPatch[] = Array.from({ length: movers }, (_, i) => ({
        id: ids[(nth * 7919 + i * 97) % ids.length] as number,
        lon: 100 + ((nth + i) % 2000) / 100,
        lat: 22 + ((nth * 3 + i) % 1800) / 100,
        velocity: nth % 90,
        electric: (nth * 7 + i) % 100,
        lock_status: i % 50 === 0 ? 1 : 2,
        seen_time: new Date().toISOString(),
      }));
      if (fresh) locks.push({ ...fresh, id: 1e9 + nth });
      const alarm = {
        id: nth + 1,
        kind: nth % 9 ? 'low_battery' : 'illegal_unlock',
        severity: nth % 9 ? 'warning' : 'critical',
        status: 'unprocessed',
        owner: '',
        first_time: new Date().toISOString(),
      } as Alarm;
      window.stage.say([
        { event: 'locks', data: { seq: nth + 1, locks, removed: fresh ? [1e9 + nth - 1] : [] } },
        ...(fresh ? [{ event: 'alarm' as const, data: { seq: nth + 1, alarm } }] : []),
      ]);
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0)));
    }
    // tasks are told of a moment after they end
    await new Promise((rest) => setTimeout(rest, 1500));
    return window.stage.tasks();
  }, what);

/** Processor time of the page's one thread, in milliseconds: what the load of the machine does not lengthen. */
const watchThread = async (page: Page): Promise<() => Promise<number>> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  let before = 0;
  const spent = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const total = 1000 * (metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0);
    const since = total - before;
    before = total;
    return since;
  };
  await spent();
  return spent;
};

/** What the page's heap holds after everything that can go has gone. */
const heapOf = async (page: Page): Promise<number> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  await cdp.detach();
  return usedSize;
};

const longest = (tasks: readonly number[]): string =>
  `${tasks.length} longer than 50 ms, the longest ${ms(Math.max(0, ...tasks))}`;

/** The map in a real browser: how long its one thread is held up, and what three days of traffic leave in it. */
export const measurePage = async (url: string, locks: readonly FleetLock[], movers: number): Promise<void> => {
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, env, args: browserArgs });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    page.setDefaultTimeout(120_000);
    await page.addInitScript(setStage);
    const spent = await watchThread(page);
    await signIn(page, url, '/map', 'admin', password);
    await page.getByRole('option').first().waitFor();
    await page.waitForTimeout(5000);
    show(
      '  browser: from signing in until the map stands, processor time; tasks',
      `${ms(await spent())}; ${longest(await page.evaluate(() => window.stage.tasks()))}`,
    );
    const ids = locks.map((l) => l.id);
    await spent();
    const moved = await play(page, { from: 0, steps: STEPS, movers, ids, fresh: null });
    show(
      `  browser: a step of ${movers.toLocaleString('en')} movers, processor time; tasks in ${STEPS} steps`,
      `${ms((await spent()) / STEPS)}; ${longest(moved)}`,
    );
    const fresh = locks[0] ?? null;
    const heap = [await heapOf(page)];
    for (let day = 0; day < DAYS; day++) {
      await play(page, { from: STEPS + day * MINUTES, steps: MINUTES, movers: 100, ids, fresh });
      heap.push(await heapOf(page));
    }
    show(
      `  browser: heap at first, and after each of ${DAYS} days of a step and an alarm a minute`,
      heap.map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`).join(', '),
    );
  } finally {
    await browser.close();
  }
};
