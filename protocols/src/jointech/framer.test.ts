import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JointechFramer, maxText } from './framer.ts';

/** the example of the vendor's manual */
const position =
  '24800062001119110034180421162259223483101135505' +
  '43f12980000002d060000000020e02810922866' +
  '1f000100000f0f0f0f0f0f0f0f000001cc0156';
/** trackers older than the locks: no version byte */
const tracker = '24657060730131001b13111710361906538525079524797f000000000000000003f300036c';

function collect() {
  const seen: string[] = [];
  const framer = new JointechFramer({
    position: (raw) => seen.push(Buffer.from(raw).toString('hex')),
    text: (raw) => seen.push(Buffer.from(raw).toString()),
    refused: (reason, bytes) => seen.push(`${reason} ${bytes.length}`),
  });
  return { framer, seen };
}

function frames(...parts: (string | Uint8Array)[]) {
  const { framer, seen } = collect();
  framer.push(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))));
  return seen;
}

const binary = (hex: string) => Buffer.from(hex, 'hex');

it('cuts mixed frames the same however the stream is cut', () => {
  const wire = Buffer.concat([
    binary(position),
    Buffer.from('(8000620011,@JT)\r\n'),
    binary(tracker),
    binary(position),
    Buffer.from('(8000620011,P22,2)'),
  ]);
  fc.assert(
    fc.property(fc.infiniteStream(fc.integer({ min: 1, max: 50 })), (sizes) => {
      const { framer, seen } = collect();
      for (let at = 0; at < wire.length; ) {
        const size = sizes.next().value;
        framer.push(wire.subarray(at, at + size));
        at += size;
      }
      expect(seen).toEqual([position, '(8000620011,@JT)', tracker, position, '(8000620011,P22,2)']);
      expect(framer.buffered).toBe(0);
    }),
    { numRuns: 50 },
  );
});

describe('damage', () => {
  it('goes on at the next frame after noise', () => {
    expect(frames(Buffer.from([1, 2, 3]), binary(position))).toEqual(['noise 3', position]);
  });

  it('takes a dollar without a decimal id for noise', () => {
    expect(frames('$PxQ', '(8000620011,@JT)')).toEqual(['noise 4', '(8000620011,@JT)']);
  });

  it('takes an absurd length for noise', () => {
    expect(frames(binary('248000620011ff11ff34'), '(8000620011,@JT)')).toEqual(['noise 10', '(8000620011,@JT)']);
  });

  it('drops a text that a new one interrupts', () => {
    expect(frames('(8000620011,P4', '(8000620011,@JT)')).toEqual(['unterminated 14', '(8000620011,@JT)']);
  });

  it('drops a text without end', () => {
    const { framer, seen } = collect();
    for (let i = 0; i < maxText; i++) framer.push(Buffer.from(i === 0 ? '(' : 'x'));
    expect([seen, framer.buffered]).toEqual([[`oversize ${maxText}`], 0]);
    framer.push(Buffer.from('xx(1234,@JT)'));
    expect(seen.slice(1)).toEqual(['noise 2', '(1234,@JT)']);
  });
});
