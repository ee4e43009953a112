import type { Command, LockEvent } from '@plomb/contract/lock/command';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startLive } from '../platform/live.ts';
import { useSession } from '../platform/session.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { putCommand, useHistory } from './history.ts';

const command = (over: Partial<Command> = {}): Command => ({
  id: 5,
  device_id: 7,
  sn: '1',
  device_name: 'x',
  kind: 'unseal',
  args: {},
  attempt: 0,
  result: null,
  state: 'answered_ok',
  idempotency_key: 'of-one-press',
  reason_code: null,
  reason_text: null,
  reason: '',
  cause: null,
  replaced_by: null,
  assigned_to: '',
  approved_by: '',
  in_frozen: '',
  waits_for: null,
  oper_name: '',
  login_name: '',
  create_time: '2026-11-21T04:00:00.000Z',
  expire_time: '2026-11-21T04:30:00.000Z',
  sent_time: null,
  answer_time: null,
  finish_time: null,
  evidence_time: null,
  evidence: null,
  ...over,
});
const event = (id: number, over: Partial<LockEvent> = {}) => ({ id, ls_after: 1, quality: 'direct', ...over });

let server: FakeServer;
let stop: () => void;
let queries: QueryClient;
const settle = (milliseconds = 20) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server = fakeServer();
  stored([], []);
  server.on('/alarm/list', () => ({ data: { rows: [], more: false, unprocessed: 0 } }));
  useSession.setState({ menus: [] });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = startLive();
});
afterEach(() => {
  stop();
  cleanup();
  queries.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
/** What the server has of the lock now. */
const stored = (commands: Command[], events: object[], standing: Command[] = []): void => {
  server.on('/lock/commands', () => ({ data: { rows: commands, more: false, standing } }));
  server.on('/lock/events', () => ({ data: { rows: events, more: false } }));
};
const opened = async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const lock = { id: 7, seen_time: null, lock_status: 2, lock_since: null, fault: 0, alarm: null } as const;
  const { result, rerender } = renderHook((seen_time: string | null) => useHistory({ ...lock, seen_time }), {
    wrapper,
  });
  await settle(500);
  server.stream().say({ event: 'hello', data: { epoch: 'e', seq: 0 } });
  await settle(5000);
  return { sources: () => result.current.sources, orders: () => result.current.orders, rerender };
};
const tell = async (told: Command): Promise<void> => {
  server.stream().say({ event: 'command', data: { seq: 1, command: told } });
  await settle();
};

it('takes a proof back when the stream does: a late word has moved it', async () => {
  const proved = command({ evidence: 'confirmed', evidence_time: '2026-11-21T04:02:00.000Z' });
  stored([proved], []);
  const { sources } = await opened();
  const possible = { ...proved, evidence: 'possible' as const };
  await tell(possible);
  expect(sources().commands.rows).toEqual([possible]);
  const none = { ...proved, evidence: null, evidence_time: null };
  await tell(none);
  expect(sources().commands.rows).toEqual([none]);
});

it('keeps what the stream has told when the answer to the order arrives behind it', async () => {
  const sent = command({ state: 'sent' });
  stored([sent], []);
  const { sources } = await opened();
  act(() => putCommand(queries, command({ state: 'queued' })));
  expect(sources().commands.rows).toEqual([sent]);
});

it('knows the order in doubt that newer ones have driven off the page, and what is told of it', async () => {
  const doubt = command({ id: 3, state: 'uncertain' });
  const text = command({ id: 40, kind: 'text', state: 'queued' });
  stored([text], [], [text, doubt]);
  const { sources, orders } = await opened();
  expect(orders()).toEqual([text, doubt]);
  const answered = { ...doubt, state: 'answered_ok' as const };
  await tell(answered);
  expect(orders()).toEqual([text, answered]);
  // it is no newer than what is on the page
  expect(sources().commands.rows).toEqual([text]);
});

it('asks once more when the stream tells of a command while the list is under way', async () => {
  const proved = command({ evidence: 'confirmed' });
  stored([proved], []);
  const { sources } = await opened();
  const before = server.count('/lock/commands');
  // the list was read before the proof was taken back, and arrives after that was told
  void queries.invalidateQueries({ queryKey: ['/lock/commands', 7] });
  stored([command()], []);
  server.stream().say({ event: 'command', data: { seq: 1, command: command() } });
  await settle(4000);
  expect(server.count('/lock/commands') - before).toBe(2);
  expect(sources().commands.rows).toEqual([command()]);
});

it('fetches the events anew when a report, a command or an alarm may have had them judged again', async () => {
  stored([command({ evidence: 'confirmed' })], [event(1)]);
  const { sources, rerender } = await opened();
  stored([], [event(1, { quality: 'inferred' })]);
  await tell(command({ evidence: 'possible' }));
  expect(sources().events.rows).toEqual([event(1, { quality: 'inferred' })]);
  await settle(5000);

  stored([], [event(2), event(1)]);
  server.stream().say({ event: 'alarm', data: { seq: 2, alarm: { id: 1, device_id: 7 } as never } });
  await settle();
  expect(sources().events.rows).toHaveLength(2);
  await settle(5000);

  stored([], [event(3), event(2), event(1)]);
  rerender('2026-11-21T04:05:00.000Z');
  await settle();
  expect(sources().events.rows).toHaveLength(3);
});
