import { connect, type Socket } from 'node:net';
import { type HhdMessage, hhd } from '@plomb/protocols/hhd/messages';
import { encodeFrame } from '@plomb/protocols/jt808/encode';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
import { alarmWord, statusWord } from '@plomb/protocols/jt808/location';
import { timeOf } from '@plomb/protocols/jt808/time';
import { until } from './house.ts';

const orderId = 0x0310;
const unsealedFromAfar = 8;

/** A lock that is told what to do, and answers when it is told to: what its orders do when things go wrong in between. */
export class OrderLine {
  readonly sn: string;
  readonly id: number;
  /** serials of the orders whose bytes came, over all its connections */
  readonly orders: number[] = [];
  /** what its clock is off by, ms */
  skew = 0;
  #sockets: Socket[] = [];
  #serial = 0;
  #acked = new Set<number>();

  constructor(sn: string, id: number) {
    this.sn = sn;
    this.id = id;
  }

  /** Another connection; those before stay as they are. It says where it is, and is heard. */
  async come(port: number): Promise<void> {
    const framer = new Jt808Framer({
      frame: (content) => this.#hear(content),
      text: () => undefined,
      refused: () => undefined,
    });
    const socket = await new Promise<Socket>((done, fail) => {
      const line = connect(port, '127.0.0.1', () => done(line));
      line.on('data', (chunk) => framer.push(chunk));
      line.once('error', fail);
      line.on('error', () => undefined);
    });
    this.#sockets.push(socket);
    const serial = this.say();
    const heard = () => this.#acked.has(serial) || socket.destroyed;
    await until(async () => heard());
    if (!this.#acked.has(serial)) await this.come(port);
  }

  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets = [];
  }

  /** A location on its newest connection, with the deed of an order when it `did` it; its serial. */
  say(did?: 'unsealed'): number {
    const body = { code: unsealedFromAfar, kind: 0, content: Buffer.from('admin') };
    const items = did ? [{ name: 'event', value: body } as const] : [];
    return this.#send({
      kind: 'location',
      body: {
        ...{ alarm: alarmWord.of({}), status: statusWord.of({ fix: true }), latitude: 31.23, longitude: 121.47 },
        ...{ altitude: 12, speed: 0, heading: 90, time: timeOf(Date.now() + this.skew, 480), items },
      },
    });
  }

  async told(did?: 'unsealed'): Promise<void> {
    const serial = this.say(did);
    await until(async () => this.#acked.has(serial));
  }

  answer(serial: number): void {
    this.#send({ kind: 'terminalReply', body: { serial, id: orderId, result: 0 } });
  }

  #send(message: HhdMessage): number {
    const serial = ++this.#serial;
    const frame = { id: hhd.idOf(message), version: 2013, phone: this.sn.padStart(12, '0'), serial } as const;
    this.#sockets.at(-1)?.write(encodeFrame(frame, hhd.encode(message, 2013)));
    return serial;
  }

  #hear(content: Uint8Array): void {
    const { header, body } = decodeFrame(content);
    const message = hhd.decode(header.id, header.version, body);
    if (message.kind === 'platformReply') this.#acked.add(message.body.serial);
    else if (header.id === orderId) this.orders.push(header.serial);
  }
}
