import { once } from 'node:events';
import { createGunzip, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GzipEvents } from './gzipEvents.ts';

it('is one gzip file, whatever the texts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const gzip = new GzipEvents();
      const parts = texts.map((text) => gzip.next(text));
      expect(gunzipSync(Buffer.concat([...parts, gzip.end()])).toString()).toBe(texts.join(''));
    }),
  );
});

it('can be read event by event, by who came first and by who came later', async () => {
  const [first, later] = [new GzipEvents(), new GzipEvents()];
  const reader = createGunzip();
  const heard = async (part: Buffer) => {
    reader.write(part);
    return String((await once(reader, 'data'))[0]);
  };
  expect(await heard(first.next('hello'))).toBe('hello');
  const both = [first.next('locks '.repeat(500)), later.next('locks '.repeat(500))] as const;
  expect(both[1].subarray(10)).toEqual(both[0]); // compressed once
  expect(both[0].length).toBeLessThan(100);
  expect(await heard(both[0])).toBe('locks '.repeat(500));
  expect(gunzipSync(Buffer.concat([both[1], later.end()])).toString()).toBe('locks '.repeat(500));
});
