import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type HhdMessage, hhd } from '@plomb/protocols/hhd/messages';
import { type Downlink, encodeDownlink } from '@plomb/protocols/jointech/downlink';
import { JointechFramer } from '@plomb/protocols/jointech/framer';
import { decodePosition, type Position } from '@plomb/protocols/jointech/position';
import { decodeUplink, type Uplink } from '@plomb/protocols/jointech/uplink';
import { type Jointech808Message, jointech808 } from '@plomb/protocols/jointech808/messages';
import { asksTime, decodeText, encodeText, type Text808 } from '@plomb/protocols/jointech808/text';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame, type Header } from '@plomb/protocols/jt808/header';

/** What came in, in order. A test waits for the next thing and never for time. */
class Arrivals<T> {
  private readonly come: T[] = [];
  private waiting: ((one: T) => void) | null = null;

  push(one: T): void {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) waiting(one);
    else this.come.push(one);
  }

  next(): Promise<T> {
    const one = this.come.shift();
    if (one !== undefined) return Promise.resolve(one);
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }
}

export interface Received<M> {
  message: M;
  raw: Buffer;
}

/** The least of a gateway, on a real port. Subclasses speak one family. */
abstract class FakeGateway<M> {
  private readonly server: Server;
  private readonly arrivals = new Arrivals<Received<M>>();
  private socket: Socket | null = null;
  protected settled: () => void = () => undefined;
  /** whether reports are acknowledged */
  acknowledges = true;

  constructor() {
    this.server = createServer({ noDelay: true }, (socket) => {
      this.socket = socket;
      const take = this.listener();
      socket.on('data', take);
      socket.on('error', () => undefined);
      socket.on('close', () => this.settled());
    });
  }

  protected abstract listener(): (chunk: Buffer) => void;

  /** Asks something harmless whose answer goes to `settled` and is no arrival. */
  protected abstract ask(): void;

  /** Resolves when the lock has read everything sent to it so far and its words on that have arrived. */
  settle(): Promise<void> {
    if (!this.socket || this.socket.destroyed) return new Promise((resolve) => setImmediate(resolve));
    return new Promise((resolve) => {
      this.settled = resolve;
      this.ask();
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  /** The next message that `wanted` accepts; the others before it are passed over. */
  async next<K extends M>(wanted: (message: M) => message is K): Promise<Received<K>> {
    for (;;) {
      const { message, raw } = await this.arrivals.next();
      if (wanted(message)) return { message, raw };
    }
  }

  any(): Promise<Received<M>> {
    return this.arrivals.next();
  }

  /** Cuts the connection; resolves when the other side can know. */
  drop(): Promise<void> {
    const { socket } = this;
    if (!socket || socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      socket.on('close', () => resolve());
      socket.destroy();
    });
  }

  async close(): Promise<void> {
    this.socket?.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  protected arrived(message: M, raw: Uint8Array): void {
    this.arrivals.push({ message, raw: Buffer.from(raw) });
  }

  protected write(bytes: Uint8Array): void {
    this.socket?.write(bytes);
  }
}

export class FakeHhdGateway extends FakeGateway<HhdMessage> {
  private serial = 0;
  private phone = '';
  private version: Header['version'] = 2013;
  private asked: number | null = null;
  registrations = 0;

  protected listener(): (chunk: Buffer) => void {
    const framer = new Jt808Framer({
      frame: (content, raw) => this.frame(content, raw),
      text: () => undefined,
      refused: (reason) => {
        throw new Error(reason);
      },
    });
    return (chunk) => framer.push(chunk);
  }

  /** Returns the serial the lock answers to. */
  say(message: HhdMessage): number {
    const { serial, phone, version } = this;
    this.serial = (serial + 1) & 0xffff;
    this.write(encodeFrame({ id: hhd.idOf(message), version, phone, serial }, hhd.encode(message, version)));
    return serial;
  }

  protected ask(): void {
    this.asked = this.say({ kind: 'unknown', id: 0x8888, body: new Uint8Array() });
  }

  private frame(content: Uint8Array, raw: Uint8Array): void {
    const { header, body } = decodeFrame(content);
    const { serial, id } = header;
    this.phone = header.phone;
    this.version = header.version;
    const message = hhd.decode(id, header.version, Buffer.from(body));
    if (message.kind === 'registration') {
      this.registrations++;
      this.say({ kind: 'registrationReply', body: { serial, result: 0, code: 'K7' } });
    } else if (message.kind === 'authentication' || this.acknowledges) {
      this.say({ kind: 'platformReply', body: { serial, id, result: 0 } });
    }
    const isAnswer = message.kind === 'terminalReply' && message.body.serial === this.asked;
    if (isAnswer) this.settled();
    else this.arrived(message, raw);
  }
}

export type JointechMessage = Uplink | (Position & { kind: 'position' });

export class FakeJointechGateway extends FakeGateway<JointechMessage> {
  protected listener(): (chunk: Buffer) => void {
    const framer = new JointechFramer({
      position: (raw) => this.heard({ ...decodePosition(Buffer.from(raw)), kind: 'position' }, raw),
      text: (raw) => this.heard(decodeUplink(raw), raw),
      refused: (reason) => {
        throw new Error(reason);
      },
    });
    return (chunk) => framer.push(chunk);
  }

  say(message: Downlink): void {
    this.write(encodeDownlink(message));
  }

  protected ask(): void {
    this.say({ kind: 'setDynamicPassword', enabled: true, fence: 0 });
  }

  private heard(message: JointechMessage, raw: Uint8Array): void {
    if (message.kind === 'timeRequest') this.say({ kind: 'time', time: '201126000000' });
    if (message.kind === 'dynamicPassword') {
      this.say({ kind: 'dynamicPasswordReceived', password: message.password });
    }
    if (this.acknowledges) {
      if (message.kind === 'position') this.say({ kind: 'ackSerial', serial: message.serial });
      if (message.kind === 'lockEvent') this.say({ kind: 'ackSerial', serial: message.event.serial ?? 0 });
    }
    if (message.kind === 'dynamicPasswordMode') this.settled();
    else this.arrived(message, raw);
  }
}

export type Jointech808Said = Jointech808Message | (Text808 & { kind: 'words' });

export class FakeJointech808Gateway extends FakeGateway<Jointech808Said> {
  private serial = 0;
  private phone = '';
  private asked: number | null = null;

  protected listener(): (chunk: Buffer) => void {
    const refused = (reason: string) => {
      throw new Error(reason);
    };
    const framer = new Jt808Framer({
      frame: (content, raw) => this.frame(content, raw),
      text: (raw) => this.text(decodeText(raw) ?? refused('text'), raw),
      refused,
    });
    return (chunk) => framer.push(chunk);
  }

  /** Returns the serial the lock answers to. */
  say(message: Jointech808Message): number {
    const { serial, phone } = this;
    this.serial = (serial + 1) & 0xffff;
    const body = jointech808.encode(message, 2013);
    this.write(encodeFrame({ id: jointech808.idOf(message), version: 2013, phone, serial }, body));
    return serial;
  }

  speak(text: Text808): void {
    this.write(encodeText(text));
  }

  protected ask(): void {
    this.asked = this.say({ kind: 'unknown', id: 0x8888, body: new Uint8Array() });
  }

  private text(text: Text808, raw: Uint8Array): void {
    if (asksTime(text)) this.speak({ ...text, fields: ['20261120000000'] });
    this.arrived({ ...text, kind: 'words' }, raw);
  }

  private frame(content: Uint8Array, raw: Uint8Array): void {
    const { header, body } = decodeFrame(content);
    const { serial, id } = header;
    this.phone = header.phone;
    const message = jointech808.decode(id, header.version, Buffer.from(body));
    if (message.kind !== 'terminalReply' && this.acknowledges)
      this.say({ kind: 'platformReply', body: { serial, id, result: 0 } });
    const isAnswer = message.kind === 'terminalReply' && message.body.serial === this.asked;
    if (isAnswer) this.settled();
    else this.arrived(message, raw);
  }
}
