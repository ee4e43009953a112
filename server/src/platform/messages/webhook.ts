import { createHmac } from 'node:crypto';
import { post } from './post.ts';
import type { Provider } from './provider.ts';
import { outcomeOf } from './sms.ts';

/** A receiver answers within this, ms: it stores what came and works on it later. */
const ANSWER_MS = 15_000;
/** Where receivers listen that the settings do not open. */
export const WEBHOOK_PORTS = [443, 8443] as const;
/** More than this is never sent, bytes. */
export const MOST_BYTES = 65_536;

/** What stands in `webhook-signature`: over id, moment and body, so that none of them can be another. */
export const signatureOf = (secret: string, id: string, timestamp: number, body: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
};

/**
 * A program that is told: by the conventions of Standard Webhooks, as docs/messages.md describes. It knows by the id what it had before,
 * so unlike a person it is told again where nobody knows whether it heard.
 */
export const openWebhook =
  (url: string, secret: string, allowed: readonly string[], now: () => number = Date.now): Provider =>
  async ({ id: message, subject, text, data }) => {
    const id = `plomb-${message}`;
    const whole = JSON.stringify({ id, subject, text, ...data });
    const body = Buffer.byteLength(whole) > MOST_BYTES ? JSON.stringify({ id, subject, type: data?.type }) : whole;
    const timestamp = Math.floor(now() / 1000);
    const answer = await post(url, {
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(secret, id, timestamp, body),
        'Idempotency-Key': id,
      },
      ...{ allowed, ports: WEBHOOK_PORTS, timeoutMs: ANSWER_MS },
    });
    if ('fault' in answer) return { state: 'waiting', answer: answer.fault };
    const state = outcomeOf(answer.status);
    return {
      state: state === 'unknown' ? 'waiting' : state,
      answer: `HTTP ${answer.status}`,
      ...(answer.retryAfterS !== null && { afterS: answer.retryAfterS }),
    };
  };
