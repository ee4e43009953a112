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
  test.queue.commands.push({
    id: 1,
    deviceId: 2,
    instruction: { kind: 'seal', user: 'admin' },
    physical: true,
    expiresAt: Infinity,
  });
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

it('gives a part of the room away at a time, in the order they came, and none to who has gone', async () => {
  const pressure = new Pressure(8);
  const read: number[] = [];
  const locks = Array.from({ length: 6 }, (_, i) => ({
    readOn() {
      read.push(i);
      // each brings more than one report
      pressure.add(3);
    },
  }));
  pressure.add(8);
  for (const lock of locks) pressure.hold(lock);
  pressure.leave(locks[1]!);
  expect(pressure.isHigh).toBe(true);
  for (let i = 0; i < 5; i++) pressure.settle();
  expect(read).toEqual([]);
  await until(() => read.length === 2);
  expect([read, pressure.isHigh, pressure.waiting]).toEqual([[0, 2], true, 3]);
  for (let i = 0; i < 9; i++) pressure.settle();
  await until(() => pressure.waiting === 0);
  expect(read).toEqual([0, 2, 3, 4, 5]);
});

it('lets no sweep read all on at once', async () => {
  const third = await test.connect();
  third.send(heartbeat('013900000005', 0));
  await third.until((d) => d.acks.length === 1);
  const [a, b] = await full();
  a.send(report(first, 2));
  await until(() => test.sink.pending.length === 3);
  // both are held now, with one report each unread
  a.send(report(first, 3));
  b.send(report(second, 2));
  test.sink.pending[0]!.store();
  test.sink.pending[1]!.store();
  // before the next turn of the event loop
  for (let i = 0; i < 10; i++) await null;
  test.pass(1000);
  for (let i = 1; i < 4; i++) {
    third.send(heartbeat('013900000005', i));
    await third.until((d) => d.acks.length === i + 1);
  }
  expect(test.sink.reports).toHaveLength(4);
});
