import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import type { Picked } from './useRecord.ts';
import { useRecordData } from './useRecordData.ts';

vi.mock('../../platform/client.ts', () => ({ send: vi.fn() }));
const answer = vi.mocked(send as (...of: unknown[]) => Promise<unknown>);
afterEach(() => vi.useRealTimers());

const look = () => {
  const queries = new QueryClient();
  const picked: Picked = { of: 'fence', id: 5 };
  return renderHook(() => useRecordData(picked), {
    wrapper: ({ children }: PropsWithChildren) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  });
};

it('keeps what it knows when it cannot be renewed, says of when that is, and asks again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer.mockResolvedValueOnce({ id: 5, total: 3 });
  const { result } = look();
  await waitFor(() => expect(result.current.data).not.toBeNull());
  expect(result.current.asOf).toBeNull();

  answer.mockRejectedValueOnce(new Error('the line is down'));
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(result.current.asOf).not.toBeNull());
  expect(result.current.data).not.toBeNull();
  expect(result.current.failed).toBeNull();

  answer.mockResolvedValueOnce({ id: 5, total: 4 });
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(result.current.asOf).toBeNull());
  expect(result.current.data?.record.total).toBe(4);
});

it('shows no list of a fence that is gone, and asks for it no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answer.mockResolvedValueOnce({ id: 5, total: 3 });
  const { result } = look();
  await waitFor(() => expect(result.current.data).not.toBeNull());
  answer.mockRejectedValueOnce(new Refused('notFound', 'Record not found'));
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(result.current.failed).not.toBeNull());
  expect(result.current.data).toBeNull();
  const asked = answer.mock.calls.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(answer.mock.calls.length).toBe(asked);
});
