import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStream } from './stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** a response whose reader takes what it is told to take */
const aResponse = () => {
  const response = Object.assign(new EventEmitter(), {
    writableLength: 0,
    socket: { bytesWritten: 0 },
    writeHead: () => undefined,
    write(text: string) {
      response.writableLength += text.length;
      response.socket.bytesWritten += text.length;
      return true;
    },
    destroy: vi.fn(() => response.emit('close')),
    end: () => undefined,
    reads: () => {
      response.writableLength = 0;
    },
  });
  return response;
};
const open = (response: ReturnType<typeof aResponse>) => openStream(response as unknown as ServerResponse);
const MINUTE = 60_000;

it('a reader that takes nothing for a minute is cut off', () => {
  const response = aResponse();
  open(response).send('hello', { seq: 1 });
  vi.advanceTimersByTime(2 * MINUTE);
  expect(response.destroy).toHaveBeenCalledOnce();
});

it('a reader that takes what comes is not, however quiet it is', () => {
  const response = aResponse();
  const stream = open(response);
  stream.send('hello', { seq: 1 });
  for (let i = 0; i < 40; i++) {
    response.reads();
    vi.advanceTimersByTime(15_000);
  }
  expect(response.destroy).not.toHaveBeenCalled();
  expect(stream.pending()).toBeGreaterThan(0); // the last heartbeat
});
