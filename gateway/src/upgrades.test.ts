import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
import { UpgradeResult } from '@plomb/protocols/jt808/upgrade';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, heartbeat, hhdFrame } from './testing/frames.ts';
import { openTestGateway, startOfTest, type TestDevice, type TestGateway, until } from './testing/gateway.ts';
import { hhdLock, jtLock } from './testing/ports.ts';

const phone = '13900000001';
/** Nine parts of 1,000 bytes, with the head of the message in the first. */
const data = Buffer.from(Array.from({ length: 8_900 }, (_, i) => (i * 7) & 0xff));
const upgrade = {
  ...{ id: 9, deviceId: hhdLock.id, version: 'G-2.5', maker: 'HHD', data },
  ...{ state: 'sending' as const, serial: null, parts: 0 },
};
const total = 9;

let test: TestGateway;
let lock: TestDevice;
const connect = async () => {
  lock = await test.connect();
  lock.send(heartbeat(phone, 1));
  await lock.until((one) => one.acks.length > 0);
};
/** The parts received so far, by index, with their serials. */
const parts = (of = lock): { index: number; total: number; serial: number; body: Uint8Array }[] => {
  const found: ReturnType<typeof parts> = [];
  const framer = new Jt808Framer({
    frame(content) {
      const { header, body } = decodeFrame(content);
      if (header.id === 0x8108 && header.part)
        found.push({ ...header.part, serial: header.serial, body: Buffer.from(body) });
    },
    text() {},
    refused() {},
  });
  framer.push(of.received);
  return found;
};
const questions = () => lock.messages.filter(({ message }) => message.kind === 'queryAttributes').length;
const indexes = () => parts().map(({ index }) => index);
let serial = 100;
const acknowledge = (of: number, result = 0) => lock.send(answer(phone, serial++, of, result, 0x8108));
const acknowledgeAll = async (upTo = total) => {
  for (let at = 0; at < upTo; at++) {
    await lock.until(() => parts().length > at);
    acknowledge(parts()[at]!.serial);
  }
};
const result = (of: number) =>
  lock.send(hhdFrame(phone, serial++, { kind: 'upgradeResult', body: { target: 0, result: of } }));
const said = (what: unknown[]) => test.upgrades.said.some((one) => JSON.stringify(one) === JSON.stringify(what));

beforeEach(async () => {
  test = await openTestGateway();
  test.upgrades.upgrade = upgrade;
});
afterEach(() => test.close());

describe('a firmware', () => {
  it('goes out in parts, a few at a time, whole', async () => {
    await connect();
    test.pass(10_000);
    await lock.until(() => parts().length === 4);
    await acknowledgeAll();
    await until(() => said(['arrived', total, total]));
    expect(indexes()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const body = Buffer.concat(parts().map((one) => one.body));
    // target, maker, version with its length, size
    expect(body.subarray(-data.length).equals(data)).toBe(true);
    expect(body.length - data.length).toBe(1 + 5 + 1 + 'G-2.5'.length + 4);
    const [first] = parts();
    expect(parts().map((one) => one.serial)).toEqual(parts().map((_, i) => (first!.serial + i) & 0xffff));
  });

  it('is held once, however many locks get it', async () => {
    const shared = Buffer.from(data);
    test.upgrades.upgrade = { ...upgrade, data: shared };
    await connect();
    test.pass(10_000);
    await lock.until(() => parts().length === 4);
    shared.fill(7, 7900);
    await acknowledgeAll();
    expect(new Set(parts()[8]!.body)).toEqual(new Set([7]));
  });

  it('goes on without acknowledgements of its parts, once the lock has said something behind them', async () => {
    await connect();
    test.pass(10_000);
    for (const [nth, after] of [4, 8, 9].entries()) {
      await lock.until(() => parts().length === after);
      test.pass(6000);
      await lock.until(() => questions() === nth + 1);
      test.pass(1000);
      lock.send(heartbeat(phone, 2000 + nth));
      await lock.until((one) => one.acks.some(([of]) => of === 2000 + nth));
      test.pass(1000);
    }
    await until(() => said(['arrived', total, total]));
  });

  it('sends nothing more into a line that brings nothing: an order stands behind four parts at the most', async () => {
    await connect();
    test.pass(10_000);
    await lock.until(() => parts().length === 4);
    for (let i = 0; i < 10; i++) test.pass(6000);
    await lock.until(() => questions() === 1);
    lock.send(heartbeat(phone, 2000));
    await lock.until((one) => one.acks.some(([of]) => of === 2000));
    expect(parts()).toHaveLength(4);
    expect(questions()).toBe(1);
  });

  it('is asked for once a minute and not every few seconds while only an answer is awaited', async () => {
    await connect();
    test.pass(10_000);
    await acknowledgeAll();
    await until(() => said(['arrived', total, total]));
    const { claims } = test.upgrades;
    for (let i = 0; i < 5; i++) test.pass(6000);
    lock.send(heartbeat(phone, 2000));
    await lock.until((one) => one.acks.some(([of]) => of === 2000));
    expect(test.upgrades.claims).toBe(claims);
    test.pass(60_000);
    await until(() => test.upgrades.claims > claims);
  });

  it('goes on on another connection from what is there, under the same serials', async () => {
    await connect();
    test.pass(10_000);
    await acknowledgeAll(3);
    await until(() => said(['arrived', 3, total]));
    const [first] = parts();
    lock.socket.destroy();
    await until(() => test.gateway.stats().devices === 0);
    await connect();
    test.pass(10_000);
    await lock.until(() => parts().length > 0);
    expect(parts()[0]).toMatchObject({ index: 4, serial: (first!.serial + 3) & 0xffff });
  });

  it('lets an order that moves metal go first, and waits until it is answered', async () => {
    await connect();
    test.pass(10_000);
    await lock.until(() => parts().length === 4);
    test.queue.commands.push({
      ...{ id: 1, deviceId: hhdLock.id, instruction: { kind: 'unseal', user: 'a', password: null } },
      ...{ physical: true, expiresAt: startOfTest + 3_600_000 },
    });
    test.queue.hint(hhdLock.id);
    await lock.until((one) => one.orders.length === 1);
    await acknowledgeAll(4);
    test.pass(1000);
    await until(() => said(['arrived', 4, total]));
    expect(parts()).toHaveLength(4);
    lock.send(answer(phone, serial++, lock.orders[0]!.serial, 0));
    await until(() => test.queue.told.some(([what]) => what === 'answered'));
    test.pass(1000);
    await lock.until(() => parts().length === 8);
  });

  it('is sent again in parts that the lock has not understood, and given up after a few', async () => {
    await connect();
    test.pass(10_000);
    await lock.until(() => parts().length === 4);
    const [first] = parts();
    for (let i = 0; i < 3; i++) {
      acknowledge(first!.serial, 1);
      await lock.until(() => indexes().filter((index) => index === 1).length === i + 2);
    }
    acknowledge(first!.serial, 1);
    await until(() => said(['answered', 'refused']));
  });

  it('ends with the first word of a lock that knows no such message', async () => {
    await connect();
    test.pass(10_000);
    await lock.until(() => parts().length === 4);
    acknowledge(parts()[0]!.serial, 3);
    await until(() => said(['answered', 'unsupported']));
  });

  it('is sent again in parts that the lock asks for', async () => {
    await connect();
    test.pass(10_000);
    await acknowledgeAll();
    await until(() => said(['arrived', total, total]));
    const body = { firstSerial: parts()[0]!.serial, indexes: [2, 5] };
    lock.send(hhdFrame(phone, serial++, { kind: 'terminalResend', body }));
    await lock.until(() => parts().length === total + 2);
    expect(indexes().slice(total)).toEqual([2, 5]);
  });

  it('keeps its last part until the queue has just said that it goes on', async () => {
    await connect();
    test.pass(10_000);
    await acknowledgeAll(4);
    await until(() => said(['arrived', 4, total]));
    await lock.until(() => parts().length === total - 1);
    test.upgrades.upgrade = null;
    for (const part of parts().slice(4)) acknowledge(part.serial);
    lock.send(heartbeat(phone, 2000));
    await lock.until((one) => one.acks.some(([of]) => of === 2000));
    test.pass(1000);
    lock.send(heartbeat(phone, 2001));
    await lock.until((one) => one.acks.some(([of]) => of === 2001));
    expect(parts()).toHaveLength(total - 1);
  });

  it('is not sent again in parts that the lock asks for while the queue says that it does not go on', async () => {
    await connect();
    test.pass(10_000);
    await acknowledgeAll();
    await until(() => said(['arrived', total, total]));
    test.upgrades.upgrade = null;
    const body = { firstSerial: parts()[0]!.serial, indexes: [2, 5] };
    lock.send(hhdFrame(phone, serial++, { kind: 'terminalResend', body }));
    lock.send(heartbeat(phone, 2000));
    await lock.until((one) => one.acks.some(([of]) => of === 2000));
    expect(parts()).toHaveLength(total);
  });

  it('is sent anew over the same connection when the queue says so', async () => {
    await connect();
    test.pass(10_000);
    await acknowledgeAll();
    await until(() => said(['arrived', total, total]));
    test.upgrades.upgrade = upgrade;
    test.pass(70_000);
    await lock.until(() => parts().length > total);
    expect(parts()[total]!.index).toBe(1);
  });

  it('stops where nobody wants it any more, and gives way to the next', async () => {
    await connect();
    test.pass(10_000);
    await lock.until(() => parts().length === 4);
    test.upgrades.upgrade = null;
    await acknowledgeAll(4);
    lock.send(heartbeat(phone, 2000));
    await lock.until((one) => one.acks.some(([of]) => of === 2000));
    test.upgrades.upgrade = { ...upgrade, id: 10, version: 'G-2.6' };
    test.pass(10_000);
    await lock.until(() => indexes().filter((index) => index === 1).length === 2);
  });

  it('is no word of a family that fetches its own', async () => {
    test.upgrades.upgrade = { ...upgrade, deviceId: jtLock.id };
    const other = await test.connect();
    other.send(`(${jtLock.sn},@JT)`);
    await until(() => test.gateway.stats().devices === 1);
    test.pass(10_000);
    await until(() => said(['answered', 'unsupported']));
  });
});

describe('what a lock says of it', () => {
  beforeEach(async () => {
    await connect();
    test.pass(10_000);
    await acknowledgeAll();
  });

  it.each([
    ['taken', UpgradeResult.ok],
    ['refused', UpgradeResult.failed],
    ['cancelled', UpgradeResult.cancelled],
  ] as const)('is kept and acknowledged: %s', async (word, code) => {
    result(code);
    await lock.until((one) => one.acks.length > 1);
    expect(said(['answered', word])).toBe(true);
  });

  it('is not acknowledged while nobody can keep it', async () => {
    test.upgrades.isAway = true;
    result(UpgradeResult.ok);
    lock.send(heartbeat(phone, 4000));
    await lock.until((one) => one.acks.some(([of]) => of === 4000));
    expect(lock.acks).toHaveLength(2);
  });

  const attributesOf = (version: string) => ({
    ...{ kind: 0, maker: 'HHD', model: 'G', terminalId: '1', iccid: '0'.repeat(20) },
    ...{ hardware: 'H', firmware: version, gnss: 0, communication: 0 },
  });
  it('is kept one after the other: whoever says it over and over keeps no other lock waiting', async () => {
    let open = () => {};
    const kept = new Promise<void>((resolve) => {
      open = resolve;
    });
    const told: string[] = [];
    test.upgrades.told = async (_, version) => {
      told.push(version);
      await kept;
    };
    let answers = 0;
    test.upgrades.answered = async () => {
      answers++;
      await kept;
      return 'kept';
    };
    for (const version of ['G-1', 'G-2', 'G-3']) {
      lock.send(hhdFrame(phone, serial++, { kind: 'attributes', body: attributesOf(version) }));
      result(UpgradeResult.ok);
    }
    lock.send(heartbeat(phone, 4000));
    await lock.until((one) => one.acks.some(([of]) => of === 4000));
    expect(told).toEqual(['G-1']);
    expect(answers).toBe(1);
    open();
    await until(() => told.length > 1);
    expect(told).toEqual(['G-1', 'G-3']);
  });

  it('is asked for by its version, at once and on its next connection', async () => {
    result(UpgradeResult.ok);
    const asked = (one: TestDevice) => one.messages.some(({ message }) => message.kind === 'queryAttributes');
    await lock.until(asked);
    lock.socket.destroy();
    await until(() => test.gateway.stats().devices === 0);
    await connect();
    test.pass(10_000);
    await lock.until(asked);
    lock.send(hhdFrame(phone, serial, { kind: 'attributes', body: attributesOf('G-2.5') }));
    await lock.until((one) => one.acks.some(([of]) => of === serial));
    expect(test.upgrades.said.at(-1)).toEqual(['told', 'G-2.5', expect.any(Number)]);
    expect(test.notUnderstood.kept).toEqual([]);
  });
});
