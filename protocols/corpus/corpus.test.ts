import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exchange, type Speaker } from '../testing/exchange.ts';
import { plain } from '../testing/plain.ts';

/** One frame that taught us something, with what it means. `frame` is hex, or the text itself when it opens with `(`. */
interface Sample {
  name: string;
  speaker: Speaker;
  frame: string;
  decoded: unknown;
}

const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.json'));

describe.each(files)('%s', (file) => {
  const samples = JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')) as Sample[];

  it.each(samples.map((sample) => [sample.name, sample] as const))('%s', (_, { speaker, frame, decoded }) => {
    const bytes = frame.startsWith('(') ? Buffer.from(frame, 'latin1') : Buffer.from(frame, 'hex');
    const results = exchange(speaker, bytes);
    expect(results.map((result) => plain(result.decoded))).toEqual([decoded]);
    expect(results[0]?.encoded.toString('hex')).toBe(bytes.toString('hex'));
  });
});
