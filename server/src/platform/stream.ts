import type { ServerResponse } from 'node:http';
import { GzipEvents } from './gzipEvents.ts';

/** Server-sent events on a raw response. */
export interface Stream {
  /** false: the reader is slow and bytes are waiting */
  send(event: string, data: unknown): boolean;
  pending(): number;
  onClose(run: () => void): void;
  end(): void;
}

const HEARTBEAT_MS = 15_000;
const STALLED_BEATS = 4;

/** `accepts` is what the reader says of encodings it takes. */
export const takesGzip = (accepts = ''): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepts);

export const openStream = (response: ServerResponse, accepts = ''): Stream => {
  const gzip = takesGzip(accepts) ? new GzipEvents() : null;
  const write = (text: string): boolean => response.write(gzip ? gzip.next(text) : text);
  response.writeHead(200, {
    ...(gzip && { 'Content-Encoding': 'gzip' }),
    Vary: 'Accept-Encoding',
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no', // or a reverse proxy holds events back
  });
  let [taken, still] = [-1, 0];
  const beat = setInterval(() => {
    const now = (response.socket?.bytesWritten ?? 0) - response.writableLength;
    still = response.writableLength > 0 && now <= taken ? still + 1 : 0;
    taken = now;
    // a reader that has taken nothing for so long is not there any more, or never was
    if (still >= STALLED_BEATS) response.destroy();
    else write(':\n\n');
  }, HEARTBEAT_MS);
  response.on('close', () => clearInterval(beat));
  response.on('error', () => response.destroy());
  return {
    send: (event, data) =>
      write(`event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`),
    pending: () => response.writableLength,
    onClose: (run) => void response.on('close', run),
    end: () => void response.end(gzip?.end()),
  };
};
