import type { Alarm } from '@plomb/contract/alarms/alarms';
import { errors } from '@plomb/contract/errors';
import type { LockFamily } from '@plomb/contract/lock/codes';
import type { Command, LockEvent } from '@plomb/contract/lock/command';
import { trustWords } from '@plomb/contract/lock/trust';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { inEnglish } from '../testing/inEnglish.ts';
import { EntryRow } from './EntryRow.tsx';
import { refusalOf } from './operable.ts';

inEnglish();

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
  managed: false,
  swipe: null,
  at: time,
  device_time: time,
  receive_time: time,
  ...change,
});
const rowOf = async (event: LockEvent, family: LockFamily, alarms: readonly Alarm[] = []) => {
  render(
    <Suspense>
      <EntryRow entry={{ kind: 'event', key: 'e1', time, event, alarms }} family={family} />
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
  const held = { family: 'jt701', out_of_use: null, lock_status: 2, electric: 80, fresh: true } as const;
  const refusal = refusalOf('seal', held, null);
  expect(refusal && errors[refusal].en).toBe('A seal is held already');
});

it('gives a lock that somebody says was forced no sign of a lock in order, though the word moved no state', async () => {
  const forced = seal({ code: 'hhd:0007', lst: 3, ls_before: 2, quality: 'direct', authenticated: false });
  const row = await rowOf(forced, 'hhd');
  expect(row.textContent).toContain('Forced');
  expect(row.querySelector('.entry-sign .anticon-warning')).not.toBeNull();
});

it('says of a deed that rang what rang, what it came to, by whom, and what became of the alarm', async () => {
  const rang = (kind: Alarm['kind'], severity: Alarm['severity'], change: Partial<Alarm> = {}) =>
    ({
      id: 1,
      kind,
      severity,
      fault: 1010,
      fences: [],
      status: 'unprocessed',
      processor: '',
      processor_login: '',
      result: null,
      ...change,
    }) as Alarm;
  const opened = seal({
    code: 'hhd:0004',
    lst: 1,
    lso: 5,
    ls_before: 2,
    ls_after: 0,
    actor: '98285917',
    quality: 'direct',
  });
  const row = await rowOf(opened, 'hhd', [rang('low_battery', 'info'), rang('illegal_unlock', 'critical')]);
  const text = row.textContent;
  expect(text?.indexOf('Low battery')).toBeLessThan(text?.indexOf('Illegal unlock') ?? -1);
  expect(text).toMatch(/Unsealed, locked · Card 98285917/);
  expect(row.querySelector('.entry-alarm')?.getAttribute('data-severity')).toBe('critical');
  cleanup();
  const processed = rang('illegal_unlock', 'critical', {
    status: 'processed',
    processor: 'Li Na',
    processor_login: 'lina',
    result: 'handled',
  });
  expect((await rowOf(opened, 'hhd', [processed])).textContent).toMatch(/· .*Li Na \(lina\)$/);
});

it('says why an order was given in the language of whoever reads', async () => {
  const command = {
    ...{
      id: 1,
      kind: 'unseal',
      state: 'answered_ok',
      evidence: null,
      oper_name: 'Zhou Min',
      login_name: 'zhoumin',
      reason: '2332-0187',
    },
    ...{ reason_code: 'customs', reason_text: { zh: '海关查验', en: 'Customs inspection' } },
  } as Command;
  render(
    <Suspense>
      <EntryRow entry={{ kind: 'command', key: 'c1', time, command }} family="hhd" />
    </Suspense>,
  );
  expect((await screen.findByRole('listitem')).textContent).toContain(
    'Zhou Min (zhoumin) · Customs inspection: 2332-0187',
  );
});

it('says of an order that gave way to a newer one whose that was', async () => {
  const command = {
    ...{ id: 1, kind: 'unseal', args: {}, state: 'cancelled', attempt: 0, evidence: null, cause: 'replaced' },
    ...{ oper_name: 'Zhou Min', login_name: 'zhou', reason: '', reason_code: null, reason_text: null },
    replaced_by: { oper_name: 'Chen Li', login_name: 'duty' },
  } as unknown as Command;
  render(
    <Suspense>
      <EntryRow entry={{ kind: 'command', key: 'c1', time, command }} family="hhd" />
    </Suspense>,
  );
  expect((await screen.findByRole('listitem')).textContent).toContain('A newer order of Chen Li (duty) took its place');
});
