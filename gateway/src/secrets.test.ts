import { encodeFrames } from '@plomb/protocols/jt808/encode';
import { wrap } from '@plomb/protocols/jt808/escape';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { decodeFrame } from '@plomb/protocols/jt808/header';
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

it('keeps no digit of a password cut at the end of a sub-package, or carried on at the beginning of the next', () => {
  const password = '98765432';
  const before = Buffer.from('0200010203', 'hex');
  const body = Buffer.concat([before, Buffer.of(0x67, 8), Buffer.from(password), Buffer.of(0xd0, 1, 7)]);
  const sizes = new Set<number>();
  for (const version of [2013, 2019] as const)
    for (let size = 1; size < body.length; size++)
      for (const serial of [1, 0x7d00, 0x7e7d]) {
        const parts = encodeFrames({ id: 0x0200, version, phone, serial }, body, size);
        const kept = parts.map((part) => contentsOf(Buffer.from(withoutPassword(part))));
        sizes.add(kept.flat().length - parts.length);
        const bodies = kept.map(([content]) => decodeFrame(content!).body);
        expect(Buffer.concat(bodies).toString('latin1')).toBe(body.toString('latin1').replace(password, '********'));
      }
  expect([...sizes]).toEqual([0]);
});

it('keeps no digit of a password in a frame that was cut', () => {
  const raw = withPassword('98765432', 7);
  const from = raw.indexOf('98765432');
  for (let end = from; end <= from + 8; end++) {
    const cut = Buffer.from(withoutPassword(raw.subarray(0, end)));
    expect(cut.subarray(from).toString()).toBe('*'.repeat(end - from));
    expect(cut.subarray(0, from)).toEqual(raw.subarray(0, from));
  }
});

it('keeps the digits of a sub-package that begins or ends with other things', () => {
  const parts = encodeFrames({ id: 0x0200, version: 2013, phone, serial: 1 }, Buffer.from('1234abcd5678'), 6);
  expect(withoutPassword(parts[0]!)).toBe(parts[0]);
  expect(Buffer.from(withoutPassword(parts[1]!)).includes('cd5678')).toBe(true);
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

it('puts stars for the password of an event of a Jointech 808 lock, whatever follows it', () => {
  for (const [name, secret] of [['jt709_0200_static_password_ok_fence3', '888888']] as const) {
    const raw = corpusFrame(name);
    const kept = Buffer.from(withoutPassword(raw));
    expect([raw.includes(secret), kept.includes(secret), kept.includes('******')]).toEqual([true, false, true]);
    expect(contentsOf(kept)).toHaveLength(1);
  }
  expect(withoutPassword(corpusFrame('jt709_0200_card_unlock_ok'))).toEqual(corpusFrame('jt709_0200_card_unlock_ok'));
});

it.each([
  ['3,314159', '3,******'],
  ['3,1,314159', '3,*,******'],
  ['3,OPEN,314159', '3,****,******'],
])('puts stars for all that a text nobody has published says: ELOCK,%s', (said, kept) => {
  const text = (fields: string) => `(790000000001,1,001,ELOCK,${fields})`;
  expect(withoutPassword(Buffer.from(text(said))).toString()).toBe(text(kept));
});

it.each([
  ['with more behind it than is published', '0b 09 01 333134313539 ff 01'],
  ['whose length is wrong', '0b 01 01 333134313539'],
  ['of a type nobody has published', '0b 07 77 333134313539'],
])('puts stars for the password of an event %s', (_, item) => {
  const body = `${'00'.repeat(22)}251118112611${item.replaceAll(' ', '')}`;
  const frame = wrap(
    Buffer.from(`0200${(body.length / 2).toString(16).padStart(4, '0')}7900000000010001${body}`, 'hex'),
  );
  const kept = withoutPassword(frame);
  expect(kept.toString('latin1')).toContain('******');
  expect(kept.toString('latin1')).not.toContain('314159');
  expect(contentsOf(kept)).toHaveLength(1);
});
