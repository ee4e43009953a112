import { z } from 'zod';
import { call, Id, Line, Time } from './call.ts';

export const businessTypes = ['insert', 'update', 'delete', 'export', 'import', 'command', 'login', 'other'] as const;

export const OperationLog = z.object({
  id: Id,
  /** what was done, in the reader's language */
  title: z.string(),
  /** on what and why, in one sentence */
  instruct: z.string(),
  business_type: z.enum(businessTypes),
  request_method: z.string(),
  operate_name: z.string(),
  org_name: z.string(),
  operate_url: z.string(),
  operate_address: z.string(),
  request_body: z.string(),
  request_param: z.string(),
  response_body: z.string(),
  success: z.boolean(),
  error_msg: z.string(),
  cost_ms: z.int(),
  create_time: Time,
});
export type OperationLog = z.output<typeof OperationLog>;

/** The audit trail: read only, append only. */
export const operationLogs = {
  list: call({
    path: '/operationLog/list',
    title: { zh: '查询操作日志', en: 'Search operation logs' },
    permit: 'operationLog:list',
    business: null,
    input: z.object({
      from: Time.optional(),
      to: Time.optional(),
      operate_name: Line(60).optional(),
      business_type: z.enum(businessTypes).optional(),
      success: z.boolean().optional(),
      keyword: Line(100).optional(),
      before: Id.optional(),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ rows: z.array(OperationLog), more: z.boolean() }),
  }),
};
