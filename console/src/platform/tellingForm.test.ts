import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendTelling } from './tellingForm.ts';

/** A request that does what the test says. */
class Request {
  static last: Request;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 200;
  response = '';
  responseType = '';
  headers: Record<string, string> = {};
  constructor() {
    Request.last = this;
  }
  open(): void {}
  send(): void {}
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(): string {
    return 'renewed';
  }
  abort(): void {
    this.onabort?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const told = vi.fn();
const send = (signal = new AbortController().signal) =>
  sendTelling('/x', new FormData(), { Authorization: 'mine' }, told, signal);

it('tells how much has gone, and answers what came', async () => {
  const answer = send();
  Request.last.upload.onprogress?.({ loaded: 5, total: 9 });
  expect(told).toHaveBeenLastCalledWith(5, 9);
  Request.last.response = '{"a":1}';
  Request.last.onload?.();
  Request.last.onloadend?.();
  const came = await answer;
  expect(await came.json()).toEqual({ a: 1 });
  expect(came.headers.get('Authorization')).toBe('renewed');
  expect(Request.last.headers).toEqual({ Authorization: 'mine' });
});

it('waits as long as something goes, and no longer', async () => {
  const answer = send();
  const failed = expect(answer).rejects.toMatchObject({ kind: 'timeout' });
  for (let at = 0; at < 5; at++) {
    vi.advanceTimersByTime(50_000);
    Request.last.upload.onprogress?.({ loaded: at, total: 9 });
  }
  vi.advanceTimersByTime(60_000);
  await failed;
});

it('ends when nobody waits for it any more', async () => {
  const leaving = new AbortController();
  const answer = send(leaving.signal);
  leaving.abort();
  await expect(answer).rejects.toMatchObject({ kind: 'aborted' });
});

it('says that the network is away', async () => {
  const answer = send();
  Request.last.onerror?.();
  await expect(answer).rejects.toMatchObject({ kind: 'network' });
});
