import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decode, encode } from '../kit/codec.ts';
import { explain } from '../kit/explain.ts';
import { location, statusWord } from './location.ts';

it('round-trips any 28 bytes of base and any items, byte for byte', () => {
  const digits = fc.stringMatching(/^[0-9a-f]{12}$/);
  const items = fc.array(fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 20 })), { maxLength: 8 });
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 22, maxLength: 22 }), digits, items, (base, time, extra) => {
      const wire = Buffer.concat([
        base,
        Buffer.from(time, 'hex'),
        ...extra.flatMap(([id, value]) => [Buffer.from([id, value.length]), value]),
      ]);
      expect(encode(location, decode(location, wire)).toString('hex')).toBe(wire.toString('hex'));
    }),
  );
});

it('takes the hemisphere from the sign when writing', () => {
  const southWest = { ...decode(location, Buffer.alloc(28)), latitude: -1.5, longitude: -2.5 };
  expect(decode(location, encode(location, southWest))).toMatchObject({ latitude: -1.5, longitude: -2.5 });
  const northEast = { ...southWest, latitude: 1.5, longitude: 2.5, status: statusWord.of({ south: true, west: true }) };
  const read = decode(location, encode(location, northEast));
  expect([read.latitude, read.longitude, read.status.south, read.status.west]).toEqual([1.5, 2.5, false, false]);
});

it('explains a location field by field', () => {
  const names = explain(location, Buffer.concat([Buffer.alloc(28), Buffer.from('300116', 'hex')])).map((p) => [
    p.name,
    p.from,
  ]);
  expect(names).toEqual([
    ['alarm', 0],
    ['status', 4],
    ['latitude', 8],
    ['longitude', 12],
    ['altitude', 16],
    ['speed', 18],
    ['heading', 20],
    ['time', 22],
    ['items', 28],
  ]);
});
