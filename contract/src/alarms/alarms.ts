import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { alarmKinds } from '../lock/codes.ts';
import { outOfUse } from '../lock/operable.ts';
import { PLACE } from '../lock/place.ts';
import { Swipe, swipeFields } from '../lock/swipe.ts';
import { sealMedia } from '../seals/number.ts';
import { alarmSeverities } from './severity.ts';

/** Two things are critical: metal was forced, or a lock was opened without right. */
export const AlarmSeverity = z.enum(alarmSeverities);
export const alarmResults = ['handled', 'driver', 'false_alarm', 'police', 'maintenance', 'other'] as const;
/** What people do with an alarm; each is kept with who did it. */
export const alarmSteps = ['take', 'hand_over', 'escalate', 'process'] as const;
export type AlarmStepName = (typeof alarmSteps)[number];
/** `give_back`: whoever had it may process it no more; nobody's deed. */
export const alarmTurns = [...alarmSteps, 'give_back'] as const;
/** What is said of a critical alarm when it is processed has at least so many characters. */
export const REMARK_LEAST = 6;
/** Photos of one alarm. */
export const MOST_PHOTOS = 9;
/** Alarms that are taken or processed together. */
export const MOST_TOGETHER = 100;
/**
 * How an alarm can have ended, and by nobody: `explained`: a word the lock told late has shown that there was no cause;
 * `exchanged`: its device got another lock; `ceased`: what rang is not so any more.
 */
export const alarmEnds = [...alarmResults, 'explained', 'exchanged', 'ceased'] as const;
/** Whether nobody ended it. */
export const isEndedByItself = (result: (typeof alarmEnds)[number] | null): boolean =>
  result !== null && !alarmResults.some((one) => one === result);

/** A fence whose name is not the reader's to know. */
export const fenceAbove: Text = { zh: '上级组织的围栏', en: 'a fence of an organisation above' };

export const Alarm = z.object({
  id: Id,
  /** null: it is of a lead seal */
  device_id: Id.nullable(),
  /** of the lock; of a seal: its number, as it was read last */
  sn: z.string(),
  /** of a seal: what it was said to be on */
  device_name: z.string(),
  /** of a seal: its number */
  subject: z.string(),
  /** null: it is of a device. `id` null: nobody knows the number. It was rung by an operation that was refused, or by what a reader said */
  seal: z
    .object({ id: Id.nullable(), medium: z.enum(sealMedia), operation_id: Id.nullable(), record_id: Id.nullable() })
    .nullable(),
  /** on whose way it rang: by its serial number and the plate of its vehicle; null: on none, or of an organisation above */
  batch: z.object({ id: Id, serial: z.string(), plate: z.string() }).nullable(),
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
  /** by their names when it rang, the fences that were left or entered; '' = one of an organisation above, see `fenceAbove` */
  fences: z.array(z.string()),
  /** how often it came back while unprocessed */
  hits: z.int(),
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  status: z.enum(['unprocessed', 'processed']),
  /** who took it on */
  owner: z.string(),
  owner_login: z.string(),
  /** since when it is with them */
  owner_time: Time.nullable(),
  /** handed up, and taken by nobody since */
  escalate_time: Time.nullable(),
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
  /** what was photographed, as files that whoever sees the alarm's organisation sees */
  photos: z.array(FileId),
});
export type Alarm = z.output<typeof Alarm>;

/** One deed of a person with an alarm, or that it was given back. */
export const AlarmStep = z.object({
  id: Id,
  step: z.enum(alarmTurns),
  /** who did it; of one that was given back: who had it */
  oper_name: z.string(),
  login_name: z.string(),
  /** to whom it was handed; '' = nobody */
  to_name: z.string(),
  to_login: z.string(),
  reason: z.string(),
  time: Time,
});
export type AlarmStep = z.output<typeof AlarmStep>;

export const AlarmMute = z.object({ until_time: Time, reason: z.string() });
/** A console is never muted for longer, minutes. */
export const MOST_MUTED = 240;

const title = (zh: string, en: string) => ({ zh, en });

const filter = {
  status: Alarm.shape.status.optional(),
  kind: Alarm.shape.kind.optional(),
  severity: AlarmSeverity.optional(),
  /** mine: taken by the caller; unclaimed: by nobody */
  owner: z.enum(['mine', 'unclaimed']).optional(),
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
    onWalls: true,
    business: null,
    input: z.object({
      ...filter,
      /** of one organisation and those below it */
      org_id: Id.optional(),
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
    onWalls: true,
    business: null,
    input: Nothing,
    output: z.object({
      unprocessed: z.int().min(0),
      critical: z.int().min(0),
      /** locks of the map that have any of them: a disabled one is not there, and its alarm is still somebody's to deal with */
      locks: z.int().min(0),
      /** the caller hears none until then, and said why; null: they are heard */
      mute: AlarmMute.nullable(),
    }),
  }),
  /** The queue in figures: whose the open ones are, what kinds there are of them, and what was done since a moment. */
  tally: call({
    path: '/alarm/tally',
    title: title('统计待处理告警', 'Figures of the queue of alarms'),
    permit: 'alarm:list',
    business: null,
    input: z.object({
      /** when the caller's day began */
      since: Time,
    }),
    output: z.object({
      /** of those somebody has to deal with */
      all: z.int(),
      mine: z.int(),
      unclaimed: z.int(),
      /** mere notices, which count apart */
      notices: z.int(),
      /** of each kind, notices too, the most severe first */
      kinds: z.array(
        z.object({ kind: z.enum(alarmKinds), severity: AlarmSeverity, count: z.int(), oldest_time: Time }),
      ),
      processed: z.int(),
      processed_by_me: z.int(),
      /** from ringing to the end, minutes; null: none was processed */
      mean_minutes: z.number().nullable(),
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
  /** What people did with it, oldest first, and whether the caller's own deed rang it, who then cannot process it. */
  steps: call({
    path: '/alarm/steps',
    title: title('查询告警处置经过', 'Read what was done with an alarm'),
    permit: 'alarm:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({ rows: z.array(AlarmStep), own: z.boolean() }),
  }),
  /** Several at once, or none of them: one that somebody else has refuses all. */
  claimMany: call({
    path: '/alarm/claimMany',
    title: title('批量受理告警', 'Take several alarms'),
    permit: 'alarm:process',
    business: 'update',
    input: z.object({ ids: z.array(Id).min(1).max(MOST_TOGETHER) }),
    output: Nothing,
  }),
  /** Who can be given an alarm: people of the caller's organisations who see it and may process alarms, by name. */
  people: call({
    path: '/alarm/people',
    title: title('查询可转交的人员', 'Search people to hand an alarm over to'),
    permit: 'alarm:process',
    business: null,
    input: z.object({ id: Id, keyword: Line(60).default('') }),
    output: z.object({
      rows: z.array(z.object({ id: Id, oper_name: z.string(), login_name: z.string(), org_name: z.string() })),
    }),
  }),
  /** To a person, who has it from then on; also from somebody else's hands, and into the caller's own. */
  handOver: call({
    path: '/alarm/handOver',
    title: title('转交告警', 'Hand an alarm over'),
    permit: 'alarm:process',
    business: 'update',
    input: z.object({ id: Id, operator_id: Id, reason: Line(200).default('') }),
    output: Nothing,
  }),
  /** Up: nobody has it any more, and the recipients of the next organisation above that has any are told at once. */
  escalate: call({
    path: '/alarm/escalate',
    title: title('上报告警', 'Escalate an alarm'),
    permit: 'alarm:process',
    business: 'update',
    input: z.object({ id: Id, reason: Line(200).min(1, { error: 'required' }) }),
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
      /** of a critical alarm at least six characters */
      remark: Line(500),
      photos: z.array(FileId).max(MOST_PHOTOS).default([]),
    }),
    output: Nothing,
  }),
  /** Several with one result, or none of them: one that cannot be processed refuses all. */
  processMany: call({
    path: '/alarm/processMany',
    title: title('批量处理告警', 'Process several alarms'),
    permit: 'alarm:process',
    business: 'update',
    input: z.object({
      alarms: z
        .array(z.object({ id: Id, hits: z.int().min(1) }))
        .min(1)
        .max(MOST_TOGETHER),
      result: z.enum(alarmResults, { error: 'alarmResult' }),
      remark: Line(500),
    }),
    output: Nothing,
  }),
  /** Alarms are not heard by the caller for so many minutes, and others can read why; 0: they are heard again. */
  mute: call({
    path: '/alarm/mute',
    title: title('告警静音', 'Mute alarms'),
    permit: 'alarm:list',
    business: 'update',
    input: z.object({ minutes: z.int().min(0).max(MOST_MUTED), reason: Line(200) }),
    output: Nothing,
  }),
  /** in the order of urgency, as the list is opened */
  export: exportCall({
    path: 'alarm',
    menu: 'alarm',
    title: title('告警', 'alarms'),
    filter,
    fields: [...Object.keys(Alarm.omit({ swipe: true, photos: true, batch: true }).shape), ...swipeFields, PLACE],
  }),
};
