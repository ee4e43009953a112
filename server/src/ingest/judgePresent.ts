import { Fault, LockStatus } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import { batteryDecision } from './alarms.ts';
import type { Alarms } from './batchAlarms.ts';
import type { DeviceBatch } from './deviceBatch.ts';
import type { Told } from './fold.ts';
import { type History, isOrder } from './history.ts';
import { isReplay, type Taken } from './intake.ts';
import { type FencePlace, judgeFences, type PlaceAt } from './judgeFences.ts';
import type { LockState } from './lockFold.ts';
import { mergeReadings, type Present, type Readings, readingsOf } from './present.ts';
import { blindingFaults, tamperFaults, trueOrder, type WordKey } from './word.ts';

export interface JudgedPresent {
  stored: { taken: Taken; late: boolean; lockStatus: number }[];
  present: Present;
  readings: Readings | null;
  receiveTime: number | null;
  moved: boolean;
}

const metal: ReadonlySet<number> = new Set([...blindingFaults, ...tamperFaults]);

/** Where a device is and what it reads: its newest report's word, whatever its metal does. */
export const judgePresent = (
  device: DeviceBatch,
  lock: LockState,
  told: readonly Told[],
  alarms: Alarms,
): JudgedPresent => {
  const { present: before, rules, intake, history } = device;
  const stored: JudgedPresent['stored'] = [];
  let { presentTime, deviceTime, serial, lowBattery, batteryTime, asideSince, heardTime } = before;
  let badge = metal.has(before.fault) ? Fault.none : before.fault;
  let readings: Readings | null = null;
  let receiveTime: number | null = null;
  let moved = false;
  const newestWord = wordAfter(before, [...retimedIn(history), ...wordsIn(intake.taken)], rules.family);

  for (const taken of intake.taken) {
    const { report, at, place, trouble } = taken;
    const proved = report.authenticated;
    const late = isReplay(report) || (presentTime !== null && at < presentTime);
    const isKept = trouble === null && (!report.stripped || taken.word !== null);
    if (isKept) {
      deviceTime = Math.max(deviceTime ?? Number.NEGATIVE_INFINITY, report.deviceTime);
      stored.push({ taken, late, lockStatus: late ? ownStatus(report) : statusAt(at, told, before) });
    }
    if (!proved) continue;
    receiveTime = Math.max(receiveTime ?? Number.NEGATIVE_INFINITY, report.receiveTime);
    asideSince = asideAfter(asideSince, taken, heardTime);
    heardTime = Math.max(heardTime ?? Number.NEGATIVE_INFINITY, report.receiveTime);

    const low = batteryDecision(report.electric, rules.lowBattery, saysLow(report));
    if (low !== null && (batteryTime === null || at > batteryTime || (at === batteryTime && low))) {
      if (low && !lowBattery) alarms.ring({ kind: 'low_battery', fault: Fault.none }, at, taken, place);
      if (!low && lowBattery) alarms.clear('low_battery', at, taken);
      lowBattery = low;
      batteryTime = at;
    }
    if (!isKept) continue;

    // the screen says that what it shows is of before: a word from its memory does not become the present meanwhile
    const isOfBefore = asideSince !== null && isReplay(report);
    if (presentTime === null || (at >= presentTime && !isOfBefore)) {
      presentTime = at;
      serial = report.serial;
      badge = metal.has(report.fault) ? Fault.none : report.fault;
      const read = readingsOf(report, place, at);
      readings = readings ? mergeReadings(readings, read) : read;
      moved = true;
    }
  }
  const abnormal = lock.lockStatus === LockStatus.abnormal ? lock.lockFault : Fault.none;
  return {
    stored,
    present: {
      ...lock,
      ...newestWord,
      presentTime,
      deviceTime,
      serial,
      fault: badge !== Fault.none ? badge : abnormal,
      fence: fenceAfter(device, alarms),
      lowBattery,
      batteryTime,
      clock: intake.clock,
      asideSince,
      heardTime,
    },
    readings,
    receiveTime,
    moved,
  };
};

/**
 * Since when live reports are put aside; the next one that is taken ends it, as does the newest of them when it is judged
 * again and taken. What a lock tells from its memory says nothing of it.
 */
const asideAfter = (since: number | null, { report, trouble }: Taken, heardTime: number | null): number | null => {
  if (report.heard) return trouble === null && report.receiveTime >= (heardTime ?? 0) ? null : since;
  if (isReplay(report)) return since;
  return trouble === null && !report.stripped ? null : (since ?? report.receiveTime);
};

const saysLow = ({ event }: LockReport): boolean => event?.alarms.includes('low_battery') ?? false;

const wordsIn = (taken: readonly Taken[]): WordKey[] =>
  taken.flatMap(({ word, counts, copy }) => (word && (counts || copy) ? [word] : []));

/** With a word whose time was put right, those that were judged again may be the newest: also what was only stated. */
const retimedIn = (history: History | null): WordKey[] => {
  const words = history?.entries.filter(({ word }) => word && !isOrder(word)) ?? [];
  return words.some((one) => one.kind === 'event' && one.retimed) ? words.map(({ key }) => key) : [];
};

/** The newest of the lock's words, known or told now. */
const wordAfter = (
  { lockTime, lockSerial }: Present,
  words: readonly WordKey[],
  family: LockReport['family'],
): Pick<Present, 'lockTime' | 'lockSerial'> => {
  const compare = trueOrder(family);
  let newest = { lockTime, lockSerial };
  for (const word of words) {
    const known = { ...word, at: newest.lockTime ?? Number.NEGATIVE_INFINITY, serial: newest.lockSerial };
    if (compare(known, word) <= 0) newest = { lockTime: word.at, lockSerial: word.serial };
  }
  return newest;
};

/** A late report carries in history only what it says itself. */
const ownStatus = ({ event, ls }: LockReport): number => event?.ls ?? ls ?? LockStatus.initial;

/** A live one carries the status its lock was in. */
const statusAt = (at: number, told: readonly Told[], before: LockState): number => {
  let { lockStatus } = before;
  for (const { taken, judged } of told) if (taken.counts && taken.at <= at) lockStatus = judged.state.lockStatus;
  return lockStatus;
};

/** The places that say where it was: the lock's own, of a time that is believed. */
export const placesOf = ({ intake, rules }: Pick<DeviceBatch, 'intake' | 'rules'>): (PlaceAt & { taken: Taken })[] =>
  rules.fences === null
    ? []
    : intake.taken.flatMap((taken) => {
        const { report, at, place, trouble, word } = taken;
        const isKept = trouble === null && (!report.stripped || word !== null);
        return place && isKept && report.authenticated ? [{ at, lon: place.lon, lat: place.lat, taken }] : [];
      });

/** Rings what went into or out of a fence, and tells by what the next place is judged. */
const fenceAfter = (device: DeviceBatch, alarms: Alarms): FencePlace | null => {
  const { rules, present, around } = device;
  if (rules.fences === null) return null;
  const { now, rung } = judgeFences(rules.fences, present.fence, placesOf(device), around);
  for (const { fence, into, place } of rung)
    alarms.ring({ kind: into ? 'into_fence' : 'out_of_fence', fault: Fault.none }, place.at, place.taken, place, {
      fence,
    });
  return now;
};
