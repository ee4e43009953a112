import { frameByHand, locationByHand } from './bench-yardstick.ts';
import { hhd } from './src/hhd/messages.ts';
import { encodeFrame } from './src/jt808/encode.ts';
import { Jt808Framer } from './src/jt808/framer.ts';
import { decodeFrame } from './src/jt808/header.ts';
import { alarmWord, statusWord } from './src/jt808/location.ts';

/** Nanoseconds per message, the median of several rounds. */
export interface ProtocolFigures {
  frameBytes: number;
  framing: { ours: number; byHand: number };
  /** header and body of 0x0200 to a message */
  location: { ours: number; byHand: number };
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
  const share = seconds / 4;
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
  };
  if (!(sum > 0)) throw new Error('nothing was decoded');
  return figures;
}

/** Nanoseconds per message of `run`, which handles `messages`; the first of the rounds only warms up. */
function perRun(seconds: number, messages: number, run: () => void): number {
  const rounds = 8;
  const roundMillis = (seconds * 1000) / rounds;
  const results: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    let runs = 0;
    let elapsed = 0;
    do {
      for (let i = 0; i < 100; i++) run();
      runs += 100;
      elapsed = performance.now() - started;
    } while (elapsed < roundMillis);
    if (round > 0) results.push((elapsed * 1e6) / (runs * messages));
  }
  return results.sort((a, b) => a - b)[Math.floor(results.length / 2)]!;
}

if (import.meta.main) {
  const { frameBytes, framing, location } = measure();
  const line = (name: string, of: { ours: number; byHand: number }) =>
    `${name}: ${of.ours.toFixed(0)} ns, by hand ${of.byHand.toFixed(0)} ns (${(of.ours / of.byHand).toFixed(1)} x)\n`;
  process.stdout.write(`JT/T 808 location, ${frameBytes} bytes on the wire\n`);
  process.stdout.write(line('framing', framing) + line('header and location', location));
}
