import { z } from 'zod';
import { call, Id, Line, Nothing, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';

/** What is applied for. */
export const applicationKinds = ['friend', 'authorisation'] as const;

/** One waits; each of the others is an end. */
export const applicationStates = ['pending', 'agreed', 'declined', 'withdrawn', 'lapsed'] as const;
export type ApplicationState = (typeof applicationStates)[number];
export const applicationOutcomes = ['agreed', 'declined', 'withdrawn', 'lapsed'] as const;
/** As the reader sees it: what waits for the own answer, and what one sent. */
export const applicationDirections = ['incoming', 'outgoing'] as const;
export type ApplicationDirection = (typeof applicationDirections)[number];

export const applicationLimits = {
  /** an application lapses after so many days; of so many days those to one person are counted */
  days: 30,
  /** to one person within these days */
  toOne: 3,
  /** after one was declined */
  hoursAfterDecline: 24,
  /** of one person, waiting at once and sent within a day; what waits for one person */
  waiting: 50,
  aDay: 20,
  incoming: 200,
} as const;

const fields = {
  kind: z.enum(applicationKinds),
  direction: z.enum(applicationDirections),
  /** the other side; of one's own applications empty until it has agreed */
  oper_name: z.string(),
  login_name: z.string(),
  org_name: z.string(),
  /** what one typed to name the other side; empty where the other side applied */
  typed: z.string(),
  message: z.string(),
  state: z.enum(applicationStates),
  create_time: Time,
  end_time: Time.nullable(),
};
export const Application = z.object({
  id: Id,
  ...fields,
  /** the other side, where the reader knows it and has not blocked it: by which it can be blocked */
  person_id: Id.nullable(),
});
export type Application = z.output<typeof Application>;

const title = (zh: string, en: string): Text => ({ zh, en });
const filter = {
  kind: z.enum(applicationKinds).optional(),
  direction: z.enum(applicationDirections).optional(),
  keyword: Line(60).optional(),
};
const paging = { before: Id.optional(), size: z.int().min(1).max(100).default(20) };
const Page = z.object({ rows: z.array(Application), more: z.boolean() });

/** What waits: for the reader's own answer, and for that of others. Of nobody else. */
export const applications = {
  list: call({
    path: '/application/list',
    title: title('查询待处理申请', 'Search waiting applications'),
    permit: 'application:list',
    business: null,
    input: z.object({ ...filter, ...paging }),
    output: Page,
  }),
  detail: call({
    path: '/application/detail',
    title: title('查看申请', 'View an application'),
    permit: 'application:list',
    business: null,
    input: z.object({ id: Id }),
    output: Application,
  }),
  export: exportCall({
    path: 'application',
    menu: 'application',
    title: title('待处理申请', 'waiting applications'),
    filter,
    fields: Object.keys(fields),
  }),
  /** How many wait for the reader's own answer. */
  waiting: call({
    path: '/application/waiting',
    title: title('统计待我处理的申请', 'Count the applications that wait for me'),
    permit: 'application:list',
    business: null,
    input: Nothing,
    output: z.object({ count: z.int() }),
  }),
  agree: call({
    path: '/application/agree',
    title: title('同意申请', 'Agree to an application'),
    permit: 'application:decide',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  decline: call({
    path: '/application/decline',
    title: title('拒绝申请', 'Decline an application'),
    permit: 'application:decide',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  withdraw: call({
    path: '/application/withdraw',
    title: title('撤回申请', 'Withdraw an application'),
    permit: 'application:withdraw',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};

const recordFilter = { ...filter, state: oneOrMore(z.enum(applicationOutcomes)).optional() };

/** What became of applications: who, when, and the outcome. */
export const applicationRecords = {
  list: call({
    path: '/applicationRecord/list',
    title: title('查询申请记录', 'Search application records'),
    permit: 'applicationRecord:list',
    business: null,
    input: z.object({ ...recordFilter, ...paging }),
    output: Page,
  }),
  detail: call({
    path: '/applicationRecord/detail',
    title: title('查看申请记录', 'View an application record'),
    permit: 'applicationRecord:list',
    business: null,
    input: z.object({ id: Id }),
    output: Application,
  }),
  export: exportCall({
    path: 'applicationRecord',
    menu: 'applicationRecord',
    title: title('申请记录', 'application records'),
    filter: recordFilter,
    fields: Object.keys(fields),
  }),
};
