import { afterEach, beforeEach, expect, it } from 'vitest';
import { Pressure } from './pressure.ts';
import { heartbeat, report } from './testing/frames.ts';
import { openTestGateway, type TestDevice, type TestGateway, until } from './testing/gateway.ts';

const [first, second] = ['013900000001', '013900000002'];

let test: TestGateway;
beforeEach(async () => {
  test = await openTestGateway({ underWay: 2 });
  test.sink.isManual = true;
});
afterEach(() => test.close());

/** One report of each is under way, which is as many as may be: the second lock is not read on. */
const full = async (): Promise<[TestDevice, TestDevice]> => {
  const [a, b] = [await test.connect(), await test.connect()];
  a.send(heartbeat(first, 98));
  b.send(heartbeat(second, 98));
  await until(() => a.acks.length + b.acks.length === 2);
  a.send(report(first, 1));
  await until(() => test.sink.pending.length === 1);
  b.send(report(second, 1));
  await until(() => test.sink.pending.length === 2);
  return [a, b];
};
/** By then the gateway has read whatever it reads. */
const readAll = async (device: TestDevice) => {
  const before = device.acks.length;
  device.send(heartbeat(first, 100 + before));
  await device.until((d) => d.acks.length === before + 1);
};

it('makes a lock wait while too many reports are under way, and sends none away', async () => {
  const [a, b] = await full();
  b.send(report(second, 2));
  await readAll(a);
  await readAll(a);
  expect(test.sink.reports).toHaveLength(2);
  expect(await test.registry.metrics()).toContain('plomb_gateway_connections_held 1');
  test.sink.pending[0]!.store();
  await until(() => test.sink.reports.length === 3);
  for (const one of test.sink.pending) one.store();
  await b.until((d) => d.acks.length === 3);
  expect(b.acks).toEqual([
    [98, 0],
    [1, 0],
    [2, 0],
  ]);
  expect(test.gateway.stats()).toMatchObject({ closed: {}, refused: {}, unstored: 0 });
});

it('writes orders to a lock that waits', async () => {
  const [, b] = await full();
  test.queue.commands.push({ id: 1, deviceId: 2, instruction: { kind: 'seal', user: 'admin' }, expiresAt: Infinity });
  test.queue.hint(2);
  await b.until((d) => d.orders.length === 1);
});

it('does not call a lock silent that it does not read', async () => {
  const [a, b] = await full();
  a.send(report(first, 2));
  await until(() => test.sink.pending.length === 3);
  test.sink.pending[1]!.store();
  await b.until((d) => d.acks.length === 2);
  test.pass(60 * 60_000);
  expect(test.gateway.stats().devices).toBe(2);
});

it('reads one on for each that is stored, in the order they came, and none that has gone', () => {
  const pressure = new Pressure(2);
  const read: string[] = [];
  const held = (name: string) => ({ readOn: () => void read.push(name) });
  const gone = held('gone');
  pressure.add(2);
  for (const one of [held('a'), gone, held('b')]) pressure.hold(one);
  pressure.leave(gone);
  expect(pressure.isHigh).toBe(true);
  pressure.settle();
  pressure.settle();
  pressure.settle();
  expect(read).toEqual(['a', 'b']);
});
