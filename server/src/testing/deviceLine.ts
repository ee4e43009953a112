import { connect, type Socket } from 'node:net';
import { hhd } from '@plomb/protocols/hhd/messages';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
import { alarmWord, statusWord } from '@plomb/protocols/jt808/location';
import { timeOf } from '@plomb/protocols/jt808/time';

/** One report a line sends: which second of the day, under which number. */
export interface Sent {
  serial: number;
  time: number;
}

/** A lock reduced to its socket: sends locations with growing serials and times, and notes which were acknowledged. */
export class DeviceLine {
  readonly acked = new Map<number, Sent>();
  readonly #phone: string;
  readonly #open = new Map<number, Sent>();
  #socket: Socket | null = null;
  /** the server has ended the last connection */
  closed: Promise<void> = Promise.resolve();
  #serial = 0;
  #time: number;
  /** orders that came, by their message */
  readonly orders: string[] = [];
  onOrder: () => void = () => undefined;
  onAck: () => void = () => undefined;
  onSend: (sent: Sent) => void = () => undefined;

  constructor(sn: string, firstTime: number) {
    this.#phone = sn.padStart(12, '0');
    this.#time = firstTime;
  }

  connect(port: number): Promise<void> {
    const framer = new Jt808Framer({
      frame: (content) => this.#hear(content),
      text: () => undefined,
      refused: () => undefined,
    });
    return new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1', done);
      socket.on('data', (chunk) => framer.push(chunk));
      socket.once('error', fail);
      socket.on('error', () => undefined); // the server is killed while we talk: expected
      this.closed = new Promise((over) => socket.once('close', () => over()));
      this.#socket = socket;
    });
  }

  #hear(content: Uint8Array): void {
    const { header, body } = decodeFrame(content);
    const message = hhd.decode(header.id, header.version, body);
    if (message.kind !== 'platformReply') {
      this.orders.push(message.kind);
      this.onOrder();
      return;
    }
    if (message.body.result !== 0) return;
    const sent = this.#open.get(message.body.serial);
    if (!sent) return;
    this.#open.delete(sent.serial);
    this.acked.set(sent.serial, sent);
    this.onAck();
  }

  send(count: number): void {
    const frames: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      this.#serial++;
      this.#time += 1000;
      const sent = { serial: this.#serial, time: this.#time };
      this.#open.set(sent.serial, sent);
      this.onSend(sent);
      frames.push(this.frame(sent));
    }
    this.#socket?.write(Buffer.concat(frames));
  }

  frame({ serial, time }: Sent): Uint8Array {
    const body = hhd.encode(
      {
        kind: 'location',
        body: {
          alarm: alarmWord.of({}),
          status: statusWord.of({ fix: true }),
          latitude: 31.23,
          longitude: 121.47,
          altitude: 12,
          speed: 60,
          heading: 90,
          time: timeOf(time, 480),
          items: [{ name: 'voltage', value: 4 }],
        },
      },
      2013,
    );
    return encodeFrame({ id: 0x0200, version: 2013, phone: this.#phone, serial }, body);
  }

  /** sends again what was never acknowledged, byte for byte, as a lock does */
  resend(): void {
    this.#socket?.write(Buffer.concat([...this.#open.values()].map((sent) => this.frame(sent))));
  }

  /** Connects and sends what is open, again whenever it is sent away, until nothing is. */
  async deliver(port: number): Promise<void> {
    while (this.#open.size > 0) {
      const all = new Promise<void>((done) => {
        this.onAck = () => this.#open.size === 0 && done();
      });
      await this.connect(port);
      this.resend();
      await Promise.race([all, this.closed]);
    }
  }

  get unacked(): number {
    return this.#open.size;
  }

  close(): void {
    this.#socket?.destroy();
  }
}
