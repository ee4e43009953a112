import type { Happening, LockState, LockTraits } from './lock.ts';
import type { Change } from './settings.ts';

/** What a lock knows when it makes a report. */
export interface Sample {
  /** ms since 1970 UTC */
  at: number;
  /** WGS-84 degrees */
  lon: number;
  lat: number;
  /** metres */
  altitude: number;
  fix: boolean;
  /** km/h */
  speed: number;
  heading: number;
  /** km */
  mileage: number;
  satellites: number;
  /** CSQ 0-31 */
  signal: number;
  cell: { mcc: number; mnc: number; lac: number; cid: number };
  lock: LockState;
  happened: Happening | null;
}

/** What is told as bytes. It is sent with these very bytes until the platform has acknowledged its key. */
export interface Report {
  key: string;
  bytes: Uint8Array;
}

export type Order = {
  op: 'seal' | 'unseal';
  /** who the platform says orders it; empty where the family does not say */
  user: string;
  /** the password that comes with the order, null where the family needs none */
  password: string | null;
  /** the frame's own number, null where the family has none */
  serial: number | null;
};

/** A setting or a question, and how this family answers it: once, as a report until it is acknowledged, or not at all. */
export interface Setting {
  change: Change;
  answer(outcome: Outcome, lock: LockState, sample: () => Sample): Uint8Array | Report | null;
}

/** What the platform said, in words that every family shares. */
export type Heard =
  /** reports may go out now */
  | { kind: 'ready' }
  | { kind: 'acknowledged'; key: string }
  /** the oldest report on its way is meant */
  | { kind: 'acknowledged oldest' }
  | { kind: 'send again'; key: string }
  /** the platform will never take this one */
  | { kind: 'rejected'; key: string }
  | { kind: 'order'; order: Order }
  | { kind: 'setting'; setting: Setting }
  /** the platform does not know this lock */
  | { kind: 'turned away' }
  /** bytes this lock says at once in return */
  | { kind: 'say'; bytes: Uint8Array };

export type Outcome = 'done' | 'refused';

/** One lock family's way of speaking. It holds what the protocol makes a lock remember: serials, codes, half frames. */
export interface Dialect {
  readonly traits: LockTraits;
  /** reports that may be on their way at once */
  readonly window: number;
  /** Words on a fresh connection. */
  greet(lock: LockState): Uint8Array[];
  /** Words between reports that keep the connection open. */
  heartbeat(lock: LockState): Uint8Array[];
  /** `samples` with `late` are sent from memory after a time without network. */
  reports(samples: readonly Sample[], late: boolean): Report[];
  /** Whether the password of an order is the right one; true where the family needs none. */
  accepts(order: Order, lock: LockState): boolean;
  answer(order: Order, outcome: Outcome, lock: LockState): Uint8Array;
  hear(chunk: Uint8Array): Heard[];
  newPassword(pick: (count: number, characters: string) => string): string;
}
