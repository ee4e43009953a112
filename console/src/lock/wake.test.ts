import { expect, it } from 'vitest';
import { isBehind, waitOf } from './wake.ts';

it('says why a queued command waits', () => {
  const queued = { state: 'queued', expire_time: '2026-11-21T05:00:00Z' } as const;
  const sleeper = (sleep_interval: number, velocity = 0) => ({
    ...{ seen_time: '2026-11-21T04:00:00Z', sleep_interval, velocity },
  });
  expect(waitOf(queued, sleeper(1800), 'online')).toBeNull();
  expect(waitOf(queued, sleeper(1800), 'sleeping')).toEqual({ why: 'wake', by: Date.parse('2026-11-21T04:30:00Z') });
  expect(waitOf(queued, sleeper(7200), 'sleeping')).toEqual({ why: 'wakeLate' });
  expect(waitOf(queued, sleeper(1800, 62), 'sleeping')).toEqual({ why: 'lost' });
  expect(waitOf(queued, sleeper(1800), 'late')).toEqual({ why: 'offline' });
  expect(waitOf({ ...queued, state: 'sent' }, sleeper(1800), 'sleeping')).toBeNull();
});

it('knows that an order waits behind one that is out, or was given before it', () => {
  const order = (id: number, state: 'queued' | 'sent' | 'answered_ok') => ({ id, state });
  expect(isBehind({ id: 5 }, [order(5, 'queued')])).toBe(false);
  expect(isBehind({ id: 5 }, [order(6, 'queued'), order(5, 'queued'), order(4, 'answered_ok')])).toBe(false);
  expect(isBehind({ id: 5 }, [order(6, 'sent'), order(5, 'queued')])).toBe(true);
  expect(isBehind({ id: 5 }, [order(5, 'queued'), order(4, 'queued')])).toBe(true);
});
