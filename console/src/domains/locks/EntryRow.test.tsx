import { errors } from '@plomb/contract/errors';
import type { LockFamily } from '@plomb/contract/lock';
import type { LockEvent } from '@plomb/contract/locks';
import { trustWords } from '@plomb/contract/stateTrust';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../platform/i18n.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { EntryRow } from './EntryRow.tsx';
import { refusalOf } from './operable.ts';

beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
afterEach(cleanup);

const time = '2026-11-21T04:31:08.000Z';
/** A seal as it is written down: of the platform's own word, or of the lock's. */
const seal = (change: Partial<LockEvent> = {}): LockEvent => ({
  id: 1,
  code: 'platform:seal',
  lst: 2,
  lso: 12,
  ls_before: 0,
  ls_after: 2,
  fault: 0,
  actor: 'Zhou Min',
  lon: null,
  lat: null,
  electric: 80,
  replay: false,
  quality: 'inferred',
  timed: true,
  authenticated: true,
  at: time,
  device_time: time,
  receive_time: time,
  ...change,
});
const rowOf = async (event: LockEvent, family: LockFamily) => {
  render(
    <Suspense>
      <EntryRow entry={{ kind: 'event', key: 'e1', time, event }} family={family} />
    </Suspense>,
  );
  return screen.findByRole('listitem');
};
const badgesOf = (row: HTMLElement): string[] => [...row.querySelectorAll('i')].map((i) => i.textContent);

it('tells a seal the platform holds as one, not as the lock’s and not as a missed message', async () => {
  const row = await rowOf(seal(), 'jt701');
  expect(row.textContent).toContain(trustWords.held.en);
  expect(row.textContent).not.toContain('Sealed');
  expect(badgesOf(row)).toEqual(['Held by platform']);
  const held = row.querySelector('svg')?.innerHTML;
  cleanup();
  const own = await rowOf(seal({ code: 'hhd:0007', quality: 'direct' }), 'hhd');
  expect([own.textContent?.includes('Sealed'), badgesOf(own)]).toEqual([true, []]);
  expect(own.querySelector('svg')?.innerHTML).not.toBe(held);
});

it('still marks a state that changed without an event', async () => {
  expect(badgesOf(await rowOf(seal({ code: 'hhd:state', quality: 'inferred' }), 'hhd'))).toEqual(['inferred']);
});

it('says why a held seal is not sealed again in the words of its state', () => {
  const refusal = refusalOf('seal', { family: 'jt701', lock_status: 2, electric: 80, fresh: true }, null);
  expect(refusal && errors[refusal].en).toBe('A seal is held already');
});

it('gives a lock that somebody says was forced no sign of a lock in order, though the word moved no state', async () => {
  const forced = seal({ code: 'hhd:0007', lst: 3, ls_before: 2, quality: 'direct', authenticated: false });
  const row = await rowOf(forced, 'hhd');
  expect(row.textContent).toContain('Forced');
  expect(row.querySelector('.entry-sign .anticon-warning')).not.toBeNull();
});
