import { expect, it, vi } from 'vitest';
import { stopInTurn } from './stopping.ts';

const never = () => new Promise<never>(() => undefined);

it('ends the last that was started first, and goes on behind one that fails', async () => {
  const ended: string[] = [];
  const log = { error: vi.fn() };
  const end = (name: string) => async () => void ended.push(name);
  const fails = async () => {
    throw new Error('no');
  };
  await stopInTurn([end('database'), fails, end('product')], log, never);
  expect(ended).toEqual(['product', 'database']);
  expect(log.error).toHaveBeenCalledTimes(1);
});

it('leaves what does not end as it is after a while: the database is stopped still', async () => {
  const database = vi.fn(async () => undefined);
  const log = { error: vi.fn() };
  const { promise: aWhile, resolve: passes } = Promise.withResolvers<void>();
  const stopped = stopInTurn([database, never], log, () => (database.mock.calls.length === 0 ? aWhile : never()));
  expect(database).not.toHaveBeenCalled();
  passes();
  await stopped;
  expect(database).toHaveBeenCalledTimes(1);
  expect(log.error).toHaveBeenCalledWith('something does not stop; it is left as it is');
});

it('a patience that is no longer needed ends with it', async () => {
  const signals: AbortSignal[] = [];
  await stopInTurn([async () => undefined], { error: vi.fn() }, (signal) => {
    signals.push(signal);
    return never();
  });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
