import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';
import { openOutbound } from './outbound.ts';
import { faultOf, LONGEST_MS, type Outcome, type Provider } from './provider.ts';

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
  ({ id, address, text }) =>
    new Promise((done) => {
      const to = new URL(url);
      const isEncrypted = to.protocol === 'https:';
      const { lookup, check } = openOutbound(allowed, isEncrypted);
      const body = JSON.stringify({ to: address, text, ...(sender && { sender }) });
      let isUnderWay = false;
      const failed = (error: unknown) => done({ state: isUnderWay ? 'unknown' : 'waiting', answer: faultOf(error) });
      try {
        check(to.hostname);
        const request = (isEncrypted ? encrypted : plain)(to, {
          method: 'POST',
          lookup,
          agent: false,
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'Idempotency-Key': `plomb-${id}`,
            ...(token && { Authorization: `Bearer ${token}` }),
          },
          signal: AbortSignal.timeout(LONGEST_MS),
        });
        request.once('error', failed);
        request.once('response', (response) => {
          response.destroy();
          const status = response.statusCode ?? 0;
          done({ state: outcomeOf(status), answer: `HTTP ${status}` });
        });
        // nothing leaves before the connection stands, and is encrypted
        request.once('socket', (socket) => {
          socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
            isUnderWay = true;
            request.end(body);
          });
        });
      } catch (error) {
        failed(error);
      }
    });
