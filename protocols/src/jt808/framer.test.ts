import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrap } from './escape.ts';
import { Jt808Framer, maxRun } from './framer.ts';

function collect() {
  const seen: string[] = [];
  const raws: string[] = [];
  const framer = new Jt808Framer({
    frame(content, raw) {
      seen.push(Buffer.from(content).toString('hex'));
      raws.push(Buffer.from(raw).toString('hex'));
    },
    text: (raw) => seen.push(Buffer.from(raw).toString()),
    refused: (reason) => seen.push(reason),
  });
  return { framer, seen, raws };
}

/** What comes out when `bytes` arrive in one chunk. */
function frames(bytes: Uint8Array | string) {
  const { framer, seen, raws } = collect();
  framer.push(typeof bytes === 'string' ? Buffer.from(bytes, 'hex') : bytes);
  return { seen, raws, framer };
}

const heartbeat = '00020000040021679287002b';
/** its checksum is 7E, so the frame needs an escape */
const heartbeatFrame = `7e${heartbeat}7d027e`;

/** Header and body of any message there can be: no message id begins with 28, which opens a text. */
const content = fc.uint8Array({ minLength: 12, maxLength: 60 }).filter(([first]) => first !== 0x28);

describe('whole frames', () => {
  it('unescapes, and hands over the frame as it came', () => {
    expect(frames(heartbeatFrame)).toMatchObject({ seen: [heartbeat], raws: [heartbeatFrame] });
  });

  it.each([
    ['shared flags', `${heartbeatFrame}${heartbeatFrame.slice(2)}`],
    ['doubled flags', `7e${heartbeatFrame}7e7e${heartbeatFrame}7e`],
  ])('%s', (_, wire) => {
    const { seen, raws } = frames(wire);
    expect(seen).toEqual([heartbeat, heartbeat]);
    expect(raws).toEqual([heartbeatFrame, heartbeatFrame]);
  });

  it('does not copy a frame without escapes', () => {
    const chunk = wrap(Buffer.alloc(20, 1));
    let shared: ArrayBufferLike | null = null;
    new Jt808Framer({
      frame: (bytes) => {
        shared = bytes.buffer;
      },
      text: () => {},
      refused: () => {},
    }).push(chunk);
    expect(shared).toBe(chunk.buffer);
  });

  it('comes out the same however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(content, { maxLength: 6 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
        (all, sizes) => {
          const wire = Buffer.concat([...all.map((one) => wrap(one)), Buffer.from('(1,@JT)')]);
          const { framer, seen, raws } = collect();
          for (let at = 0; at < wire.length; ) {
            const size = sizes.next().value;
            framer.push(wire.subarray(at, at + size));
            at += size;
          }
          expect(seen).toEqual([...all.map((one) => Buffer.from(one).toString('hex')), '(1,@JT)']);
          expect(raws).toEqual(all.map((one) => wrap(one).toString('hex')));
          expect(framer.buffered).toBe(0);
        },
      ),
    );
  });
});

describe('damage', () => {
  it.each([
    ['noise before the first flag', `aabb${heartbeatFrame}`, ['noise', heartbeat]],
    ['a wrong checksum', `7e${heartbeat}007e${heartbeatFrame}`, ['checksum', heartbeat]],
    ['an escape of nothing', `7e7d03${heartbeat}007e${heartbeatFrame}`, ['escape', heartbeat]],
    ['an escape at the end', `7e${heartbeat}7d7e${heartbeatFrame}`, ['escape', heartbeat]],
    ['a run shorter than a header', `7e30303030007e${heartbeatFrame}`, ['short', heartbeat]],
    ['a lost closing flag', `7e${heartbeat}${heartbeatFrame}${heartbeatFrame}`, ['checksum', heartbeat]],
    ['a bracket that opens no text', `7e28aabb7e${heartbeatFrame}`, ['checksum', heartbeat]],
  ])('%s', (_, wire, outcome) => {
    expect(frames(wire).seen.slice(0, 2)).toEqual(outcome);
  });

  it('drops a run that is longer than any frame, and goes on at the next flag', () => {
    const { framer, seen } = collect();
    framer.push(Buffer.from([0x7e]));
    for (let i = 0; i < maxRun + 100; i++) framer.push(Buffer.from([1]));
    expect(framer.buffered).toBeLessThanOrEqual(maxRun + 1);
    framer.push(Buffer.from(heartbeatFrame, 'hex'));
    expect(seen[0]).toBe('oversize');
    expect(seen.at(-1)).toBe(heartbeat);
    expect(frames(Buffer.concat([Buffer.from([0x7e]), Buffer.alloc(5000, 1), Buffer.from([0x7e])])).seen).toEqual([
      'oversize',
    ]);
  });

  it('keeps nothing of an unterminated flood', () => {
    const { framer } = frames(Buffer.alloc(100_000, 0x28));
    expect(framer.buffered).toBe(0);
  });
});

it('takes what begins with a bracket for text, with or without a flag before it: no message id begins so', () => {
  expect(frames(`7e${Buffer.from('(1,@JT)').toString('hex')}${heartbeatFrame}`).seen).toEqual(['(1,@JT)', heartbeat]);
});

it('hands over text between frames', () => {
  const text = '(740190311185,1,001,ELOCK,3,529439)';
  const wire = Buffer.concat([
    Buffer.from(heartbeatFrame, 'hex'),
    Buffer.from(text),
    Buffer.from(heartbeatFrame, 'hex'),
  ]);
  expect(frames(wire).seen).toEqual([heartbeat, text, heartbeat]);
});
