import { createConnection, type Socket } from 'node:net';
import { hhd } from '@plomb/protocols/hhd/messages';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame, type Header } from '@plomb/protocols/jt808/header';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import type { Limits } from '../kit/limits.ts';
import { type Gateway, startGateway } from '../server.ts';
import { FakeConnections, FakeDirectory, FakeNotUnderstood, FakeQueue, FakeSink, FakeUpgrades } from './ports.ts';

export const startOfTest = Date.UTC(2026, 10, 20, 0, 0, 0);

export interface TestGateway {
  gateway: Gateway;
  directory: FakeDirectory;
  sink: FakeSink;
  notUnderstood: FakeNotUnderstood;
  queue: FakeQueue;
  upgrades: FakeUpgrades;
  connections: FakeConnections;
  registry: Registry;
  /** every log line, as written */
  logged: string[];
  /** Moves the gateway's clock and lets it sweep. */
  pass(millis: number): void;
  /** from another address of the loopback than 127.0.0.1 where it is told so */
  connect(from?: string): Promise<TestDevice>;
  close(): Promise<void>;
}

/**
 * A gateway on a free port of the loopback with fake ports behind it. Its clock and its sweep are the test's; sockets
 * are real.
 */
export async function openTestGateway(
  limits: Partial<Limits> = {},
  before: (queue: FakeQueue) => void = () => undefined,
): Promise<TestGateway> {
  let time = startOfTest;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [directory, sink, notUnderstood, queue, connections] = [
    new FakeDirectory(),
    new FakeSink(),
    new FakeNotUnderstood(),
    new FakeQueue(),
    new FakeConnections(),
  ];
  const upgrades = new FakeUpgrades();
  before(queue);
  const registry = new Registry();
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    directory,
    sink,
    notUnderstood,
    commands: queue,
    upgrades,
    connections,
    log,
    registry,
    limits,
    now: () => time,
    authKey: Buffer.from('test'),
  });
  const devices: TestDevice[] = [];
  return {
    gateway,
    directory,
    sink,
    notUnderstood,
    queue,
    upgrades,
    connections,
    registry,
    logged,
    pass(millis) {
      time += millis;
      vi.advanceTimersByTime(1000);
    },
    async connect(from) {
      const device = await TestDevice.connect(gateway.port, from);
      devices.push(device);
      return device;
    },
    async close() {
      for (const device of devices) device.socket.destroy();
      await gateway.close();
      vi.useRealTimers();
    },
  };
}

/** The other end of the line. Keeps everything it was sent; waits are for events, not for time. */
export class TestDevice {
  readonly socket: Socket;
  received = Buffer.alloc(0);
  isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
    });
  }

  static connect(port: number, localAddress = '127.0.0.1'): Promise<TestDevice> {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ port, host: '127.0.0.1', localAddress }, () => resolve(new TestDevice(socket)));
      socket.once('error', reject);
    });
  }

  send(...frames: (Uint8Array | string)[]): void {
    this.socket.write(Buffer.concat(frames.map((one) => (typeof one === 'string' ? Buffer.from(one) : one))));
  }

  /** Until the gateway has said so much. */
  until(isEnough: (device: TestDevice) => boolean): Promise<void> {
    return until(() => isEnough(this));
  }

  closed(): Promise<void> {
    return until(() => this.isClosed);
  }

  get text(): string {
    return this.received.toString('latin1');
  }

  /** JT/T 808 messages received so far, e.g. `platformReply 102 0`. */
  get messages(): { header: Header; message: ReturnType<typeof hhd.decode> }[] {
    const list: { header: Header; message: ReturnType<typeof hhd.decode> }[] = [];
    const framer = new Jt808Framer({
      frame(content) {
        const { header, body } = decodeFrame(content);
        list.push({ header, message: hhd.decode(header.id, header.version, body) });
      },
      text() {},
      refused(reason) {
        throw new Error(`the gateway sent ${reason}`);
      },
    });
    framer.push(this.received);
    return list;
  }

  /** Serials and results of the general replies received so far. */
  get acks(): [serial: number, result: number][] {
    return this.messages.flatMap(({ message }) =>
      message.kind === 'platformReply' ? [[message.body.serial, message.body.result]] : [],
    );
  }

  /** Orders to seal or unseal received so far. */
  get orders(): { serial: number; seal: boolean; user: string }[] {
    return this.messages.flatMap(({ header, message }) =>
      message.kind === 'instruct'
        ? message.body.flatMap((one) => (one.name === 'seal' ? [{ serial: header.serial, ...one.value }] : []))
        : [],
    );
  }
}

/** Waits for the condition over turns of the event loop; the test's own time limit ends a wait in vain. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
