import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useLive } from '../platform/live.ts';
import { fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { LockHero } from './LockHero.tsx';

inEnglish();
beforeEach(() => void useLive.setState({ state: 'open', since: Date.now() }));

const heroOf = async (change: Partial<MapLock>, connection: Connection = 'online'): Promise<HTMLElement> => {
  const lock = {
    ...fleetLock(1, change),
    lock_status: 0,
    lock_since: null,
    lock_actor: '',
    lock_source: null,
    ...change,
  };
  render(
    <Suspense>
      <LockHero lock={lock as MapLock} connection={connection} />
    </Suspense>,
  );
  return screen.findByTestId('lock-state');
};

it.each([
  ['illegal_unlocking', 'true', 1],
  ['low_battery', 'false', 0],
  [null, 'false', 0],
] as const)('a critical alarm is seen before the state, and only such a one: %s %s', async (alarm, critical, signs) => {
  const hero = await heroOf({ alarm });
  expect(hero.dataset.critical).toBe(critical);
  expect(hero.querySelectorAll('.anticon-warning')).toHaveLength(signs);
});

it('names the number of a card', async () => {
  expect((await heroOf({ lock_actor: '98285917', lock_source: 5 })).textContent).toContain('Card 98285917');
});

it('calls a state that rests on an old word the last known, though the lock is heard', async () => {
  const old = {
    family: 'jt701',
    lock_status: 2,
    lock_time: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  } as const;
  expect((await heroOf(old)).textContent).toContain('Locked, seal held (last known)');
  cleanup();
  expect((await heroOf({ ...old, lock_time: new Date().toISOString() })).textContent).not.toContain('last known');
});

it('says beside the state that the clock it was told by is in doubt', async () => {
  expect((await heroOf({ clock_doubt: true })).querySelector('.clock-doubt')?.textContent).toContain('in doubt');
  cleanup();
  expect((await heroOf({ clock_doubt: false })).querySelector('.clock-doubt')).toBeNull();
});

it('calls a state the last known while nothing is heard, and shows no sign of how reachable the lock is', async () => {
  const signs = async (): Promise<[number, string | null]> => {
    const hero = await heroOf({ lock_status: 2, lock_time: new Date().toISOString() }, 'sleeping');
    const told: [number, string | null] = [
      hero.querySelectorAll('svg path').length,
      hero.querySelector('h3')?.textContent ?? null,
    ];
    cleanup();
    return told;
  };
  const [withMoon, sealed] = await signs();
  useLive.setState({ state: 'lost', since: Date.now() });
  const [without, last] = await signs();
  expect([sealed, last]).toEqual(['Sealed', 'Sealed (last known)']);
  expect(without).toBeLessThan(withMoon);
});
