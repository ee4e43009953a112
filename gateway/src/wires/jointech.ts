import type { LockReport, NotUnderstoodReason } from '@plomb/contract/lock/report';
import { ackBySerial, acknowledge, type Downlink, encodeDownlink } from '@plomb/protocols/jointech/downlink';
import { JointechFramer } from '@plomb/protocols/jointech/framer';
import { DataType, decodePosition } from '@plomb/protocols/jointech/position';
import { timeOf } from '@plomb/protocols/jointech/time';
import { decodeUplink, serialOf, type Uplink, wordOf } from '@plomb/protocols/jointech/uplink';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import type { Instruction } from '../kit/ports.ts';
import type { JointechProfile, Profile } from '../profiles/profile.ts';
import type { Order, Wire, WireHost } from './wire.ts';

/** The newest edition, assumed until a position frame names the lock's own. */
const newestVersion = 0x19;

/** Jointech text and binary frames on one connection. */
export class JointechWire implements Wire {
  readonly kind = 'jointech';
  private readonly host: WireHost;
  private readonly framer: JointechFramer;
  private profile: JointechProfile | null = null;
  private version = newestVersion;
  /** The lock's new one-time password. The frame it came in has no time, so it travels with the next report. */
  private password: string | null = null;

  constructor(host: WireHost) {
    this.host = host;
    this.framer = new JointechFramer(this);
  }

  push(chunk: Uint8Array): void {
    this.framer.push(chunk);
  }

  position(raw: Uint8Array): void {
    this.host.receive(terminalOf(raw), () => this.handlePosition(raw));
  }

  text(raw: Uint8Array): void {
    const message = this.decoded(() => decodeUplink(raw));
    if (message === null) this.host.refused('text without id');
    else this.host.receive(message.id, () => this.handleText(message, raw));
  }

  refused(reason: string): void {
    this.host.refused(reason, reason === 'oversize');
  }

  admitted(profile: Profile): void {
    if (profile.wire === this.kind) this.profile = profile;
  }

  /** The protocol has no word for "unknown". */
  refuse(): void {}

  order(instruction: Instruction): Order | null {
    const order = this.profile?.instruct(instruction);
    return order ? { keys: order.words, serial: null, bytes: order.bytes } : null;
  }

  /** Its firmware comes from a server of files that the lock calls itself. */
  pack(): null {
    return null;
  }

  versionQuestion(): null {
    return null;
  }

  tick(): void {}

  private handlePosition(raw: Uint8Array): void {
    const { profile, host } = this;
    if (!profile) return;
    const position = this.decoded(() => decodePosition(raw));
    if (position === null) {
      host.refused('malformed_message');
      this.keep('$', 'malformed_message', raw, this.acknowledgementOf(null));
    } else {
      this.version = position.version;
      const report = profile.position(position, raw, host.circumstances());
      this.store(report, position.serial, position.dataType === DataType.realTime);
    }
    host.ready();
  }

  private handleText(message: Uplink, raw: Uint8Array): void {
    const { profile, host } = this;
    if (!profile) return;
    switch (message.kind) {
      case 'timeRequest':
        this.say({ kind: 'time', time: timeOf(host.now()) });
        break;
      case 'lockEvent':
        this.store(profile.lockEvent(message.event, raw, host.circumstances()), message.event.serial, false);
        break;
      case 'subLock': {
        const { payload, route } = message;
        const report = this.decoded(() => profile.subLock(payload, raw, host.circumstances()));
        const serial = serialOf(route);
        if (report) this.store(report, serial, false);
        else this.keep('WLNET,5', 'malformed_message', raw, this.acknowledgementOf(serial));
        break;
      }
      case 'dynamicPassword':
        this.password = message.password;
        break;
      case 'unlockReply':
      case 'passwordReply':
      case 'intervals':
      case 'cards':
      case 'echo': {
        const answer = profile.answer(message);
        const isOurs = answer !== null && host.answered(answer.word, answer.reply);
        // Whatever else it says of itself is kept to be looked at.
        if (!isOurs && message.kind !== 'unlockReply' && !isStep(message))
          this.keep(wordIn(message), 'unused_message', raw, null);
        break;
      }
      case 'dynamicPasswordMode':
        this.keep('P52,1', 'unused_message', raw, null);
        break;
      case 'malformed':
        host.refused('malformed_message');
        this.keepMalformed(wordOf(message.fields), raw);
        break;
      case 'other':
        this.keep(wordOf(message.fields), 'unknown_message', raw, null);
    }
    host.ready();
  }

  /** Kept as it came. What is repeated until it is acknowledged is acknowledged, understood or not. */
  private keep(what: string, reason: NotUnderstoodReason, bytes: Uint8Array, ack: Downlink | null): void {
    const kept = () => {
      if (ack) this.say(ack);
    };
    this.host.submit({ reports: [], notUnderstood: [{ what, reason, bytes }] }, kept);
  }

  private keepMalformed(word: string, raw: Uint8Array): void {
    this.keep(word, 'malformed_message', raw, word === 'P45' ? this.acknowledgementOf(null) : null);
  }

  /** Null for a frame without a serial, of a lock whose acknowledgements repeat one. */
  private acknowledgementOf(serial: number | null): Downlink | null {
    if (serial === null && this.version >= ackBySerial) return null;
    return acknowledge(this.version, serial ?? 0);
  }

  private store(report: LockReport, serial: number | null, isPresent: boolean): void {
    // Whose word is not believed has no password kept; unconfirmed, the lock tells it again.
    const password = isPresent && this.host.isProved ? this.password : null;
    if (password !== null) {
      report.unlockPassword = password;
      this.password = null;
    }
    const ack = this.acknowledgementOf(serial);
    this.host.submit({ reports: [report], notUnderstood: [] }, () => {
      if (ack) this.say(ack);
      if (password !== null) this.say({ kind: 'dynamicPasswordReceived', password });
    });
  }

  private say(message: Downlink): void {
    this.host.send(encodeDownlink(message));
  }

  /** Null when the bytes are malformed. */
  private decoded<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      return null;
    }
  }
}

/** Fences are told in several texts, each of which is repeated, also when the order has ended meanwhile. */
const steps: ReadonlySet<string> = new Set(['P24', 'P29', 'P30']);
function isStep(message: Uplink): boolean {
  return message.kind === 'echo' && steps.has(message.word);
}

const words = { passwordReply: 'P44', intervals: 'P04', cards: 'P41' } as const;
function wordIn(message: Extract<Uplink, { kind: 'passwordReply' | 'intervals' | 'cards' | 'echo' }>): string {
  return message.kind === 'echo' ? message.word : words[message.kind];
}

/** The ten digits behind the `$`, which the framer has seen to be digits. */
function terminalOf(raw: Uint8Array): string {
  return Buffer.from(raw.subarray(1, 6)).toString('hex');
}
