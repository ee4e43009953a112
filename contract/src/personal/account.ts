import { z } from 'zod';
import { call, Id, Nothing, Time } from '../kit/call.ts';
import { Phone } from '../kit/person.ts';
import { messageChannels } from '../messages/channels.ts';
import { factorChannels } from './secondFactor.ts';

/** A session of one's own: where somebody is signed in with this account. */
export const AccountSession = z.object({
  id: Id,
  address: z.string(),
  /** as the browser names itself; the console says it in words */
  user_agent: z.string(),
  create_time: Time,
  seen_time: Time,
  /** the one that asks */
  current: z.boolean(),
  /** a wall of a control room: it only looks */
  wall: z.boolean(),
});
export type AccountSession = z.output<typeof AccountSession>;

/** What operators see and change of their own account. None of it can be called with an API key. */
export const account = {
  detail: call({
    path: '/account/detail',
    title: { zh: '查看我的账号', en: 'View my account' },
    permit: 'session',
    duringSetUp: true,
    business: null,
    input: Nothing,
    output: z.object({
      id: Id,
      operCode: z.string(),
      operName: z.string(),
      operPhone: z.string(),
      loginName: z.string(),
      orgName: z.string(),
      roleName: z.string(),
      create_time: Time,
      /** when the password was last changed */
      password_time: Time,
      second_factor: z.object({
        /** since when it is on; null: it is off */
        since: Time.nullable(),
        /** where its codes come from; null: it is off */
        channel: z.enum(factorChannels).nullable(),
        /** where they are sent to, covered; '' = an app shows them */
        recipient: z.string(),
        /** ways to be sent codes that the role allows and that are set up */
        ways: z.array(z.enum(messageChannels)),
        /** the role asks for it: it cannot be switched off */
        required: z.boolean(),
        /** backup codes not used yet */
        codesLeft: z.int(),
      }),
    }),
  }),
  update: call({
    path: '/account/update',
    title: { zh: '修改我的账号', en: 'Edit my account' },
    permit: 'session',
    business: 'update',
    // the name is the administrator's: what somebody does is written down under it
    input: z.object({ operPhone: Phone }),
    output: Nothing,
  }),
  sessions: call({
    path: '/account/sessions',
    title: { zh: '查询我的登录', en: 'List my sessions' },
    permit: 'session',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(AccountSession) }),
  }),
  endSession: call({
    path: '/account/endSession',
    title: { zh: '退出一处登录', en: 'Sign out one session' },
    permit: 'session',
    business: 'login',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  endOtherSessions: call({
    path: '/account/endOtherSessions',
    title: { zh: '退出其他全部登录', en: 'Sign out all other sessions' },
    permit: 'session',
    business: 'login',
    input: Nothing,
    output: z.object({ ended: z.int() }),
  }),
};
