import { z } from 'zod';
import { call, Id, Line, Time } from '../../kit/call.ts';
import { exportCall } from '../../kit/exporting.ts';

export const businessTypes = ['insert', 'update', 'delete', 'export', 'import', 'command', 'login', 'other'] as const;

/** One field of what was changed: its value before and after, as JSON. */
export const FieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type FieldChange = z.output<typeof FieldChange>;

const line = {
  /** what was done, in the reader's language */
  title: z.string(),
  /** on what and why, in one sentence */
  instruct: z.string(),
  business_type: z.enum(businessTypes),
  request_method: z.string(),
  /** who did it; for a sign-in that failed, the name that was typed */
  operate_name: z.string(),
  /** which account that is; empty: nobody was signed in, or the account is gone */
  login_name: z.string(),
  /** empty: nobody was signed in */
  org_name: z.string(),
  operate_url: z.string(),
  operate_address: z.string(),
  success: z.boolean(),
  /** in the reader's language, as is `instruct` */
  error_msg: z.string(),
  cost_ms: z.int(),
  create_time: Time,
};
/** secrets in them are blanked; a very long one is `{truncated, length, start}` */
const bodies = { request_body: z.string(), request_param: z.string(), response_body: z.string() };

export const OperationLogLine = z.object({ id: Id, ...line });
export type OperationLogLine = z.output<typeof OperationLogLine>;
export const OperationLog = OperationLogLine.extend({
  ...bodies,
  request_id: z.string(),
  /** where the operation replaced values that are known; else empty */
  changes: z.array(FieldChange),
  /** what it was done with, of what is still there and in sight: the first by their numbers, and how many there are */
  devices: z.array(z.object({ id: Id, sn: z.string(), device_name: z.string() })),
  device_count: z.int(),
});
export type OperationLog = z.output<typeof OperationLog>;

const filter = {
  from: Time.optional(),
  to: Time.optional(),
  operate_name: Line(60).optional(),
  business_type: z.enum(businessTypes).optional(),
  success: z.boolean().optional(),
  /** what was done with this device */
  device_id: Id.optional(),
  /** anywhere in a row: what was done, the sentence, path, address, error, request and response */
  keyword: Line(100).optional(),
};

/** The audit trail: read only, append only. Sign-ins that failed stand in it; those of unknown names are seen by the root organisation. */
export const operationLogs = {
  list: call({
    path: '/operationLog/list',
    title: { zh: '查询操作日志', en: 'Search operation logs' },
    permit: 'operationLog:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(OperationLogLine), more: z.boolean() }),
  }),
  detail: call({
    path: '/operationLog/detail',
    title: { zh: '查看操作日志', en: 'View operation log' },
    permit: 'operationLog:list',
    business: null,
    input: z.object({ id: Id }),
    output: OperationLog,
  }),
  export: exportCall({
    path: 'operationLog',
    menu: 'operationLog',
    title: { zh: '操作日志', en: 'operation logs' },
    filter,
    fields: Object.keys({ ...line, ...bodies }),
  }),
};
