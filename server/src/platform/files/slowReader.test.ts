import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cutOffSlowReader } from './slowReader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watched = (seconds: number) => {
  const response = Object.assign(new EventEmitter(), {
    socket: { bytesWritten: 0 },
    destroy: vi.fn(() => response.emit('close')),
  });
  cutOffSlowReader(response as unknown as ServerResponse, seconds);
  return response;
};
const readFor = (response: ReturnType<typeof watched>, seconds: number) => {
  for (let i = 0; i < seconds; i++) {
    response.socket.bytesWritten += 1000;
    vi.advanceTimersByTime(1000);
  }
};

it('a reader that stops reading is cut off after a minute', () => {
  const response = watched(900);
  readFor(response, 30);
  vi.advanceTimersByTime(59_000);
  expect(response.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(response.destroy).toHaveBeenCalledOnce();
});

it('a reader that takes its bytes one by one has so long and no longer', () => {
  const response = watched(900);
  readFor(response, 890);
  expect(response.destroy).not.toHaveBeenCalled();
  readFor(response, 20);
  expect(response.destroy).toHaveBeenCalledOnce();
});

it('one that has got it all is left alone', () => {
  const response = watched(900);
  readFor(response, 5);
  response.emit('finish');
  vi.advanceTimersByTime(2_000_000);
  expect(response.destroy).not.toHaveBeenCalled();
});
