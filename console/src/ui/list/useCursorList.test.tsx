import { alarmCalls } from '@plomb/contract/alarms/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCursorList } from './useCursorList.ts';

let newest: number;
let asked: { before?: number; size: number; keyword?: string }[];

/** A log of ids that only grows, read downwards. */
beforeEach(() => {
  newest = 1000;
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    const body = JSON.parse(String(init.body)) as { before?: number; size: number };
    asked.push(body);
    const from = (body.before ?? newest + 1) - 1;
    const rows = Array.from({ length: Math.min(body.size, from) }, (_, i) => ({ id: from - i }));
    return Response.json({
      verify: { sign: 'success', desc: '' },
      data: { rows, more: (rows.at(-1)?.id ?? 1) > 1, unprocessed: 0 },
    });
  });
});

let client: QueryClient;
const start = () => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000 } } });
  const { result } = renderHook(({ keyword }) => useCursorList(alarmCalls.alarms.list, { keyword }, false), {
    initialProps: { keyword: 'a' },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return result;
};
const more = async (result: ReturnType<typeof start>, to: number): Promise<void> => {
  act(() => result.current.onEnd());
  await waitFor(() => expect(result.current.rows).toHaveLength(to));
};

it('goes on below the last row', async () => {
  const list = start();
  await waitFor(() => expect(list.current.rows).toHaveLength(50));
  await more(list, 100);
  expect(asked.map((a) => a.before)).toEqual([undefined, 951]);
  expect(list.current.rows?.map((r) => r.id)).toEqual(Array.from({ length: 100 }, (_, i) => 1000 - i));
});

it('holds still once it is read far down, and starts at the newest when asked', async () => {
  const list = start();
  await waitFor(() => expect(list.current.rows).toHaveLength(50));
  for (const to of [100, 150, 200]) await more(list, to);
  expect(list.current.freshness.paused).toBe(true);

  newest = 1003;
  asked = [];
  act(() => list.current.refresh());
  await waitFor(() => expect(list.current.rows?.[0]?.id).toBe(1003));
  expect(list.current.rows).toHaveLength(50);
  expect(asked).toHaveLength(1);
  await waitFor(() => expect(list.current.freshness.paused).toBe(false));
});

it('held still shows what was done all the same, and nothing else anew', async () => {
  const list = start();
  await waitFor(() => expect(list.current.rows).toHaveLength(50));
  for (const to of [100, 150, 200]) await more(list, to);
  newest = 1001;
  asked = [];
  window.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('online'));
  expect(asked).toEqual([]);
  void client.invalidateQueries({ queryKey: [alarmCalls.alarms.list.path] });
  await waitFor(() => expect(list.current.rows?.[0]?.id).toBe(1001));
  expect(list.current.rows).toHaveLength(200);
  expect(asked).toHaveLength(4);
});

it('says when there is no more', async () => {
  newest = 30;
  const list = start();
  await waitFor(() => expect(list.current.rows).toHaveLength(30));
  expect(list.current.hasMore).toBe(false);
  act(() => list.current.onEnd());
  expect(asked).toHaveLength(1);
});

it('says how the last row stood, and shows once what is told twice because it moved', async () => {
  const pages = [
    {
      rows: [
        { id: 5, severity: 'warning' },
        { id: 6, severity: 'info' },
      ],
      more: true,
    },
    {
      rows: [
        { id: 5, severity: 'processed' },
        { id: 4, severity: 'processed' },
      ],
      more: false,
    },
  ];
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json') return Response.json({ signSecret: 's', title: '', version: '0' });
    bodies.push(JSON.parse(String(init.body)));
    return Response.json({ verify: { sign: 'success', desc: '' }, data: pages[bodies.length - 1] });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(
    () =>
      useCursorList<{ id: number; severity: string }>(alarmCalls.alarms.list, {}, false, (row) => ({
        stood: row.severity,
      })),
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  );
  await waitFor(() => expect(result.current.rows).toHaveLength(2));
  act(() => result.current.more());
  await waitFor(() => expect(result.current.rows?.map((row) => row.id)).toEqual([5, 6, 4]));
  expect(bodies[1]).toMatchObject({ before: 6, stood: 'info' });
});
