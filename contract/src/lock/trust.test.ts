import { expect, it } from 'vitest';
import { LockStatus } from './codes.ts';
import { isFresh, wordTimeOf } from './operable.ts';
import { stateSigns } from './signs.ts';
import { stateCode, stateCodeWords, trustOf } from './trust.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const lock = (family: 'hhd' | 'jt701', hours: number | null) => ({
  family,
  lock_time: hours === null ? null : new Date(now - hours * 3_600_000).toISOString(),
  connected: true,
  report_interval: 30,
  sleep_interval: 1800,
});

it.each([
  ['hhd', 0, 'online', true],
  ['hhd', 72, 'online', false],
  ['hhd', 0, 'offline', false],
  ['hhd', null, 'late', false],
  ['jt701', 0, 'online', true],
  ['jt701', 1, 'sleeping', true],
  ['jt701', 72, 'online', false],
  ['jt701', null, 'online', false],
  ['jt701', 0, 'offline', false],
] as const)('%s whose word is %s h old, %s: fresh %s', (family, hours, connection, fresh) => {
  expect(isFresh(lock(family, hours), connection, now)).toBe(fresh);
});

it('calls nothing old of a lock that never said a status', () => {
  expect(trustOf({ family: 'hhd', lock_status: LockStatus.initial }, false).stale).toBe(false);
  expect(trustOf({ family: 'hhd', lock_status: LockStatus.sealedLocked }, false).stale).toBe(true);
});

it('has the words of the screen for every code of a file', () => {
  const words = stateCodeWords((status) => stateSigns[status].word.en, 'en');
  const codeOf = (family: 'hhd' | 'jt701', fresh: boolean): string | undefined =>
    words[stateCode(2, trustOf({ family, lock_status: 2 }, fresh))];
  expect([codeOf('hhd', true), codeOf('hhd', false), codeOf('jt701', true), codeOf('jt701', false)]).toEqual([
    'Sealed',
    'Sealed (last known)',
    'Locked, seal held',
    'Locked, seal held (last known)',
  ]);
  expect(words['255']).toBe('Initial');
});

it.each([
  ['hhd', 100, 900, false, 900, 'tells only what changes: a report without a change is its word'],
  ['hhd', 900, 100, false, 900, 'a word that came ahead of the reports'],
  ['hhd', null, 900, false, null, 'never said how its metal is'],
  ['jt701', 100, 900, false, 100, 'says it in every report: one without it says nothing'],
  ['jt701', 900, 100, true, 100, 'held: the platform’s word is not the lock’s'],
  ['jt701', 100, null, false, 100, 'of before'],
] as const)('%s, word %s, report %s, held %s: %s, for it %s', (family, lockTime, presentTime, held, word, _why) => {
  expect(wordTimeOf(family, { lockTime, presentTime, held })).toBe(word);
});
