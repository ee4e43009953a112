import { expect, it } from 'vitest';
import { zonedTime } from './zonedTime.ts';

it('says the same moment in whichever zone it is read', () => {
  const told = zonedTime('2026-11-22T11:03:41.000Z');
  const [, date, clock, zone] = /^(\S+) (\S+) ([+-]\d\d:\d\d)$/.exec(told)!;
  expect(new Date(`${date}T${clock}${zone}`).toISOString()).toBe('2026-11-22T11:03:41.000Z');
});
