import { connect, type Socket } from 'node:net';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { Latencies, type Percentiles } from './latencies.ts';
import { LoadFrame } from './loadFrame.ts';

export interface LoadOptions {
  host: string;
  port: number;
  /** phone numbers of registered hhd locks; each gets a connection of its own */
  phones: readonly string[];
  /** reports a connection may have unacknowledged */
  window: number;
  /** reports per connection; without it `seconds` decides */
  frames?: number;
  /** stop sending after this long, then wait for what is on its way */
  seconds?: number;
}

export interface LoadResult {
  sent: number;
  acknowledged: number;
  /** answered with another result than 0 */
  refused: number;
  /** connections lost before they were done */
  lost: number;
  /** from the first report sent to the last acknowledged */
  seconds: number;
  /** acknowledged per second */
  perSecond: number;
  /** ms from writing a report to reading its acknowledgement */
  latency: Percentiles;
}

/** How long the last acknowledgements are waited for. */
const drainMillis = 30_000;
const replyId = 0x80;
const replyLength = 17;

/** Sends reports as fast as they are acknowledged. Resolves when all is acknowledged, lost, or waited for in vain. */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const tally: Tally = { sent: 0, acknowledged: 0, refused: 0, lost: 0, lastAck: 0, latencies: new Latencies() };
  const lines = options.phones.map((phone, i) => new LoadLine(phone, i, options, tally));
  await Promise.all(lines.map((line) => line.open(options)));
  const started = performance.now();
  tally.lastAck = started;
  const timers: NodeJS.Timeout[] = [];
  const enough = () => {
    for (const line of lines) line.stopSending();
    const closeAll = () => {
      for (const line of lines) line.close();
    };
    timers.push(setTimeout(closeAll, drainMillis));
  };
  if (options.seconds !== undefined) timers.push(setTimeout(enough, options.seconds * 1000));
  await Promise.all(lines.map((line) => line.run()));
  for (const timer of timers) clearTimeout(timer);
  const seconds = (tally.lastAck - started) / 1000;
  const { sent, acknowledged, refused, lost, latencies } = tally;
  const perSecond = seconds > 0 ? Math.round(acknowledged / seconds) : 0;
  return { sent, acknowledged, refused, lost, seconds, perSecond, latency: latencies.percentiles() };
};

interface Tally {
  sent: number;
  acknowledged: number;
  refused: number;
  lost: number;
  lastAck: number;
  latencies: Latencies;
}

/** One lock's connection. */
class LoadLine {
  private readonly frame: LoadFrame;
  private readonly window: number;
  private readonly tally: Tally;
  /** when each unacknowledged serial was sent; as many slots as the window, rounded up to a power of two */
  private readonly sentAt: Float64Array;
  private readonly framer: Jt808Framer;
  private socket: Socket | null = null;
  private left: number;
  private serial = 0;
  private onTheWay = 0;
  private done: () => void = () => undefined;
  private now = 0;

  constructor(phone: string, nth: number, { window, frames }: LoadOptions, tally: Tally) {
    const place = { lon: 120.5 + (nth % 100) / 100, lat: 31 + (Math.floor(nth / 100) % 100) / 100 };
    this.frame = new LoadFrame(phone, place, Date.now());
    this.window = window;
    this.tally = tally;
    this.sentAt = new Float64Array(2 ** Math.ceil(Math.log2(window)));
    this.left = frames ?? Number.POSITIVE_INFINITY;
    this.framer = new Jt808Framer({
      frame: (content) => this.reply(content),
      text: () => undefined,
      refused: () => undefined,
    });
  }

  open({ host, port }: { host: string; port: number }): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true });
      this.socket = socket;
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
  }

  run(): Promise<void> {
    const { socket } = this;
    if (!socket) throw new Error('not open');
    return new Promise((resolve) => {
      this.done = resolve;
      socket.on('error', () => undefined);
      socket.on('close', () => this.closed());
      socket.on('data', (chunk) => this.data(chunk));
      this.fill();
    });
  }

  stopSending(): void {
    this.left = 0;
    if (this.onTheWay === 0) this.close();
  }

  close(): void {
    this.socket?.destroy();
  }

  private closed(): void {
    if (this.left > 0 || this.onTheWay > 0) this.tally.lost++;
    this.done();
  }

  private data(chunk: Buffer): void {
    this.now = performance.now();
    this.framer.push(chunk);
    this.fill();
  }

  /** A general reply: serial, id and result of the report it answers stand behind its own 12-byte header. */
  private reply(content: Uint8Array): void {
    if (content.length < replyLength || content[0] !== replyId || content[1] !== 1) return;
    const serial = (content[12]! << 8) | content[13]!;
    this.onTheWay--;
    if (content[16] !== 0) {
      this.tally.refused++;
      return;
    }
    this.tally.acknowledged++;
    this.tally.lastAck = this.now;
    this.tally.latencies.add(this.now - this.sentAt[serial & (this.sentAt.length - 1)]!);
  }

  /** As many reports as the window has room for, in one write. */
  private fill(): void {
    const count = Math.min(this.window - this.onTheWay, this.left);
    if (count <= 0) {
      if (this.left === 0 && this.onTheWay === 0) this.close();
      return;
    }
    const out = Buffer.allocUnsafe(count * this.frame.room);
    const clock = Date.now();
    const now = performance.now();
    let at = 0;
    for (let i = 0; i < count; i++) {
      at = this.frame.write(out, at, this.serial, clock);
      this.sentAt[this.serial & (this.sentAt.length - 1)] = now;
      this.serial = (this.serial + 1) & 0xffff;
    }
    this.left -= count;
    this.onTheWay += count;
    this.tally.sent += count;
    this.socket?.write(out.subarray(0, at));
  }
}
