import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../kit/call.ts';
import type { Text } from '../kit/text.ts';

/** Of one person. */
export const friendLimits = { friends: 500, blocked: 500 } as const;

/** What a friend sees of the other, and nothing else. */
const Person = z.object({
  id: Id,
  oper_name: z.string(),
  login_name: z.string(),
  org_name: z.string(),
  /** since when */
  create_time: Time,
});
export type Person = z.output<typeof Person>;

const title = (zh: string, en: string): Text => ({ zh, en });

/**
 * People who know each other, of any organisation. It gives no access to anything: only a device authorisation does, and
 * friends may apply for one.
 */
export const friends = {
  list: call({
    path: '/friend/list',
    title: title('查询我的好友', 'List my friends'),
    permit: 'friend:list',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(Person), blocked: z.array(Person) }),
  }),
  /**
   * Answers alike whether there is such a person or not, whether it can be reached, and whether it lets the caller apply:
   * the application is sent. Nothing else tells who is there.
   */
  apply: call({
    path: '/friend/apply',
    title: title('申请加好友', 'Apply for a friendship'),
    permit: 'friend:apply',
    business: 'insert',
    input: z.object({
      /** the exact login name, or the exact telephone number */
      typed: Line(64).min(1, { error: 'required' }),
      message: Line(100).default(''),
    }),
    output: Nothing,
  }),
  remove: call({
    path: '/friend/remove',
    title: title('删除好友', 'Remove a friend'),
    permit: 'friend:remove',
    business: 'delete',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** A friend, or somebody who applied to the caller. Whoever is blocked hears nothing of it, and reaches nobody. */
  block: call({
    path: '/friend/block',
    title: title('屏蔽', 'Block a person'),
    permit: 'friend:block',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  unblock: call({
    path: '/friend/unblock',
    title: title('取消屏蔽', 'Unblock a person'),
    permit: 'friend:block',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
};
