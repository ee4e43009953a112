import type { LockPatch } from '@plomb/contract/live/live';
import type { AlarmKind } from '@plomb/contract/lock/codes';
import { wordTimeOf } from '@plomb/contract/lock/operable';
import { trustOf } from '@plomb/contract/lock/trust';
import type { DeviceAfter } from './effects.ts';

/** An alarm a batch rang, rang again, closed by itself, or now knows the time of. */
export interface AlarmTouched {
  id: number;
  deviceId: number;
  orgId: number;
  kind: AlarmKind;
  what: 'raised' | 'again' | 'cleared' | 'settled';
}

/** What a batch changed, told after its commit. */
export interface Changes {
  devices: DeviceAfter[];
  alarms: AlarmTouched[];
  /** ids of commands that got evidence */
  commands: number[];
}

const iso = (time: number): string => new Date(time).toISOString();

/** The change as the live map knows it. Readings a lock did not give stay out, so that what was known before stands. */
export const patchOf = ({
  deviceId,
  family,
  present,
  readings,
  receiveTime,
  moved,
  lockMoved,
  clockMoved,
  asideMoved,
}: DeviceAfter): LockPatch => {
  const patch: LockPatch = { id: deviceId };
  if (receiveTime !== null) patch.seen_time = iso(receiveTime);
  if (moved) {
    patch.lock_status = present.lockStatus;
    patch.lock_since = present.lockSince === null ? null : iso(present.lockSince);
    patch.lock_actor = present.lockActor;
    patch.lock_source = present.lockSource;
    patch.fault = present.fault;
    if (present.presentTime !== null) patch.report_time = iso(present.presentTime);
  }
  if (moved || lockMoved) {
    const held = trustOf({ family, lock_status: present.lockStatus }, true).held;
    const word = wordTimeOf(family, { ...present, held });
    if (word !== null) patch.lock_time = iso(word);
  }
  if (clockMoved) patch.clock_doubt = present.clock.doubt !== null;
  if (asideMoved) patch.aside_since = present.asideSince === null ? null : iso(present.asideSince);
  if (readings === null) return patch;
  if (readings.place) {
    if (readings.placeTime !== null) patch.place_time = iso(readings.placeTime);
    patch.lon = readings.place.lon;
    patch.lat = readings.place.lat;
    patch.velocity = readings.place.velocity;
    patch.heading = readings.place.heading;
  }
  if (readings.electric !== null) patch.electric = Math.round(readings.electric);
  if (readings.charging !== null) patch.charging = readings.charging;
  if (readings.voltage !== null) patch.voltage = readings.voltage;
  if (readings.temperature !== null) patch.temperature = readings.temperature;
  if (readings.signal !== null) patch.signal = readings.signal;
  if (readings.mileage !== null) patch.mileage = readings.mileage;
  if (readings.ver !== null) patch.ver = readings.ver;
  return patch;
};
