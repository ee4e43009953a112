import { LockStatus } from '@plomb/contract/lock/codes';
import { eventDetail } from '@plomb/protocols/hhd/events';
import type { HhdMessage } from '@plomb/protocols/hhd/messages';
import { millisOf } from '@plomb/protocols/jt808/time';
import { itemValue } from '@plomb/protocols/kit/tlv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FleetLock } from './demoFleet.ts';
import { type Fleet, type LockHandle, startFleet } from './fleet.ts';
import { calmPace } from './pace.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { FakeHhdGateway } from './testing/fakeGateway.ts';
import type { Stood } from './virtualLock.ts';

const device: FleetLock = {
  sn: '14802100001',
  family: 'hhd',
  edition: 2013,
  device_name: '集装箱 TCLU 482913 0',
  subject: '沪A·D7391',
  region: '上海',
  org: 'sh',
  role: 'container',
  habit: 'driving',
  manner: 'answer',
};

type Location = Extract<HhdMessage, { kind: 'location' }>;
const isLocation = (message: HhdMessage): message is Location => message.kind === 'location';
const isEvent = (message: HhdMessage): message is Location => isLocation(message) && eventOf(message) !== undefined;
const isReply = (message: HhdMessage) => message.kind === 'terminalReply';
const isBatch = (message: HhdMessage) => message.kind === 'batch';
const eventOf = (message: Location) => itemValue(message.body.items, 'event');

let clock: FakeClock;
let gateway: FakeHhdGateway;
let fleet: Fleet;
let lock: LockHandle;

const start = async (changes: Partial<FleetLock> = {}, stood?: Stood) => {
  clock = new FakeClock();
  gateway = new FakeHhdGateway();
  const port = await gateway.listen();
  const locks = [{ ...device, ...changes }];
  fleet = startFleet({
    host: '127.0.0.1',
    port,
    locks,
    clock,
    pace: calmPace,
    ...(stood === undefined ? {} : { stood: new Map([[device.sn, stood]]) }),
  });
  lock = fleet.lock(changes.sn ?? device.sn);
  clock.advance(0);
};

const unseal = () => gateway.say({ kind: 'instruct', body: [{ name: 'seal', value: { seal: false, user: 'admin' } }] });

/** Turns the clock a second at a time until the next message that is wanted. */
const advanceTo = async <K extends HhdMessage>(wanted: (message: HhdMessage) => message is K) => {
  const coming = gateway.next(wanted);
  let come = false;
  void coming.then(() => {
    come = true;
  });
  while (!come) {
    clock.advance(1);
    await gateway.settle();
  }
  return coming;
};

beforeEach(() => start());
afterEach(async () => {
  fleet.stop();
  await gateway.close();
});

describe('an hhd lock', () => {
  it.each([
    ['14802100007', ['014802100007', '024802100007']],
    ['14802100008', undefined],
  ])('numbered %s speaks for sub-locks: %j', async (sn, ids) => {
    fleet.stop();
    await start({ sn });
    const { message } = await gateway.next(isLocation);
    expect(itemValue(message.body.items, 'subLocks')?.map(({ id }) => id)).toEqual(ids);
  });

  it('registers, authenticates and tells that it was sealed', async () => {
    const registration = await gateway.any();
    expect(registration.message).toMatchObject({ kind: 'registration', body: { plate: '沪A·D7391', edition: 2013 } });
    const authentication = await gateway.any();
    expect(authentication.message).toMatchObject({ kind: 'authentication', body: { code: 'K7' } });
    const { message } = await gateway.next(isEvent);
    expect([3, 5]).toContain(eventOf(message)?.code);
    expect(itemValue(message.body.items, 'password')).toMatch(/^[1-4]{8}$/);
    expect(message.body.status.fix).toBe(true);
  });

  it('goes on as it stood: sealed and on the road, it has nothing to tell but where it is', async () => {
    fleet.stop();
    await gateway.close();
    await start({}, { status: LockStatus.sealedLocked, firmware: 'G360P-2.5.0', keeps: null });
    const { message } = await advanceTo(isLocation);
    expect(eventOf(message)).toBeUndefined();
    expect(lock.state).toMatchObject({ shackle: 'closed', sealed: true });
    gateway.say({ kind: 'queryAttributes', body: new Uint8Array() });
    const isAttributes = (one: HhdMessage) => one.kind === 'attributes';
    expect((await gateway.next(isAttributes)).message.body).toMatchObject({ firmware: 'G360P-2.5.0' });
  });

  it('speaks the edition of 2019 as well', async () => {
    fleet.stop();
    await gateway.close();
    await start({ edition: 2019 });
    expect((await gateway.any()).message).toMatchObject({ kind: 'registration', body: { edition: 2019 } });
    expect((await gateway.any()).message).toMatchObject({ body: { code: 'K7', software: 'G360P-V2.1.8' } });
    expect((await gateway.next(isLocation)).raw.subarray(0, 5).toString('hex')).toMatch(/^7e02004/);
  });

  it('keeps reporting, farther along the road each time', async () => {
    const first = (await gateway.next(isLocation)).message.body;
    const second = (await advanceTo(isLocation)).message.body;
    const seconds = (millisOf(second.time, 480)! - millisOf(first.time, 480)!) / 1000;
    expect(seconds).toBeGreaterThan(4);
    expect(seconds).toBeLessThan(12);
    expect([second.latitude, second.longitude]).not.toEqual([first.latitude, first.longitude]);
    expect(second.speed).toBeGreaterThan(30);
  });

  it('repeats an unacknowledged report byte by byte, and stops when it is acknowledged', async () => {
    gateway.acknowledges = false;
    const { raw } = await gateway.next(isLocation);
    const isSame = (message: HhdMessage): message is Location => isEvent(message);
    const again = await advanceTo(isSame);
    expect(again.raw.equals(raw)).toBe(true);
    gateway.acknowledges = true;
    const acknowledged = await advanceTo(isSame);
    expect(acknowledged.raw.equals(raw)).toBe(true);
    while (fleet.counts().reports === 0) await advanceTo(isLocation);
    const later = await advanceTo(isLocation);
    expect(eventOf(later.message)).toBeUndefined();
  });

  it('sends the same bytes again on a new connection, then what it recorded meanwhile as a blind spot', async () => {
    gateway.acknowledges = false;
    const { raw } = await gateway.next(isLocation);
    await gateway.drop();
    gateway.acknowledges = true;
    const again = await advanceTo(isLocation);
    expect(again.raw.equals(raw)).toBe(true);
    expect(gateway.registrations).toBe(1);

    const gone = clock.now();
    lock.goOffline();
    clock.advance(300);
    lock.wake();
    const { message } = await advanceTo((m): m is Extract<HhdMessage, { kind: 'batch' }> => isBatch(m));
    expect(message.body.kind).toBe(1);
    expect(message.body.locations.length).toBeGreaterThan(1);
    for (const one of message.body.locations) {
      if (one instanceof Uint8Array) throw new Error('a location that is none');
      expect(millisOf(one.time, 480)).toBeGreaterThanOrEqual(gone - 1000);
    }
  });

  it('obeys: answers the order, and reports the bolt once it has moved', async () => {
    await gateway.next(isLocation);
    const serial = unseal();
    const reply = await gateway.next((m): m is Extract<HhdMessage, { kind: 'terminalReply' }> => isReply(m));
    expect(reply.message.body).toEqual({ serial, id: 0x0310, result: 0 });
    expect(lock.state.sealed).toBe(true);
    clock.advance(2);
    const { message } = await gateway.next(isEvent);
    expect(eventDetail(eventOf(message)!)).toMatchObject({ actor: 'admin' });
    expect(eventOf(message)?.code).toBe(8);
    expect(lock.state).toMatchObject({ sealed: false, motor: 'released', shackle: 'closed' });
    expect(lock.commands).toMatchObject([{ op: 'unseal', user: 'admin', serial }]);
  });

  it('seals itself again when nobody pulls it open', async () => {
    await gateway.next(isLocation);
    unseal();
    await gateway.next((m): m is HhdMessage => isReply(m));
    const codes: (number | undefined)[] = [];
    while (codes.at(-1) !== 0x14) codes.push(eventOf((await advanceTo(isEvent)).message)?.code);
    expect(codes).toEqual([8, 0x14]);
  });

  it('refuses to seal while it is open', async () => {
    await gateway.next(isLocation);
    lock.shackle('open');
    gateway.say({ kind: 'instruct', body: [{ name: 'seal', value: { seal: true, user: 'admin' } }] });
    const reply = await gateway.next((m): m is Extract<HhdMessage, { kind: 'terminalReply' }> => isReply(m));
    expect(reply.message.body.result).toBe(1);
  });

  it.each([
    ['refuse', [1]],
    ['silent', []],
    ['twice', [0, 0]],
  ] as const)('told to %s, answers %j', async (manner, results) => {
    await gateway.next(isLocation);
    lock.behaveOnCommand(manner);
    unseal();
    const heard: HhdMessage[] = [];
    // Three more reports: by then everything it had to say about the order has been said.
    for (let reports = 0; reports < 3; ) {
      const { message } = await advanceTo((_): _ is HhdMessage => true);
      heard.push(message);
      if (isLocation(message) && !eventOf(message)) reports++;
    }
    expect(heard.flatMap((m) => (m.kind === 'terminalReply' ? [m.body.result] : []))).toEqual(results);
    expect(heard.filter(isEvent).length).toBe(manner === 'twice' ? 1 : 0);
    expect(lock.state.sealed).toBe(manner !== 'twice');
    expect(lock.commands).toHaveLength(1);
  });

  it('told to be late, answers after the platform has given up', async () => {
    await gateway.next(isLocation);
    lock.behaveOnCommand('late');
    const ordered = clock.now();
    unseal();
    await advanceTo((m): m is HhdMessage => isReply(m));
    expect(clock.now() - ordered).toBeGreaterThanOrEqual(70_000);
    expect(clock.now() - ordered).toBeLessThan(75_000);
  });

  it('keeps the interval it is told, and tells it when it is asked', async () => {
    await gateway.next(isLocation);
    gateway.say({ kind: 'instruct', body: [{ name: 'reportSeconds', value: 45 }] });
    await gateway.next((m): m is HhdMessage => isReply(m));
    await advanceTo(isLocation);
    const before = clock.now();
    await advanceTo(isLocation);
    expect(clock.now() - before).toBe(45_000);
    gateway.say({ kind: 'queryAllParameters', body: new Uint8Array() });
    const { message } = await gateway.next(
      (m): m is Extract<HhdMessage, { kind: 'parametersReply' }> => m.kind === 'parametersReply',
    );
    const report = message.body.parameters.find(({ id }) => id === 0x29);
    expect(Buffer.from(report!.value).readUInt32BE()).toBe(45);
    expect(lock.changes).toMatchObject([{ do: 'intervals', report: 45 }, { do: 'ask' }]);
  });

  it.each([
    ['refuse', [1], null],
    ['silent', [], null],
    ['twice', [0, 0], 45],
    ['half', [0], null],
  ] as const)('told to %s, answers a setting with %j and keeps %j', async (manner, results, report) => {
    await gateway.next(isLocation);
    lock.behaveOnCommand(manner);
    gateway.say({ kind: 'instruct', body: [{ name: 'reportSeconds', value: 45 }] });
    const heard: HhdMessage[] = [];
    for (let reports = 0; reports < 2; ) {
      const { message } = await advanceTo((_): _ is HhdMessage => true);
      heard.push(message);
      if (isLocation(message)) reports++;
    }
    expect(heard.flatMap((m) => (m.kind === 'terminalReply' ? [m.body.result] : []))).toEqual(results);
    expect(lock.state.settings.report).toBe(report);
  });

  it.each(['answer', 'refuse'] as const)(
    'that is to %s an upgrade says what became of it until somebody has heard it',
    async (manner) => {
      await gateway.next(isLocation);
      lock.behaveOnCommand(manner);
      gateway.acknowledges = false;
      gateway.say({
        kind: 'upgradePackage',
        body: { target: 0, maker: 'hhd', firmware: 'G360P-2.5.0', size: 1, data: Uint8Array.of(7) },
      });
      const isResult = (m: HhdMessage): m is Extract<HhdMessage, { kind: 'upgradeResult' }> =>
        m.kind === 'upgradeResult';
      const { raw, message } = await gateway.next(isResult);
      expect(message.body.result).toBe(manner === 'answer' ? 0 : 1);
      await gateway.drop();
      gateway.acknowledges = true;
      expect((await advanceTo(isResult)).raw.equals(raw)).toBe(true);
      const heard: HhdMessage[] = [];
      for (let reports = 0; reports < 3; ) {
        const { message: later } = await advanceTo((_): _ is HhdMessage => true);
        heard.push(later);
        if (isLocation(later)) reports++;
      }
      expect(heard.filter(isResult)).toEqual([]);
    },
  );

  it('tells what happened while it was offline, as it happened', async () => {
    await gateway.next(isLocation);
    await gateway.settle();
    lock.goOffline();
    clock.advance(5);
    const forced = clock.now();
    lock.shackle('open');
    clock.advance(60);
    lock.wake();
    const { message } = await gateway.next(isEvent);
    expect(eventOf(message)).toMatchObject({ code: 0x0f, kind: 1 });
    expect(millisOf(message.body.time, 480)).toBe(forced);
  });

  it('survives garbage and answers what it does not know', async () => {
    await gateway.next(isLocation);
    const serial = gateway.say({ kind: 'unknown', id: 0x8888, body: Buffer.from('7d7e00', 'hex') });
    const reply = await gateway.next((m): m is Extract<HhdMessage, { kind: 'terminalReply' }> => isReply(m));
    expect(reply.message.body).toEqual({ serial, id: 0x8888, result: 3 });
    gateway.say({ kind: 'unknown', id: 0x8103, body: Buffer.from('05', 'hex') });
    unseal();
    const next = await gateway.next((m): m is Extract<HhdMessage, { kind: 'terminalReply' }> => isReply(m));
    expect(next.message.body).toMatchObject({ id: 0x0310, result: 0 });
  });
});
