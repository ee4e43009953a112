import { z } from 'zod';
import { Id, Latitude, Longitude, oneOrMore, Time } from '../kit/call.ts';
import { alarmKinds, Fault, LockAction, LockSource, LockStatus } from '../lock/codes.ts';
import { RecordKey, recordCalls } from './recordCalls.ts';

/** A lock that changed its state, one that rang, or both at once. */
export const changeKinds = ['change', 'alert', 'both'] as const;
export type ChangeKind = (typeof changeKinds)[number];

const row = {
  key: RecordKey,
  what: z.enum(changeKinds),
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  org_name: z.string(),
  /** when it happened, by our clock, and when we heard of it */
  at: Time,
  receive_time: Time,
  /** null: it rang without any word of the lock about its metal */
  ls_before: z.enum(LockStatus).nullable(),
  ls_after: z.enum(LockStatus).nullable(),
  /** the same with what they rest on, as `stateCode` writes it */
  state_before: z.string().nullable(),
  state_after: z.string().nullable(),
  lst: z.enum(LockAction).nullable(),
  lso: z.enum(LockSource).nullable(),
  fault: z.enum(Fault).nullable(),
  rang: z.array(z.enum(alarmKinds)),
  electric: z.int().nullable(),
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  /** told from the lock's memory */
  replay: z.boolean(),
  /** false: its sender had not proved to be the lock */
  authenticated: z.boolean(),
  /** no lock said so: two states told one after the other show that it must have happened between */
  inferred: z.boolean(),
};
export const ChangeRecord = z.object(row);
export type ChangeRecord = z.output<typeof ChangeRecord>;

/** Alarms and changes of state on one line of time. */
export const changeRecords = recordCalls({
  path: 'changeRecord',
  title: { zh: '告警与状态变化记录', en: 'alert and status-change records' },
  row,
  filter: {
    what: z.enum(['change', 'alert']).optional(),
    kind: oneOrMore(z.enum(alarmKinds)).optional(),
    lock_status: oneOrMore(z.enum(LockStatus)).optional(),
  },
  detail: {
    /** those of the same lock before and after it */
    before: ChangeRecord.nullable(),
    after: ChangeRecord.nullable(),
    /** what it rang, as far as that stands still */
    alarm_id: Id.nullable(),
    /** of its frame; null: it came in none, or that is not kept any more */
    frame: z.string().nullable(),
  },
});
