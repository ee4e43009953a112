import { z } from 'zod';
import { call, Id, Nothing, Time } from '../kit/call.ts';
import { isTimeZone } from '../kit/exporting.ts';
import { alarmKinds } from '../lock/codes.ts';
import { Hour } from '../mailbox/alarmConfig.ts';
import { messageStates } from '../messages/messages.ts';

/** The least grave alarm a browser is told of. */
export const leastSeverities = ['critical', 'warning'] as const;
export type LeastSeverity = (typeof leastSeverities)[number];

/** Browsers of one person at a time; of more, the one used longest ago gives way. */
export const MOST_BROWSERS = 10;
/** A browser in which nobody of the console was for so many days is told nothing more. */
export const BROWSER_DAYS = 30;

/** What a browser names when it is asked to be told things: an address of its vendor's push service. */
const Endpoint = z
  .string()
  .max(1000)
  .pipe(z.url({ protocol: /^https$/, error: 'messageUrl' }))
  .refine((text) => !/^https:\/\/[^/?#]*@/.test(text), { error: 'messageUrl' });
/** Bytes in base64url, as browsers tell them. */
const Bytes = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}={0,2}$`));

/** What of a browser its person chooses. */
const chosen = {
  least: z.enum(leastSeverities),
  /** none = all */
  kinds: z.array(z.enum(alarmKinds)).max(alarmKinds.length),
  /** by the browser's own clock; '' = none */
  quiet_from: Hour,
  quiet_until: Hour,
};

const Browser = z.object({
  id: Id,
  user_agent: z.string(),
  /** the push service it is reached by */
  host: z.string(),
  ...chosen,
  zone: z.string(),
  /** it is the one that asks */
  current: z.boolean(),
  /** its push service has refused again and again */
  refuses: z.boolean(),
  create_time: Time,
  seen_time: Time,
  /** what became of the last message to it; null: there was none yet */
  last: z.object({ time: Time, state: z.enum(messageStates), answer: z.string() }).nullable(),
});
export type Browser = z.output<typeof Browser>;

/** Browsers that tell a person of alarms while no console is open. */
export const browsers = {
  list: call({
    path: '/browser/list',
    title: { zh: '查看接收通知的浏览器', en: 'View browsers that notify me' },
    permit: 'session',
    business: null,
    input: z.object({ endpoint: Endpoint.optional() }),
    output: z.object({
      /** by which a browser knows who may write to it */
      key: z.string(),
      /** the caller's role sees alarms */
      may: z.boolean(),
      rows: z.array(Browser),
    }),
  }),
  /** Adds the browser that asks, or changes what it is told. */
  save: call({
    path: '/browser/save',
    title: { zh: '开启或修改浏览器通知', en: 'Switch on or edit notifications of a browser' },
    permit: 'session',
    business: 'update',
    input: z.object({
      endpoint: Endpoint,
      p256dh: Bytes(65),
      auth: Bytes(16),
      zone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }),
      ...chosen,
    }),
    output: z.object({ id: Id }),
  }),
  remove: call({
    path: '/browser/remove',
    title: { zh: '关闭浏览器通知', en: 'Switch off notifications of a browser' },
    permit: 'session',
    business: 'delete',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  test: call({
    path: '/browser/test',
    title: { zh: '测试浏览器通知', en: 'Test notifications of a browser' },
    permit: 'session',
    business: 'other',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** The console is open in a browser that may be told: whether it is, of this person. It goes on under this session, in this language. */
  seen: call({
    path: '/browser/seen',
    title: { zh: '浏览器通知续用', en: 'Go on notifying a browser' },
    permit: 'session',
    business: null,
    input: z.object({ endpoint: Endpoint }),
    output: z.object({ known: z.boolean() }),
  }),
};
