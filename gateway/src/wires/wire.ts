import type { Limits } from '../kit/limits.ts';
import type { CommandReply, Instruction, Upgrade, UpgradeAnswer } from '../kit/ports.ts';
import type { Circumstances, Profile, Reading } from '../profiles/profile.ts';

/**
 * What a registration is answered with: the device's code, or why it gets none: another terminal counts as the device,
 * it comes from outside of the device's networks, or nobody can say (also while one before is being looked up), so that
 * the device asks again.
 */
export type Registered = { code: string } | 'taken' | 'elsewhere' | 'unanswered';

/** What a wire protocol needs from the connection it runs on. */
export interface WireHost {
  readonly limits: Limits;
  /** Whether this connection counts as the device: what it says now is believed. */
  readonly isProved: boolean;
  now(): number;
  /** A whole frame of `sn`: handled now, when the directory has answered, or never. */
  receive(sn: string, handle: () => void): void;
  /** Bytes or a frame dropped. Too many end the connection; `fatal` ends it at once. */
  refused(reason: string, fatal?: boolean): void;
  /** Only called while frames are handled, when the device is known. */
  circumstances(): Circumstances;
  /** Goes out with everything else of this turn of the event loop. */
  send(bytes: Uint8Array): void;
  /**
   * Hands what a message held to storage. `acknowledge` runs once all of it is durable, after what was submitted before.
   * When storage refuses some of it the connection ends: the device comes again and sends what was not acknowledged in its
   * order, where going on would let newer frames overtake.
   */
  submit(reading: Reading, acknowledge: () => void): void;
  /** The device registers under the terminal id its maker gave it. Nothing more is read until that is answered. */
  registered(terminal: string): Promise<Registered>;
  /** The device has shown a code. Whether it is its own. */
  showed(code: string): boolean;
  /** The lock answered an order; `key` is that of `Order`. Whether one of that key was open. */
  answered(key: string, reply: CommandReply): boolean;
  /** The lock answered a part of a firmware by its serial. */
  partAnswered(serial: number, result: 'ok' | 'failed' | 'unsupported'): void;
  /** It misses parts of a message, counted from 1. Whether that is a firmware that is on its way. */
  partsMissed(firstSerial: number, indexes: readonly number[]): boolean;
  /** It says what became of a firmware. Resolves, once that is durable, whether one was on its way; rejects when nobody can say. */
  upgradeAnswered(answer: UpgradeAnswer, serial: number): Promise<boolean>;
  /** It says which version of its firmware it has. */
  versionTold(version: string): void;
  /** The device is ready for orders. */
  ready(): void;
  end(reason: string): void;
}

/** An instruction ready to be written. */
export interface Order {
  /** what the answers will repeat, as `answered` is given it: an order in several texts is done when each was answered */
  keys: readonly string[];
  serial: number | null;
  bytes: Uint8Array;
}

/** A firmware as the parts it goes out in. */
export interface Package {
  total: number;
  /** of the first part; the others follow it */
  serial: number;
  /** the bytes of a part, counted from 0 */
  part(at: number): Uint8Array;
}

/** A wire protocol on one connection. */
export interface Wire {
  readonly kind: Profile['wire'];
  push(chunk: Uint8Array): void;
  admitted(profile: Profile): void;
  /** Tells the device, in the words of the frame it opened with, that nobody knows it. */
  refuse(): void;
  /** Null when this lock cannot be told so. */
  order(instruction: Instruction): Order | null;
  /** Null when this lock cannot be sent any. */
  pack(upgrade: Upgrade): Package | null;
  versionQuestion(): Uint8Array | null;
  /** Called about once a second. */
  tick(now: number): void;
}
