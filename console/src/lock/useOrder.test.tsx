import type { Command } from '@plomb/contract/lock/command';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { Refused, Unreachable } from '../platform/answer.ts';
import { onLive, startLive } from '../platform/live.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { withCommand } from './history.ts';
import { type OrderFailed, useOrder } from './useOrder.ts';

const command: Command = {
  id: 5,
  device_id: 7,
  sn: '1',
  device_name: 'x',
  kind: 'unseal',
  args: {},
  attempt: 0,
  result: null,
  state: 'queued',
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
};

const opening = (
  order: (key: string) => Promise<Command>,
  done: () => void,
  unheard: (failure: OrderFailed) => void,
) => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useOrder(order, done, unheard), { wrapper });
};
const opened = (order: (key: string) => Promise<Command>, done: () => void) => opening(order, done, () => {}).result;

it('sends again under the same key when no answer came, and says that nothing is known', async () => {
  const keys: string[] = [];
  const done = vi.fn();
  const dialog = opened(async (key) => {
    keys.push(key);
    if (keys.length === 1) throw new Unreachable('timeout');
    return command;
  }, done);
  await act(() => dialog.current.submit());
  expect(dialog.current.failure?.known).toBe(false);
  expect(dialog.current.busy).toBe(false);
  expect(done).not.toHaveBeenCalled();
  await act(() => dialog.current.submit());
  expect(keys[1]).toBe(keys[0]);
  expect(done).toHaveBeenCalledOnce();
});

it('says of no later refusal that nothing was sent, once a try had no answer', async () => {
  const tries = [new Unreachable('timeout'), new Refused('tooMany', 'Wait a moment')];
  const dialog = opened(async () => {
    throw tries.shift();
  }, vi.fn());
  await act(() => dialog.current.submit());
  await act(() => dialog.current.submit());
  expect(dialog.current.failure).toEqual({
    error: expect.objectContaining({ message: 'Wait a moment' }),
    known: false,
  });
  expect(dialog.current.fixed).toBe(true);
});

it.each(['unavailable', 'error'] as const)(
  'says that nothing is known when the server answers %s: it may have the order',
  async (sign) => {
    const lost = new Refused(sign, 'The database was lost while saving');
    const dialog = opened(
      () => Promise.reject(lost),
      () => {},
    );
    await act(() => dialog.current.submit());
    expect(dialog.current.failure).toEqual({ error: lost, known: false });
  },
);

it('says that nothing was sent when the server refused', async () => {
  const dialog = opened(
    () => Promise.reject(new Refused('conflict', 'This lock has a command under way already')),
    () => {},
  );
  await act(() => dialog.current.submit());
  expect(dialog.current.failure).toEqual({
    error: expect.objectContaining({ message: 'This lock has a command under way already' }),
    known: true,
  });
});

it('tells elsewhere what became of an order whose dialog is gone', async () => {
  const unheard = vi.fn();
  const dialog = opening(
    () => Promise.reject(new Refused('conflict', 'This lock has a command under way already')),
    () => {},
    unheard,
  );
  const under = dialog.result.current.submit();
  dialog.unmount();
  await act(() => under);
  expect(unheard.mock.calls).toEqual([
    [{ error: expect.objectContaining({ message: 'This lock has a command under way already' }), known: true }],
  ]);
});

it('takes what the live news bring of its order for the answer, and says nothing of one that is lost later', async () => {
  const server = fakeServer();
  const stop = startLive();
  await vi.waitFor(() => server.stream());
  let [own, lose] = ['', (_: Error): void => {}];
  const [done, unheard] = [vi.fn(), vi.fn()];
  const dialog = opening(
    (key) => {
      own = key;
      return new Promise((_, reject) => (lose = reject));
    },
    done,
    unheard,
  );
  const news = (id: number, over: Partial<Command>) =>
    server.stream().say({
      event: 'command',
      data: { seq: id, command: { ...command, id, create_time: new Date().toISOString(), ...over } },
    });
  const heard = vi.fn();
  const unhear = onLive('command', heard);
  let under = Promise.resolve();
  act(() => {
    under = dialog.result.current.submit();
  });
  // of the same person, lock, kind and moment, from another window
  act(() => news(1, {}));
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  expect(done).not.toHaveBeenCalled();
  act(() => news(2, { idempotency_key: own, state: 'sent' }));
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce());
  dialog.unmount();
  lose(new Unreachable('timeout'));
  await act(() => under);
  expect([done.mock.calls.length, unheard.mock.calls.length]).toEqual([1, 0]);
  unhear();
  stop();
  vi.unstubAllGlobals();
});

it('takes another key for another opening', async () => {
  const keys = new Set<string>();
  for (const _ of [1, 2]) {
    const dialog = opened(
      async (key) => {
        keys.add(key);
        return command;
      },
      () => {},
    );
    await act(() => dialog.current.submit());
  }
  expect(keys.size).toBe(2);
});

it('puts news of a command in its place, and a new one first', () => {
  const pages = { pageParams: [null], pages: [{ rows: [command], more: false, standing: [] }] };
  const sent = { ...command, state: 'sent' as const };
  expect(withCommand(pages, sent).pages[0]?.rows).toEqual([sent]);
  expect(withCommand(pages, { ...command, id: 6 }).pages[0]?.rows.map((c) => c.id)).toEqual([6, 5]);
});
