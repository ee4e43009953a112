import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { expect, it } from 'vitest';
import { withoutPassword } from './secrets.ts';
import { corpusFrame, location, report } from './testing/frames.ts';

const phone = '013900000001';
const withPassword = (value: string, serial: number) => report(phone, serial, { items: [{ name: 'password', value }] });

/** What a framer makes of it: a frame only when its checksum is right. */
const contentsOf = (raw: Uint8Array): Buffer[] => {
  const contents: Buffer[] = [];
  const framer = new Jt808Framer({
    frame: (content) => void contents.push(Buffer.from(content)),
    text: () => undefined,
    refused: () => undefined,
  });
  framer.push(raw);
  return contents;
};

it('puts stars for the digits, whatever the checksum is, and nothing else changes', () => {
  const lengths = new Set<number>();
  for (const password of ['12344321', '11111111', '44444443', '98765432'])
    for (let serial = 0; serial < 512; serial++) {
      const raw = withPassword(password, serial);
      const kept = Buffer.from(withoutPassword(raw));
      lengths.add(kept.length - raw.length);
      const [content, ...more] = contentsOf(kept);
      const [before] = contentsOf(raw);
      expect([more.length, kept.includes(password)]).toEqual([0, false]);
      expect(content).toEqual(Buffer.from(before!.toString('latin1').replace(password, '********'), 'latin1'));
    }
  // checksums that need an escape and checksums that do not, before and after
  expect([...lengths].sort()).toEqual([-1, 0, 1]);
});

it('tells nothing of the password by what is left: two that differ are kept alike', () => {
  expect(withoutPassword(withPassword('12344321', 7))).toEqual(withoutPassword(withPassword('34434344', 7)));
});

it('keeps a part of a batch, which has no checksum, without the digits', () => {
  const part = Buffer.concat([Buffer.from('0102', 'hex'), Buffer.of(0x67, 8), Buffer.from('12344321'), Buffer.of(9)]);
  expect(withoutPassword(part).toString()).toBe(part.toString().replace('12344321', '********'));
});

it('keeps the text a Jointech lock tells its password in without it', () => {
  expect(withoutPassword(Buffer.from('(8000000001,P52,2,271828)')).toString()).toBe('(8000000001,P52,2,******)');
  for (const other of ['(8000000001,P52,3,1,0)', '(8000000001,P22,2)'])
    expect(withoutPassword(Buffer.from(other)).toString()).toBe(other);
});

it('returns what holds none as it is', () => {
  for (const raw of [report(phone, 1, location()), corpusFrame('jt701d_realtime_locked'), Buffer.alloc(0)])
    expect(withoutPassword(raw)).toBe(raw);
  const bytes = Buffer.concat([Buffer.of(0x67, 8), Buffer.from('1234432')]);
  expect(withoutPassword(bytes)).toBe(bytes);
});
