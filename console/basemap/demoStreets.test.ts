import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { demoStreets, demoStreetsFile } from './demoStreets.ts';

test('the streets of the demonstration are those that are drawn here, and the repository stays small', () => {
  const [kept, drawn] = [readFileSync(demoStreetsFile), demoStreets()];
  expect(kept.length).toBeLessThan(100_000);
  // the same tiles, however they were packed
  const part = (file: Buffer, at: number) =>
    gunzipSync(
      file.subarray(Number(file.readBigUInt64LE(at)), Number(file.readBigUInt64LE(at) + file.readBigUInt64LE(at + 8))),
    );
  expect(part(kept, 24).toString()).toBe(part(drawn, 24).toString());
  expect(kept.readBigUInt64LE(72)).toBe(drawn.readBigUInt64LE(72));
});
