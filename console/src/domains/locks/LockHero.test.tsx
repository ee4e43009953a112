import type { MapLock } from '@plomb/contract/map';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../platform/i18n.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { fleetLock } from '../../testing/fakeServer.ts';
import { LockHero } from './LockHero.tsx';

beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
afterEach(cleanup);

const heroOf = async (change: Partial<MapLock>): Promise<HTMLElement> => {
  const lock = { ...fleetLock(1), lock_status: 0, lock_since: null, lock_actor: '', lock_source: null, ...change };
  render(
    <Suspense>
      <LockHero lock={lock as MapLock} connection="online" />
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
  expect(hero.dataset['critical']).toBe(critical);
  expect(hero.querySelectorAll('.anticon-warning')).toHaveLength(signs);
});

it('names the number of a card', async () => {
  expect((await heroOf({ lock_actor: '98285917', lock_source: 5 })).textContent).toContain('Card 98285917');
});
