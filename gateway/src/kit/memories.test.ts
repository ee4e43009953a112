import { expect, it } from 'vitest';
import { Memories } from './memories.ts';

it('forgets the device that was not heard of for longest', () => {
  const memories = new Memories(2);
  for (const id of [1, 2]) memories.of(id).alarmWord = id;
  memories.of(1);
  memories.of(3);
  expect([1, 3].map((id) => memories.of(id).alarmWord)).toEqual([1, 0]);
  expect(memories.of(2).alarmWord).toBe(0);
});
