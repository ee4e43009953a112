import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventDetail } from '../src/hhd/events.ts';
import { hhd } from '../src/hhd/messages.ts';
import { decodeDownlink, encodeDownlink } from '../src/jointech/downlink.ts';
import { JointechFramer, maxText } from '../src/jointech/framer.ts';
import { decodePosition, encodePosition } from '../src/jointech/position.ts';
import { subLockReport } from '../src/jointech/sub-lock.ts';
import { decodeUplink, encodeUplink } from '../src/jointech/uplink.ts';
import { jointech808 } from '../src/jointech808/messages.ts';
import { wrap } from '../src/jt808/escape.ts';
import { Jt808Framer, maxRun } from '../src/jt808/framer.ts';
import { decodeFrame } from '../src/jt808/header.ts';
import { jt808 } from '../src/jt808/messages.ts';
import { SubPackages } from '../src/jt808/subpackages.ts';
import { millisOf } from '../src/jt808/time.ts';
import { decode, encode } from '../src/kit/codec.ts';
import { MalformedMessage } from '../src/kit/malformed.ts';
import { itemValue } from '../src/kit/tlv.ts';
import { mutate } from '../testing/mutate.ts';
import { type Random, random } from '../testing/random.ts';

/** Another run: `FUZZ_SEED=7 npx vitest run --project unit protocols/corpus/fuzz`. */
const seed = Number(process.env.FUZZ_SEED ?? 808);
const mutants = 200_000;
/** seconds on this machine; a slow one may take its time */
const patience = 120_000;

const corpus = ['own', 'odd'].flatMap(
  (name) =>
    JSON.parse(readFileSync(`${import.meta.dirname}/${name}.json`, 'utf8')) as { speaker: string; frame: string }[],
);
const framesOf = (jointech: boolean) =>
  corpus
    .filter(({ speaker }) => (speaker === 'jointech' || speaker === 'jointechPlatform') === jointech)
    .map(({ frame }) => (frame.startsWith('(') ? Buffer.from(frame) : Buffer.from(frame, 'hex')));

/** Lets the only documented error pass, and counts it. */
function tolerate(counts: { refused: number }, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    counts.refused++;
  }
}

/** Feeds the wire in pieces as a network would. */
function pieces(wire: Uint8Array, rng: Random, push: (chunk: Uint8Array) => void): void {
  for (let at = 0; at < wire.length; ) {
    const size = 1 + rng.below(400);
    push(wire.subarray(at, at + size));
    at += size;
  }
}

it(`JT/T 808 survives ${mutants} mutated frames (seed ${seed})`, { timeout: patience }, () => {
  const rng = random(seed);
  const samples = framesOf(false);
  // Mutants of the content get a right checksum, or hardly any would reach the layouts.
  const contents = samples.map((frame) => frame.subarray(1, -2));
  const counts = { decoded: 0, refused: 0 };
  const parts = new SubPackages({ expiryMillis: 60_000, maxBytes: 64 * 1024 });
  let last = '';
  const framer = new Jt808Framer({
    frame: (content) =>
      tolerate(counts, () => {
        last = Buffer.from(content).toString('hex');
        const { header, body } = decodeFrame(content);
        parts.add(header, body, counts.decoded);
        for (const set of [jt808, jointech808]) {
          tolerate(counts, () => {
            const message = set.decode(header.id, header.version, body);
            if (message.kind === 'location') millisOf(message.body.time, 480);
          });
        }
        const message = hhd.decode(header.id, header.version, body);
        hhd.encode(message, header.version);
        const event = message.kind === 'location' ? itemValue(message.body.items, 'event') : undefined;
        if (event) eventDetail(event);
        counts.decoded++;
      }),
    text: (raw) => tolerate(counts, () => decodeUplink(raw)),
    refused: () => {
      counts.refused++;
    },
  });
  for (let i = 0; i < mutants; i++) {
    const wire =
      i % 4 === 0
        ? mutate(samples[rng.below(samples.length)]!, samples, rng)
        : wrap(mutate(contents[rng.below(contents.length)]!, contents, rng));
    pieces(wire, rng, (chunk) => framer.push(chunk));
    if (framer.buffered > maxRun + 1 || parts.held > 64 * 1024) throw new Error('memory grows');
  }
  expect(counts.decoded).toBeGreaterThan(mutants / 20);
  expect(counts.refused).toBeGreaterThan(mutants / 20);
  framer.push(Buffer.concat([Buffer.from([0x7e]), samples[0]!]));
  expect(last).toBe(contents[0]?.toString('hex'));
});

it(`Jointech survives ${mutants} mutated frames (seed ${seed})`, { timeout: patience }, () => {
  const rng = random(seed);
  const samples = framesOf(true);
  const counts = { decoded: 0, refused: 0 };
  let last = '';
  const framer = new JointechFramer({
    position: (raw) =>
      tolerate(counts, () => {
        encodePosition(decodePosition(raw));
        counts.decoded++;
      }),
    text(raw) {
      last = Buffer.from(raw).toString('latin1');
      tolerate(counts, () => encodeDownlink(decodeDownlink(raw)));
      tolerate(counts, () => {
        const message = decodeUplink(raw);
        encodeUplink(message);
        if (message.kind === 'subLock') encode(subLockReport, decode(subLockReport, message.payload));
        counts.decoded++;
      });
    },
    refused: () => {
      counts.refused++;
    },
  });
  const escaped = Buffer.from('(8000000001,1,001,WLNET,5,2,=\x15=\x14=\x11=\x00\x20\x11\x26)', 'latin1');
  const all = [...samples, escaped];
  for (let i = 0; i < mutants; i++) {
    pieces(mutate(all[rng.below(all.length)]!, all, rng), rng, (chunk) => framer.push(chunk));
    if (framer.buffered > maxText) throw new Error('memory grows');
  }
  expect(counts.decoded).toBeGreaterThan(mutants / 20);
  expect(counts.refused).toBeGreaterThan(mutants / 20);
  framer.push(Buffer.alloc(maxText, '\n'));
  framer.push(Buffer.from('(8000000001,@JT)'));
  expect(last).toBe('(8000000001,@JT)');
});
