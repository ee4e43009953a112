import { EventSource, Verify } from '@plomb/protocols/jointech/lock-event';
import { DataType } from '@plomb/protocols/jointech/position';
import { millisOf } from '@plomb/protocols/jointech/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FleetLock } from './demoFleet.ts';
import { type Fleet, type LockHandle, startFleet } from './fleet.ts';
import { calmPace } from './pace.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { FakeJointechGateway, type JointechMessage } from './testing/fakeGateway.ts';

const device: FleetLock = {
  sn: '8007550001',
  family: 'jt701',
  edition: 2013,
  device_name: '油罐车 117',
  subject: '粤B·K4821',
  region: '深圳',
  org: 'sz',
  role: 'tanker',
  habit: 'driving',
  manner: 'answer',
};

type Kind<K extends JointechMessage['kind']> = Extract<JointechMessage, { kind: K }>;
const isPosition = (message: JointechMessage): message is Kind<'position'> => message.kind === 'position';
const isEvent = (message: JointechMessage): message is Kind<'lockEvent'> => message.kind === 'lockEvent';
const isReply = (message: JointechMessage): message is Kind<'unlockReply'> => message.kind === 'unlockReply';
const isPassword = (message: JointechMessage): message is Kind<'dynamicPassword'> => message.kind === 'dynamicPassword';

let clock: FakeClock;
let gateway: FakeJointechGateway;
let port: number;
let fleet: Fleet;
let lock: LockHandle;

const advanceTo = async <K extends JointechMessage>(wanted: (message: JointechMessage) => message is K) => {
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

beforeEach(async () => {
  clock = new FakeClock();
  gateway = new FakeJointechGateway();
  port = await gateway.listen();
  fleet = startFleet({ host: '127.0.0.1', port, locks: [device], clock, pace: calmPace });
  lock = fleet.lock(device.sn);
  clock.advance(0);
});
afterEach(async () => {
  fleet.stop();
  await gateway.close();
});

describe('a jt701 lock', () => {
  it('asks for the time, tells its password, then where it is', async () => {
    expect((await gateway.any()).message).toEqual({ kind: 'timeRequest', id: device.sn });
    expect((await gateway.any()).message).toEqual({ kind: 'heartbeat', id: device.sn });
    expect((await gateway.next(isPassword)).message.password).toBe(lock.state.password);
    const { message } = await advanceTo(isPosition);
    expect(message).toMatchObject({ id: device.sn, version: 0x19, dataType: DataType.realTime });
    expect(message.status).toMatchObject({ ropeInserted: true, motorLocked: true, ackRequired: true, ropeCut: false });
    expect(message.flags).toMatchObject({ fix: true, north: true, east: true });
    expect(millisOf(message.time)).toBeLessThanOrEqual(clock.now());
    expect(millisOf(message.time)).toBeGreaterThan(clock.now() - 15_000);
  });

  it('opens for the static password and says who opened it', async () => {
    await advanceTo(isPosition);
    gateway.say({ kind: 'unlock', by: 'static', password: '888888' });
    const reply = await gateway.next(isReply);
    expect(reply.message).toMatchObject({ by: 'static', ok: true, wrongCount: 0 });
    const { message } = await advanceTo(isEvent);
    expect(message.event).toMatchObject({ source: EventSource.staticPassword, verify: 1, passwordOk: true });
    expect((await advanceTo(isPosition)).message.status).toMatchObject({ ropeInserted: true, motorLocked: false });
  });

  it('opens once for a dynamic password and makes a new one', async () => {
    const first = (await gateway.next(isPassword)).message.password;
    gateway.say({ kind: 'unlock', by: 'dynamic', password: first });
    expect((await gateway.next(isReply)).message).toMatchObject({ by: 'dynamic', ok: true });
    expect((await advanceTo(isEvent)).message.event.source).toBe(EventSource.dynamicPassword);
    expect((await advanceTo(isPassword)).message.password).not.toBe(first);
    gateway.say({ kind: 'unlock', by: 'dynamic', password: first });
    expect((await gateway.next(isReply)).message).toMatchObject({ ok: false, wrongCount: 1 });
  });

  it('rings after five wrong passwords, in one alarm frame', async () => {
    await advanceTo(isPosition);
    for (let i = 0; i < 5; i++) gateway.say({ kind: 'unlock', by: 'static', password: '000000' });
    await gateway.settle();
    const isAlarm = (m: JointechMessage): m is Kind<'position'> => isPosition(m) && m.dataType === DataType.alarm;
    expect((await advanceTo(isAlarm)).message.status.wrongPassword).toBe(true);
    expect((await advanceTo(isPosition)).message.status.wrongPassword).toBe(false);
    expect(lock.state.motor).toBe('locked');
  });

  it('locks itself again when nobody pulls the rope', async () => {
    await advanceTo(isPosition);
    gateway.say({ kind: 'unlock', by: 'static', password: '888888' });
    await advanceTo(isEvent);
    const { message } = await advanceTo(isEvent);
    expect(message.event).toMatchObject({ source: EventSource.autoLocked, verify: 0 });
    expect(lock.state.motor).toBe('locked');
  });

  describe('told of a card and of an area', () => {
    const east = { longitude: 121.5, latitude: 31.2 };
    const west = { longitude: 121.4, latitude: 31.2 };
    const north = { longitude: 121.45, latitude: 31.3 };
    const [inside, outside] = [
      [121.45, 31.25],
      [121.45, 31.15],
    ] as const;
    const swiped = async ([lon, lat]: readonly [number, number], card = '70260011') => {
      lock.standAt(lon, lat);
      lock.swipe(card);
      const { message } = await advanceTo(isEvent);
      await gateway.settle();
      return message.event;
    };
    beforeEach(async () => {
      await advanceTo(isPosition);
      gateway.say({ kind: 'setFence', fence: 3, enabled: true, name: 'Yard' });
      gateway.say({ kind: 'setCorners', fence: 3, page: 1, corners: [east, west] });
      gateway.say({ kind: 'setCorners', fence: 3, page: 2, corners: [north] });
      gateway.say({ kind: 'commitFences' });
      gateway.say({ kind: 'addCards', cards: ['70260011'] });
      await gateway.settle();
    });

    it('opens anywhere for the card while it is not confined', async () => {
      const told = { source: EventSource.card, verify: Verify.openedWithoutFence, card: '0070260011' };
      expect(await swiped(outside)).toMatchObject(told);
      expect(lock.state.motor).toBe('released');
    });

    it('opens for a confined card inside the area and not outside', async () => {
      gateway.say({ kind: 'confineCards', on: true });
      await gateway.settle();
      const refused = { source: EventSource.card, verify: Verify.refusedOutsideFence, card: '0070260011' };
      expect(await swiped(outside)).toMatchObject({ ...refused, latitude: 31.15, longitude: 121.45 });
      expect(lock.state.motor).toBe('locked');
      expect(await swiped(inside)).toMatchObject({ source: EventSource.card, verify: 3, card: '0070260011' });
      expect(lock.state.motor).toBe('released');
    });

    it('opens nowhere for the card once it is deleted', async () => {
      gateway.say({ kind: 'deleteCards', cards: ['70260011'] });
      await gateway.settle();
      const refused = { source: EventSource.illegalCard, verify: Verify.refused, card: '0070260011' };
      expect(await swiped(inside)).toMatchObject(refused);
      expect(lock.state.motor).toBe('locked');
    });

    it('opens nowhere for a confined card once the area is gone', async () => {
      gateway.say({ kind: 'confineCards', on: true });
      gateway.say({ kind: 'deleteFence', fence: 3 });
      await gateway.settle();
      expect(await swiped(inside)).toMatchObject({ verify: Verify.refusedOutsideFence });
      expect(lock.state.motor).toBe('locked');
    });
  });

  it('tells of the rope: out as an event, in by its status', async () => {
    await advanceTo(isPosition);
    lock.shackle('open');
    expect((await gateway.next(isEvent)).message.event.source).toBe(EventSource.ropePulled);
    await gateway.settle();
    lock.shackle('close');
    expect((await gateway.next(isPosition)).message.status).toMatchObject({ ropeInserted: true, motorLocked: true });
  });

  it.each([
    ['tamper', 'coverOpened'],
    ['cut', 'ropeCut'],
  ] as const)('rings at once for %s', async (deed, bit) => {
    await advanceTo(isPosition);
    await gateway.settle();
    lock[deed]();
    const { message } = await gateway.next(isPosition);
    expect(message).toMatchObject({ dataType: DataType.alarm });
    expect(message.status[bit]).toBe(true);
  });

  it('has one report on its way at a time and repeats it byte by byte', async () => {
    gateway.acknowledges = false;
    const { raw } = await advanceTo(isPosition);
    lock.tamper();
    const again = await advanceTo(isPosition);
    expect(again.raw.equals(raw)).toBe(true);
    await gateway.drop();
    gateway.acknowledges = true;
    const anew = await advanceTo(isPosition);
    expect(anew.raw.equals(raw)).toBe(true);
    let last = anew.message;
    while (!last.status.coverOpened) last = (await advanceTo(isPosition)).message;
    expect(last.dataType).toBe(DataType.alarm);
  });

  it('sends again what the platform asks for', async () => {
    gateway.acknowledges = false;
    const { message, raw } = await advanceTo(isPosition);
    gateway.say({ kind: 'resend', serial: message.serial });
    expect((await gateway.next(isPosition)).raw.equals(raw)).toBe(true);
  });

  it('delivers what it recorded without network as blind-spot frames', async () => {
    await advanceTo(isPosition);
    await gateway.settle();
    lock.goOffline();
    clock.advance(120);
    lock.wake();
    const isBlind = (m: JointechMessage): m is Kind<'position'> => isPosition(m) && m.dataType === DataType.blindSpot;
    const first = (await advanceTo(isBlind)).message;
    const second = (await advanceTo(isBlind)).message;
    expect(millisOf(second.time)).toBeGreaterThan(millisOf(first.time) ?? Number.POSITIVE_INFINITY);
  });

  it.each(['refuse', 'silent', 'twice'] as const)('told to %s, does so', async (manner) => {
    await advanceTo(isPosition);
    lock.behaveOnCommand(manner);
    gateway.say({ kind: 'unlock', by: 'static', password: '888888' });
    await gateway.settle();
    const expected = { refuse: [false], silent: [], twice: [true, true] }[manner];
    for (const ok of expected) expect((await gateway.next(isReply)).message.ok).toBe(ok);
    clock.advance(2);
    expect(lock.state.motor).toBe(manner === 'twice' ? 'released' : 'locked');
    expect(lock.commands).toMatchObject([{ op: 'unseal', password: '888888', serial: null }]);
  });

  it('keeps its cards and areas where it is started anew, and one that is laid aside is not heard for hours', async () => {
    fleet.stop();
    const [lon, lat] = [113.9, 22.6];
    const areas = [
      {
        number: 3,
        corners: [
          [lon, lat],
          [lon + 1, lat],
          [lon + 1, lat + 1],
        ] as const,
      },
    ];
    const keeps = { cards: ['70260011'], areas, confined: true };
    const laidAside: FleetLock = { ...device, sn: '8007550002', asleep: 6 };
    const stood = new Map([[device.sn, { status: 1 as const, firmware: '', keeps }]]);
    fleet = startFleet({ host: '127.0.0.1', port, locks: [device, laidAside], clock, pace: calmPace, stood });
    expect(fleet.lock(device.sn).state.settings).toMatchObject(keeps);
    expect((await advanceTo(isPosition)).message.id).toBe(device.sn);
    clock.advance(5 * 3600);
    await gateway.settle();
    expect(fleet.lock(laidAside.sn).connected).toBe(false);
    clock.advance(3600);
    expect(
      await gateway.next((message): message is Kind<'timeRequest'> => 'id' in message && message.id === laidAside.sn),
    ).toBeDefined();
  });
});
