import type { MapLock } from '@plomb/contract/map/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { learnClock } from '../platform/clock.ts';
import { startI18n } from '../platform/i18n.ts';
import { setLangChoice } from '../platform/settings.ts';
import { UnlockPasswordDialog } from './UnlockPasswordDialog.tsx';

const asked = vi.hoisted((): unknown[] => []);
vi.mock('../platform/client.ts', () => ({
  send: (_: unknown, input: unknown) => {
    asked.push(input);
    return Promise.resolve({
      password: '12344321',
      told_time: '2026-11-21T04:00:00.000Z',
      seconds: 60,
      frozen_from: '2026-11-21T09:00:00.000Z',
    });
  },
}));
beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
  await i18next.loadNamespaces('lock');
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  asked.length = 0;
});

const lock = { id: 7, sn: '13900000001', device_name: 'Lock 7', subject: '陕E·B6590' } as MapLock;
const field = () => document.querySelector('.ant-modal textarea') as HTMLTextAreaElement;
const buttons = () => [...document.querySelectorAll('.order-footer button')].map((b) => b.textContent);
const show = async (close: () => void) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <UnlockPasswordDialog lock={lock} connection="online" onClose={close} />
      </Suspense>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
};
const press = async () => {
  await act(async () => {
    fireEvent.click(document.querySelector('.order-request') as HTMLButtonElement);
  });
};

it('names the lock with its plate, asks why first, shows the password for a minute, and then no more', async () => {
  await show(() => undefined);
  expect(document.querySelector('.ant-modal-body p')?.textContent?.trim()).toBe('陕E·B6590 Lock 7 · 13900000001');
  expect(buttons()).toEqual(['Cancel', 'Show the password']);
  await press();
  expect([asked, screen.getByRole('alert').textContent !== '']).toEqual([[], true]);
  fireEvent.change(field(), { target: { value: 'the driver stands before it' } });
  await press();
  expect(asked).toEqual([{ device_id: 7, reason: 'the driver stands before it' }]);
  expect(screen.getByTestId('unlock-password').textContent).toBe('12344321');
  // whoever reads the digits out reads whose they are
  expect(screen.getByTestId('unlock-password').parentElement?.textContent).toBe('12344321陕E·B6590');
  screen.getByText(/A frozen period begins at 2026-11-21/);
  expect(buttons()).toEqual(['Close']);
  act(() => void vi.advanceTimersByTime(59_000));
  expect(screen.queryByTestId('unlock-password')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(document.body.textContent).not.toContain('12344321');
});

it.each([7, -7])('shows it as long where this computer is %i minutes behind the server', async (minutes) => {
  learnClock(new Date(Date.now() + minutes * 60_000).toUTCString(), Date.now(), Date.now());
  await show(() => undefined);
  fireEvent.change(field(), { target: { value: 'the driver stands before it' } });
  await press();
  act(() => void vi.advanceTimersByTime(59_000));
  expect(screen.queryByTestId('unlock-password')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByTestId('unlock-password')).toBeNull();
  learnClock(new Date().toUTCString(), Date.now(), Date.now());
});
