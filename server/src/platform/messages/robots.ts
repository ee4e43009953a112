import { createHmac } from 'node:crypto';
import type { RobotChannel } from '@plomb/contract/messages/channels';
import { MOST_READ, type Posted, post } from './post.ts';
import type { Outcome, Provider } from './provider.ts';
import { outcomeOf } from './sms.ts';
import { WEBHOOK_PORTS } from './webhook.ts';

const ANSWER_MS = 15_000;

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

/** A text in so many bytes, cut between letters. */
export const cutTo = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = Buffer.from(text)
    .subarray(0, bytes - 3)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '');
  return `${cut}…`;
};

interface Robot {
  /** how many bytes of text it takes */
  bytes: number;
  /** of its address: whether it is one of such a robot */
  isAddress(url: URL): boolean;
  /** where to, and what, at this moment, ms */
  request(url: string, secret: string | null, text: string, now: number): { url: string; body: object };
  /** what it answered, in its words; its codes come with HTTP 200 */
  said(answer: Record<string, unknown>): { code: number; words: string };
  /** it was sent too much or is busy: s until it may be tried again */
  later: Readonly<Record<number, number>>;
  /** codes of those that also mean a refusal for good, by the words that make them a pause */
  pauses?: Readonly<Record<number, RegExp>>;
}

const errcode = ({ errcode: code, errmsg }: Record<string, unknown>) => ({
  code: Number(code),
  words: String(errmsg ?? ''),
});

/** The robots of group chats, each as its vendor documents it. */
export const robots: Record<RobotChannel, Robot> = {
  // 20 messages a minute; whoever sends more is kept out for ten minutes
  dingtalk: {
    bytes: 15_000,
    isAddress: ({ pathname, searchParams }) => pathname.endsWith('/robot/send') && searchParams.has('access_token'),
    request(url, secret, content, now) {
      const to = new URL(url);
      if (secret) {
        to.searchParams.set('timestamp', String(now));
        to.searchParams.set('sign', hmac(secret, `${now}\n${secret}`));
      }
      return { url: to.href, body: { msgtype: 'text', text: { content } } };
    },
    said: errcode,
    later: { [-1]: 30, 130101: 600, 410100: 600, 420100: 600, 90030: 600 },
  },
  // 20 messages a minute, 2048 bytes each
  wecom: {
    bytes: 2048,
    isAddress: ({ pathname, searchParams }) => pathname.endsWith('/cgi-bin/webhook/send') && searchParams.has('key'),
    request: (url, _, content) => ({ url, body: { msgtype: 'text', text: { content } } }),
    said: errcode,
    later: { [-1]: 30, 45009: 60, 45033: 60 },
  },
  // 100 messages a minute, five a second; 20 KB each
  feishu: {
    bytes: 15_000,
    isAddress: ({ pathname }) => /\/open-apis\/bot\/v2\/hook\/[^/]+$/.test(pathname),
    request(url, secret, text, now) {
      const timestamp = String(Math.floor(now / 1000));
      // its key is the moment and the secret, and what is signed is nothing
      const sign = secret && { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') };
      return { url, body: { ...sign, msg_type: 'text', content: { text } } };
    },
    said: ({ code, StatusCode, msg, StatusMessage }) => ({
      code: Number(code ?? StatusCode),
      words: String(msg ?? StatusMessage ?? ''),
    }),
    later: { 9499: 60, 11232: 60 },
    // the same code says that it cannot read what came
    pauses: { 9499: /too many|frequen/i },
  },
};

const outcome = ({ said, later, pauses }: Robot, answer: Posted): Outcome => {
  if ('fault' in answer) return { state: answer.isUnderWay ? 'unknown' : 'waiting', answer: answer.fault };
  const http = `HTTP ${answer.status}`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer.text);
  } catch {
    parsed = null;
  }
  const { code, words } =
    typeof parsed === 'object' && parsed ? said(parsed as Record<string, unknown>) : { code: Number.NaN, words: '' };
  const isPause = later[code] !== undefined && (pauses?.[code]?.test(words) ?? true);
  const afterS = answer.retryAfterS ?? (isPause ? later[code] : undefined);
  if (Number.isNaN(code)) {
    // a page in the place of an answer: somebody else stands there, and nobody took it
    const state = outcomeOf(answer.status);
    return { state: state === 'sent' ? 'unknown' : state, answer: http, ...(afterS && { afterS }) };
  }
  const told = { answer: `${code} ${words}`.trim(), ...(afterS && { afterS }) };
  if (code === 0) return { state: 'sent', answer: told.answer };
  if (isPause || answer.status === 429 || answer.status >= 500) return { state: 'waiting', ...told };
  return { state: 'failed', ...told };
};

/** A robot of a group chat: everybody in the group reads what it is told. */
export const openRobot =
  (
    channel: RobotChannel,
    url: string,
    secret: string | null,
    allowed: readonly string[],
    now: () => number = Date.now,
  ): Provider =>
  async ({ subject, text }) => {
    const robot = robots[channel];
    const asked = robot.request(url, secret, cutTo(`${subject}\n${text}`, robot.bytes), now());
    const answer = await post(asked.url, {
      body: JSON.stringify(asked.body),
      ...{ allowed, ports: WEBHOOK_PORTS, timeoutMs: ANSWER_MS, reads: MOST_READ },
    });
    return outcome(robot, answer);
  };
