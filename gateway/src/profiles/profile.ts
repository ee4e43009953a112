import type { LockReport, NotUnderstood } from '@plomb/contract/lock/report';
import type { LockEvent } from '@plomb/protocols/jointech/lock-event';
import type { Position } from '@plomb/protocols/jointech/position';
import type { Uplink } from '@plomb/protocols/jointech/uplink';
import type { Text808 } from '@plomb/protocols/jointech808/text';
import type { Header, Version } from '@plomb/protocols/jt808/header';
import type { Part } from '@plomb/protocols/kit/codec';
import type { DeviceMemory } from '../kit/memories.ts';
import type { CommandReply, Instruction, KnownDevice } from '../kit/ports.ts';

/** What a profile knows beside the bytes. */
export interface Circumstances {
  device: KnownDevice;
  /** ms since 1970 */
  receiveTime: number;
  /** nothing was reported on this connection yet: what woke the lock is news */
  isFirst: boolean;
  memory: DeviceMemory;
}

/** What a message holds: reports, and what of it became part of none. */
export interface Reading {
  reports: LockReport[];
  notUnderstood: NotUnderstood[];
  /** Called once all of it is durable. */
  stored?: () => void;
}

/** A message whose parts, if it had several, have been put together. */
export interface Jt808Message {
  header: Header;
  body: Uint8Array;
  /** the frame as received; of a message in several parts its body */
  raw: Uint8Array;
}

/** One lock family on the JT/T 808 wire. */
export interface Jt808Profile {
  wire: 'jt808';
  /** a connection without a frame for this long is closed; outbound bytes do not count */
  silenceMillis: number;
  /** What each byte of a message is, for people. Throws `MalformedMessage`. */
  explain(id: number, version: Version, body: Uint8Array): { kind: string; parts: Part[] };
  /** Whatever a message holds. Throws `MalformedMessage` when nothing of it can be read. */
  read(message: Jt808Message, circumstances: Circumstances): Reading;
  /** The message, or the text, that asks for it; null when this family has none. */
  instruct(instruction: Instruction, version: Version): Instructed808 | Asked808 | null;
  /**
   * What a message answers, when it is the answer to an order that a general reply alone does not answer; null = it is
   * none. Throws `MalformedMessage`.
   */
  answer(id: number, version: Version, body: Uint8Array): Answer808 | null;
  /** What a text between the frames says to the order whose serial and word it repeats. Absent: the family speaks none. */
  answerText?(text: Text808): CommandReply;
}

/** `told`: its answer tells something, in a message of its own; a general reply that says yes is not the end of it. */
export interface Instructed808 {
  id: number;
  body: Uint8Array;
  told: boolean;
}

/** A text between the frames, but for its head: the wire knows whom it goes to. */
export interface Asked808 {
  text: Pick<Text808, 'word' | 'number' | 'fields'>;
}

/** Of the order sent under this message id and serial; null: the answer repeats no serial, the last one of that id is meant. */
export interface Answer808 {
  to: number;
  serial: number | null;
  reply: CommandReply;
  /** it holds a report besides */
  reports: boolean;
}

/** One lock family on the Jointech wire. */
export interface JointechProfile {
  wire: 'jointech';
  silenceMillis: number;
  position(position: Position, raw: Uint8Array, circumstances: Circumstances): LockReport;
  lockEvent(event: LockEvent, raw: Uint8Array, circumstances: Circumstances): LockReport;
  /** What a sub-lock or a sensor said over the air, with the position it came with. Throws `MalformedMessage`. */
  subLock(payload: Uint8Array, raw: Uint8Array, circumstances: Circumstances): LockReport;
  /** `words` are the command words its answers will repeat, one for each text; null when this family cannot do it. */
  instruct(instruction: Instruction): { words: string[]; bytes: Uint8Array } | null;
  /** What a text answers: the word of the order, and what it says. Null = no order has such an answer. */
  answer(message: Uplink): { word: string; reply: CommandReply } | null;
}

export type Profile = Jt808Profile | JointechProfile;
