import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';
import { openOutbound } from './outbound.ts';
import { faultOf } from './provider.ts';

/** More of an answer than this is not read, unless more is asked for. */
export const MOST_READ = 16_384;

export type Posted =
  | { status: number; text: string; retryAfterS: number | null }
  /** `isUnderWay`: the body had begun to leave, so the other side may have it */
  | { fault: string; isUnderWay: boolean };

interface Asking {
  headers?: Record<string, string>;
  allowed: readonly string[];
  /** those that may be spoken to outside of what the settings open; absent: any */
  ports?: readonly number[];
  timeoutMs: number;
  /** its answer says more than its status: so many characters of it are read, and no more */
  reads?: number;
}
interface Post extends Asking {
  body: string | Buffer;
}

/** A POST, of JSON unless its headers say otherwise, under the same rules as what is asked for. It never fails. */
export const post = (url: string, { body, headers, ...rest }: Post): Promise<Posted> =>
  exchange('POST', url, body, {
    ...rest,
    headers: { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), ...headers },
  });
/** A GET whose answer is read. It never fails. */
export const ask = (url: string, asking: Asking): Promise<Posted> =>
  exchange('GET', url, undefined, { reads: MOST_READ, ...asking });

/** Judged is the very address that is connected to, at each try anew, and no redirection is followed. */
const exchange = (
  method: 'GET' | 'POST',
  url: string,
  body: string | Buffer | undefined,
  { headers, allowed, ports, timeoutMs, reads }: Asking,
): Promise<Posted> =>
  new Promise((done) => {
    let isUnderWay = false;
    const failed = (error: unknown) => done({ fault: faultOf(error), isUnderWay });
    try {
      const to = new URL(url);
      const isEncrypted = to.protocol === 'https:';
      const port = Number(to.port) || (isEncrypted ? 443 : 80);
      const { lookup, check } = openOutbound(allowed, isEncrypted && (ports?.includes(port) ?? true));
      check(to.hostname);
      const request = (isEncrypted ? encrypted : plain)(to, {
        method,
        lookup,
        agent: false,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
      });
      request.once('error', failed);
      request.once('response', (response) => {
        const status = response.statusCode ?? 0;
        const after = Number(response.headers['retry-after']);
        let text = '';
        const end = () => {
          response.destroy();
          done({ status, text, retryAfterS: after > 0 ? after : null });
        };
        if (!reads) return end();
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text = (text + part).slice(0, reads);
          if (text.length === reads) end();
        });
        response.once('end', end);
        // its status has come: how it goes on is of no weight
        response.once('error', end);
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
