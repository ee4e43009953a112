import type { LockReport } from '@plomb/contract/report';
import { acknowledge, type Downlink, encodeDownlink } from '@plomb/protocols/jointech/downlink';
import { JointechFramer } from '@plomb/protocols/jointech/framer';
import { DataType, decodePosition, type Position } from '@plomb/protocols/jointech/position';
import { timeOf } from '@plomb/protocols/jointech/time';
import { decodeUplink, type Uplink } from '@plomb/protocols/jointech/uplink';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import type { Instruction } from '../ports.ts';
import type { JointechProfile, Profile } from '../profiles/profile.ts';
import type { Line, Order, Wire } from './wire.ts';

/** The newest edition, assumed until a position frame names the lock's own. */
const newestVersion = 0x19;

/** Jointech text and binary frames on one connection. */
export class JointechWire implements Wire {
  readonly kind = 'jointech';
  private readonly line: Line;
  private readonly framer: JointechFramer;
  private profile: JointechProfile | null = null;
  private version = newestVersion;
  /** The lock's new one-time password. The frame it came in has no time, so it travels with the next report. */
  private password: string | null = null;

  constructor(line: Line) {
    this.line = line;
    this.framer = new JointechFramer(this);
  }

  push(chunk: Uint8Array): void {
    this.framer.push(chunk);
  }

  position(raw: Uint8Array): void {
    const position = this.decoded(() => decodePosition(raw));
    if (position) this.line.receive(position.id, () => this.handlePosition(position, raw));
  }

  text(raw: Uint8Array): void {
    const message = this.decoded(() => decodeUplink(raw));
    if (message) this.line.receive(message.id, () => this.handleText(message, raw));
  }

  refused(reason: string): void {
    this.line.refused(reason, reason === 'oversize');
  }

  admitted(profile: Profile): void {
    if (profile.wire === this.kind) this.profile = profile;
  }

  /** The protocol has no word for "unknown". */
  refuse(): void {}

  order(instruction: Instruction): Order | null {
    const order = this.profile?.instruct(instruction);
    return order ? { key: order.word, serial: null, bytes: order.bytes } : null;
  }

  tick(): void {}

  private handlePosition(position: Position, raw: Uint8Array): void {
    this.version = position.version;
    const report = this.profile?.position(position, raw, this.line.circumstances());
    if (report) this.store(report, position.serial, position.dataType === DataType.realTime);
    this.line.ready();
  }

  private handleText(message: Uplink, raw: Uint8Array): void {
    const { profile, line } = this;
    if (!profile) return;
    switch (message.kind) {
      case 'timeRequest':
        this.say({ kind: 'time', time: timeOf(line.now()) });
        break;
      case 'lockEvent':
        this.store(profile.lockEvent(message.event, raw, line.circumstances()), message.event.serial, false);
        break;
      case 'subLock': {
        const { payload } = message;
        const report = this.decoded(() => profile.subLock(payload, raw, line.circumstances()));
        if (report) this.store(report, report.serial, false);
        break;
      }
      case 'dynamicPassword':
        this.password = message.password;
        break;
      case 'unlockReply': {
        const word = message.by === 'static' ? 'P43' : 'P52';
        line.answered(word, null, message.ok ? { result: 'ok' } : { result: 'refused', cause: 'password' });
        break;
      }
      case 'dynamicPasswordMode':
      case 'other':
        line.refused('unexpected');
    }
    line.ready();
  }

  private store(report: LockReport, serial: number, isPresent: boolean): void {
    const password = isPresent ? this.password : null;
    if (password !== null) {
      report.unlockPassword = password;
      this.password = null;
    }
    const ack = acknowledge(this.version, serial);
    this.line.submit({ reports: [report], notUnderstood: [] }, () => {
      this.say(ack);
      if (password !== null) this.say({ kind: 'dynamicPasswordReceived', password });
    });
  }

  private say(message: Downlink): void {
    this.line.send(encodeDownlink(message));
  }

  private decoded<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      this.line.refused(`body ${error.reason}`);
      return null;
    }
  }
}
