import type { BatteryCurve } from '@plomb/contract/lock/batteryCurve';
import type { LockFamily } from '@plomb/contract/lock/codes';
import type { OrderResult } from '@plomb/contract/lock/command';
import type { IdentityRule } from '@plomb/contract/lock/identity';
import type { ArgsOf, CommandKind } from '@plomb/contract/lock/orderKinds';
import type { LockReport, NotUnderstoodReason } from '@plomb/contract/lock/report';

/** A lock the gateway may talk to. */
export interface KnownDevice {
  id: number;
  sn: string;
  family: LockFamily;
  /** as its type is coded, e.g. `G-300`: models of one family differ in a few meanings */
  model: string;
  /** offset of the lock's clock from UTC in minutes: 480 for JT/T 808 locks that keep the standard's GMT+8 */
  utcOffsetMinutes: number;
  /** by which the percent of its battery is told, where it says volts only */
  batteryCurve: Readonly<BatteryCurve>;
  /** what a connection must show before it counts as this device */
  identityRule: IdentityRule;
  /** where it may come from, as addresses and CIDR networks; empty = anywhere */
  networks: readonly string[];
  /** how often it got another terminal, number or owner: codes of an earlier generation prove nothing */
  codeGeneration: number;
}

/** Who may connect. */
export interface Directory {
  /** by the identity on the wire; null = not registered. The answer may be a few seconds old. */
  find(sn: string): Promise<KnownDevice | null>;
  /** an unregistered identity knocked; so many a minute of one address, and of as many addresses as come */
  seenUnregistered(sn: string, family: LockFamily, remoteAddress: string): void;
  /** a frame on this device's connection claimed another identity and was dropped; at most one call a minute and device */
  identityMismatch?(device: KnownDevice, claimedSn: string): void;
  /**
   * A connection registers as this device under the terminal id its maker gave it. Resolves the terminal that counts as the
   * device, which is the one that registered first: the number of a lock is no secret, so that alone gets nobody its code.
   * Another one changes nothing.
   */
  registered(device: KnownDevice, terminal: string, remoteAddress: string): Promise<string>;
  /** a connection that was alive gave way to another from elsewhere; at most one call a minute and device */
  replaced?(device: KnownDevice, from: string, by: string): void;
}

/** Where reports go. */
export interface ReportSink {
  /**
   * Resolves when the report is durable: only then may the device be acknowledged. Rejects when storage is unavailable:
   * then nothing is acknowledged and the device sends again.
   */
  submit(device: KnownDevice, report: LockReport): Promise<void>;
}

/**
 * A whole message of a registered device, or a part of one, of which nothing became a report. What became part of a
 * report is in `LockReport.notUnderstood` instead. Frames of strangers are counted and never kept.
 */
export interface NotUnderstoodMessage {
  device: KnownDevice;
  address: string;
  /** it came from who has proved to be the device */
  authenticated: boolean;
  /** as in `NotUnderstood` */
  what: string;
  reason: NotUnderstoodReason;
  raw: Uint8Array;
  /** ms since 1970 */
  receiveTime: number;
}

/** Where messages go that nobody understood, for people to look at. */
export interface NotUnderstoodStore {
  /** Resolves when it is durable: only then is the message acknowledged. Rejects when storage is unavailable. */
  keep(message: NotUnderstoodMessage): Promise<void>;
}

/** What a lock is asked to do; the profile of its family makes bytes of it, or says that it cannot. */
export type Instruction =
  | { kind: 'seal'; user: string }
  | { kind: 'unseal'; user: string; password: PasswordToSend | null }
  | { kind: 'set_unlock_password'; password: string; old: string }
  | { [K in SayingAll]: { kind: K; args: ArgsOf<K> } }[SayingAll];
/** Kinds whose order is its arguments and nothing else. */
type SayingAll = Exclude<CommandKind, 'seal' | 'unseal' | 'set_unlock_password'>;

/** What opens the lock where an order alone does not: a password that stays, or the one-time password it told last. */
export interface PasswordToSend {
  by: 'static' | 'dynamic';
  text: string;
}

/** A command handed over for sending. Already marked `sent` attempt in the database when `claim` returns it. */
export interface OutboundCommand {
  id: number;
  deviceId: number;
  instruction: Instruction;
  /** it moves metal, and waits for no setting that a lock is slow to answer */
  physical: boolean;
  /** ms since 1970; checked again right before the write */
  expiresAt: number;
}

export type CommandReply =
  | { result: 'ok'; told?: OrderResult | undefined }
  | {
      result: 'refused';
      /** `otherwise`: it keeps other values than it was told */
      cause: 'password' | 'area' | 'busy' | 'unsupported' | 'failed' | 'otherwise';
      told?: OrderResult | undefined;
    };

/** Commands out, as the gateway sees them. PostgreSQL behind it holds the truth. */
export interface CommandQueue {
  /** devices for which a command waits, whether they are here or not; asked every few seconds for all at once */
  waiting(): Promise<readonly number[]>;
  /** the next command to write now to this device, claimed for this gateway; null = nothing to do */
  claim(deviceId: number, physicalOnly?: boolean): Promise<OutboundCommand | null>;
  /** the bytes were handed to the socket, under this serial where the protocol has one */
  sent(commandId: number, serial: number | null): Promise<void>;
  /** nothing was written (expired, cannot be encoded for this lock) */
  notSent(commandId: number, cause: 'expired' | 'unsupported'): Promise<void>;
  /** nobody knows whether it was delivered, as when the socket closed before the write completed */
  uncertain(commandId: number): Promise<void>;
  /** its lock answered */
  answered(commandId: number, reply: CommandReply): Promise<void>;
  /** a hint that this device may have a command waiting; call the returned function to stop listening */
  onHint(listener: (deviceId: number) => void): () => void;
}

/** The connection's life, for `communicate_status`. */
export interface ConnectionLog {
  connected(deviceId: number, remoteAddress: string): void;
  /** it said something that is no report, as a heartbeat; told every half minute at most */
  heard(deviceId: number): void;
  disconnected(deviceId: number): void;
}

/** A firmware on its way to a lock. It is one message in parts, and goes on where it stopped when the lock comes again. */
export interface Upgrade {
  id: number;
  deviceId: number;
  /** as the lock will say it */
  version: string;
  /** the maker's code, which the message carries */
  maker: string;
  data: Uint8Array;
  /** `sending`: parts go out; `verifying`: the lock has said that it took it, and is asked which version it has */
  state: 'sending' | 'verifying';
  /** of the first part; null: none went out */
  serial: number | null;
  /** that are there */
  parts: number;
}

/** What a lock has made of a firmware, by its own word. */
export type UpgradeAnswer = 'taken' | 'refused' | 'cancelled' | 'unsupported';

/**
 * What such a word counts for. `said before`: the lock repeats what it said of an earlier try, because it has not seen the
 * acknowledgement, and the one under way goes on.
 */
export type UpgradeWord = 'kept' | 'said before' | 'not ours';

/** Firmware out, as the gateway sees it. PostgreSQL behind it holds the truth. */
export interface UpgradeQueue {
  /** devices for which something is to be done, whether they are here or not */
  waiting(): Promise<readonly number[]>;
  /** what is to be done with this device now; null = nothing, or nothing yet */
  claim(deviceId: number): Promise<Upgrade | null>;
  /** so many of its parts, from the one under this serial on, are there; resolves whether it is to go on */
  arrived(id: number, serial: number, parts: number, total: number): Promise<boolean>;
  /** the device has said what became of it, in a message of this serial; null: it refused a part */
  answered(deviceId: number, answer: UpgradeAnswer, serial: number | null): Promise<UpgradeWord>;
  /** the device has said which version it has, on a connection since then (ms since 1970) */
  told(deviceId: number, version: string, connectedSince: number): Promise<void>;
}
