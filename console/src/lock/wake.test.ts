import { expect, it } from 'vitest';
import { countBefore, isBehind, waitOf } from './wake.ts';

it('says why a queued command waits', () => {
  const queued = { state: 'queued', waits_for: null, expire_time: '2026-11-21T05:00:00Z' } as const;
  const sleeper = (sleep_interval: number, velocity = 0) => ({
    ...{ seen_time: '2026-11-21T04:00:00Z', sleep_interval, velocity },
  });
  expect(waitOf(queued, sleeper(1800), 'online')).toBeNull();
  expect(waitOf(queued, sleeper(1800), 'sleeping')).toEqual({ why: 'wake', by: Date.parse('2026-11-21T04:30:00Z') });
  expect(waitOf(queued, sleeper(7200), 'sleeping')).toEqual({ why: 'wakeLate' });
  expect(waitOf(queued, sleeper(1800, 62), 'sleeping')).toEqual({ why: 'lost' });
  expect(waitOf(queued, sleeper(1800), 'late')).toEqual({ why: 'offline' });
  // what is heard waits for what the server says; while it is not, for the lock
  expect(waitOf({ ...queued, waits_for: 'password' }, sleeper(1800), 'online')).toEqual({ why: 'password' });
  expect(waitOf({ ...queued, waits_for: 'order' }, sleeper(1800), 'late')).toEqual({ why: 'offline' });
  expect(waitOf({ ...queued, state: 'sent' }, sleeper(1800), 'sleeping')).toBeNull();
});

it('knows that an order waits behind one that is out, or was given before it, and that what moves metal goes first', () => {
  const order = (id: number, state: 'queued' | 'sent' | 'answered_ok', kind: 'text' | 'unseal' = 'text') => ({
    ...{ id, kind, state },
  });
  const text = order(5, 'queued');
  expect(isBehind(text, [text])).toBe(false);
  expect(isBehind(text, [order(6, 'queued'), text, order(4, 'answered_ok')])).toBe(false);
  expect(isBehind(text, [order(6, 'sent'), text])).toBe(true);
  expect(isBehind(text, [text, order(4, 'queued')])).toBe(true);
  expect(isBehind(text, [order(6, 'queued', 'unseal'), text])).toBe(true);
  expect(isBehind(order(7, 'queued', 'unseal'), [order(6, 'sent'), text])).toBe(false);
});

it('counts what has to end before an order that is given now, without those it takes the place of', () => {
  const waiting = (id: number, kind: 'text' | 'set_intervals' | 'unseal', state: 'queued' | 'sent' = 'queued') => ({
    ...{ id, kind, state },
  });
  const orders = [waiting(1, 'text', 'sent'), waiting(2, 'text'), waiting(3, 'set_intervals'), waiting(4, 'unseal')];
  expect(countBefore('text', orders)).toBe(4);
  expect(countBefore('set_intervals', orders)).toBe(3);
  expect(countBefore('unseal', orders)).toBe(0);
  expect(countBefore('seal', [waiting(5, 'unseal', 'sent')])).toBe(1);
});
