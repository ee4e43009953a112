import { afterEach, expect, it } from 'vitest';
import type { Limits } from './kit/limits.ts';
import { authentication, corpusFrame, heartbeat, registration, report } from './testing/frames.ts';
import { openTestGateway, type TestDevice, type TestGateway, until } from './testing/gateway.ts';
import { codeLock, hhdLock, jtLock } from './testing/ports.ts';

const phone = '013900000001';

let test: TestGateway;
const open = async (limits: Partial<Limits> = {}) => {
  test = await openTestGateway(limits);
};
afterEach(() => test.close());

const stats = () => test.gateway.stats();
const closedBy = (reason: string, times = 1) => until(() => stats().closed[reason] === times);

/** A lock that has reported once and must not notice what happens beside it. */
const neighbour = async (): Promise<TestDevice> => {
  const device = await test.connect();
  device.send(report('013900000002', 1));
  await device.until((d) => d.acks.length === 1);
  return device;
};
const isWell = async (device: TestDevice) => {
  const before = device.acks.length;
  device.send(report('013900000002', before + 1));
  await device.until((d) => d.acks.length === before + 1);
};

it('closes on bytes of no protocol', async () => {
  await open();
  const other = await neighbour();
  const device = await test.connect();
  device.send('GET / HTTP/1.1\r\n\r\n');
  await closedBy('unknown protocol');
  expect(stats().refused).toEqual({ 'unknown protocol': 1 });
  await isWell(other);
});

it('drops cut frames, wrong checksums and noise, and reads on', async () => {
  await open();
  const device = await test.connect();
  const frame = report(phone, 1);
  const wrong = Buffer.from(frame);
  wrong.writeUInt8(wrong.readUInt8(20) ^ 1, 20);
  device.send(frame.subarray(0, 30), Buffer.from('7e7e', 'hex'), wrong, Buffer.from('7e7d057e', 'hex'));
  device.send(Buffer.from('7e00027e', 'hex'), report(phone, 2));
  await device.until((d) => d.acks.length === 1);
  expect(device.acks).toEqual([[2, 0]]);
  expect(stats().refused).toMatchObject({ checksum: expect.any(Number), escape: 1 });
  expect(test.sink.reports).toHaveLength(1);
});

it('reads a frame that comes byte by byte', async () => {
  await open();
  const device = await test.connect();
  for (const byte of report(phone, 1)) device.send(Buffer.of(byte));
  await device.until((d) => d.acks.length === 1);
});

it('closes on a frame without end, and keeps no more of it than a frame can be', async () => {
  await open();
  const other = await neighbour();
  const [jt808, text] = [await test.connect(), await test.connect()];
  jt808.send(Buffer.concat([Buffer.of(0x7e), Buffer.alloc(5000, 1)]));
  text.send(`(8000000001,P45${'9'.repeat(5000)}`);
  await closedBy('oversize', 2);
  await isWell(other);
});

it('closes on garbage that never becomes a frame', async () => {
  await open();
  const other = await neighbour();
  const device = await test.connect();
  for (let i = 0; i < 30; i++) device.send(Buffer.from('7e0102030405060708090a0b0c0d0e0f7e', 'hex'));
  await closedBy('garbage');
  expect(stats().reports).toBe(1);
  await isWell(other);
});

it('closes on a connection that names nobody in time, however it trickles', async () => {
  await open();
  const device = await test.connect();
  const silent = await test.connect();
  const frame = report(phone, 1);
  device.send(frame.subarray(0, 10));
  await until(() => stats().opened === 2);
  test.pass(9_000);
  device.send(frame.subarray(10, 11));
  expect(stats().connections).toBe(2);
  test.pass(1_000);
  await closedBy('nobody named', 2);
  await silent.closed();
});

it('closes on a device that has gone quiet, though bytes trickle in and we keep talking', async () => {
  await open();
  const device = await test.connect();
  device.send(heartbeat(phone, 1));
  await device.until((d) => d.acks.length === 1);
  test.pass(14 * 60_000);
  device.send(report(phone, 2).subarray(0, 20));
  test.queue.commands.push({
    id: 1,
    deviceId: 1,
    instruction: { kind: 'seal', user: 'admin' },
    physical: true,
    expiresAt: Number.POSITIVE_INFINITY,
  });
  test.queue.hint(1);
  await device.until((d) => d.orders.length === 1);
  expect(stats().connections).toBe(1);
  test.pass(60_000);
  await closedBy('silent');
});

it('does not call a device quiet whose reports wait for our own storage', async () => {
  await open();
  test.sink.isManual = true;
  const device = await test.connect();
  device.send(report(phone, 1));
  await until(() => test.sink.pending.length === 1);
  test.pass(60 * 60_000);
  test.sink.pending[0]!.store();
  await device.until((d) => d.acks.length === 1);
});

it.each([
  ['a report', report('019999999999', 7), [7, 1]],
  ['a registration', registration('019999999999', 7), 4],
])('refuses an unregistered identity that opens with %s', async (_, frame, refusal) => {
  await open();
  const device = await test.connect();
  device.send(frame, report('019999999999', 8));
  await device.closed();
  const [only, ...more] = device.messages.map(({ message }) => message);
  expect(more).toEqual([]);
  if (only?.kind === 'registrationReply') expect(only.body.result).toBe(refusal);
  else expect(device.acks).toEqual([refusal]);
  expect(test.directory.unregistered).toEqual(['19999999999']);
  expect(test.sink.reports).toEqual([]);
  expect(stats()).toMatchObject({ unregistered: 1, devices: 0 });
});

it('passes on only so many of a flood of unregistered identities, and serves the registered', async () => {
  await open({ unregisteredPerAddress: 5 });
  const other = await neighbour();
  const flood = 300;
  for (let i = 0; i < flood; i++) {
    const device = await test.connect();
    device.send(report(`0188${`${i}`.padStart(8, '0')}`, 1));
  }
  await until(() => stats().unregistered === flood);
  expect(test.directory.unregistered).toHaveLength(5);
  expect(test.logged.filter((line) => line.includes('nobody registered'))).toHaveLength(5);
  await isWell(other);
  test.pass(60_000);
  const device = await test.connect();
  device.send(report('019999999999', 1));
  await device.closed();
  expect(test.directory.unregistered).toHaveLength(6);
  const known = await test.connect();
  known.send(report(phone, 1));
  await known.until((d) => d.acks.length === 1);
});

it('passes on whoever knocks from anywhere, and fills no log with them', async () => {
  await open({ unregisteredPerAddress: 5, unregisteredPerMinute: 20 });
  const knock = async (from: string, n: number) => {
    const device = await test.connect(from);
    device.send(report(`0188${`${n}`.padStart(8, '0')}`, 1));
    await device.closed();
  };
  for (let i = 0; i < 60; i++) await knock(`127.0.1.${(i % 6) + 1}`, i);
  const lines = () => test.logged.filter((line) => line.includes('nobody registered')).length;
  expect([test.directory.unregistered.length, lines()]).toEqual([30, 10]);
  await knock('127.0.2.1', 100);
  expect(test.directory.unregistered.at(-1)).toBe('18800000100');
});

it('tells once a minute that a device speaks another protocol, however often one connects', async () => {
  await open();
  const speak = async () => {
    const device = await test.connect();
    device.send(report(jtLock.sn.padStart(12, '0'), 1));
    await device.closed();
  };
  const lines = () => test.logged.filter((line) => line.includes('another protocol')).length;
  for (let i = 0; i < 5; i++) await speak();
  expect(lines()).toBe(1);
  test.pass(60_000);
  await speak();
  expect(lines()).toBe(2);
});

it('asks the directory once in a few seconds, for the unknown too', async () => {
  await open();
  for (let i = 0; i < 3; i++) {
    const device = await test.connect();
    device.send(report('019999999999', 1));
    await device.closed();
  }
  expect(test.directory.asked).toEqual(['19999999999']);
  test.pass(3_000);
  test.directory.devices.set('19999999999', { ...hhdLock, id: 7, sn: '19999999999' });
  const device = await test.connect();
  device.send(report('019999999999', 1));
  await device.until((d) => d.acks.length === 1);
});

it('says nothing to a device while the directory is away, and lets it come again', async () => {
  await open();
  test.directory.isAway = true;
  const device = await test.connect();
  device.send(report(phone, 1));
  await closedBy('no directory');
  expect(device.received).toHaveLength(0);
  const other = await test.connect();
  other.send(report(phone, 1));
  await closedBy('no directory', 2);
  expect(test.logged.filter((line) => line.includes('does not answer'))).toHaveLength(1);
  test.directory.isAway = false;
  const again = await test.connect();
  again.send(report(phone, 1));
  await again.until((d) => d.acks.length === 1);
});

it("drops frames that claim another device's identity, and tells of it once a minute", async () => {
  await open();
  const victim = await neighbour();
  const device = await test.connect();
  device.send(report(phone, 1), report('013900000002', 2), report('013900000002', 3), report(phone, 4));
  await device.until((d) => d.acks.length === 2);
  expect(device.acks).toEqual([
    [1, 0],
    [4, 0],
  ]);
  expect(test.sink.reports.filter((one) => one.sn === '13900000002')).toHaveLength(1);
  expect(test.directory.mismatches).toEqual([[1, '13900000002']]);
  expect(stats()).toMatchObject({ identityMismatches: 2, refused: { identity: 2 } });
  test.pass(60_000);
  device.send(report('013900000002', 5), report(phone, 6));
  await device.until((d) => d.acks.length === 3);
  expect(test.directory.mismatches).toHaveLength(2);
  await isWell(victim);
  expect(stats().devices).toBe(2);
});

it('closes on a device that does nothing but claim identities', async () => {
  await open();
  const device = await test.connect();
  device.send(report(phone, 1));
  for (let i = 0; i < 25; i++) device.send(report('013900000002', i));
  await closedBy('garbage');
});

it('applies the same to Jointech frames', async () => {
  await open();
  const device = await test.connect();
  const frame = corpusFrame('jt701d_realtime_locked');
  const foreign = Buffer.from(frame);
  foreign.writeUInt8(2, 5);
  device.send(frame, foreign, '(8000000002,P22,2)(8000000001,P22,2)');
  await device.until((d) => d.text.endsWith('(P22,201126000000)(P69,0,86)') || d.text.endsWith('(P22,201126000000)'));
  await device.until((d) => d.text.includes('(P69,0,86)'));
  expect(device.text.match(/P22/g)).toHaveLength(1);
  expect(test.directory.mismatches).toEqual([[3, '8000000002']]);
});

it('closes a connection whose device was disabled meanwhile', async () => {
  await open();
  const device = await test.connect();
  device.send(report(phone, 1));
  await device.until((d) => d.acks.length === 1);
  test.directory.devices.delete('13900000001');
  test.pass(60_000);
  device.send(report(phone, 2));
  await closedBy('no longer registered');
});

it('closes it at once when it is told, and only that one', async () => {
  await open();
  const other = await neighbour();
  const device = await test.connect();
  device.send(report(phone, 1));
  await device.until((d) => d.acks.length === 1);
  test.directory.devices.delete('13900000001');
  test.gateway.recheck([1]);
  await device.closed();
  await closedBy('no longer registered');
  test.gateway.recheck(null);
  await isWell(other);
});

it.each([
  ['is let in no more', () => test.directory.devices.delete('13900000001'), 'unregistered'],
  [
    'shows its code by the new rule',
    () => test.directory.devices.set('13900000001', { ...hhdLock, identityRule: 'code' }),
    null,
  ],
])('a device that changes while it is being looked up %s', async (_, change, closed) => {
  await open();
  let arrive!: () => void;
  test.directory.underWay = new Promise((resolve) => {
    arrive = resolve;
  });
  const device = await test.connect();
  device.send(report(phone, 1));
  await until(() => test.directory.asked.length === 1);
  change();
  test.gateway.recheck([1]);
  test.directory.underWay = null;
  arrive();
  if (closed) {
    await device.closed();
    await closedBy(closed);
    expect(test.sink.reports).toEqual([]);
  } else {
    await device.until((d) => d.acks.length === 1);
    expect(test.sink.reports.map((one) => one.authenticated)).toEqual([false]);
  }
  expect(test.directory.asked).toHaveLength(2);
});

const proves = async (device: TestDevice, sn: string, acks = 1) => {
  device.send(report(sn, acks));
  await device.until((d) => d.acks.length === acks);
};

it('limits connections in all and of one address', async () => {
  await open({ connectionsPerAddress: 2 });
  const [first, other] = [await test.connect(), await test.connect()];
  await proves(first, phone);
  await proves(other, '013900000002');
  const third = await test.connect();
  await third.closed();
  expect(stats().closed).toEqual({ 'too many of one address': 1 });
  first.socket.destroy();
  await until(() => stats().connections === 1);
  const fourth = await test.connect();
  fourth.send(report(phone, 1));
  await fourth.until((d) => d.acks.length === 1);
  await test.close();
  await open({ connections: 1 });
  await proves(await test.connect(), phone);
  const second = await test.connect();
  await second.closed();
  expect(stats().closed).toEqual({ 'too many': 1 });
});

it.each([{ connections: 3 }, { connectionsPerAddress: 3 }, { unnamedPerAddress: 2 }])(
  'lets a lock in where idle connections have taken all the room: %o',
  async (limits) => {
    await open(limits);
    const lock = await test.connect();
    await proves(lock, phone);
    const idle = [await test.connect(), await test.connect()];
    await until(() => stats().connections === 3);
    const late = await test.connect();
    await proves(late, '013900000002');
    await idle[0]!.closed();
    await proves(lock, phone, 2);
    expect(idle[1]!.isClosed).toBe(false);
    expect(stats().closed).toEqual({ 'gave way': 1 });
  },
);

it('keeps addresses that name nobody from taking all the room', async () => {
  await open({ unnamedPerAddress: 2 });
  const fleet = await neighbour();
  await Promise.all([test.connect(), test.connect()]);
  await until(() => stats().connections === 3);
  await test.connect();
  await closedBy('gave way', 1);
  const elsewhere = await test.connect('127.0.0.2');
  elsewhere.send(report(phone, 1));
  await elsewhere.until((d) => d.acks.length === 1);
  await isWell(fleet);
  test.pass(10_000);
  await closedBy('nobody named', 2);
  const again = await test.connect();
  again.send(report('013900000005', 1));
  await again.until((d) => d.acks.length === 1);
});

it('limits how often one address opens a connection', async () => {
  await open({ opensPerAddress: 2 });
  const fleet = await neighbour();
  const second = await test.connect();
  const third = await test.connect();
  await third.closed();
  expect([stats().closed, second.isClosed]).toEqual([{ 'too often from one address': 1 }, false]);
  const elsewhere = await test.connect('127.0.0.2');
  elsewhere.send(report(phone, 1));
  await elsewhere.until((d) => d.acks.length === 1);
  await isWell(fleet);
});

it('reads a flood of one device at its pace, refuses none of it, and lets no impostor use up what the lock may send', async () => {
  await open({ reportsAtOnce: 10, reportsPerMinute: 60 });
  const other = await neighbour();
  const flood = await test.connect();
  const send = (from: number, count: number) =>
    flood.send(...Array.from({ length: count }, (_, i) => report('013900000005', from + i)));
  send(1, 20);
  await flood.until((d) => d.acks.length === 20);
  send(21, 5);
  await isWell(other);
  await isWell(other);
  expect(flood.acks).toHaveLength(20);
  test.pass(9_000);
  await isWell(other);
  expect(flood.acks).toHaveLength(20);
  test.pass(1_000);
  await flood.until((d) => d.acks.length === 25);
  expect(flood.acks.map(([serial]) => serial)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  const lock = await test.connect();
  lock.send(registration('013900000005', 1));
  await lock.until((d) => d.messages.length === 1);
  const { message } = lock.messages[0]!;
  if (message.kind !== 'registrationReply') throw new Error('not registered');
  lock.send(authentication('013900000005', 2, message.body.code), report('013900000005', 3));
  await lock.until((d) => d.acks.length === 2);
  lock.send(report('013900000005', 4));
  await lock.until((d) => d.acks.length === 3);
});

const codePhone = '013900000005';
const elsewhere = '127.0.0.2';
const otherCodePhone = '013900000006';
const reports = (from: number, count: number, of = codePhone) =>
  Array.from({ length: count }, (_, i) => report(of, from + i));
const register = async (lock: TestDevice, serial: number): Promise<string> => {
  lock.send(registration(codePhone, serial));
  await lock.until((d) => d.messages.some(({ message }) => message.kind === 'registrationReply'));
  return lock.messages.flatMap(({ message }) => (message.kind === 'registrationReply' ? [message.body.code] : []))[0]!;
};

it('takes no more of whoever has not proved to be the lock and connects again than its measure', async () => {
  await open({ reportsAtOnce: 10, reportsPerMinute: 60 });
  for (let i = 0; i < 8; i++) {
    const stranger = await test.connect(elsewhere);
    stranger.send(...reports(i * 40, 40));
    await closedBy('garbage', i + 1);
  }
  expect(test.sink.reports).toHaveLength(20);
  test.pass(15_000);
  const stranger = await test.connect(elsewhere);
  stranger.send(...reports(400, 40));
  await closedBy('garbage', 9);
  expect(test.sink.reports).toHaveLength(35);
});

it('takes no more of all who have not proved to be the lock than their measure', async () => {
  await open({ unprovedAtOnce: 30, unprovedPerMinute: 60 });
  for (let i = 1; i <= 5; i++) {
    const stranger = await test.connect(`127.0.1.${i}`);
    stranger.send(...reports(1, 60));
    await closedBy('garbage', i);
    expect(test.sink.reports).toHaveLength(30);
  }
});

it('takes no message of a stranger that holds more reports than are left', async () => {
  await open({ reportsAtOnce: 10, unprovedAtOnce: 30 });
  const many = (count: number) =>
    Array.from(
      { length: count },
      () => ({ name: 'event', value: { code: 1, kind: 0, content: new Uint8Array() } }) as const,
    );
  const told = async (from: string, count: number) => {
    const stranger = await test.connect(from);
    const before = test.sink.reports.length;
    stranger.send(report(codePhone, 1, { items: many(count) }), heartbeat(codePhone, 2));
    await stranger.until((d) => d.acks.some(([serial]) => serial === 2));
    return test.sink.reports.length - before;
  };
  // its own measure of 10 and as many that it may owe
  expect(await told('127.0.1.1', 21)).toBe(0);
  expect(await told('127.0.1.2', 20)).toBe(20);
  // what is left of all strangers'
  expect(await told('127.0.1.3', 11)).toBe(0);
  expect(await told('127.0.1.4', 10)).toBe(10);
});

it.each([
  ['of a lock', { unprovedPerDay: 30 }, () => codePhone],
  ['from an address', { unprovedPerAddressAndDay: 30 }, (i: number) => (i % 2 ? codePhone : otherCodePhone)],
])('keeps no more of a day %s, of who has proved nothing, than their share', async (_, limits, phoneOf) => {
  await open(limits);
  test.directory.devices.set('13900000006', { ...codeLock, id: 6, sn: '13900000006' });
  for (let i = 1; i <= 3; i++) {
    const stranger = await test.connect(elsewhere);
    stranger.send(...reports(i * 100, 60, phoneOf(i)));
    await closedBy('garbage', i);
  }
  expect(test.sink.reports).toHaveLength(30);
  expect(stats().refused).toMatchObject({ 'too much in a day': 60 });
  test.pass(24 * 3_600_000);
  const stranger = await test.connect(elsewhere);
  stranger.send(...reports(400, 60, codePhone));
  await closedBy('garbage', 4);
  expect(test.sink.reports).toHaveLength(60);
});

it('lets a lock register and show its code whatever strangers sent under its number', async () => {
  await open({ reportsAtOnce: 10, reportsPerMinute: 60, unprovedAtOnce: 30 });
  for (const from of [elsewhere, '127.0.0.3', '127.0.0.1', elsewhere]) {
    const stranger = await test.connect(from);
    stranger.send(...reports(1, 60));
    await stranger.closed();
  }
  const lock = await test.connect();
  lock.send(report(codePhone, 1));
  const code = await register(lock, 2);
  lock.send(authentication(codePhone, 3, code), report(codePhone, 4));
  await lock.until((d) => d.acks.length === 2);
  expect(lock.acks).toEqual([
    [3, 0],
    [4, 0],
  ]);
  expect(test.sink.reports.at(-1)!.authenticated).toBe(true);
});

it('reads on from whoever has not proved to be the lock within half a minute', async () => {
  await open({ reportsAtOnce: 100, reportsPerMinute: 60 });
  const lock = await test.connect();
  lock.send(...reports(1, 200));
  await lock.until((d) => d.acks.length === 200);
  test.pass(30_000);
  await register(lock, 201);
});

it('takes no more of a lock that connects again before it may go on than it may owe', async () => {
  await open({ reportsAtOnce: 10, reportsPerMinute: 60, reportsOwed: 30 });
  for (let i = 0; i < 4; i++) {
    const device = await test.connect();
    device.send(...Array.from({ length: 60 }, (_, n) => report(phone, n)));
    await closedBy('too fast', i + 1);
  }
  expect(test.sink.reports).toHaveLength(40);
});

it('closes on a device that never reads what it is told', async () => {
  await open({ unreadBytes: 0 });
  const device = await test.connect();
  device.socket.pause();
  const beats = Buffer.concat(Array.from({ length: 500 }, (_, i) => heartbeat(phone, i)));
  const more = () => {
    if (!device.socket.destroyed && device.socket.write(beats)) setImmediate(more);
    else device.socket.once('drain', more);
  };
  more();
  await closedBy('does not read');
});

it('writes no password and no frame into the log', async () => {
  await open();
  const device = await test.connect();
  device.send(
    corpusFrame('hhd_0200_auto_sealed_event_0002'),
    Buffer.from('7e01027e', 'hex'),
    report('018800000000', 1),
  );
  await device.until((d) => d.acks.length === 1);
  await until(() => stats().identityMismatches === 1);
  expect(test.sink.reports[0]!.unlockPassword).toBe('12344321');
  expect(Buffer.from(test.sink.reports[0]!.raw).toString('latin1')).not.toContain('12344321');
  expect(test.logged.length).toBeGreaterThan(0);
  for (const secret of ['12344321', Buffer.from('12344321').toString('hex')]) {
    expect(test.logged.join()).not.toContain(secret);
  }
});

it('survives mutated frames of a registered lock on many connections', async () => {
  await open();
  const other = await neighbour();
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 0x7fffffff;
    return seed % below;
  };
  const originals = [
    corpusFrame('hhd_0200_card_unseal_event_0004_card_12345678'),
    corpusFrame('0704_blind_2_items'),
    corpusFrame('jt701d_realtime_locked'),
    corpusFrame('jt701_p45_card_ok'),
  ];
  for (let round = 0; round < 40; round++) {
    const device = await test.connect();
    const original = originals[round % originals.length]!;
    device.send(original);
    for (let i = 0; i < 50; i++) {
      const copy = Buffer.from(original);
      for (let n = random(3); n >= 0; n--) copy.writeUInt8(random(256), random(copy.length));
      device.send(random(4) === 0 ? copy.subarray(0, random(copy.length)) : copy);
    }
    device.socket.end();
    await device.closed();
  }
  await until(() => stats().connections === 1);
  expect(stats().closed.fault).toBeUndefined();
  expect(Object.keys(stats().refused).length).toBeGreaterThan(3);
  await isWell(other);
});
