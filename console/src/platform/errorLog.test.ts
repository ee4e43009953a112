import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  asText,
  clearErrors,
  type Logged,
  logged,
  mostLogged,
  recordError,
  useErrorLog,
  watchErrors,
} from './errorLog.ts';

const entry = (over: Partial<Logged> = {}): Logged => ({
  id: 1,
  time: Date.UTC(2026, 0, 2),
  kind: 'page',
  message: 'broken',
  url: 'https://plomb.example/device',
  stack: '',
  times: 1,
  ...over,
});

describe('the error log', () => {
  it('keeps the newest 200', () => {
    const all = Array.from({ length: 250 }, (_, i) => entry({ id: i, message: `error ${i}` }));
    const list = all.reduce<Logged[]>(logged, []);
    expect(list).toHaveLength(mostLogged);
    expect(list[0]?.message).toBe('error 249');
    expect(list.at(-1)?.message).toBe('error 50');
  });
  it('counts one error that comes again and again', () => {
    const list = [entry(), entry({ time: 5 }), entry({ time: 9 })].reduce<Logged[]>(logged, []);
    expect(list).toMatchObject([{ times: 3, time: 9 }]);
  });
  it('reads as text', () => {
    expect(asText([entry({ times: 2, stack: 'at x' }), entry({ kind: 'part', message: 'no chunk' })])).toBe(
      [
        '2026-01-02T00:00:00.000Z page ×2\nbroken\nhttps://plomb.example/device\nat x',
        '2026-01-02T00:00:00.000Z part\nno chunk\nhttps://plomb.example/device',
      ].join('\n\n'),
    );
  });
});

describe('in production', () => {
  beforeEach(() => void vi.stubEnv('DEV', false));
  afterEach(() => {
    clearErrors();
    vi.unstubAllEnvs();
  });
  const messages = () => useErrorLog.getState().errors.map((e) => [e.kind, e.message]);

  it('what nobody caught is kept, what was said already is not', () => {
    watchErrors((error) => error === 'refused');
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('a slip'), message: 'a slip' }));
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed' }));
    for (const reason of ['refused', new Error('lost')])
      window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
    expect(messages()).toEqual([
      ['promise', 'lost'],
      ['script', 'a slip'],
    ]);
  });
  it('an error log of development stays empty', () => {
    vi.stubEnv('DEV', true);
    recordError('page', new Error('x'));
    expect(messages()).toEqual([]);
  });
});
