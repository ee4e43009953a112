import { z } from 'zod';
import { call, Id, Line, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { issueWaits } from './rollouts.ts';
import { issueCauses, issueStates } from './steps.ts';

const record = {
  device_id: Id,
  /** as it was called when it was issued */
  sn: z.string(),
  rollout_id: Id,
  firmware_version: z.string(),
  /** the number of the firmware */
  firware_no: Id,
  issue_status: z.enum(issueStates),
  /** 0 is the canary */
  wave: z.int(),
  /** that it ran before, and said it runs now; '' = it has not said */
  former_version: z.string(),
  told_version: z.string(),
  parts: z.int(),
  /** 0 = nothing was sent */
  parts_total: z.int(),
  attempt: z.int(),
  cause: z.enum(issueCauses).nullable(),
  /** what keeps it while it waits; of one that is being sent, what holds the rest of its parts back */
  wait: z.enum(issueWaits).nullable(),
  create_time: Time,
  send_time: Time.nullable(),
  /** when the lock said that it took it */
  answer_time: Time.nullable(),
  end_time: Time.nullable(),
};
export const FirmwareIssue = z.object({ id: Id, ...record });
export type FirmwareIssue = z.output<typeof FirmwareIssue>;

const filter = {
  issue_status: oneOrMore(z.enum(issueStates)).optional(),
  rollout_id: Id.optional(),
  wave: z.int().min(0).optional(),
  /** a number or a version */
  keyword: Line(60).optional(),
};

/** What became of a firmware at one lock. */
export const firmwareIssues = {
  /** Newest first, by cursor. */
  list: call({
    path: '/firmwareIssue/list',
    title: { zh: '查询固件下发记录', en: 'Search firmware issue records' },
    permit: 'firmwareIssue:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(FirmwareIssue), more: z.boolean() }),
  }),
  detail: call({
    path: '/firmwareIssue/detail',
    title: { zh: '查看固件下发记录', en: 'View a firmware issue record' },
    permit: 'firmwareIssue:list',
    business: null,
    input: z.object({ id: Id }),
    output: FirmwareIssue,
  }),
  export: exportCall({
    path: 'firmwareIssue',
    menu: 'firmwareIssue',
    title: { zh: '固件下发记录', en: 'firmware issue records' },
    filter,
    fields: Object.keys(record),
  }),
};
