import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { outliveMistakes } from './lastResort.ts';

const watched = () => {
  const events = new EventEmitter();
  const log = { error: vi.fn(), fatal: vi.fn() };
  const giveUp = vi.fn();
  const clock = { now: 0 };
  outliveMistakes(events, log, giveUp, () => clock.now);
  return { events, log, giveUp, clock };
};

it('a promise nobody waited for, or an error thrown at nobody, is logged and outlived', () => {
  const { events, log, giveUp } = watched();
  const err = new Error('lost');
  events.emit('unhandledRejection', err);
  events.emit('uncaughtException', err);
  expect(log.error.mock.calls.map(([fields]) => fields)).toEqual([
    { err, kind: 'rejection' },
    { err, kind: 'exception' },
  ]);
  expect(giveUp).not.toHaveBeenCalled();
});

it('ten within a minute are too many, ten in an hour are not', () => {
  const { events, giveUp, clock } = watched();
  for (let i = 0; i < 20; i++) {
    clock.now += 7_000;
    events.emit('unhandledRejection', new Error('now and then'));
  }
  expect(giveUp).not.toHaveBeenCalled();
  for (let i = 0; i < 10; i++) events.emit('uncaughtException', new Error('all the time'));
  expect(giveUp).toHaveBeenCalled();
});
