import type { MapLock } from '@plomb/contract/map';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnlockPasswordDialog } from './UnlockPasswordDialog.tsx';

const asked = vi.hoisted((): unknown[] => []);
vi.mock('../../platform/client.ts', () => ({
  send: (_: unknown, input: unknown) => {
    asked.push(input);
    return Promise.resolve({ password: '12344321', told_time: '2026-11-21T04:00:00.000Z', seconds: 60 });
  },
}));
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  asked.length = 0;
});

const lock = { id: 7, sn: '13900000001', device_name: 'Lock 7' } as MapLock;
const field = () => document.querySelector('textarea') as HTMLTextAreaElement;
const press = async () => {
  await act(async () => {
    fireEvent.click(document.querySelector('.order-request') as HTMLButtonElement);
  });
};

it('asks why first, shows the password for a minute, and then no more', async () => {
  render(<UnlockPasswordDialog lock={lock} onClose={() => undefined} />);
  await press();
  expect([asked, screen.getByRole('alert').textContent !== '']).toEqual([[], true]);
  fireEvent.change(field(), { target: { value: 'the driver stands before it' } });
  await press();
  expect(asked).toEqual([{ device_id: 7, reason: 'the driver stands before it' }]);
  expect(screen.getByTestId('unlock-password').textContent).toBe('12344321');
  act(() => void vi.advanceTimersByTime(59_000));
  expect(screen.queryByTestId('unlock-password')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(document.body.textContent).not.toContain('12344321');
});
