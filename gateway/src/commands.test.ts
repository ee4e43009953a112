import { afterEach, describe, expect, it } from 'vitest';
import type { Instruction } from './kit/ports.ts';
import { answer, corpusFrame, heartbeat, hhdFrame, registration, report } from './testing/frames.ts';
import { openTestGateway, startOfTest, type TestDevice, type TestGateway, until } from './testing/gateway.ts';

const phone = '013900000001';

let test: TestGateway;
afterEach(() => test.close());

const order = (id: number, deviceId = 1, expiresAt = startOfTest + 3_600_000) => {
  const instruction: Instruction = { kind: 'unseal', user: 'admin', password: { by: 'static', text: '888888' } };
  test.queue.commands.push({ id, deviceId, instruction, physical: true, expiresAt });
  test.queue.hint(deviceId);
};

const online = async (): Promise<TestDevice> => {
  const device = await test.connect();
  device.send(heartbeat(phone, 1));
  await device.until((d) => d.acks.length === 1);
  return device;
};

/** A round trip: whatever the gateway was about to do, it has done. */
const beat = async (device: TestDevice, serial = 99) => {
  const before = device.acks.length;
  device.send(heartbeat(phone, serial));
  await device.until((d) => d.acks.length === before + 1);
};

describe('a JT/T 808 lock', () => {
  it('gets what waited for it when it wakes, and its answer is told by serial', async () => {
    test = await openTestGateway();
    order(11);
    const device = await online();
    await device.until((d) => d.orders.length === 1);
    const [{ serial, seal, user }] = device.orders as [TestDevice['orders'][number]];
    expect({ seal, user }).toEqual({ seal: false, user: 'admin' });
    device.send(answer(phone, 2, serial, 0));
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told).toEqual([
      ['sent', 11, serial],
      ['answered', 11, { result: 'ok' }],
    ]);
  });

  it('costs the queue nothing while nothing waits for it', async () => {
    test = await openTestGateway();
    const device = await online();
    for (let i = 0; i < 10; i++) device.send(report(phone, 10 + i));
    await device.until((d) => d.acks.length === 11);
    test.pass(60_000);
    await beat(device);
    expect(test.queue.claims).toBe(0);
  });

  it('gets what another process put into the queue: all are asked for in one question every few seconds', async () => {
    test = await openTestGateway();
    const device = await online();
    const other = await test.connect();
    other.send(heartbeat('013900000002', 1));
    await other.until((d) => d.acks.length === 1);
    const instruction: Instruction = { kind: 'seal', user: 'admin' };
    for (const deviceId of [1, 2]) {
      test.queue.commands.push({
        id: 40 + deviceId,
        deviceId,
        instruction,
        physical: true,
        expiresAt: startOfTest + 3_600_000,
      });
    }
    const { questions } = test.queue;
    test.pass(5_000);
    await until(() => test.queue.questions === questions + 1);
    test.pass(1_000);
    await device.until((d) => d.orders.length === 1);
    await other.until((d) => d.orders.length === 1);
    expect(test.queue.questions).toBe(questions + 1);
  });

  it('gets what waited when the gateway started', async () => {
    test = await openTestGateway({}, (queue) => {
      queue.commands.push({
        id: 50,
        deviceId: 1,
        instruction: { kind: 'seal', user: 'admin' },
        physical: true,
        expiresAt: startOfTest + 3_600_000,
      });
    });
    const device = await online();
    await device.until((d) => d.orders.length === 1);
  });

  it('gets what was hinted while the queue could not say for whom something waits', async () => {
    test = await openTestGateway();
    test.queue.isAway = true;
    test.pass(5_000);
    order(51);
    await until(() => test.logged.some((line) => line.includes('cannot say')));
    test.queue.isAway = false;
    const device = await online();
    await device.until((d) => d.orders.length === 1);
  });

  it('remembers a hint for a lock that is not here yet', async () => {
    test = await openTestGateway();
    order(52, 2);
    const device = await online();
    await beat(device);
    expect(test.queue.claims).toBe(0);
    const other = await test.connect();
    other.send(heartbeat('013900000002', 1));
    await other.until((d) => d.orders.length === 1);
  });

  it('is not ordered anything before it is registered and authenticated', async () => {
    test = await openTestGateway();
    order(13);
    const device = await test.connect();
    device.send(registration(phone, 1));
    await device.until((d) => d.messages.length === 1);
    expect(test.queue.claims).toBe(0);
    await beat(device);
    await device.until((d) => d.orders.length === 1);
  });

  it.each([
    [1, 'failed'],
    [2, 'failed'],
    [3, 'unsupported'],
  ])('refuses with result %i', async (result, cause) => {
    test = await openTestGateway();
    order(14);
    const device = await online();
    await device.until((d) => d.orders.length === 1);
    device.send(answer(phone, 2, device.orders[0]!.serial, result));
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told[1]).toEqual(['answered', 14, { result: 'refused', cause }]);
  });

  it('that answers twice, to another serial, to another message or for another lock changes nothing', async () => {
    test = await openTestGateway();
    order(15);
    const device = await online();
    await device.until((d) => d.orders.length === 1);
    const { serial } = device.orders[0]!;
    const other = await test.connect();
    other.send(heartbeat('013900000002', 1), answer('013900000002', 2, serial, 0));
    device.send(answer(phone, 2, serial + 1, 0), answer(phone, 3, serial, 0, 0x8001));
    await until(() => test.gateway.stats().commands['answer to nothing'] === 3);
    expect(test.queue.told).toEqual([['sent', 15, serial]]);
    device.send(answer(phone, 4, serial, 0), answer(phone, 5, serial, 1));
    await until(() => test.gateway.stats().commands['answer to nothing'] === 4);
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told[1]).toEqual(['answered', 15, { result: 'ok' }]);
  });

  it('may answer late, also on its next connection', async () => {
    test = await openTestGateway();
    order(16);
    const device = await online();
    await device.until((d) => d.orders.length === 1);
    const { serial } = device.orders[0]!;
    device.socket.destroy();
    await until(() => test.gateway.stats().connections === 0);
    test.pass(70_000);
    const again = await test.connect();
    again.send(answer(phone, 1, serial, 0));
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told[1]).toEqual(['answered', 16, { result: 'ok' }]);
    expect(again.orders).toEqual([]);
  });

  it('that answers much too late answers nothing', async () => {
    test = await openTestGateway();
    order(17);
    const device = await online();
    await device.until((d) => d.orders.length === 1);
    test.pass(10 * 60_000);
    device.send(answer(phone, 2, device.orders[0]!.serial, 0));
    await until(() => test.gateway.stats().commands['answer to nothing'] === 1);
    expect(test.queue.told).toHaveLength(1);
  });

  it('gets one command at a time: the next after the answer, or after a minute without one', async () => {
    test = await openTestGateway();
    order(18);
    order(19);
    order(20);
    const device = await online();
    await device.until((d) => d.orders.length === 1);
    test.queue.hint(1);
    await beat(device);
    expect(device.orders).toHaveLength(1);
    device.send(answer(phone, 2, device.orders[0]!.serial, 0));
    await device.until((d) => d.orders.length === 2);
    test.pass(59_000);
    await beat(device);
    expect(device.orders).toHaveLength(2);
    test.pass(1_000);
    await beat(device);
    await device.until((d) => d.orders.length === 3);
    expect(new Set(device.orders.map((one) => one.serial)).size).toBe(3);
  });

  it('gets nothing that expired while it was claimed, but what is behind it', async () => {
    test = await openTestGateway();
    order(21, 1, startOfTest);
    order(22);
    const device = await online();
    await device.until((d) => d.orders.length === 1);
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told).toEqual([
      ['notSent', 21, 'expired'],
      ['sent', 22, device.orders[0]!.serial],
    ]);
  });

  it('that is gone before the write leaves an uncertain command, never a second attempt', async () => {
    test = await openTestGateway();
    const device = await online();
    order(23);
    test.queue.hint(1);
    // The claim is under way; the device is gone before it comes back.
    await test.gateway.close();
    expect(test.queue.told).toEqual([['uncertain', 23]]);
    expect(device.orders).toEqual([]);
  });

  it('has its answer told when the queue is back, after what comes before it', async () => {
    test = await openTestGateway();
    order(24);
    test.queue.isDeaf = true;
    const device = await online();
    await device.until((d) => d.orders.length === 1);
    const { serial } = device.orders[0]!;
    device.send(answer(phone, 2, serial, 0));
    await until(() => test.gateway.stats().commands['answered ok'] === 1);
    test.queue.isDeaf = false;
    test.pass(1000);
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told).toEqual([
      ['sent', 24, serial],
      ['answered', 24, { result: 'ok' }],
    ]);
    expect(device.orders).toHaveLength(1);
  });

  it('is asked for again when a hinted command could not be claimed', async () => {
    test = await openTestGateway();
    const device = await online();
    test.queue.isAway = true;
    order(25);
    test.queue.hint(1);
    await until(() => test.gateway.stats().commands['not claimed'] === 1);
    test.queue.isAway = false;
    test.pass(1000);
    await device.until((d) => d.orders.length === 1);
  });
});

describe('a Jointech lock', () => {
  const jtFrame = corpusFrame('jt701d_realtime_locked');
  const wake = async () => {
    const device = await test.connect();
    device.send(jtFrame);
    await device.until((d) => d.text.includes('(P69,0,86)'));
    return device;
  };

  it('has its answer told for the single open command', async () => {
    test = await openTestGateway();
    order(31, 3);
    const device = await wake();
    await device.until((d) => d.text.includes('(P43,888888)'));
    device.send('(8000000001,P43,0,1)');
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told).toEqual([
      ['sent', 31, null],
      ['answered', 31, { result: 'refused', cause: 'password' }],
    ]);
    device.send('(8000000001,P43,1,0)');
    await until(() => test.gateway.stats().commands['answer to nothing'] === 1);
    expect(test.logged.join()).not.toContain('888888');
  });

  it('leaves two commands uncertain when nobody can say which one it answered', async () => {
    test = await openTestGateway();
    order(32, 3);
    const device = await wake();
    await device.until((d) => d.text.includes('(P43,888888)'));
    order(33, 3);
    test.pass(60_000);
    device.send(jtFrame);
    await device.until((d) => d.text.split('P43').length === 3);
    device.send('(8000000001,P43,1,0)');
    await until(() => test.queue.told.length === 4);
    expect(test.queue.told.slice(2)).toEqual([
      ['uncertain', 32],
      ['uncertain', 33],
    ]);
  });

  it('does not take the answer to the other command word', async () => {
    test = await openTestGateway();
    order(34, 3);
    const device = await wake();
    await device.until((d) => d.text.includes('(P43,888888)'));
    device.send('(8000000001,P52,3,1,0)');
    await until(() => test.gateway.stats().commands['answer to nothing'] === 1);
  });

  it('cannot be sealed from afar', async () => {
    test = await openTestGateway();
    const instruction: Instruction = { kind: 'seal', user: 'admin' };
    test.queue.commands.push({ id: 35, deviceId: 3, instruction, physical: true, expiresAt: startOfTest + 60_000 });
    test.queue.hint(3);
    await wake();
    await until(() => test.queue.told.length === 1);
    expect(test.queue.told).toEqual([['notSent', 35, 'unsupported']]);
  });
});

describe('a setting', () => {
  const give = (id: number, instruction: Instruction, deviceId = 1) => {
    const physical = instruction.kind === 'seal' || instruction.kind === 'unseal';
    test.queue.commands.push({ id, deviceId, instruction, physical, expiresAt: startOfTest + 3_600_000 });
    test.queue.hint(deviceId);
  };
  const ask: Instruction = { kind: 'query_parameters', args: {} };
  const restart: Instruction = { kind: 'restart', args: {} };
  const seal: Instruction = { kind: 'seal', user: 'admin' };
  const kinds = (device: TestDevice) => device.messages.map(({ message }) => message.kind);
  const serialOf = (device: TestDevice, kind: string) =>
    device.messages.find(({ message }) => message.kind === kind)!.header.serial;
  const parameters = (serial: number): Buffer =>
    hhdFrame(phone, 40, {
      kind: 'parametersReply',
      body: { serial, parameters: [{ id: 0x29, value: Buffer.from('0000001e', 'hex') }] },
    });

  it('that a lock is slow to answer keeps no seal waiting, and the next setting does wait', async () => {
    test = await openTestGateway();
    give(61, ask);
    const device = await online();
    await device.until((d) => kinds(d).includes('queryAllParameters'));
    give(62, restart);
    give(63, seal);
    await device.until((d) => d.orders.length === 1);
    await beat(device);
    expect(kinds(device).filter((kind) => kind === 'instruct')).toHaveLength(1);
    device.send(answer(phone, 2, device.orders[0]!.serial, 0));
    device.send(parameters(serialOf(device, 'queryAllParameters')));
    // the restart went when nothing was under way any more
    await device.until((d) => kinds(d).filter((kind) => kind === 'instruct').length === 2);
  });

  it('is not answered by a general yes where its answer tells something', async () => {
    test = await openTestGateway();
    give(64, ask);
    const device = await online();
    await device.until((d) => kinds(d).includes('queryAllParameters'));
    const serial = serialOf(device, 'queryAllParameters');
    device.send(answer(phone, 2, serial, 0, 0x8104), parameters(serial));
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told[1]).toEqual([
      'answered',
      64,
      { result: 'ok', told: { parameters: { report_interval: 30 } } },
    ]);
    // and was understood
    expect(test.notUnderstood.kept).toEqual([]);
  });

  it('is refused by a general no', async () => {
    test = await openTestGateway();
    give(65, ask);
    const device = await online();
    await device.until((d) => kinds(d).includes('queryAllParameters'));
    device.send(answer(phone, 2, serialOf(device, 'queryAllParameters'), 3, 0x8104));
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told[1]).toEqual(['answered', 65, { result: 'refused', cause: 'unsupported' }]);
  });

  it('that was sent again is answered once, by the answer to either', async () => {
    test = await openTestGateway();
    give(66, ask);
    const device = await online();
    await device.until((d) => kinds(d).includes('queryAllParameters'));
    const first = serialOf(device, 'queryAllParameters');
    test.pass(60_000);
    give(66, ask);
    await device.until((d) => kinds(d).filter((kind) => kind === 'queryAllParameters').length === 2);
    device.send(parameters(first), parameters(first + 1));
    await until(() => test.gateway.stats().commands['answer to nothing'] === 1);
    expect(test.queue.told.filter(([what]) => what === 'answered')).toHaveLength(1);
  });

  it('in several texts is done when each of them was answered, and not before', async () => {
    test = await openTestGateway();
    const points = Array.from({ length: 13 }, (_, n): [number, number] => [121 + n / 100, 31]);
    give(69, { kind: 'set_area', args: { number: 3, name: 'Gate', area: { shape: 'polygon', points } } }, 3);
    const device = await test.connect();
    device.send(corpusFrame('jt701d_realtime_locked'));
    await device.until((d) => d.text.includes('(P31)'));
    const said = (...words: string[]) => device.send(...words.map((word) => `(8000000001,${word})`));
    // one page of the two is not answered
    said('P24,1,3', 'P29,1,3,1', 'P31', 'P01,a question that nobody asked');
    await until(() => test.notUnderstood.kept.length === 1);
    expect(test.queue.told.map(([what]) => what)).toEqual(['sent']);
    said('P29,1,3,2');
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told[1]).toEqual(['answered', 69, { result: 'ok' }]);
  });

  it('that waits to be sent again is not, when an earlier sending of it is answered', async () => {
    test = await openTestGateway();
    give(68, ask);
    const device = await online();
    await device.until((d) => kinds(d).includes('queryAllParameters'));
    test.pass(60_000);
    let taken = () => {};
    test.queue.slow = new Promise((resolve) => {
      taken = resolve;
    });
    device.send(parameters(serialOf(device, 'queryAllParameters')));
    await beat(device);
    // silence queued it again; the queue has not taken its answer yet
    give(68, ask);
    const { claims } = test.queue;
    await beat(device);
    expect(test.queue.claims).toBe(claims);
    test.queue.commands.length = 0;
    taken();
    await until(() => test.queue.claims > claims);
    expect(kinds(device).filter((kind) => kind === 'queryAllParameters')).toHaveLength(1);
  });

  it('a lock answers with other values has not been taken', async () => {
    test = await openTestGateway();
    give(67, { kind: 'set_intervals', args: { report_interval: 30, sleep_interval: 600 } }, 3);
    const device = await test.connect();
    device.send(corpusFrame('jt701d_realtime_locked'));
    await device.until((d) => d.text.includes('(P04,1,30,10)'));
    device.send('(8000000001,P04,1,60,10)');
    await until(() => test.queue.told.length === 2);
    const told = { parameters: { report_interval: 60, sleep_interval: 600 } };
    expect(test.queue.told[1]).toEqual(['answered', 67, { result: 'refused', cause: 'otherwise', told }]);
  });

  it('a lock tells of fewer cards than it was told is in doubt, and a late word of others answers nothing', async () => {
    test = await openTestGateway();
    give(67, { kind: 'delete_cards', args: { cards: ['12345678', '87654321'] } }, 3);
    const device = await test.connect();
    device.send(corpusFrame('jt701d_realtime_locked'));
    await device.until((d) => d.text.includes('(P41,1,2,2,12345678,87654321)'));
    device.send('(8000000001,P41,1,2)');
    device.send('(8000000001,P41,2,1)');
    await until(() => test.queue.told.length === 2);
    expect(test.queue.told[1]).toEqual(['uncertain', 67]);
  });

  it('somebody else made is kept to be looked at, with its password as stars', async () => {
    test = await openTestGateway();
    const device = await test.connect();
    device.send(corpusFrame('jt701d_realtime_locked'), '(8000000001,P04,1,60,10)', '(8000000001,P44,271828)');
    await until(() => test.notUnderstood.kept.length === 2);
    expect(test.notUnderstood.kept.map(({ what, raw }) => [what, Buffer.from(raw).toString()])).toEqual([
      ['P04', '(8000000001,P04,1,60,10)'],
      ['P44', '(8000000001,P44,******)'],
    ]);
  });
});
