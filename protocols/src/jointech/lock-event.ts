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

/** P45: what happened to the lock. A field that does not fit is null or empty, and its text is in `odd`. */
export interface LockEvent {
  /** `DDMMYYhhmmss`, UTC; empty when date or clock is none */
  time: string;
  /** WGS-84 degrees, negative south; null when the lock wrote no coordinate */
  latitude: number | null;
  longitude: number | null;
  fix: boolean;
  /** km/h */
  speed: number | null;
  heading: number | null;
  /** see `EventSource` */
  source: number | null;
  /** see `Verify`; 1 or 0 for static passwords and Bluetooth */
  verify: number | null;
  /** 10 digits, null when no card was used */
  card: string | null;
  passwordOk: boolean;
  wrongCount: number | null;
  /** the key of the acknowledgement */
  serial: number | null;
  /** km; this and what follows is appended by newer firmwares only */
  mileage: number | null;
  imei: string | null;
  fence: number | null;
  /** cells as `MCC:MNC:LAC:CELL`, and whatever is appended next */
  rest: string[];
  /** fields as they came, where they are not of their kind */
  odd?: Partial<Record<OddField, string>>;
}

type OddField =
  | 'time'
  | 'latitude'
  | 'longitude'
  | 'speed'
  | 'heading'
  | 'source'
  | 'verify'
  | 'wrongCount'
  | 'serial'
  | 'mileage'
  | 'fence';

/** What stands behind `P45`, in order; cells and whatever is appended next follow. */
export const lockEventFields = [
  'date',
  'clock',
  'latitude',
  'northSouth',
  'longitude',
  'eastWest',
  'validity',
  'speed',
  'heading',
  'source',
  'verify',
  'card',
  'passwordOk',
  'wrongCount',
  'serial',
  'mileage',
  'imei',
  'fence',
] as const;

const noCard = '0000000000';

/**
 * The fields behind `P45`. The serial is counted from the front, since firmwares append fields over time. Throws
 * `MalformedMessage('short')` for a P45 that ends before its serial.
 */
export function readLockEvent(fields: readonly string[]): LockEvent {
  if (fields.length < 15) throw new MalformedMessage('short', `P45 with ${fields.length} fields`);
  const [date = '', clock = '', lat = '', northSouth, lon = '', eastWest, validity, speed, heading, ...after] = fields;
  const [source, verify, card, passwordOk, wrongCount, serial, mileage, imei, fence, ...rest] = after;
  const odd: NonNullable<LockEvent['odd']> = {};
  let isOdd = false;
  const fit = <T>(name: OddField, field: string | undefined, value: T | null): T | null => {
    if (value === null && field !== undefined) {
      odd[name] = field;
      isOdd = true;
    }
    return value;
  };
  const event: LockEvent = {
    time: fit('time', `${date},${clock}`, isTime(date, clock) ? date + clock : null) ?? '',
    // Empty without a fix.
    latitude: signed(fit('latitude', lat || undefined, textCoordinate(lat, 90)), northSouth === 'S'),
    longitude: signed(fit('longitude', lon || undefined, textCoordinate(lon, 180)), eastWest === 'W'),
    fix: validity === 'A',
    speed: fit('speed', speed, decimal(speed)),
    heading: fit('heading', heading, decimal(heading)),
    source: fit('source', source, whole(source)),
    verify: fit('verify', verify, whole(verify)),
    card: card === undefined || /^0*$/.test(card) ? null : card,
    passwordOk: passwordOk === '1',
    wrongCount: fit('wrongCount', wrongCount, whole(wrongCount)),
    serial: fit('serial', serial, whole(serial)),
    mileage: mileage ? fit('mileage', mileage, decimal(mileage)) : null,
    imei: imei || null,
    fence: fence ? fit('fence', fence, whole(fence)) : null,
    rest,
  };
  if (isOdd) event.odd = odd;
  return event;
}

export function writeLockEvent(event: LockEvent): string[] {
  const { odd = {}, time } = event;
  const appended = [
    odd.mileage ?? event.mileage ?? '',
    event.imei ?? '',
    odd.fence ?? event.fence ?? '',
    ...event.rest,
  ].map(String);
  while (appended.at(-1) === '') appended.pop();
  return [
    ...(odd.time?.split(',') ?? [time.slice(0, 6), time.slice(6)]),
    odd.latitude ?? degrees(event.latitude),
    isNegative(event.latitude) ? 'S' : 'N',
    odd.longitude ?? degrees(event.longitude),
    isNegative(event.longitude) ? 'W' : 'E',
    event.fix ? 'A' : 'V',
    odd.speed ?? `${event.speed}`,
    odd.heading ?? `${event.heading}`,
    odd.source ?? `${event.source}`,
    odd.verify ?? `${event.verify}`,
    event.card ?? noCard,
    event.passwordOk ? '1' : '0',
    odd.wrongCount ?? `${event.wrongCount}`,
    odd.serial ?? `${event.serial}`,
    ...appended,
  ];
}

export interface Cell {
  mcc: number;
  mnc: number;
  lac: number;
  cid: number;
}

const cellShape = /^(\d+):(\d+):(\d+):(\d+)$/;

export function isCell(field: string): boolean {
  return cellShape.test(field);
}

/** The cells a newer firmware appends; fields that are none are left out. */
export function cellsOf(event: LockEvent): Cell[] {
  return event.rest.flatMap((field) => {
    const parts = cellShape.exec(field);
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

function isTime(date: string, clock: string): boolean {
  return /^\d{6}$/.test(date) && /^\d{6}$/.test(clock);
}

function decimal(field: string | undefined): number | null {
  return field !== undefined && /^\d{1,10}(\.\d{1,10})?$/.test(field) ? Number(field) : null;
}

function whole(field: string | undefined): number | null {
  return field !== undefined && /^\d{1,10}$/.test(field) ? Number(field) : null;
}
