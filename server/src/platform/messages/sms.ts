import { post } from './post.ts';
import { LONGEST_MS, type Outcome, type Provider } from './provider.ts';

export interface SmsProvider {
  url: string;
  sender: string;
}

/** What a status means for the message: it was taken, is to be tried again, or never will be. */
export const outcomeOf = (status: number): Outcome['state'] => {
  if (status >= 200 && status < 300) return 'sent';
  // whoever stands before the provider (502, 504) does not know whether it was taken; no redirection is followed
  if (status === 502 || status === 504) return 'unknown';
  return status === 408 || status === 429 || status >= 500 || status === 401 || status === 403 ? 'waiting' : 'failed';
};

/**
 * An SMS provider, or a bridge to one, by the interface that docs/messages.md describes: a POST of JSON, with the number of the
 * message as `Idempotency-Key`.
 */
export const openSms =
  ({ url, sender }: SmsProvider, token: string | null, allowed: readonly string[]): Provider =>
  async ({ id, address, text }) => {
    const answer = await post(url, {
      body: JSON.stringify({ to: address, text, ...(sender && { sender }) }),
      headers: { 'Idempotency-Key': `plomb-${id}`, ...(token && { Authorization: `Bearer ${token}` }) },
      allowed,
      timeoutMs: LONGEST_MS,
    });
    if ('fault' in answer) return { state: answer.isUnderWay ? 'unknown' : 'waiting', answer: answer.fault };
    return { state: outcomeOf(answer.status), answer: `HTTP ${answer.status}` };
  };
