import { readFileSync } from 'node:fs';
import { hhd } from '@plomb/protocols/hhd/messages';
import { encodeFrames } from '@plomb/protocols/jt808/encode';
import type { Part } from '@plomb/protocols/kit/codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainBytes } from './explain.ts';
import { corpusFrame, location, report } from './testing/frames.ts';

const folder = new URL('../../protocols/corpus/', import.meta.url);
const samples = ['own.json', 'odd.json'].flatMap(
  (file) =>
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { name: string; speaker: string; frame: string }[],
);
const bytesOf = (frame: string): Buffer => Buffer.from(frame, frame.startsWith('(') ? 'latin1' : 'hex');
const hhdLock = { family: 'hhd', model: 'G-300', utcOffsetMinutes: 480 } as const;
const jtLock = { family: 'jt701', model: 'JT701D', utcOffsetMinutes: 0 } as const;

/** Where the bytes lie that nothing further explains. */
const leaves = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => (part.parts?.length ? leaves(part.parts) : [part]));
const named = (parts: readonly Part[], name: string): Part | undefined => {
  for (const part of parts) {
    const found = part.name === name ? part : named(part.parts ?? [], name);
    if (found) return found;
  }
  return undefined;
};

describe('a frame explained', () => {
  it('of a firmware in parts says of the first what it is a part of', () => {
    const data = new Uint8Array(2000);
    const message = {
      kind: 'upgradePackage',
      body: { target: 0, maker: 'HHD', firmware: 'G-2.5', size: 2000, data },
    } as const;
    const header = { id: 0x8108, version: 2013, phone: '013900000001', serial: 7 } as const;
    const raw = Buffer.concat(encodeFrames(header, hhd.encode(message, 2013), 1000));
    const { frames } = explainBytes(raw, hhdLock);
    expect(frames.map(({ what, trouble }) => [what, trouble])).toEqual([
      ['8108 part 1/3', null],
      ['8108 part 2/3', null],
      ['8108 part 3/3', null],
    ]);
    expect(named(frames[0]!.parts, 'firmware')?.value).toBe('G-2.5');
    expect(named(frames[0]!.parts, 'size')?.value).toBe(2000);
    expect(named(frames[1]!.parts, 'body')?.hex).toHaveLength(2000);
  });

  it.each(
    samples.filter(({ speaker, frame }) => speaker === 'hhd' || (speaker === 'jointech' && frame.startsWith('24'))),
  )('$name leaves no byte out, and reads none as two things', ({ speaker, frame }) => {
    const raw = bytesOf(frame);
    const { frames, refused } = explainBytes(raw, speaker === 'hhd' ? hhdLock : jtLock);
    expect(refused).toEqual([]);
    for (const { parts, trouble } of frames) {
      expect(trouble).toBeNull();
      let at = 0;
      for (const { name, from, hex } of leaves(parts)) {
        // two fields may share a byte, half each
        expect([name, at - from === 0 || at - from === 1], `${name} begins at ${from}, ${at} is next`).toEqual([
          name,
          true,
        ]);
        at = from + hex.length / 2;
      }
      // flags and checksum are no part of the content
      const isWhole = speaker === 'hhd' ? raw.length - 3 - at : raw.length - at;
      expect(isWhole).toBeGreaterThanOrEqual(0);
      expect(isWhole).toBeLessThanOrEqual(escapesIn(raw));
    }
  });

  it('says what each byte means, and what becomes of it', () => {
    const { frames } = explainBytes(corpusFrame('hhd_0200_auto_sealed_event_0002'), hhdLock);
    expect(frames).toHaveLength(1);
    const [{ what, sn, parts, reading }] = frames as [(typeof frames)[number]];
    expect([what, sn]).toEqual(['0200 location', '13900000001']);
    expect(named(parts, 'latitude')).toMatchObject({ from: 20, hex: '01dc89c0', value: 31.2304 });
    expect(named(parts, 'password')?.parts?.map(({ name }) => name)).toEqual(['id', 'length', 'value']);
    expect(reading.reports[0]).toMatchObject({ event: { code: 'hhd:0002' }, position: { lat: 31.2304 } });
  });

  it('finds what is wrong and goes on: a broken frame, noise, and a good one behind them', () => {
    const good = report('013900000001', 1, location());
    const broken = Buffer.from(good);
    broken[20]! ^= 1;
    const { frames, refused } = explainBytes(Buffer.concat([broken, good]), hhdLock);
    expect(frames.map(({ what }) => what)).toEqual(['0200 location']);
    expect(refused.map(({ reason }) => reason)).toEqual(['checksum']);
  });

  it.each(samples.filter(({ speaker, frame }) => speaker.startsWith('jointech') && /^\([^W]*\)$/.test(frame)))(
    '$name has every field of its text, and its separators between them',
    ({ frame }) => {
      const { frames, refused } = explainBytes(bytesOf(frame), jtLock);
      expect(refused).toEqual([]);
      const [{ parts, trouble, what }] = frames as [(typeof frames)[number]];
      expect(trouble).toBeNull();
      expect(what).not.toBe('text');
      const read = parts.map(({ from, hex }) => [from, Buffer.from(hex, 'hex').toString('latin1')] as const);
      expect(`(${read.map(([, text]) => text).join(',')})`).toBe(frame);
      let at = 1;
      for (const [from, text] of read) {
        expect(from).toBe(at);
        at += text.length + 1;
      }
    },
  );

  it('knows an order by its word, on either wire', () => {
    const what = (name: string, lock: typeof hhdLock | typeof jtLock) =>
      explainBytes(corpusFrame(name), lock).frames.map((frame) => frame.what);
    expect(what('8600_circle', hhdLock)).toEqual(['8600 setCircles']);
    expect(what('0104_parameters', hhdLock)).toEqual(['0104 parametersReply']);
    expect(what('jt701_order_intervals', jtLock)).toEqual(['P04 setIntervals']);
    expect(what('jt701_answer_cards_held', jtLock)).toEqual(['P41 cards']);
  });

  it('names the fields of a text', () => {
    const sample = samples.find(({ frame }) => frame.includes(',P45,'))!;
    const [explained] = explainBytes(bytesOf(sample.frame), jtLock).frames;
    expect(explained).toMatchObject({ what: 'P45 lockEvent', trouble: null });
    const card = named(explained!.parts, 'card')!;
    expect(
      bytesOf(sample.frame)
        .subarray(card.from, card.from + card.hex.length / 2)
        .toString(),
    ).toBe(card.value);
    expect(explained!.reading.reports).toHaveLength(1);
  });

  it('never throws, whatever the bytes are', () => {
    const some = fc.constantFrom(...samples.map(({ frame }) => bytesOf(frame)));
    const spoilt = fc.tuple(some, fc.nat(), fc.nat(255)).map(([frame, at, byte]) => {
      const bytes = Buffer.from(frame);
      bytes[at % bytes.length] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(
        fc.oneof(spoilt, fc.uint8Array({ maxLength: 200 })),
        fc.constantFrom(hhdLock, jtLock),
        (bytes, lock) => {
          explainBytes(bytes, lock);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function escapesIn(raw: Buffer): number {
  return raw[0] === 0x7e ? raw.subarray(1, -1).filter((byte) => byte === 0x7d).length : 0;
}
