import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useLive } from '../../platform/live.ts';
import { fleetLock } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { LockRow } from './LockRow.tsx';

inEnglish();
afterEach(() => {
  cleanup();
  useLive.setState({ state: 'open', since: Date.now() });
});

const show = async (
  over: Partial<ReturnType<typeof fleetLock>> = {},
  connection: 'online' | 'sleeping' | 'offline' = 'online',
  fresh = true,
) => {
  const lock = { ...fleetLock(1), ...over };
  render(
    <Suspense>
      <LockRow shown={{ lock, connection, fresh, silence: 0, placeOld: false, until: Infinity, text: '' }} />
    </Suspense>,
  );
  return (await screen.findByRole('heading')).closest('.lock-row');
};
const now = new Date().toISOString();
const driving = { velocity: 67, heading: 90, report_time: now, place_time: now };

it('tells nothing of the present while nothing is heard: no connection, no speed, no running age', async () => {
  useLive.setState({ state: 'lost', since: Date.now() });
  const row = await show(driving, 'sleeping');
  expect(screen.getByRole('img', { name: /last known/ }).getAttribute('aria-label')).not.toContain('Sleeping');
  expect(row?.textContent).toContain('(last known)');
  expect(row?.querySelector('time')?.textContent).toMatch(/^\d\d:\d\d$/);
  cleanup();
  expect((await show(driving))?.textContent).not.toContain('67');
});

it('tells the connection, the speed and the age while it hears', async () => {
  const row = await show(driving);
  expect(row?.textContent).toContain('67');
  expect(row?.textContent).toContain('just now');
  expect(row?.textContent).not.toContain('last known');
  cleanup();
  await show(driving, 'sleeping');
  expect(screen.getByRole('img', { name: /Sleeping/ })).toBeTruthy();
});

it('tells beside an alarm whether the lock is open or locked in a word that is not cut before they differ', async () => {
  const wordOf = async (lock_status: 0 | 1) => {
    const row = await show({ lock_status, alarm: 'illegal_unlocking', alarm_severity: 'critical' });
    const word = row?.querySelector('.lock-row-alarm + span')?.textContent;
    cleanup();
    return word;
  };
  expect([await wordOf(1), await wordOf(0)]).toEqual(['Open', 'Locked']);
});

it('shows no young age where what the lock reports is put aside, but since when', async () => {
  const times = { report_time: new Date().toISOString(), aside_since: new Date().toISOString() };
  const row = await show(times);
  expect(row?.textContent).toMatch(/put aside since \d\d:\d\d/);
  expect(row?.textContent).not.toContain('just now');
  cleanup();
  // of one that is silent since, that is the news
  const silent = { ...times, seen_time: new Date(Date.now() - 7_000_000).toISOString() };
  expect((await show(silent, 'offline'))?.textContent).toContain('1 h ago');
});

it('calls a seal that is merely held the last known where the lock is heard but has not spoken of its metal', async () => {
  const row = await show({ family: 'jt701', report_time: new Date().toISOString() }, 'online', false);
  expect(row?.textContent).toContain('seal held (last known)');
});

it('says of a lock that is lost, in maintenance or scrapped that it is', async () => {
  expect((await show())?.querySelector('.lock-row-out')).toBeNull();
  cleanup();
  expect((await show({ out_of_use: 'lost' }))?.querySelector('.lock-row-out')?.textContent).toBe('Reported lost');
});
