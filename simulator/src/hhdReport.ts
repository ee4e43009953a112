import type { HhdMessage } from '@plomb/protocols/hhd/messages';
import { alarmWord, statusWord } from '@plomb/protocols/jt808/location';
import { timeOf } from '@plomb/protocols/jt808/time';
import { writeText } from '@plomb/protocols/kit/text';
import type { Sample } from './dialect.ts';
import type { Happening } from './lock.ts';

export type HhdLocation = Extract<HhdMessage, { kind: 'location' }>['body'];

/** Card numbers and network identity a lock carries with it. */
export interface HhdIdentity {
  imsi: string;
  iccid: string;
  /** smaller locks it speaks for: 12 digits each */
  subLocks?: readonly string[];
  /** items of a firmware nobody has published anything about */
  unpublished?: readonly { id: number; value: Uint8Array }[];
}

interface EventItem {
  code: number;
  /** 0 normal, 1 alarm */
  kind: number;
  content: Uint8Array;
}

const event = (code: number, content = '', kind: 0 | 1 = 0): EventItem => ({ code, kind, content: writeText(content) });

const moved = {
  sealed: { card: 0x03, bluetooth: 0x05, platform: 0x07, sms: 0x09, password: null },
  unsealed: { card: 0x04, bluetooth: 0x06, platform: 0x08, sms: 0x0a, password: null },
} as const;

/** Item 0x60 for what happened; null where the makers have published no code, as for a password typed on the lock. */
export const eventOf = (happened: Happening): EventItem | null => {
  switch (happened.what) {
    case 'closed':
      return event(0x00);
    case 'opened':
      return event(0x01);
    case 'sealed on closing':
      return event(0x02);
    case 'sealed':
    case 'unsealed': {
      const code = moved[happened.what][happened.by];
      return code === null ? null : event(code, happened.actor);
    }
    case 'card refused':
      if (happened.verdict === 'unregistered') return event(happened.deed === 'seal' ? 0x0b : 0x0c, happened.card);
      return event(happened.deed === 'seal' ? 0x0d : 0x0e, happened.card, 1);
    case 'forced open':
      return event(0x0f, '', 1);
    case 'tampered':
      return event(0x10, '', 1);
    case 'cut':
      return event(0x11, '', 1);
    case 'battery empty':
      return event(0x12, '', 1);
    case 'too many wrong passwords':
      return event(0x13, '', 1);
    case 'sealed again':
      return event(0x14);
    case 'woken':
      return event(happened.from === 'turning' ? 0x15 : 0x16);
    case 'battery low':
      return event(0x17, '', 1);
    case 'motor stuck':
      return event(0x18, '', 1);
  }
};

/** Volts of the cell: 3.5 when empty, 4.15 when full. */
export const voltsOf = (percent: number): number => 3.5 + (0.65 * percent) / 100;

/** The standard's clock: GMT+8 wherever the lock is. */
const utcOffsetMinutes = 480;

export const hhdLocationOf = (
  sample: Sample,
  { imsi, iccid, subLocks = [], unpublished = [] }: HhdIdentity,
): HhdLocation => {
  const { lock, cell } = sample;
  const told = sample.happened && eventOf(sample.happened);
  return {
    alarm: alarmWord.of({ underVoltage: false }),
    status: statusWord.of({ fix: sample.fix, gps: sample.fix, beidou: sample.fix }),
    latitude: sample.lat,
    longitude: sample.lon,
    altitude: sample.altitude,
    speed: Math.round(sample.speed * 10) / 10,
    heading: Math.round(sample.heading) % 360,
    time: timeOf(sample.at, utcOffsetMinutes),
    items: [
      ...(told ? [{ name: 'event', value: told } as const] : []),
      { name: 'mileage', value: sample.mileage },
      ...(subLocks.length > 0
        ? [
            {
              name: 'subLocks',
              value: subLocks.map((id) => ({ id, battery: 3.61, seal: lock.sealed ? 0x31 : 0x30, state: 0, rssi: 60 })),
            } as const,
          ]
        : []),
      { name: 'signal', value: sample.signal },
      { name: 'satellites', value: sample.satellites },
      {
        name: 'cells',
        value: { mcc: cell.mcc, cells: [{ rssi: 2 * sample.signal, mnc: cell.mnc, cid: cell.cid, lac: cell.lac }] },
      },
      { name: 'password', value: lock.password },
      { name: 'voltage', value: voltsOf(lock.battery) },
      { name: 'csq', value: sample.signal },
      { name: 'imsi', value: imsi },
      { name: 'iccid', value: iccid },
      ...unpublished.map((item) => ({ name: 'unknown', ...item }) as const),
    ],
  };
};
