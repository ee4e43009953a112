import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, encodeFrames } from './encode.ts';
import { Jt808Framer } from './framer.ts';
import { decodeFrame, type Frame, identityOf } from './header.ts';

function received(wire: Uint8Array): Frame[] {
  const frames: Frame[] = [];
  new Jt808Framer({
    frame: (content) => frames.push(decodeFrame(content)),
    text: () => {},
    refused: (reason) => {
      throw new Error(reason);
    },
  }).push(wire);
  return frames;
}

const header = fc.constantFrom(2013, 2019).chain((version) =>
  fc.record({
    id: fc.nat(0xffff).filter((id) => id >> 8 !== 0x28),
    version: fc.constant(version),
    revision: version === 2019 ? fc.nat(255) : fc.constant(0),
    phone: fc.stringMatching(version === 2019 ? /^[0-9a-f]{20}$/ : /^[0-9a-f]{12}$/),
    serial: fc.nat(0xffff),
    encryption: fc.nat(7),
    reserved: fc.boolean(),
    part: fc.option(fc.record({ total: fc.nat(0xffff), index: fc.nat(0xffff) })),
  }),
);

it('round-trips headers of both editions with any body', () => {
  fc.assert(
    fc.property(header, fc.uint8Array({ maxLength: 1023 }), (init, body) => {
      const [frame] = received(encodeFrame(init as Frame['header'], body));
      expect(frame?.header).toEqual(init);
      expect(Buffer.compare(frame?.body ?? Buffer.alloc(0), body)).toBe(0);
    }),
  );
});

describe('length', () => {
  it.each([
    ['shorter than stated', '0002000501390000000100010102'],
    ['longer than stated', '0002000101390000000100010102'],
  ])('refuses a body %s', (_, content) => {
    expect(() => decodeFrame(Buffer.from(content, 'hex'))).toThrow(/^length/);
  });

  it('refuses a header that ends early', () => {
    expect(() => decodeFrame(Buffer.from('000240000139000000010001', 'hex'))).toThrow(/^short/);
  });
});

it('splits a long body into sub-packages with consecutive serials', () => {
  const body = Buffer.from(Array.from({ length: 2500 }, (_, i) => i & 0xff));
  const init = { id: 0x0900, version: 2013, phone: '13900000001', serial: 65535 } as const;
  const frames = encodeFrames(init, body).flatMap((wire) => received(wire));
  expect(frames.map((frame) => [frame.header.serial, frame.header.part])).toEqual([
    [65535, { total: 3, index: 1 }],
    [0, { total: 3, index: 2 }],
    [1, { total: 3, index: 3 }],
  ]);
  expect(Buffer.concat(frames.map((frame) => frame.body)).equals(body)).toBe(true);
  expect(encodeFrames(init, body.subarray(0, 1023))).toHaveLength(1);
  expect(() => encodeFrame(init, body)).toThrow(RangeError);
});

it('looks a terminal up without its padding', () => {
  expect(identityOf('013900000001')).toBe('13900000001');
  expect(identityOf('00000000013900000001')).toBe('13900000001');
  expect(identityOf('000000000000')).toBe('0');
});

it.each([
  ['a phone longer than its field', { phone: '00000000013900000001' }],
  ['a phone that is no hex', { phone: '+8613900000' }],
  ['a serial beyond its counter', { serial: 65_536 }],
])('does not send %s', (_, wrong) => {
  const init = { id: 2, version: 2013, phone: '13900000001', serial: 1, ...wrong } as const;
  expect(() => encodeFrame(init, Buffer.alloc(0))).toThrow(RangeError);
});
