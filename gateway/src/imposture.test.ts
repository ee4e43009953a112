import { alarmWord } from '@plomb/protocols/jt808/location';
import { afterEach, expect, it } from 'vitest';
import { answer, authentication, corpusFrame, heartbeat, registration, report } from './testing/frames.ts';
import { openTestGateway, startOfTest, type TestDevice, type TestGateway, until } from './testing/gateway.ts';
import { codeLock, networkLock } from './testing/ports.ts';

const phone = '013900000005';
const elsewhere = '127.0.0.2';
const lockTerminal = 'HHD/G-300/0000001';

let test: TestGateway;
afterEach(() => test.close());

const order = (id: number, deviceId: number) => {
  test.queue.commands.push({
    id,
    deviceId,
    instruction: { kind: 'unseal', user: 'admin', password: { by: 'static', text: '888888' } },
    physical: true,
    expiresAt: startOfTest + 3_600_000,
  });
  test.queue.hint(deviceId);
};
const beat = async (device: TestDevice, serial = 99) => {
  const before = device.acks.length;
  device.send(heartbeat(phone, serial));
  await device.until((d) => d.acks.length === before + 1);
};
const replyOf = (device: TestDevice) =>
  device.messages.flatMap(({ message }) => (message.kind === 'registrationReply' ? [message.body] : []));

/** The real lock: registers, shows the code it is given. */
const realLock = async (from?: string): Promise<TestDevice> => {
  const device = await test.connect(from);
  device.send(registration(phone, 1));
  await device.until((d) => replyOf(d).length === 1);
  device.send(authentication(phone, 2, replyOf(device)[0]!.code));
  await device.until((d) => d.acks.length === 1);
  expect(device.acks).toEqual([[2, 0]]);
  return device;
};

it('believes a lock that has shown its code, and orders it what waits', async () => {
  test = await openTestGateway();
  order(1, codeLock.id);
  const device = await realLock();
  await device.until((d) => d.orders.length === 1);
  device.send(report(phone, 3));
  await device.until((d) => d.acks.length === 2);
  expect(test.sink.reports.map((one) => one.authenticated)).toEqual([true]);
  expect(test.connections.told).toEqual(['+5']);
});

it('keeps what comes without the code as unproved: it ends no connection, gets no order and answers none', async () => {
  test = await openTestGateway();
  const real = await realLock();
  const impostor = await test.connect(elsewhere);
  impostor.send(report(phone, 1), heartbeat(phone, 2));
  await impostor.until((d) => d.acks.length === 2);
  expect(test.sink.reports.map((one) => one.authenticated)).toEqual([false]);
  order(2, codeLock.id);
  await real.until((d) => d.orders.length === 1);
  expect(impostor.orders).toEqual([]);
  // every serial there is
  for (let serial = 0; serial < 0x10000; serial += 0x1000)
    impostor.send(...Array.from({ length: 0x1000 }, (_, i) => answer(phone, 3, serial + i, 0)));
  await until(() => test.gateway.stats().commands['answer without proof'] === 0x10000);
  await beat(real);
  expect(test.queue.told).toEqual([['sent', 2, real.orders[0]!.serial]]);
  expect(real.isClosed).toBe(false);
  expect(test.connections.told).toEqual(['+5']);
});

it('serves a lock with a wrong code no longer as that lock, also after the right one', async () => {
  test = await openTestGateway();
  const device = await realLock();
  device.send(authentication(phone, 3, 'guessed'), report(phone, 4));
  await device.until((d) => d.acks.length === 3);
  expect(device.acks).toContainEqual([3, 1]);
  expect(test.sink.reports.map((one) => one.authenticated)).toEqual([false]);
  order(3, codeLock.id);
  await beat(device);
  expect(device.orders).toEqual([]);
  expect(test.gateway.stats().devices).toBe(0);
});

it('gives the code to nobody who registers as another terminal under the number, and tells of it', async () => {
  test = await openTestGateway();
  await realLock();
  const impostor = await test.connect(elsewhere);
  impostor.send(registration(phone, 1, '9999999'));
  await impostor.until((d) => replyOf(d).length === 1);
  expect(replyOf(impostor)).toEqual([{ serial: 1, result: 3, code: '' }]);
  expect(test.directory.mismatches).toEqual([[5, '13900000005']]);
});

it('takes the code and the connection from a terminal that registered wrongly, once another may register', async () => {
  test = await openTestGateway();
  const thief = await test.connect(elsewhere);
  thief.send(registration(phone, 1, '9999999'));
  await thief.until((d) => replyOf(d).length === 1);
  const stolen = replyOf(thief)[0]!.code;
  thief.send(authentication(phone, 2, stolen));
  await thief.until((d) => d.acks.length === 1);
  expect(thief.acks).toEqual([[2, 0]]);
  test.directory.forgetTerminal(codeLock);
  test.gateway.recheck([codeLock.id]);
  await thief.closed();
  const real = await realLock();
  const again = await test.connect(elsewhere);
  again.send(authentication(phone, 1, stolen), report(phone, 2));
  await again.until((d) => d.acks.length === 2);
  expect(again.acks).toContainEqual([1, 1]);
  expect(test.sink.reports.map((one) => one.authenticated)).toEqual([false]);
  expect(real.isClosed).toBe(false);
});

it('believes no code that was given under a number before the number was another device’s', async () => {
  test = await openTestGateway();
  const before = await realLock();
  const code = replyOf(before)[0]!.code;
  test.directory.devices.set(codeLock.sn, { ...codeLock, id: 77 });
  test.gateway.recheck([codeLock.id]);
  await before.closed();
  const lock = await realLock(elsewhere);
  const again = await test.connect();
  again.send(authentication(phone, 1, code), report(phone, 2));
  await again.until((d) => d.acks.length === 2);
  expect(again.acks).toContainEqual([1, 1]);
  expect(test.sink.reports.map((one) => one.authenticated)).toEqual([false]);
  expect(lock.isClosed).toBe(false);
});

it('believes no code that was given away while codes proved nothing', async () => {
  test = await openTestGateway();
  test.directory.devices.set(codeLock.sn, { ...codeLock, identityRule: 'open' });
  const early = await test.connect(elsewhere);
  early.send(registration(phone, 1, '9999999'));
  await early.until((d) => replyOf(d).length === 1);
  test.directory.devices.set(codeLock.sn, codeLock);
  test.gateway.recheck([codeLock.id]);
  await early.closed();
  const again = await test.connect(elsewhere);
  again.send(authentication(phone, 1, replyOf(early)[0]!.code), report(phone, 2));
  await again.until((d) => d.acks.length === 2);
  expect(again.acks).toContainEqual([1, 1]);
  expect(test.sink.reports.map((one) => one.authenticated)).toEqual([false]);
  await realLock();
});

it('answers no registration that cannot be looked up, so that the lock asks again', async () => {
  test = await openTestGateway();
  const device = await test.connect();
  await beat(device);
  test.directory.isAway = true;
  device.send(registration(phone, 1));
  await until(() => test.logged.some((line) => line.includes('could not be kept')));
  test.directory.isAway = false;
  device.send(registration(phone, 2));
  await device.until((d) => replyOf(d).length === 1);
  expect(replyOf(device)[0]).toMatchObject({ serial: 2, result: 0 });
});

it('tells when a live connection is replaced from another address, and not when a lock comes back', async () => {
  test = await openTestGateway();
  const first = await realLock();
  const second = await realLock();
  await first.closed();
  expect(test.directory.replacements).toEqual([]);
  const third = await realLock(elsewhere);
  await second.closed();
  expect(test.directory.replacements).toEqual([[5, '127.0.0.1', elsewhere]]);
  test.pass(60_000);
  await realLock();
  await third.closed();
  expect(test.directory.replacements).toHaveLength(1);
});

it('tells of a device that goes to and fro between two addresses once a minute', async () => {
  test = await openTestGateway();
  for (let i = 0; i < 6; i++) await realLock(i % 2 === 0 ? '127.0.0.1' : elsewhere);
  const lines = () => test.logged.filter((line) => line.includes('a live connection was replaced')).length;
  expect([test.directory.replacements.length, lines()]).toEqual([1, 1]);
  expect(test.gateway.stats().closed).toMatchObject({ 'replaced from elsewhere': 5 });
  test.pass(59_999);
  const mobile = await realLock(elsewhere);
  expect(test.directory.replacements).toHaveLength(1);
  test.pass(1);
  await realLock();
  await mobile.closed();
  expect([test.directory.replacements.length, lines()]).toEqual([2, 2]);
});

it('keeps one connection without proof for each lock and address', async () => {
  test = await openTestGateway();
  const [first, second] = [await test.connect(), await test.connect()];
  first.send(heartbeat(phone, 1));
  await first.until((d) => d.acks.length === 1);
  second.send(heartbeat(phone, 1));
  await second.until((d) => d.acks.length === 1);
  await first.closed();
  await until(() => test.gateway.stats().connections === 1);
  expect(test.gateway.stats().devices).toBe(0);
});

it('lets nobody from elsewhere keep a lock from proving itself, however often he comes', async () => {
  test = await openTestGateway();
  const lock = await test.connect();
  lock.send(registration(phone, 1));
  await lock.until((d) => replyOf(d).length === 1);
  const impostors: TestDevice[] = [];
  for (let i = 0; i < 5; i++) {
    const impostor = await test.connect(elsewhere);
    impostor.send(heartbeat(phone, 1));
    await impostor.until((d) => d.acks.length === 1);
    impostors.push(impostor);
  }
  await until(() => impostors.filter((one) => one.isClosed).length === 4);
  lock.send(authentication(phone, 2, replyOf(lock)[0]!.code));
  await lock.until((d) => d.acks.length === 1);
  expect([lock.acks, test.gateway.stats().devices]).toEqual([[[2, 0]], 1]);
});

it('keeps connections without proof from sixteen addresses', async () => {
  test = await openTestGateway();
  const devices: TestDevice[] = [];
  for (let i = 1; i <= 18; i++) {
    const device = await test.connect(`127.0.1.${i}`);
    device.send(heartbeat(phone, 1));
    await device.until((d) => d.acks.length === 1);
    devices.push(device);
  }
  await until(() => devices.filter((one) => one.isClosed).length === 2);
  expect(devices.slice(0, 3).map((one) => one.isClosed)).toEqual([true, true, false]);
});

it('knows a lock without a code by the network it comes from', async () => {
  test = await openTestGateway();
  test.directory.devices.set(networkLock.sn, networkLock);
  order(4, networkLock.id);
  const frame = corpusFrame('jt701d_realtime_locked');
  const stranger = await test.connect();
  stranger.send(frame);
  await stranger.until((d) => d.text.includes('(P69,0,86)'));
  const real = await test.connect(elsewhere);
  real.send(frame);
  await real.until((d) => d.text.includes('P43'));
  expect(test.sink.reports.map((one) => one.authenticated)).toEqual([false, true]);
  expect(stranger.text).not.toContain('P43');
  expect(stranger.isClosed).toBe(false);
});

it('hears that the lock is forced as news though an impostor told of it before', async () => {
  test = await openTestGateway();
  test.directory.devices.set(codeLock.sn, { ...codeLock, model: 'G-360P' });
  const real = await realLock();
  const impostor = await test.connect(elsewhere);
  // bit 1 of these locks' alarm word, which the standard calls otherwise: tampered
  const alarm = alarmWord.of({ overspeed: true });
  impostor.send(report(phone, 1, { alarm }));
  await impostor.until((d) => d.acks.length === 1);
  real.send(report(phone, 3, { alarm }));
  await real.until((d) => d.acks.length === 2);
  expect(test.sink.reports.map((one) => [one.authenticated, one.event?.code])).toEqual([
    [false, 'hhd:alarm/tampered'],
    [true, 'hhd:alarm/tampered'],
  ]);
});

/** Registers as another terminal again and again without waiting for an answer. */
const guesses = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => registration(phone, from + i, String(from + i).padStart(7, '9')));

it('looks up one registration of a connection at a time, and closes on whoever sends them without waiting', async () => {
  test = await openTestGateway();
  await realLock();
  test.pass(3000);
  const asked = test.directory.registrations;
  const stranger = await test.connect(elsewhere);
  stranger.send(...guesses(1, 1000));
  await stranger.closed();
  expect(test.directory.registrations - asked).toBeLessThanOrEqual(1);
  expect(test.gateway.stats().closed).toMatchObject({ garbage: 1 });
});

it('looks up one registration of a lock at a time, however many connections register under its number', async () => {
  test = await openTestGateway();
  const strangers: TestDevice[] = [];
  for (let i = 1; i <= 10; i++) strangers.push(await test.connect(`127.0.1.${i}`));
  for (const [i, stranger] of strangers.entries()) stranger.send(...guesses(i, 1));
  await until(() => strangers.every((one) => replyOf(one).length === 1));
  expect(test.directory.registrationsAtOnce).toBe(1);
});

it('closes on whoever registers wrongly again and again, though each frame is whole', async () => {
  test = await openTestGateway({ registrationsAtOnce: 100 });
  await realLock();
  const stranger = await test.connect(elsewhere);
  for (let i = 1; !stranger.isClosed; i++) {
    stranger.send(...guesses(i, 1));
    await until(() => stranger.isClosed || replyOf(stranger).length === i);
    if (i > 20) throw new Error('it was answered more often than it may be refused');
  }
  expect(test.gateway.stats().refused).toMatchObject({ terminal: 20 });
});

it('lets nobody register faster than at a pace', async () => {
  test = await openTestGateway({ registrationsAtOnce: 1, registrationsPerMinute: 6 });
  const lock = await test.connect();
  for (let serial = 1; serial <= 2; serial++) {
    lock.send(registration(phone, serial));
    await lock.until((d) => replyOf(d).length === serial);
  }
  lock.send(registration(phone, 3));
  const other = await test.connect();
  other.send(heartbeat('013900000001', 1));
  await other.until((d) => d.acks.length === 1);
  expect(replyOf(lock)).toHaveLength(2);
  test.pass(10_000);
  await lock.until((d) => replyOf(d).length === 3);
});

it('does not look up the terminal of a lock again within seconds', async () => {
  test = await openTestGateway();
  await realLock();
  await realLock();
  expect(test.directory.registrations).toBe(1);
  test.pass(3000);
  await realLock();
  expect(test.directory.registrations).toBe(2);
});

it('gives no code to anybody outside of the networks named beside it, nor the place of the terminal', async () => {
  test = await openTestGateway();
  test.directory.devices.set(codeLock.sn, { ...codeLock, networks: ['127.0.0.1/32'] });
  const stranger = await test.connect(elsewhere);
  stranger.send(registration(phone, 1, '9999999'));
  await stranger.until((d) => replyOf(d).length === 1);
  expect(replyOf(stranger)).toEqual([{ serial: 1, result: 4, code: '' }]);
  expect([test.directory.registrations, test.directory.mismatches]).toEqual([0, [[5, '13900000005']]]);
  await realLock();
  expect(test.gateway.stats().devices).toBe(1);
});

it('leaves a lock the time to show its code, however many strangers come from wherever', async () => {
  test = await openTestGateway();
  const lock = await test.connect();
  lock.send(registration(phone, 1));
  await lock.until((d) => replyOf(d).length === 1);
  for (let i = 1; i <= 60; i++) {
    const stranger = await test.connect(i % 3 === 0 ? '127.0.0.1' : `127.0.1.${(i % 20) + 1}`);
    stranger.send(authentication(phone, 1, 'guessed'));
    await stranger.until((d) => d.acks.length === 1);
  }
  lock.send(authentication(phone, 2, replyOf(lock)[0]!.code));
  await lock.until((d) => d.acks.length === 1);
  expect([lock.acks, test.gateway.stats().devices]).toEqual([[[2, 0]], 1]);
});

it('leaves it half a minute for that', async () => {
  test = await openTestGateway();
  const lock = await test.connect();
  lock.send(registration(phone, 1));
  await lock.until((d) => replyOf(d).length === 1);
  test.pass(30_000);
  const next = await test.connect();
  next.send(heartbeat(phone, 1));
  await lock.closed();
});

it('of too many without proof sends away the address that comes most often', async () => {
  test = await openTestGateway();
  const quiet = await test.connect();
  quiet.send(heartbeat(phone, 1));
  await quiet.until((d) => d.acks.length === 1);
  for (let i = 0; i < 60; i++) {
    const stranger = await test.connect(`127.0.1.${(i % 15) + 1}`);
    stranger.send(heartbeat(phone, 1));
    await stranger.until((d) => d.acks.length === 1);
  }
  for (let i = 1; i <= 3; i++) {
    const newcomer = await test.connect(`127.0.2.${i}`);
    newcomer.send(heartbeat(phone, 1));
    await newcomer.until((d) => d.acks.length === 1);
  }
  await beat(quiet);
  expect(quiet.isClosed).toBe(false);
});

it('tells of other terminals under a number once a minute, however often one connects', async () => {
  test = await openTestGateway();
  await realLock();
  const guess = async (serial: number) => {
    const stranger = await test.connect(elsewhere);
    stranger.send(...guesses(serial, 1));
    await stranger.until((d) => replyOf(d).length === 1);
    stranger.socket.destroy();
  };
  for (let i = 1; i <= 10; i++) await guess(i);
  expect(test.directory.mismatches).toHaveLength(1);
  test.pass(60_000);
  await guess(11);
  expect(test.directory.mismatches).toHaveLength(2);
});

/** Very many that register as made-up terminals from one address, and are all known to have come. */
const manyRegister = async (): Promise<TestDevice[]> => {
  const strangers: TestDevice[] = [];
  const { frames } = test.gateway.stats();
  for (let i = 1; i <= 80; i++) {
    const stranger = await test.connect(elsewhere);
    stranger.send(...guesses(i, 1));
    await until(() => test.gateway.stats().frames === frames + i);
    strangers.push(stranger);
  }
  return strangers;
};
/** Nobody is told about a terminal until the function returned is called. */
const slowDirectory = () => {
  let goOn: () => void = () => undefined;
  test.directory.slow = new Promise((resolve) => {
    goOn = resolve;
  });
  return goOn;
};

it('lets a lock register and prove itself however many register from one address meanwhile', async () => {
  test = await openTestGateway();
  test.directory.terminals.set(codeLock.id, lockTerminal);
  const goOn = slowDirectory();
  const lock = await test.connect();
  lock.send(registration(phone, 1));
  const strangers = await manyRegister();
  await until(() => lock.isClosed || strangers.some((one) => one.isClosed));
  goOn();
  await until(() => lock.isClosed || replyOf(lock).length === 1);
  lock.send(authentication(phone, 2, replyOf(lock)[0]?.code ?? ''));
  await until(() => lock.isClosed || lock.acks.length === 1);
  expect([lock.acks, test.gateway.stats().devices]).toEqual([[[2, 0]], 1]);
});

it('ends no lock that was given its code for those who register', async () => {
  test = await openTestGateway();
  const lock = await test.connect();
  lock.send(registration(phone, 1));
  await lock.until((d) => replyOf(d).length === 1);
  // what was found then is forgotten: everybody is looked up
  test.pass(3000);
  const goOn = slowDirectory();
  const strangers = await manyRegister();
  await until(() => lock.isClosed || strangers.some((one) => one.isClosed));
  goOn();
  lock.send(authentication(phone, 2, replyOf(lock)[0]!.code));
  await until(() => lock.isClosed || lock.acks.length === 1);
  expect([lock.acks, test.gateway.stats().devices]).toEqual([[[2, 0]], 1]);
});

it('asks the directory once for all who register as another terminal within seconds', async () => {
  test = await openTestGateway();
  test.directory.terminals.set(codeLock.id, lockTerminal);
  for (let i = 0; i < 5; i++) {
    const stranger = await test.connect(elsewhere);
    stranger.send(...guesses(i, 1));
    await stranger.until((d) => replyOf(d).length === 1);
    expect(replyOf(stranger)[0]).toMatchObject({ result: 3, code: '' });
  }
  expect(test.directory.registrations).toBe(1);
  await realLock();
  expect(test.directory.registrations).toBe(2);
});
