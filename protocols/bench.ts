import { lithiumCell } from '@plomb/contract/lock/batteryCurve';
import type { KnownDevice } from '@plomb/gateway/kit/ports';
import { hhd as profile } from '@plomb/gateway/profiles/hhd';
import { frameByHand, locationByHand, reportByHand } from './bench-yardstick.ts';
import { hhd } from './src/hhd/messages.ts';
import { encodeFrame } from './src/jt808/encode.ts';
import { Jt808Framer } from './src/jt808/framer.ts';
import { decodeFrame } from './src/jt808/header.ts';
import { alarmWord, statusWord } from './src/jt808/location.ts';

/** Nanoseconds per message. */
export interface ProtocolFigures {
  frameBytes: number;
  framing: { ours: number; byHand: number };
  /** header and body of 0x0200 to a message */
  location: { ours: number; byHand: number };
  /** a frame that lock sends, bytes of the wire to the report that is stored; the raw frame is copied */
  report: { frameBytes: number; ours: number; byHand: number };
}

const sample = hhd.encode(
  {
    kind: 'location',
    body: {
      alarm: alarmWord.of({}),
      status: statusWord.of({ acc: true, fix: true }),
      latitude: 31.2304,
      longitude: 121.4737,
      altitude: 12,
      speed: 60.5,
      heading: 90,
      time: '261120080000',
      items: [
        { name: 'mileage', value: 1234.5 },
        { name: 'signal', value: 22 },
        { name: 'satellites', value: 11 },
        { name: 'event', value: { code: 8, kind: 0, content: Buffer.from('admin') } },
        { name: 'voltage', value: 3.95 },
      ],
    },
  },
  2013,
);
/** Everything a HHD lock says when it is unsealed by a card. */
const unsealed = hhd.encode(
  {
    kind: 'location',
    body: {
      alarm: alarmWord.of({}),
      status: statusWord.of({ fix: true }),
      latitude: 31.2304,
      longitude: 121.4737,
      altitude: 12,
      speed: 0,
      heading: 90,
      time: '261120080000',
      items: [
        { name: 'event', value: { code: 4, kind: 0, content: Buffer.from('9002549901') } },
        { name: 'cells', value: { mcc: 460, cells: [{ rssi: 20, mnc: 0, cid: 205584543, lac: 10160 }] } },
        { name: 'password', value: '13214322' },
        { name: 'voltage', value: 4.03 },
        { name: 'csq', value: 22 },
        { name: 'iccid', value: '89860012345678901234' },
        { name: 'satellites', value: 11 },
        { name: 'item68', value: 4 },
        { name: 'mileage', value: 1234.5 },
      ],
    },
  },
  2013,
);
const header = { id: 0x0200, version: 2013, phone: '013900000001', serial: 7 } as const;
const framesPerChunk = 100;

/** Measures for about `seconds` seconds in all. */
export function measure(seconds = 2): ProtocolFigures {
  const frame = encodeFrame(header, sample);
  const chunk = Buffer.concat(Array.from({ length: framesPerChunk }, () => frame));
  const content = frame.subarray(1, -2);
  let sum = 0;
  const framer = new Jt808Framer({
    frame: (bytes) => {
      sum += bytes.length;
    },
    text: () => {},
    refused: (reason) => {
      throw new Error(reason);
    },
  });
  const lockFrame = encodeFrame(header, unsealed);
  const lockChunk = Buffer.concat(Array.from({ length: framesPerChunk }, () => lockFrame));
  const lock: KnownDevice = {
    id: 1,
    sn: '13900000001',
    family: 'hhd',
    model: 'G-300',
    utcOffsetMinutes: 480,
    identityRule: 'open',
    networks: [],
    codeGeneration: 0,
    batteryCurve: lithiumCell,
  };
  const circumstances = { device: lock, receiveTime: Date.now(), isFirst: false, memory: { alarmWord: 0 } };
  const reporter = new Jt808Framer({
    frame(bytes, raw) {
      const { header: read, body } = decodeFrame(bytes);
      const [report] = profile.read({ header: read, body, raw }, circumstances).reports;
      sum += report?.voltage ?? 0;
    },
    text: () => {},
    refused: (reason) => {
      throw new Error(reason);
    },
  });
  const share = seconds / 6;
  const figures = {
    frameBytes: frame.length,
    framing: {
      ours: perRun(share, framesPerChunk, () => framer.push(chunk)),
      byHand: perRun(share, framesPerChunk, () =>
        frameByHand(chunk, (_, from, end) => {
          sum += end - from;
        }),
      ),
    },
    location: {
      ours: perRun(share, 1, () => {
        const { header: read, body } = decodeFrame(content);
        const message = hhd.decode(read.id, read.version, body);
        if (message.kind === 'location') sum += message.body.speed;
      }),
      byHand: perRun(share, 1, () => {
        sum += content.readUInt16BE(0) + content.toString('hex', 4, 10).length + content.readUInt16BE(10);
        sum += locationByHand(content, 12, content.length)?.speed ?? 0;
      }),
    },
    report: {
      frameBytes: lockFrame.length,
      ours: perRun(share, framesPerChunk, () => reporter.push(lockChunk)),
      byHand: perRun(share, framesPerChunk, () =>
        frameByHand(lockChunk, (bytes, from, end) => {
          sum += reportByHand(bytes, from, end, circumstances.receiveTime)?.voltage ?? 0;
        }),
      ),
    },
  };
  if (!(sum > 0)) throw new Error('nothing was decoded');
  return figures;
}

/** Nanoseconds per message of `run`, which handles `messages`: of the quickest of many short rounds, for whatever else the machine does only adds. */
function perRun(seconds: number, messages: number, run: () => void): number {
  const rounds = 100;
  const roundMillis = (seconds * 1000) / rounds;
  let quickest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    let runs = 0;
    let elapsed = 0;
    do {
      for (let i = 0; i < 10; i++) run();
      runs += 10;
      elapsed = performance.now() - started;
    } while (elapsed < roundMillis);
    quickest = Math.min(quickest, (elapsed * 1e6) / (runs * messages));
  }
  return quickest;
}

if (import.meta.main) {
  const { frameBytes, framing, location, report } = measure();
  const line = (name: string, of: { ours: number; byHand: number }) =>
    `${name}: ${of.ours.toFixed(0)} ns, by hand ${of.byHand.toFixed(0)} ns (${(of.ours / of.byHand).toFixed(1)} x)\n`;
  process.stdout.write(`JT/T 808 location, ${frameBytes} bytes on the wire\n`);
  process.stdout.write(line('framing', framing) + line('header and location', location));
  process.stdout.write(line(`wire to report, ${report.frameBytes} bytes`, report));
}
