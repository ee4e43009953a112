import { millisOf } from '@plomb/protocols/jt808/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FleetLock } from './demoFleet.ts';
import type { Sample } from './dialect.ts';
import { type Fleet, type LockHandle, startFleet } from './fleet.ts';
import { jointech808LocationOf } from './jointech808Report.ts';
import { type Happening, newLock } from './lock.ts';
import { calmPace } from './pace.ts';
import { FakeClock } from './testing/fakeClock.ts';
import { FakeJointech808Gateway, type Jointech808Said } from './testing/fakeGateway.ts';

const device: FleetLock = {
  sn: '790007550001',
  family: 'jointech808',
  edition: 2013,
  device_name: '油罐车 118',
  subject: '粤B·K4822',
  region: '深圳',
  org: 'sz',
  role: 'tanker',
  habit: 'driving',
  manner: 'answer',
};

type Kind<K extends Jointech808Said['kind']> = Extract<Jointech808Said, { kind: K }>;
const is =
  <K extends Jointech808Said['kind']>(kind: K) =>
  (message: Jointech808Said): message is Kind<K> =>
    message.kind === kind;
const isReport = is('location');
const isReply = is('terminalReply');
const isWords = is('words');
const isProof = is('vehicleControlReply');

let clock: FakeClock;
let gateway: FakeJointech808Gateway;
let fleet: Fleet;
let lock: LockHandle;

const advanceTo = async <K extends Jointech808Said>(wanted: (message: Jointech808Said) => message is K) => {
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
const eventIn = ({ items }: Kind<'location'>['body']) => items.find((item) => item.name === 'lockEvent')?.value;
const openDoor = () => gateway.say({ kind: 'vehicleControl', body: { controls: [{ device: 1, locked: false }] } });

beforeEach(async () => {
  clock = new FakeClock();
  gateway = new FakeJointech808Gateway();
  const port = await gateway.listen();
  fleet = startFleet({ host: '127.0.0.1', port, locks: [device], clock, pace: calmPace });
  lock = fleet.lock(device.sn);
  clock.advance(0);
});
afterEach(async () => {
  fleet.stop();
  await gateway.close();
});

describe('a jointech808 lock', () => {
  it('asks for the time in a text, then tells where it is by a clock in UTC', async () => {
    expect((await gateway.any()).message).toMatchObject({ kind: 'words', id: device.sn, word: 'BASE', number: 2 });
    const { message } = await advanceTo(isReport);
    const at = millisOf(message.body.time, 0) ?? 0;
    expect(clock.now() - at).toBeLessThan(15_000);
    expect(clock.now() - at).toBeGreaterThanOrEqual(0);
    // rope in, motor home
    expect((message.body.status.raw >>> 20) & 3).toBe(0);
  });

  it('takes an order to open, and says in its answer that it stands open', async () => {
    await advanceTo(isReport);
    const serial = openDoor();
    expect((await gateway.next(isReply)).message.body).toEqual({ serial, id: 0x8500, result: 0 });
    const { message } = await advanceTo(isProof);
    expect(message.body.serial).toBe(serial);
    expect((message.body.location.status.raw >>> 21) & 1).toBe(1);
    expect(lock.state.motor).toBe('released');
  });

  it('says yes and does nothing when it obeys by half', async () => {
    await advanceTo(isReport);
    lock.behaveOnCommand('half');
    const serial = openDoor();
    expect((await gateway.next(isReply)).message.body).toEqual({ serial, id: 0x8500, result: 0 });
    clock.advance(10);
    await gateway.settle();
    expect(lock.state.motor).toBe('locked');
  });

  it('refuses, and cannot be told to lock', async () => {
    await advanceTo(isReport);
    lock.behaveOnCommand('refuse');
    const serial = openDoor();
    expect((await gateway.next(isReply)).message.body).toEqual({ serial, id: 0x8500, result: 1 });
    const close = gateway.say({ kind: 'vehicleControl', body: { controls: [{ device: 1, locked: true }] } });
    expect((await gateway.next(isReply)).message.body).toEqual({ serial: close, id: 0x8500, result: 3 });
  });

  it('answers a question in a text with its serial', async () => {
    await advanceTo(isReport);
    const text = { id: device.sn, direction: 1, serial: '042', word: 'BASE', number: 1, fields: [] } as const;
    gateway.speak({ ...text, fields: [] });
    const isAnswer = (m: Jointech808Said): m is Kind<'words'> => isWords(m) && m.number === 1;
    expect((await gateway.next(isAnswer)).message).toMatchObject({ direction: 2, serial: '042', word: 'BASE' });
  });

  it('tells by its alarm word that its cover was opened', async () => {
    await advanceTo(isReport);
    lock.tamper();
    expect((await gateway.next(isReport)).message.body.alarm.raw).toBe(1 << 16);
  });

  it('sleeps on without network, and delivers what it recorded as a batch from a blind spot', async () => {
    await advanceTo(isReport);
    await gateway.settle();
    lock.goOffline();
    clock.advance(120);
    lock.wake();
    const { message } = await advanceTo(is('batch'));
    expect(message.body.kind).toBe(1);
    expect(message.body.locations.length).toBeGreaterThan(1);
  });
});

const sample = (happened: Happening): Sample => ({
  ...{
    at: Date.UTC(2026, 10, 20),
    lon: 121,
    lat: 31,
    altitude: 5,
    fix: true,
    speed: 0,
    heading: 0,
    mileage: 12.5,
    satellites: 9,
    signal: 20,
  },
  ...{ cell: { mcc: 460, mnc: 0, lac: 1, cid: 2 }, lock: newLock({ password: '314159' }), happened },
});

it.each([
  [
    { what: 'unsealed', by: 'card', actor: '12345678' },
    { type: 0x22, card: '0012345678', result: 0x65 },
  ],
  [
    { what: 'unsealed', by: 'password', actor: '' },
    { type: 0x01, password: '314159', result: 0x65 },
  ],
  [
    { what: 'card refused', deed: 'unseal', card: '12345678', verdict: 'unregistered' },
    { type: 0x22, card: '0012345678', result: 0xff },
  ],
  // the answer to the order tells it
  [{ what: 'unsealed', by: 'platform', actor: 'admin' }, undefined],
  [{ what: 'opened' }, undefined],
] as const)('of %o it tells the event %o', (happened, event) => {
  const told = eventIn(jointech808LocationOf(sample(happened)));
  if (event) expect(told).toMatchObject(event);
  else expect(told).toBeUndefined();
});
