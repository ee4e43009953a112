import type { LiveEvent } from '@plomb/contract/live/live';
import { nothing, together, type Wants } from './liveWants.ts';

export type LiveState = 'idle' | 'connecting' | 'open' | 'lost' | 'refused';

/** How the stream of the leading window stands. */
export interface Standing {
  state: LiveState;
  since: number;
  tried: number | null;
  covers: Wants;
  position: { epoch: string; seq: number } | null;
}
/** What the windows of one browser tell each other about it. */
export type Told =
  /** is anybody leading? asked by a window that opens, or has heard nothing for a while */
  | { kind: 'who'; from: string }
  /** I lead, and this is how the stream stands */
  | { kind: 'lead'; from: string; standing: Standing }
  | { kind: 'event'; from: string; event: LiveEvent; resumed: boolean }
  | { kind: 'want'; from: string; wants: Wants }
  /** a person does not want to wait: whoever leads, try the line now */
  | { kind: 'try'; from: string }
  | { kind: 'bye'; from: string };

export interface Channel {
  post(told: Told): void;
  hear(listener: (told: Told) => void): () => void;
}

export interface Leading {
  /** begins the stream; answers how to stop it */
  begin(): () => void;
  /** the windows together want something else now */
  wants(wants: Wants): void;
  /** somebody in one of them does not want to wait */
  tryNow(): void;
}
export interface Following {
  state(standing: Standing): void;
  event(event: LiveEvent, resumed: boolean): void;
}

/** Milliseconds. A hidden window's own clock may stand still for a minute, but it answers when it is asked. */
const BEAT = 4000;
const QUIET = 9000;
const FORGOTTEN = 180_000;

export interface Share {
  /** told by the leader to the others */
  tell(event: LiveEvent, resumed: boolean): void;
  tellState(): void;
  want(wants: Wants): void;
  /** tries the line, in whichever window it is */
  tryNow(): void;
  stop(): void;
}

/**
 * One stream for all windows of a browser: HTTP/1.1 allows six connections to a server, and every stream would hold one
 * for ever. One window leads: it has the stream, and tells the others what comes. When it goes, another takes over where
 * it stopped. Not by Web Locks: browsers offer those on https only, and this product also runs on plain LANs.
 */
export const startShare = (
  me: string,
  channel: Channel,
  leading: Leading,
  following: Following,
  standing: () => Standing,
): Share => {
  let role: 'asking' | 'leading' | 'following' = 'asking';
  let endStream: (() => void) | null = null;
  let leader = '';
  let heard = Date.now();
  let asked = false;
  let mine = nothing;
  const theirs = new Map<string, { wants: Wants; heard: number }>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const after = (milliseconds: number, run: () => void): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
  const beat = (): void => channel.post({ kind: 'lead', from: me, standing: standing() });
  const gather = (): void => leading.wants(together([mine, ...[...theirs.values()].map((w) => w.wants)]));

  const lead = (): void => {
    role = 'leading';
    leader = me;
    beat();
    gather();
    endStream = leading.begin();
    after(BEAT, keepLeading);
  };
  const keepLeading = (): void => {
    beat();
    const before = theirs.size;
    for (const [from, { heard: at }] of theirs) if (Date.now() - at > FORGOTTEN) theirs.delete(from);
    if (theirs.size < before) gather();
    after(BEAT, keepLeading);
  };
  const follow = (whom: string): void => {
    if (role === 'leading') {
      endStream?.();
      endStream = null;
      theirs.clear();
    }
    const news = role !== 'following' || leader !== whom;
    role = 'following';
    leader = whom;
    if (news) channel.post({ kind: 'want', from: me, wants: mine });
    after(BEAT, keepFollowing);
  };
  const keepFollowing = (): void => {
    const silent = Date.now() - heard;
    if (silent > QUIET && asked) {
      lead();
      return;
    }
    asked = silent > BEAT;
    if (asked) channel.post({ kind: 'who', from: me });
    // the wants again, so that a leader that came meanwhile has them, and knows that this window still stands
    else channel.post({ kind: 'want', from: me, wants: mine });
    after(BEAT, keepFollowing);
  };

  const unhear = channel.hear((told) => {
    if (told.from === me) return;
    if (told.kind === 'who') {
      if (role === 'leading') beat();
    } else if (told.kind === 'lead') {
      // two lead at once after a moment without any: the smaller name stays
      if (role === 'leading' && me < told.from) return beat();
      heard = Date.now();
      asked = false;
      if (role !== 'following' || leader !== told.from) follow(told.from);
      following.state(told.standing);
    } else if (told.kind === 'event') {
      if (role !== 'following' || told.from !== leader) return;
      heard = Date.now();
      following.event(told.event, told.resumed);
    } else if (told.kind === 'try') {
      if (role === 'leading') leading.tryNow();
    } else if (role === 'leading') {
      if (told.kind === 'want') theirs.set(told.from, { wants: told.wants, heard: Date.now() });
      else theirs.delete(told.from);
      gather();
    } else if (told.kind === 'bye' && told.from === leader) {
      role = 'asking';
      after(Math.random() * 150, lead);
    }
  });

  after(80 + Math.random() * 80, lead);
  channel.post({ kind: 'who', from: me });

  return {
    tell: (event, resumed) => channel.post({ kind: 'event', from: me, event, resumed }),
    tellState: () => {
      if (role === 'leading') beat();
    },
    want(wants) {
      mine = wants;
      if (role === 'leading') gather();
      else channel.post({ kind: 'want', from: me, wants });
    },
    tryNow() {
      if (role === 'leading') leading.tryNow();
      else channel.post({ kind: 'try', from: me });
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      unhear();
      endStream?.();
      channel.post({ kind: 'bye', from: me });
    },
  };
};

/** The windows of this browser; alone where the browser has no such channel. */
export const windowChannel = (): Channel & { close(): void } => {
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, hear: () => () => {}, close: () => {} };
  const channel = new BroadcastChannel('live');
  return {
    post: (told) => channel.postMessage(told),
    hear(listener) {
      const heard = (message: MessageEvent<Told>): void => listener(message.data);
      channel.addEventListener('message', heard);
      return () => channel.removeEventListener('message', heard);
    },
    close: () => channel.close(),
  };
};
