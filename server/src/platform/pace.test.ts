import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const here = () => false;
/** how many of `n` that ask at once have had their turn */
const asking = (pace: ReturnType<typeof openPace>, address: string, n: number, isGone = here) => {
  const count = { turns: 0 };
  for (let i = 0; i < n; i++) void pace.turn(address, isGone).then(() => count.turns++);
  return count;
};

it('lets so many of one address go on in a second, and each in the end', async () => {
  const pace = openPace(400, (address) => address);
  const flood = asking(pace, 'a', 1000);
  const person = asking(pace, 'b', 1);
  await vi.advanceTimersByTimeAsync(0);
  expect([flood.turns, person.turns]).toEqual([100, 1]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(flood.turns).toBe(500);
  await vi.advanceTimersByTimeAsync(1500);
  expect(flood.turns).toBe(1000);
});

it('keeps nobody in the queue who has hung up', async () => {
  const pace = openPace(400, (address) => address);
  let gone = false;
  const flood = asking(pace, 'a', 1000, () => gone);
  await vi.advanceTimersByTimeAsync(0);
  gone = true;
  await vi.advanceTimersByTimeAsync(250);
  expect(flood.turns).toBe(1000);
});
