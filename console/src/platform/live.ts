import { type LiveEvent, live as liveCalls } from '@plomb/contract/live/live';
import { create } from 'zustand';
import { Refused } from './answer.ts';
import { serverNow } from './clock.ts';
import { recordError } from './errorLog.ts';
import { type LiveState, type Share, type Standing, startShare, windowChannel } from './liveShare.ts';
import { covers, nothing, opens, sameWants, together, type Wants } from './liveWants.ts';
import { sessionExpired } from './session.ts';
import { stream } from './stream.ts';
import { tryNow, waitForLine } from './wait.ts';

type Name = LiveEvent['event'];
type Handler<N extends Name> = (data: Extract<LiveEvent, { event: N }>['data']) => void;
/**
 * `refused`: the operator has no right to the live data; `lost` since when, for "as of". `tried`: when a broken line was
 * last tried in vain, null = not yet. By the server's clock, as all that is said to a person.
 */
export const useLive = create<{ state: LiveState; since: number; tried: number | null }>(() => ({
  state: 'idle',
  since: serverNow(),
  tried: null,
}));
const become = (state: LiveState, since = serverNow()): void => {
  if (useLive.getState().state !== state) useLive.setState({ state, since, tried: null });
};

type AnyHandler = (data: LiveEvent['data']) => void;
const handlers = new Map<Name, Set<AnyHandler>>();

/** A listener that fails is its own fault, not the line's: the others still hear, and the error log has it. */
const call = <D>(listeners: Iterable<(data: D) => void>, data: D): void => {
  for (const listener of [...listeners])
    try {
      listener(data);
    } catch (error) {
      console.error(error);
      recordError('script', error);
    }
};

/** Hears one kind of event of the one stream; answers how to stop hearing. `resync`: fetch your lists again. */
export const onLive = <N extends Name>(name: N, handler: Handler<N>): (() => void) => {
  // a set holds handlers of its own event only, and `hear` gives it nothing else
  const mine = handler as AnyHandler;
  const set = handlers.get(name) ?? new Set();
  handlers.set(name, set.add(mine));
  return () => {
    set.delete(mine);
    if (set.size === 0 && handlers.get(name) === set) handlers.delete(name);
  };
};

/** What a stream that has just opened brings: which locks, and whether it goes on where the one before it stopped. */
export interface Opened {
  covers: Wants;
  resumed: boolean;
}
const openers = new Set<(opened: Opened) => void>();
export const onOpened = (listener: (opened: Opened) => void): (() => void) => {
  openers.add(listener);
  return () => void openers.delete(listener);
};

let position: { epoch: string; seq: number } | null = null;
/** which locks the stream that is open now brings */
let covered: Wants = nothing;
const wanted = new Set<Wants>();
let share: Share | null = null;

/** Asks the stream for locks for as long as they are shown; answers how to let go. */
export const wantLocks = (wants: Wants): (() => void) => {
  wanted.add(wants);
  share?.want(together(wanted));
  return () => {
    wanted.delete(wants);
    share?.want(together(wanted));
  };
};
/** Whether the open stream brings these locks. */
export const isCovered = (wants: Wants): boolean => useLive.getState().state === 'open' && covers(covered, wants);

const hear = (event: LiveEvent, resumed: boolean): void => {
  if (event.event === 'hello' || event.event === 'resync') {
    position = { ...event.data };
    become('open');
    call(openers, { covers: covered, resumed: event.event === 'hello' && resumed });
  } else if ('seq' in event.data && position) position.seq = Math.max(position.seq, event.data.seq);
  call(handlers.get(event.event) ?? [], event.data);
};

/** The stream of the window that leads: opened again when it breaks, or when the windows want other locks. */
const lead = (wants: () => Wants, changed: () => void): { start(): () => void; wanted(next: Wants): void } => {
  let life = new AbortController();
  /** what the stream under way asked for, whether it has opened yet or not */
  let asks: Wants | null = null;
  const run = async (stop: AbortSignal): Promise<void> => {
    let failures = 0;
    while (!stop.aborted) {
      if (useLive.getState().state !== 'open') become(failures === 0 ? 'connecting' : 'lost');
      life = new AbortController();
      asks = wants();
      const { all, ids, open = [] } = asks;
      const where = position ? { epoch: position.epoch, since: position.seq } : {};
      const resumed = position !== null;
      let [ended, asked] = [false, false];
      life.signal.addEventListener('abort', () => {
        asked = true;
      });
      try {
        await stream(
          liveCalls.stream,
          { alarms: true, commands: true, open: [...open], ...(all ? {} : { ids: [...ids] }), ...where },
          (event) => {
            failures = 0;
            ended ||= event.event === 'end';
            if (event.event === 'hello' || event.event === 'resync') covered = { all, ids };
            hear(event, resumed);
            // what it brings first: the others then know what the hello is worth to them
            if (event.event === 'hello' || event.event === 'resync') changed();
            share?.tell(event, resumed);
          },
          AbortSignal.any([stop, life.signal]),
        );
      } catch (error) {
        if (error instanceof Refused && error.sign === 'sessionTimeOut') ended = true;
        else if (error instanceof Refused && error.sign === 'noPermission') {
          become('refused');
          return changed();
        }
      }
      if (stop.aborted) return;
      // it was closed to be opened anew: nothing was lost, and nobody needs to hear of it
      if (asked && !ended) continue;
      if (useLive.getState().state === 'lost') useLive.setState({ tried: serverNow() });
      become('lost');
      changed();
      if (ended) return sessionExpired(false);
      failures += 1;
      // 1, 2, 4 … 30 s, each shortened by chance so that a thousand browsers do not return in one instant
      await waitForLine(Math.min(30_000, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2), stop);
    }
  };
  return {
    start() {
      const stop = new AbortController();
      void run(stop.signal);
      return () => stop.abort();
    },
    wanted(next) {
      if (asks !== null && !(sameWants(next, asks) && opens(asks, next))) life.abort();
    },
  };
};

/** What the leading window tells: for this one the stream may be open already, or bring more than before. */
const hearState = ({ state, since, tried, covers: now, position: at }: Standing): void => {
  const came = useLive.getState().state;
  const grew = !covers(covered, now);
  covered = now;
  position ??= at;
  become(state, since);
  if (useLive.getState().tried !== tried) useLive.setState({ tried });
  if (state === 'open' && (grew || came === 'idle' || came === 'connecting'))
    call(openers, { covers: now, resumed: false });
};

const begin = (): (() => void) => {
  const channel = windowChannel();
  let all = together(wanted);
  const { start, wanted: wantedNow } = lead(
    () => all,
    () => share?.tellState(),
  );
  share = startShare(
    `${serverNow().toString(36)}-${Math.random().toString(36).slice(2)}`,
    channel,
    {
      begin: start,
      wants(next) {
        all = next;
        wantedNow(next);
      },
      tryNow,
    },
    {
      state: hearState,
      event(event, resumed) {
        if (event.event === 'end') sessionExpired(false);
        hear(event, resumed && position !== null);
      },
    },
    () => ({ ...useLive.getState(), covers: covered, position }),
  );
  share.want(all);
  return () => {
    share?.stop();
    channel.close();
    share = null;
    position = null;
    covered = nothing;
    become('idle');
  };
};

/** Tries a broken line at once instead of when its time has come. */
export const tryLineNow = (): void => share?.tryNow();

/** Keeps the browser's one stream open until stopped; it resumes where it broke off, without a gap. */
export const startLive = (): (() => void) => {
  let end: (() => void) | null = begin();
  const leave = (): void => {
    end?.();
    end = null;
  };
  // a window that the browser keeps for "back" must not hold the others up, and begins anew when it is shown again
  const comeBack = (event: PageTransitionEvent): void => {
    if (event.persisted) end ??= begin();
  };
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', comeBack);
  return () => {
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', comeBack);
    leave();
  };
};
