import { decodeMulti, Encoder } from '@msgpack/msgpack';
import type { LockReport, ReportEvent, ReportPosition } from '@plomb/contract/lock/report';

/**
 * Reports on their way between processes: one byte with the version of the layout, then each report as a MessagePack
 * array of its fields by place, without their names. A field that comes to `LockReport` makes a new version: a process
 * reads all versions up to its own, so those that store reports are brought up to a release before those that send them.
 */
const VERSION = 1;

/** What a lock's one-time password is sealed and opened by, so that it lies in no stream in clear. */
export interface PasswordSeal {
  seal(deviceId: number, password: string): Uint8Array;
  /** null: sealed with a secret that is lost */
  open(deviceId: number, sealed: Uint8Array): string | null;
}

export interface Carried {
  deviceId: number;
  report: LockReport;
}

/** This process does not know the layout: one of a later release wrote it. */
export class LaterVersion extends Error {
  override name = 'LaterVersion';
}

const plain = [
  'sn',
  'family',
  'msg_type',
  'replay',
  'authenticated',
  'deviceTime',
  'receiveTime',
  'serial',
  'part',
  'ls',
  'fault',
  'electric',
  'charging',
  'voltage',
  'temperature',
  'mileage',
  'signal',
  'mcc',
  'mnc',
  'lac',
  'cid',
  'icc_card_no',
  'sim_card',
  'imsi',
  'ver',
  'subLocks',
  'wifi',
  'notUnderstood',
  'report_reson',
  'raw',
] as const satisfies readonly (keyof LockReport)[];
const ofPosition = ['lon', 'lat', 'fix', 'altitude', 'velocity', 'heading', 'satellites'] as const;
const ofEvent = ['code', 'lst', 'lso', 'ls', 'alarms', 'actor'] as const;

type Complete<T, Named extends keyof T> = Exclude<keyof T, Named> extends never ? true : never;
/** A field that is in no list does not compile. */
export const isComplete: [
  Complete<LockReport, (typeof plain)[number] | 'position' | 'event' | 'unlockPassword'>,
  Complete<ReportPosition, (typeof ofPosition)[number]>,
  Complete<ReportEvent, (typeof ofEvent)[number]>,
] = [true, true, true];

const packed = <T extends object>(names: readonly (keyof T)[], value: T | null): unknown[] | null =>
  value === null ? null : names.map((name) => value[name]);
const unpacked = <T>(names: readonly (keyof T)[], values: unknown[] | null): T | null =>
  values === null ? null : (Object.fromEntries(names.map((name, i) => [name, values[i]])) as T);

const encoder = new Encoder();

/** One report; what makes it a message is `messageOf`. */
export const encodeReport = ({ deviceId, report }: Carried, seal: PasswordSeal['seal']): Uint8Array =>
  encoder.encode([
    deviceId,
    packed(ofPosition, report.position),
    packed(ofEvent, report.event),
    report.unlockPassword === null ? null : seal(deviceId, report.unlockPassword),
    ...plain.map((name) => report[name]),
  ]);

const head = Uint8Array.of(VERSION);
export const messageOf = (reports: readonly Uint8Array[]): Uint8Array => Buffer.concat([head, ...reports]);

/** What storing takes for granted; any other value that is none of its kind the database refuses, and it is put aside. */
const isReport = ({ deviceId, report: r }: Carried): boolean =>
  Number.isSafeInteger(deviceId) &&
  typeof r.sn === 'string' &&
  typeof r.authenticated === 'boolean' &&
  Number.isFinite(r.receiveTime) &&
  Number.isSafeInteger(r.serial) &&
  r.raw instanceof Uint8Array &&
  Array.isArray(r.notUnderstood);

/**
 * The reports of a message, in their order. Throws when it is none, or one of a later release; what looks like one and is
 * none is told to `refused`, and keeps no other out.
 */
export const decodeMessage = (
  message: Uint8Array,
  open: PasswordSeal['open'],
  refused: (item: unknown) => void,
): Carried[] => {
  if (message[0] !== VERSION) throw new LaterVersion(`reports in layout ${message[0]}; this release knows ${VERSION}`);
  return Array.from(decodeMulti(message.subarray(1)), (item) => {
    const carried = carriedOf(item, open);
    if (!carried) refused(item);
    return carried;
  }).filter((one) => one !== null);
};

const carriedOf = (item: unknown, open: PasswordSeal['open']): Carried | null => {
  if (!Array.isArray(item) || item.length !== plain.length + 4) return null;
  try {
    const [deviceId, position, event, sealed, ...values] = item;
    const report = {
      ...unpacked(plain, values),
      position: unpacked(ofPosition, position),
      event: unpacked(ofEvent, event),
      unlockPassword: sealed === null ? null : open(deviceId, sealed),
    } as LockReport;
    const carried = { deviceId, report };
    return isReport(carried) ? carried : null;
  } catch {
    return null;
  }
};
