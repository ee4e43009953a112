import { type LiveEvent, live as liveCalls } from '@plomb/contract/live';
import { create } from 'zustand';
import { Refused } from './answer.ts';
import { sessionExpired } from './session.ts';
import { stream } from './stream.ts';

type Name = LiveEvent['event'];
type Handler<N extends Name> = (data: Extract<LiveEvent, { event: N }>['data']) => void;
/** `refused`: the operator has no right to the live data; `lost` since when, for "as of". */
export const useLive = create<{ state: 'idle' | 'connecting' | 'open' | 'lost' | 'refused'; since: number }>(() => ({
  state: 'idle',
  since: Date.now(),
}));
const become = (state: 'idle' | 'connecting' | 'open' | 'lost' | 'refused'): void => {
  if (useLive.getState().state !== state) useLive.setState({ state, since: Date.now() });
};

type AnyHandler = (data: LiveEvent['data']) => void;
const handlers = new Map<Name, Set<AnyHandler>>();

/** Hears one kind of event of the one stream; answers how to stop hearing. `resync`: fetch your lists again. */
export const onLive = <N extends Name>(name: N, handler: Handler<N>): (() => void) => {
  // a set holds handlers of its own event only, and `hear` gives it nothing else
  const mine = handler as AnyHandler;
  handlers.set(name, (handlers.get(name) ?? new Set()).add(mine));
  return () => {
    handlers.get(name)?.delete(mine);
  };
};

let position: { epoch: string; seq: number } | null = null;

const hear = (event: LiveEvent): void => {
  if (event.event === 'hello' || event.event === 'resync') {
    if (event.event === 'resync' || position?.epoch !== event.data.epoch) position = { ...event.data };
    become('open');
  } else if ('seq' in event.data && position) position.seq = Math.max(position.seq, event.data.seq);
  for (const handler of handlers.get(event.event) ?? []) handler(event.data);
};

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
    // a line that comes back is tried at once
    window.addEventListener('online', () => done(), { once: true, signal });
  });

/** Keeps one stream open for the whole console until stopped; resumes where it broke off, without a gap. */
export const startLive = (): (() => void) => {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stop.signal.aborted) {
      become(failures === 0 ? 'connecting' : 'lost');
      const where = position ? { epoch: position.epoch, since: position.seq } : {};
      let ended = false;
      try {
        await stream(
          liveCalls.stream,
          { alarms: true, commands: true, ...where },
          (event) => {
            failures = 0;
            ended ||= event.event === 'end' && event.data.reason === 'session';
            hear(event);
          },
          stop.signal,
        );
      } catch (error) {
        if (error instanceof Refused && error.sign === 'sessionTimeOut') ended = true;
        else if (error instanceof Refused && error.sign === 'noPermission') return become('refused');
      }
      if (ended) {
        sessionExpired(false);
        return become('lost');
      }
      failures += 1;
      // 1, 2, 4 … 30 s, each shortened by chance so that a thousand browsers do not return in one instant
      await wait(Math.min(30_000, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2), stop.signal);
    }
  };
  void run();
  return () => {
    stop.abort();
    position = null;
    become('idle');
  };
};
