import { expect, it } from 'vitest';
import { chosen, held, LONGEST_HELD, stepped, type Turning, turned, turningFrom } from './rotation.ts';

const EVERY = 12_000;
const warning = (...keys: string[]) => keys.map((key) => ({ key, critical: false }));
const critical = (key: string) => ({ key, critical: true });
/** A wall that has stood for a moment. */
const stood = (items: Parameters<typeof turned>[1], now = 0): Turning => turned(turningFrom(now), items, now, EVERY);

it('looks at the first, and at each for its time, round and round', () => {
  const items = warning('a', 'b');
  let now = 0;
  let turning = stood(items);
  const seen: (string | null)[] = [turning.key];
  for (now = 1000; now <= 36_000; now += 1000) {
    const next = turned(turning, items, now, EVERY);
    if (next.key !== turning.key) seen.push(next.key);
    turning = next;
  }
  expect(seen).toEqual(['a', 'b', 'a', 'b']);
});

it('draws nothing anew while nothing changes', () => {
  const items = [critical('x'), ...warning('a')];
  const turning = stood(items);
  expect(turned(turning, items, 5000, EVERY)).toBe(turning);
  expect(turned(turning, structuredClone(items), 6000, EVERY)).toBe(turning);
});

it('a critical alarm that comes is looked at at once, also where somebody holds the wall; once', () => {
  const before = held(stood(warning('a', 'b')), 1000);
  const items = [critical('x'), ...warning('a', 'b')];
  const came = turned(before, items, 2000, EVERY);
  expect(came.key).toBe('x');
  const on = turned({ ...came, heldUntil: null }, items, 2000 + EVERY, EVERY);
  expect(on.key).toBe('a');
  expect(turned(on, items, 3000 + EVERY, EVERY).key).toBe('a');
});

it('those that are there when it begins are no news', () => {
  const items = [...warning('a'), critical('x')];
  const turning = stood(items);
  expect(turning.key).toBe('a');
  expect(turned(turning, items, 1000, EVERY).key).toBe('a');
});

it('what is gone gives way, and a wall with nothing on it is calm', () => {
  const turning = stood(warning('a', 'b'));
  expect(turned(turning, warning('b'), 1000, EVERY)).toMatchObject({ key: 'b', since: 1000 });
  const calm = turned(turning, [], 1000, EVERY);
  expect(calm.key).toBeNull();
  expect(turned(calm, [], 2000, EVERY)).toBe(calm);
  expect(turned(calm, warning('c'), 3000, EVERY).key).toBe('c');
});

it('is held for a while, and goes on by itself when it was forgotten', () => {
  const items = warning('a', 'b');
  const still = held(stood(items), 0);
  expect(turned(still, items, LONGEST_HELD - 1, EVERY).key).toBe('a');
  const freed = turned(still, items, LONGEST_HELD, EVERY);
  expect(freed).toMatchObject({ key: 'a', heldUntil: null });
  expect(turned(freed, items, LONGEST_HELD + EVERY, EVERY).key).toBe('b');
  expect(held(still, 5000)).toMatchObject({ heldUntil: null, since: 5000 });
});

it('steps both ways around, and to what was pointed at', () => {
  const items = warning('a', 'b', 'c');
  const turning = stood(items);
  expect(stepped(turning, items, -1, 1).key).toBe('c');
  expect(stepped(turning, items, 1, 1).key).toBe('b');
  expect(stepped(turning, [], 1, 1)).toBe(turning);
  expect(chosen(turning, 'c', 7)).toMatchObject({ key: 'c', since: 7 });
});

it('remembers of what was seen only what is still there', () => {
  let turning = stood([critical('0')]);
  for (let n = 1; n <= 1000; n += 1) turning = turned(turning, [critical(String(n))], n * 1000, EVERY);
  expect([...turning.known]).toEqual(['1000']);
});
