import { fixFlags } from '@plomb/protocols/jointech/fix';
import { EventSource, type LockEvent, Verify } from '@plomb/protocols/jointech/lock-event';
import { DataType, lockStatus, type Position, wakeSources } from '@plomb/protocols/jointech/position';
import { timeOf } from '@plomb/protocols/jointech/time';
import type { Sample } from './dialect.ts';
import type { Happening, Mover } from './lock.ts';

/** JT701D. */
const version = 0x19;

type Verdict = Pick<LockEvent, 'source' | 'verify' | 'card' | 'passwordOk'>;

const verdict = (source: number, verify: number, card: string | null = null, passwordOk = false): Verdict => ({
  source,
  verify,
  card: card?.padStart(10, '0') ?? null,
  passwordOk,
});

const unsealedBy = ({ by, actor, area }: Mover): Verdict => {
  if (by === 'card') return verdict(EventSource.card, area ?? Verify.openedWithoutFence, actor);
  if (by === 'bluetooth') return verdict(EventSource.bluetooth, 1);
  if (by === 'platform' && actor === 'dynamic') {
    return verdict(EventSource.dynamicPassword, Verify.openedWithoutFence, null, true);
  }
  return verdict(EventSource.staticPassword, 1, null, true);
};

/** The P45 for what happened; null for what this family tells by its status bits. */
export const verdictOf = (happened: Happening): Verdict | null => {
  switch (happened.what) {
    case 'unsealed':
      return unsealedBy(happened);
    case 'sealed again':
      return verdict(EventSource.autoLocked, 0);
    case 'opened':
    case 'forced open':
      return verdict(EventSource.ropePulled, 0);
    case 'card refused':
      return happened.verdict === 'unregistered'
        ? verdict(EventSource.illegalCard, Verify.refused, happened.card)
        : verdict(EventSource.card, Verify.refusedOutsideFence, happened.card);
    default:
      return null;
  }
};

export const lockEventOf = (sample: Sample, about: Verdict, serial: number): LockEvent => ({
  ...about,
  time: timeOf(sample.at),
  latitude: sample.lat,
  longitude: sample.lon,
  fix: sample.fix,
  speed: Math.round(sample.speed),
  heading: Math.round(sample.heading) % 360,
  wrongCount: sample.lock.wrongPasswords,
  serial,
  mileage: Math.floor(sample.mileage),
  imei: null,
  fence: null,
  rest: [],
});

const alarming: ReadonlySet<Happening['what']> = new Set([
  'tampered',
  'cut',
  'battery low',
  'battery empty',
  'motor stuck',
  'too many wrong passwords',
]);

const wakeOf = (happened: Happening | null): number => {
  const source =
    happened?.what === 'woken'
      ? 'vibration'
      : happened?.what === 'closed' || happened?.what === 'cut'
        ? 'rope'
        : 'clock';
  return wakeSources.indexOf(source);
};

/** The alarm bits of a status tell an edge and are set in the alarm's own frame only, or each report would ring. */
export const positionOf = (sample: Sample, id: string, serial: number, late: boolean): Position => {
  const { lock, cell, happened } = sample;
  const tells = (what: Happening['what']) => happened?.what === what;
  const isAlarm = happened !== null && alarming.has(happened.what);
  return {
    id,
    version,
    deviceType: 1,
    dataType: isAlarm ? DataType.alarm : late ? DataType.blindSpot : DataType.realTime,
    time: timeOf(sample.at),
    latitude: sample.lat,
    longitude: sample.lon,
    flags: fixFlags.of({ fix: sample.fix }),
    speed: sample.speed,
    heading: sample.heading,
    mileage: Math.floor(sample.mileage),
    satellites: sample.satellites,
    vehicle: 0,
    status: lockStatus.of({
      ackRequired: true,
      ropeInserted: lock.shackle === 'closed' && !lock.cut,
      motorLocked: lock.motor === 'locked',
      coverClosed: lock.cover === 'closed',
      ropeCut: tells('cut'),
      wrongPassword: tells('too many wrong passwords'),
      lowBattery: tells('battery low') || tells('battery empty'),
      coverOpened: tells('tampered'),
      motorStuck: tells('motor stuck'),
    }),
    battery: Math.round(lock.battery),
    cellLow: cell.cid & 0xffff,
    lac: cell.lac,
    signal: sample.signal,
    wake: { fence: 0, wakeHigh: 0, wake: wakeOf(happened), mncHigh: 0, status2: 0 },
    network: { imei: null, cellHigh: cell.cid >>> 16, mcc: cell.mcc, mncLow: cell.mnc },
    serial,
    rest: new Uint8Array(),
  };
};
