/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import type { Answers } from './plan.ts';

const key = 'screens';

/**
 * Lets a page be told something else than the truth, without the cache of a browser that is intercepted being switched
 * off: the page's own `fetch` is replaced. The shell's calls are always answered truly.
 */
export const standBetween = (page: Page): Promise<unknown> =>
  page.addInitScript((name) => {
    const real = window.fetch.bind(window);
    const emptied = (value: unknown): unknown => {
      if (Array.isArray(value)) return [];
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, k === 'total' ? 0 : emptied(v)]));
    };
    /** a list as if it were of ten thousand: its page is filled with copies of what it holds */
    const multiplied = (data: unknown, size: number): unknown => {
      const list = data as { rows?: { id?: number }[]; total?: number } | null;
      if (!list?.rows?.length) return data;
      const rows = Array.from({ length: size }, (_, at) => {
        const row = list.rows![at % list.rows!.length]!;
        return at < list.rows!.length ? row : { ...row, id: 1_000_000 + at };
      });
      return { ...list, rows, ...(list.total !== undefined && { total: 10_000 }) };
    };
    window.fetch = async (input, init) => {
      const { told, shell } = JSON.parse(sessionStorage.getItem(name) ?? '{"told":"true","shell":[]}') as {
        told: string;
        shell: string[];
      };
      const path = new URL(String(input), location.href).pathname;
      if (told === 'true' || init?.method !== 'POST' || shell.includes(path)) return real(input, init);
      if (told === 'loading') return new Promise(() => undefined);
      if (told === 'failing') return new Response('', { status: 500 });
      const answer = await real(input, init);
      if (!answer.headers.get('content-type')?.includes('application/json')) return answer;
      const said = (await answer.json()) as { data: unknown };
      const { size = 20 } = JSON.parse(String(init.body)) as { size?: number };
      const data = told === 'many' ? multiplied(said.data, size) : emptied(said.data);
      return new Response(JSON.stringify({ ...said, data }), { headers: answer.headers });
    };
  }, key);

/** What the next address is answered; open tabs are forgotten, so that a picture depends on no other. */
export const tell = (page: Page, told: Answers, shell: readonly string[]): Promise<void> =>
  page.evaluate(
    ([name, value]) => {
      sessionStorage.clear();
      sessionStorage.setItem(name, value);
    },
    [key, JSON.stringify({ told, shell })] as const,
  );

/** The calls that the shell makes by itself, learnt at an address without a page. */
export const shellCalls = async (page: Page, url: string): Promise<string[]> => {
  const paths = new Set<string>();
  const note = (request: { method(): string; url(): string }) => {
    if (request.method() === 'POST') paths.add(new URL(request.url()).pathname);
  };
  page.on('request', note);
  await page.goto(`${url}/404`);
  await page.waitForLoadState('load');
  await page.locator('.fixed-page:visible').waitFor();
  page.off('request', note);
  return [...paths];
};
