import { MalformedMessage } from '../kit/malformed.ts';
import { textCoordinate } from './coordinate.ts';

/** `source` of a P45. */
export const EventSource = {
  card: 1,
  illegalCard: 2,
  vehicleCardBound: 3,
  staticPassword: 4,
  autoLocked: 5,
  dynamicPassword: 6,
  bluetooth: 7,
  ropePulled: 8,
} as const;

/** Special values of `verify` for cards and dynamic passwords; 1-10 is the fence it was opened in. */
export const Verify = { refused: 0, openedWithoutFence: 98, refusedOutsideFence: 99 } as const;

/** P45: what happened to the lock. */
export interface LockEvent {
  /** `DDMMYYhhmmss`, UTC */
  time: string;
  /** WGS-84 degrees, negative south; null when the lock wrote no coordinate */
  latitude: number | null;
  longitude: number | null;
  fix: boolean;
  /** km/h */
  speed: number;
  heading: number;
  /** see `EventSource` */
  source: number;
  /** see `Verify`; 1 or 0 for static passwords and Bluetooth */
  verify: number;
  /** 10 digits, null when no card was used */
  card: string | null;
  passwordOk: boolean;
  wrongCount: number;
  /** the key of the acknowledgement */
  serial: number;
  /** km; this and what follows is appended by newer firmwares only */
  mileage: number | null;
  imei: string | null;
  fence: number | null;
  /** cells as `MCC:MNC:LAC:CELL`, and whatever is appended next */
  rest: string[];
}

const noCard = '0000000000';

/** The fields behind `P45`. The serial is counted from the front, since firmwares append fields over time. */
export function readLockEvent(fields: readonly string[]): LockEvent {
  if (fields.length < 15) throw new MalformedMessage('short', `P45 with ${fields.length} fields`);
  const [date, clock, lat, northSouth, lon, eastWest, validity, speed, heading, ...after] = fields;
  const [source, verify, card, passwordOk, wrongCount, serial, mileage, imei, fence, ...rest] = after;
  if (!/^\d{6}$/.test(date ?? '') || !/^\d{6}$/.test(clock ?? '')) {
    throw new MalformedMessage('fields', 'P45 without date or time');
  }
  return {
    time: `${date}${clock}`,
    latitude: signed(textCoordinate(lat ?? '', 90), northSouth === 'S'),
    longitude: signed(textCoordinate(lon ?? '', 180), eastWest === 'W'),
    fix: validity === 'A',
    speed: number('speed', speed),
    heading: number('heading', heading),
    source: whole('source', source),
    verify: whole('verify', verify),
    card: card === undefined || /^0*$/.test(card) ? null : card,
    passwordOk: passwordOk === '1',
    wrongCount: whole('wrong count', wrongCount),
    serial: whole('serial', serial),
    mileage: mileage ? number('mileage', mileage) : null,
    imei: imei || null,
    fence: fence ? whole('fence', fence) : null,
    rest,
  };
}

export function writeLockEvent(event: LockEvent): string[] {
  const appended = [event.mileage ?? '', event.imei ?? '', event.fence ?? '', ...event.rest].map(String);
  while (appended.at(-1) === '') appended.pop();
  return [
    event.time.slice(0, 6),
    event.time.slice(6),
    degrees(event.latitude),
    isNegative(event.latitude) ? 'S' : 'N',
    degrees(event.longitude),
    isNegative(event.longitude) ? 'W' : 'E',
    event.fix ? 'A' : 'V',
    `${event.speed}`,
    `${event.heading}`,
    `${event.source}`,
    `${event.verify}`,
    event.card ?? noCard,
    event.passwordOk ? '1' : '0',
    `${event.wrongCount}`,
    `${event.serial}`,
    ...appended,
  ];
}

export interface Cell {
  mcc: number;
  mnc: number;
  lac: number;
  cid: number;
}

/** The cells a newer firmware appends; fields that are none are left out. */
export function cellsOf(event: LockEvent): Cell[] {
  return event.rest.flatMap((field) => {
    const parts = /^(\d+):(\d+):(\d+):(\d+)$/.exec(field);
    return parts
      ? [{ mcc: Number(parts[1]), mnc: Number(parts[2]), lac: Number(parts[3]), cid: Number(parts[4]) }]
      : [];
  });
}

function signed(value: number | null, negative: boolean): number | null {
  return value === null || !negative || value === 0 ? value : -value;
}

function isNegative(value: number | null): boolean {
  return value !== null && value < 0;
}

/** Five decimals as the locks write them, six where the sixth counts. */
function degrees(value: number | null): string {
  return value === null ? '' : Math.abs(value).toFixed(6).replace(/0$/, '');
}

function number(name: string, field: string | undefined): number {
  if (field === undefined || !/^\d{1,10}(\.\d{1,10})?$/.test(field))
    throw new MalformedMessage('fields', `${name} "${field}"`);
  return Number(field);
}

function whole(name: string, field: string | undefined): number {
  if (field === undefined || !/^\d{1,10}$/.test(field)) throw new MalformedMessage('fields', `${name} "${field}"`);
  return Number(field);
}
