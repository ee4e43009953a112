import { z } from 'zod';
import { Id, Latitude, Longitude, oneOrMore, Time } from '../kit/call.ts';
import { alarmKinds, Fault, LockAction, LockSource, LockStatus, ReportType } from '../lock/codes.ts';
import { CommunicateStatus } from '../lock/connection.ts';
import { RecordKey, recordCalls } from './recordCalls.ts';

/** How a report reached us: as it happened, over a slow way, or out of the lock's memory once it was connected again. */
export const recordTold = ['live', 'late', 'replayed'] as const;
export type RecordTold = (typeof recordTold)[number];
/** Seconds after which a report is late. */
export const LATE_SECONDS = 60;

export const positionStatuses = ['valid', 'invalid'] as const;

/** A report of a lock, as it was accepted. */
const row = {
  key: RecordKey,
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  org_name: z.string(),
  /** by the lock's own clock, and when it reached us */
  device_time: Time,
  receive_time: Time,
  told: z.enum(recordTold),
  /** seconds between the two; below 0 its clock is ahead */
  delay: z.int(),
  communicate_status: CommunicateStatus,
  /** false: its sender had not proved to be the lock */
  authenticated: z.boolean(),
  msg_type: z.enum(ReportType),
  position_status: z.enum(positionStatuses),
  /** null: it had no fix */
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  velocity: z.number().nullable(),
  heading: z.number().nullable(),
  altitude: z.number().nullable(),
  satellites: z.int().nullable(),
  mileage: z.number().nullable(),
  lock_status: z.enum(LockStatus),
  /** the status with what it rests on, as `stateCode` writes it */
  lock_state: z.string(),
  /** null: it told of no deed of the lock */
  lst: z.enum(LockAction).nullable(),
  lso: z.enum(LockSource).nullable(),
  fault: z.enum(Fault),
  /** the alarms it rang */
  rang: z.array(z.enum(alarmKinds)),
  electric: z.int().nullable(),
  voltage: z.number().nullable(),
  temperature: z.number().nullable(),
  signal: z.int().nullable(),
  mcc: z.int().nullable(),
  mnc: z.int().nullable(),
  lac: z.int().nullable(),
  cid: z.int().nullable(),
  report_reson: z.string(),
};
export const ReportRecord = z.object(row);
export type ReportRecord = z.output<typeof ReportRecord>;

const filter = {
  lock_status: oneOrMore(z.enum(LockStatus)).optional(),
  msg_type: oneOrMore(z.enum(ReportType)).optional(),
  fault: oneOrMore(z.enum(Fault)).optional(),
  position_status: z.enum(positionStatuses).optional(),
  told: z.enum(recordTold).optional(),
};

const detail = {
  /** those of the same lock before and after it */
  before: ReportRecord.nullable(),
  after: ReportRecord.nullable(),
  /** where it was without a fix: the last place before, and when that was */
  last_place: z.object({ lon: Longitude, lat: Latitude, device_time: Time }).nullable(),
  /** of its frame: `/device/frame` explains it */
  frame: z.string(),
};

/** Where locks were: their reports with the columns of a place. */
export const locationRecords = recordCalls({
  path: 'locationRecord',
  title: { zh: '设备位置记录', en: 'device location records' },
  ...{ row, filter, detail },
});
/** In what state they were: the same reports with the columns of a state. */
export const statusRecords = recordCalls({
  path: 'statusRecord',
  title: { zh: '设备状态记录', en: 'device status records' },
  ...{ row, filter, detail },
});
