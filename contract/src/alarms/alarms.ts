import { z } from 'zod';
import { call, Id, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { alarmKinds } from '../lock/codes.ts';
import { outOfUse } from '../lock/operable.ts';
import { Swipe } from '../lock/swipe.ts';

/** Two things are critical: metal was forced, or a lock was opened without right. */
export const AlarmSeverity = z.enum(['critical', 'warning', 'info']);
export const alarmResults = ['handled', 'false_alarm', 'maintenance', 'police', 'other'] as const;
/**
 * How an alarm can have ended, and by nobody: `explained`: a word the lock told late has shown that there was no cause;
 * `exchanged`: its device got another lock.
 */
export const alarmEnds = [...alarmResults, 'explained', 'exchanged'] as const;

export const Alarm = z.object({
  id: Id,
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  /** of its device now; null: it is in use, or out of sight */
  out_of_use: z.enum(outOfUse).nullable(),
  org_name: z.string(),
  kind: z.enum(alarmKinds),
  /** the fault number behind it (1008, 1010, 1006 …), 0 when there is none */
  fault: z.int(),
  severity: AlarmSeverity,
  first_time: Time,
  last_time: Time,
  /** the lock's event that rang it first; null: it came of no event */
  event_id: Id.nullable(),
  /** how the card stood to the rules that rang it first; null: no card, or no rule was about it */
  swipe: Swipe.extend({
    /** its number, masked */
    card: z.string(),
    /** of its record; '' = none in sight */
    card_name: z.string(),
  }).nullable(),
  /** by their names when it rang, the fences that were left or entered */
  fences: z.array(z.string()),
  /** how often it came back while unprocessed */
  hits: z.int(),
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  status: z.enum(['unprocessed', 'processed']),
  /** who took it on */
  owner: z.string(),
  owner_login: z.string(),
  processor: z.string(),
  processor_login: z.string(),
  process_time: Time.nullable(),
  result: z.enum(alarmEnds).nullable(),
  /** told long after it happened */
  late: z.boolean(),
  /** rings only by one of two times, since the lock's clock may be slow; its next reports settle it */
  doubtful: z.boolean(),
  /** rung only over connections that had not proved to be the lock */
  unproved: z.boolean(),
  remark: z.string(),
});
export type Alarm = z.output<typeof Alarm>;

const title = (zh: string, en: string) => ({ zh, en });

const filter = {
  status: Alarm.shape.status.optional(),
  kind: Alarm.shape.kind.optional(),
  device_id: Id.optional(),
  keyword: Line(60).optional(),
  /** of the last time it was seen */
  from: Time.optional(),
  to: Time.optional(),
};

export const alarms = {
  /**
   * Newest first; of the unprocessed alone the most severe first, then the longest waiting. With `order: 'urgency'` what
   * waits stands first in that order, then what is processed, newest first. By cursor: `before` is the id of the last
   * row shown, and `stood` how it stood then.
   */
  list: call({
    path: '/alarm/list',
    title: title('查询告警', 'Search alarms'),
    permit: 'alarm:list',
    business: null,
    input: z.object({
      ...filter,
      order: z.enum(['time', 'urgency']).default('time'),
      before: Id.optional(),
      /**
       * `processed`, or the severity of one that waited. Without it the row is taken as it stands now, and what lies between
       * is passed over if somebody has processed it meanwhile.
       */
      stood: z.enum([...AlarmSeverity.options, 'processed']).optional(),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ rows: z.array(Alarm), more: z.boolean(), unprocessed: z.int() }),
  }),
  /** the one number of bell, map, dashboard and list: alarms nobody has processed yet, without mere notices */
  count: call({
    path: '/alarm/count',
    title: title('统计告警', 'Count alarms'),
    permit: 'alarm:list',
    business: null,
    input: Nothing,
    output: z.object({
      unprocessed: z.int().min(0),
      critical: z.int().min(0),
      /** locks that have any of them */
      locks: z.int().min(0),
    }),
  }),
  detail: call({
    path: '/alarm/detail',
    title: title('查看告警', 'View alarm'),
    permit: 'alarm:list',
    business: null,
    input: z.object({ id: Id }),
    output: Alarm,
  }),
  claim: call({
    path: '/alarm/claim',
    title: title('受理告警', 'Take an alarm'),
    permit: 'alarm:process',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  process: call({
    path: '/alarm/process',
    title: title('处理告警', 'Process an alarm'),
    permit: 'alarm:process',
    business: 'update',
    input: z.object({
      id: Id,
      /** how often it had rung when it was read: one that rang again since is read again first */
      hits: z.int().min(1),
      result: z.enum(alarmResults, { error: 'alarmResult' }),
      remark: Line(500),
    }),
    output: Nothing,
  }),
  /** in the order of urgency, as the list is opened */
  export: exportCall({
    path: 'alarm',
    menu: 'alarm',
    title: title('告警', 'alarms'),
    filter,
    fields: Object.keys(Alarm.omit({ swipe: true }).shape),
  }),
};
