import { wakeSources } from '@plomb/protocols/jointech/position';
import { type LockEvent, refused } from '@plomb/protocols/jointech808/lock-event';
import type { Jointech808Message } from '@plomb/protocols/jointech808/messages';
import { alarmWord as alarmNames, statusWord as statusNames, withWake } from '@plomb/protocols/jointech808/words';
import { alarmWord, statusWord } from '@plomb/protocols/jt808/location';
import { timeOf } from '@plomb/protocols/jt808/time';
import type { Sample } from './dialect.ts';
import { type Happening, lowBattery } from './lock.ts';

type Location = Extract<Jointech808Message, { kind: 'location' }>['body'];

/** Opened without a fence of the lock's own. */
const opened = 0x65;
const [byPassword, byCard] = [0x01, 0x22];

/** Item 0x0B for what happened; null where it is told by the status and the alarm word alone. */
const eventOf = (happened: Happening, password: string): LockEvent | null => {
  const event = { password: null, card: null, result: opened, rest: new Uint8Array() };
  switch (happened.what) {
    case 'unsealed':
      if (happened.by === 'platform') return null;
      return happened.by === 'card'
        ? { ...event, type: byCard, card: happened.actor.padStart(10, '0') }
        : { ...event, type: byPassword, password };
    case 'card refused':
      return { ...event, type: byCard, card: happened.card.padStart(10, '0'), result: refused };
    default:
      return null;
  }
};

const wakeOf = (happened: Happening | null): (typeof wakeSources)[number] => {
  switch (happened?.what) {
    case 'closed':
    case 'opened':
    case 'forced open':
    case 'cut':
      return 'rope';
    case 'tampered':
      return 'cover';
    case 'card refused':
      return 'card';
    case 'unsealed':
      return happened.by === 'card' ? 'card' : 'bluetooth';
    case 'woken':
      return 'vibration';
    default:
      return 'clock';
  }
};

/** Its clock keeps UTC. */
export const jointech808LocationOf = (sample: Sample): Location => {
  const { lock, cell, happened, fix } = sample;
  const told = happened && eventOf(happened, lock.password);
  const status = statusNames.of({
    fix,
    gps: fix,
    ropeOpen: lock.shackle === 'open' || lock.cut,
    motorOpen: lock.motor !== 'locked',
  });
  const alarm = alarmNames.of({ coverOpened: lock.cover === 'open', lowBattery: lock.battery <= lowBattery });
  return {
    alarm: alarmWord.of({}, alarm.raw),
    status: statusWord.of({}, withWake(status.raw, wakeSources.indexOf(wakeOf(happened)))),
    latitude: sample.lat,
    longitude: sample.lon,
    altitude: sample.altitude,
    speed: Math.round(sample.speed * 10) / 10,
    heading: Math.round(sample.heading) % 360,
    time: timeOf(sample.at, 0),
    items: [
      { name: 'signal', value: sample.signal },
      { name: 'satellites', value: sample.satellites },
      { name: 'battery', value: { percent: Math.round(lock.battery) } },
      { name: 'voltage', value: { volts: 3.5 + (0.7 * lock.battery) / 100 } },
      { name: 'protocolVersion', value: 7 },
      { name: 'cell', value: { ...cell, mncBytes: 2 } },
      { name: 'distance', value: Math.round(sample.mileage * 1000) },
      ...(told ? [{ name: 'lockEvent', value: told } as const] : []),
    ],
  };
};
