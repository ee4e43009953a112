import { randomInt } from 'node:crypto';
import type { NotUnderstoodReason } from '@plomb/contract/lock/report';
import { asksTime, decodeText, encodeText, type Text808, timeText } from '@plomb/protocols/jointech808/text';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame, type Frame, type Header, identityOf } from '@plomb/protocols/jt808/header';
import { jt808 } from '@plomb/protocols/jt808/messages';
import { RegistrationResult, Result } from '@plomb/protocols/jt808/replies';
import { SubPackages } from '@plomb/protocols/jt808/subpackages';
import { MalformedMessage } from '@plomb/protocols/kit/malformed';
import type { CommandReply, Instruction, Upgrade, UpgradeAnswer } from '../kit/ports.ts';
import type { Asked808, Jt808Profile, Profile } from '../profiles/profile.ts';
import { packageId, packageOf, partReplyOf, upgradeAnswerOf } from './upgrade808.ts';
import type { Order, Package, Wire, WireHost } from './wire.ts';

const terminalReplyId = 0x0001;
const heartbeatId = 0x0002;
const logoutId = 0x0003;
const registrationId = 0x0100;
const authenticationId = 0x0102;
const resendId = 0x0005;
const attributesId = 0x0107;
const upgradeResultId = 0x0108;

/** What one device may hold in unfinished long messages: a blind-spot batch of four hours is about 30 KB. */
const partBytes = 128 * 1024;
const partMillis = 60_000;
/** The serial of a text has three digits. */
const mostTextSerial = 999;

/** JT/T 808 on one connection: registration, heartbeats, reports, sub-packages, orders, and texts between the frames. */
export class Jt808Wire implements Wire {
  readonly kind = 'jt808';
  private readonly host: WireHost;
  private readonly framer: Jt808Framer;
  private profile: Jt808Profile | null = null;
  /** the identity last computed, and the digits it was computed from */
  private sn = '';
  private phone = '';
  /** of the latest frame: answers repeat its version and the very digits of its phone */
  private header: Header | null = null;
  /** Ours. It begins anywhere, so that an answer recorded on an earlier connection fits no order of this one. */
  private serial = randomInt(0x10000);
  /** serials of the last orders whose answer tells something, by their message */
  private readonly asked = new Map<number, number>();
  /** of the last text, 1-999; it begins anywhere, as `serial` */
  private textSerial = randomInt(mostTextSerial);
  private parts: SubPackages | null = null;
  private askedAt = 0;
  private beatIsKept = false;
  /** which version it has was asked for, and by no order */
  private asksVersion = false;

  constructor(host: WireHost) {
    this.host = host;
    this.framer = new Jt808Framer(this);
  }

  push(chunk: Uint8Array): void {
    this.framer.push(chunk);
  }

  frame(content: Uint8Array, raw: Uint8Array): void {
    let frame: Frame;
    try {
      frame = decodeFrame(content);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      this.host.refused(error.reason);
      return;
    }
    this.header ??= frame.header;
    this.host.receive(this.identity(frame.header.phone), () => this.handle(frame, raw));
  }

  /** Only Jointech's 808 locks speak text between frames. */
  text(raw: Uint8Array): void {
    const text = decodeText(raw);
    if (text === null) this.host.refused('text');
    else this.host.receive(this.identity(text.id), () => this.handleText(text, raw));
  }

  refused(reason: string): void {
    this.host.refused(reason, reason === 'oversize');
  }

  admitted(profile: Profile): void {
    if (profile.wire === this.kind) this.profile = profile;
  }

  refuse(): void {
    const { header } = this;
    if (!header) return;
    if (header.id !== registrationId) this.reply(header, Result.failed);
    else this.register(header, RegistrationResult.unknownTerminal, '');
  }

  order(instruction: Instruction): Order | null {
    const { header, profile } = this;
    const message = header && profile?.instruct(instruction, header.version);
    if (!message) return null;
    if ('text' in message) return this.ask(message);
    const serial = this.nextSerial();
    if (message.told) this.asked.set(message.id, serial);
    else this.asked.delete(message.id);
    const bytes = encodeFrame({ ...addressee(header), id: message.id, serial }, message.body);
    return { keys: [keyOf(message.id, serial)], serial, bytes };
  }

  pack(upgrade: Upgrade): Package | null {
    const { header } = this;
    if (!header) return null;
    const parts = packageOf(upgrade, header.version);
    const { total } = parts;
    // what comes next must not be taken for a part
    const serial = upgrade.serial ?? this.serial;
    if (upgrade.serial === null) this.serial = (serial + total) & 0xffff;
    return {
      total,
      serial,
      part: (at) => encodeFrame({ ...addressee(this.header ?? header), ...parts.head(serial, at) }, parts.body(at)),
    };
  }

  versionQuestion(): Uint8Array | null {
    const { header } = this;
    if (!header) return null;
    this.asksVersion = true;
    const question = { kind: 'queryAttributes', body: new Uint8Array() } as const;
    return encodeFrame(
      { ...addressee(header), id: jt808.idOf(question), serial: this.nextSerial() },
      jt808.encode(question, header.version),
    );
  }

  private ask({ text }: Asked808): Order {
    this.textSerial = (this.textSerial % mostTextSerial) + 1;
    const serial = `${this.textSerial}`.padStart(3, '0');
    const bytes = encodeText({ id: this.sn, direction: 1, serial, ...text });
    return { keys: [keyOfText({ ...text, serial })], serial: null, bytes };
  }

  private handleText(text: Text808, raw: Uint8Array): void {
    const { profile, host } = this;
    if (!profile?.answerText) {
      host.refused('text');
      return;
    }
    if (asksTime(text)) host.send(encodeText({ ...text, fields: [timeText(host.now())] }));
    else if (!host.answered(keyOfText(text), profile.answerText(text))) {
      // Whatever else it says of itself is kept to be looked at.
      const what = `${text.word},${text.number}`;
      host.submit({ reports: [], notUnderstood: [{ what, reason: 'unused_message', bytes: raw }] }, () => {});
    }
    host.ready();
  }

  /** Asks for the missing parts of long messages that have stopped growing. */
  tick(now: number): void {
    const { resendMillis } = this.host.limits;
    if (!this.parts || now - this.askedAt < resendMillis) return;
    this.askedAt = now;
    for (const { header, firstSerial, indexes } of this.parts.missing(now, resendMillis)) {
      const message = { kind: 'platformResend', body: { firstSerial, indexes } } as const;
      this.write(header, jt808.idOf(message), jt808.encode(message, header.version));
    }
    if (this.parts.held === 0) this.parts = null;
  }

  private identity(phone: string): string {
    if (phone !== this.phone) {
      this.phone = phone;
      this.sn = identityOf(phone);
    }
    return this.sn;
  }

  private handle({ header, body }: Frame, raw: Uint8Array): void {
    this.header = header;
    if (header.encryption !== 0) this.refuseMessage(header, raw, 'encrypted_message', Result.unsupported);
    else if (header.part) this.part(header, body, raw);
    else this.read(header, body, raw);
    if (header.id !== registrationId) this.host.ready();
  }

  /**
   * No part is acknowledged before the whole is durable: a lock forgets what was. One that waits for each
   * acknowledgement is asked for the rest by `tick`.
   */
  private part(header: Header, body: Uint8Array, raw: Uint8Array): void {
    this.parts ??= new SubPackages({ expiryMillis: partMillis, maxBytes: partBytes });
    const result = this.parts.add(header, body, this.host.now());
    if (result.state === 'whole') this.read(result.header, result.body, result.body, result.count);
    else if (result.state === 'refused') this.refuseMessage(header, raw, 'malformed_message', Result.malformed);
    else if (result.state === 'tooLong') {
      // The beginning is enough to know it by: none of it is acknowledged.
      if (result.isNews) this.keep(header, raw.subarray(0, 64), 'too_long_message');
      this.reply(header, Result.unsupported);
    }
  }

  /** `header` is that of the first of `parts` parts, each of which wants an answer; `raw` is all of them. */
  private read(header: Header, body: Uint8Array, raw: Uint8Array, parts = 1): void {
    try {
      this.message(header, body, raw, parts);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      // Whole by its checksum and still wrong: sending it again would not help.
      this.refuseMessage(header, raw, 'malformed_message', Result.malformed, parts);
    }
  }

  private message(header: Header, body: Uint8Array, raw: Uint8Array, parts: number): void {
    switch (header.id) {
      case heartbeatId:
        this.heartbeat(header, body, raw, parts);
        break;
      case logoutId:
        this.reply(header, Result.ok, parts);
        this.host.end('logout');
        break;
      case registrationId:
        void this.registration(header, body, raw);
        break;
      case terminalReplyId:
      case authenticationId:
        this.standard(header, body, parts);
        break;
      case upgradeResultId: {
        const told = jt808.decode(header.id, header.version, body);
        if (told.kind === 'upgradeResult') void this.upgraded(upgradeAnswerOf(told.body.result), header, body, raw);
        break;
      }
      case attributesId:
        this.attributes(header, body, raw, parts);
        break;
      case resendId:
        if (!this.resent(header, body)) this.report(header, body, raw, parts);
        break;
      default:
        this.report(header, body, raw, parts);
    }
  }

  /** Some makers add battery or signal to it, of which nothing is published: kept once a connection. */
  private heartbeat(header: Header, body: Uint8Array, raw: Uint8Array, parts: number): void {
    if (body.length > 0 && !this.beatIsKept) {
      this.beatIsKept = true;
      this.keep(header, raw, 'trailing_bytes');
    }
    this.reply(header, Result.ok, parts);
  }

  /** A body too short for its layout registers too, under a terminal id of nothing. */
  private async registration(header: Header, body: Uint8Array, raw: Uint8Array): Promise<void> {
    const answer = await this.host.registered(this.terminalIn(header, body, raw));
    if (answer === 'unanswered') return;
    if (answer === 'elsewhere') this.register(header, RegistrationResult.unknownTerminal, '');
    else if (answer === 'taken') this.register(header, RegistrationResult.terminalTaken, '');
    else this.register(header, RegistrationResult.ok, answer.code);
  }

  private terminalIn(header: Header, body: Uint8Array, raw: Uint8Array): string {
    try {
      const message = jt808.decode(header.id, header.version, body);
      if (message.kind === 'registration') {
        const { maker, model, terminalId } = message.body;
        return [maker, model, terminalId].join('/');
      }
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      this.keep(header, raw, 'malformed_message');
    }
    return '//';
  }

  private standard(header: Header, body: Uint8Array, parts: number): void {
    const message = jt808.decode(header.id, header.version, body);
    if (message.kind === 'terminalReply') {
      const { id, serial, result } = message.body;
      if (id === packageId) {
        this.host.partAnswered(serial, partReplyOf(result));
        return;
      }
      // What it was asked for comes in a message of its own.
      if (result === Result.ok && this.asked.get(id) === serial) return;
      this.host.answered(keyOf(id, serial), replyOf(result));
    } else if (message.kind === 'authentication') {
      // A lock told "failed" registers again. Its reports are kept meanwhile, and believed only when it has shown its code.
      const isOurs = this.host.showed(message.body.code);
      if (!isOurs) this.host.refused('auth code');
      this.reply(header, isOurs ? Result.ok : Result.failed, parts);
    }
  }

  private report(header: Header, body: Uint8Array, raw: Uint8Array, parts: number): void {
    if (this.answer(header, body)) return;
    const reading = this.profile?.read({ header, body, raw }, this.host.circumstances());
    if (reading) this.host.submit(reading, () => this.reply(header, Result.ok, parts));
  }

  /** Acknowledged once it is durable: else the lock says so again. */
  private async upgraded(answer: UpgradeAnswer, header: Header, body: Uint8Array, raw: Uint8Array): Promise<void> {
    const isOurs = await this.host.upgradeAnswered(answer, header.serial).catch(() => null);
    if (isOurs) this.reply(header, Result.ok);
    else if (isOurs === false) this.report(header, body, raw, 1);
  }

  /** Which version it has counts whoever asked; an answer to nobody is kept as not understood. */
  private attributes(header: Header, body: Uint8Array, raw: Uint8Array, parts: number): void {
    const message = jt808.decode(header.id, header.version, body);
    if (message.kind === 'attributes') this.host.versionTold(message.body.firmware);
    const { asksVersion } = this;
    this.asksVersion = false;
    if (asksVersion && !this.answer(header, body)) this.reply(header, Result.ok, parts);
    else if (!asksVersion) this.report(header, body, raw, parts);
  }

  /** Whether it asked for parts of a firmware again. */
  private resent(header: Header, body: Uint8Array): boolean {
    const message = jt808.decode(header.id, header.version, body);
    return message.kind === 'terminalResend' && this.host.partsMissed(message.body.firstSerial, message.body.indexes);
  }

  /** Whether the message was the answer to an order and nothing besides. */
  private answer(header: Header, body: Uint8Array): boolean {
    const answer = this.profile?.answer(header.id, header.version, body);
    if (!answer) return false;
    const serial = answer.serial ?? this.asked.get(answer.to);
    return serial !== undefined && this.host.answered(keyOf(answer.to, serial), answer.reply) && !answer.reports;
  }

  /** Kept as it came, then refused in words that end its being sent again. */
  private refuseMessage(header: Header, raw: Uint8Array, reason: NotUnderstoodReason, result: number, parts = 1): void {
    this.host.refused(reason);
    this.keep(header, raw, reason, () => {
      if (header.id !== terminalReplyId) this.reply(header, result, parts);
    });
  }

  private keep({ id }: Header, bytes: Uint8Array, reason: NotUnderstoodReason, kept: () => void = () => {}): void {
    const what = id.toString(16).padStart(4, '0').toUpperCase();
    this.host.submit({ reports: [], notUnderstood: [{ what, reason, bytes }] }, kept);
  }

  private reply({ id, serial, version, revision, phone }: Header, result: number, parts = 1): void {
    for (let i = 0; i < parts; i++) {
      const of = serial + i;
      const body = Uint8Array.of(of >>> 8, of, id >>> 8, id, result);
      this.host.send(encodeFrame({ id: 0x8001, version, revision, phone, serial: this.nextSerial() }, body));
    }
  }

  private register(asked: Header, result: number, code: string): void {
    const message = { kind: 'registrationReply', body: { serial: asked.serial, result, code } } as const;
    this.write(asked, jt808.idOf(message), jt808.encode(message, asked.version));
  }

  private write(to: Header, id: number, body: Uint8Array): void {
    this.host.send(encodeFrame({ ...addressee(to), id, serial: this.nextSerial() }, body));
  }

  private nextSerial(): number {
    const { serial } = this;
    this.serial = (serial + 1) & 0xffff;
    return serial;
  }
}

function addressee({ version, revision, phone }: Header): Pick<Header, 'version' | 'revision' | 'phone'> {
  return { version, revision, phone };
}

function keyOf(id: number, serial: number): string {
  return `${id}/${serial}`;
}

function keyOfText({ word, number, serial }: Pick<Text808, 'word' | 'number' | 'serial'>): string {
  return `${word},${number}/${serial}`;
}

function replyOf(result: number): CommandReply {
  if (result === Result.ok) return { result: 'ok' };
  return { result: 'refused', cause: result === Result.unsupported ? 'unsupported' : 'failed' };
}
