import { crc32, inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { nothingPacked, packPart, zipAround } from './zip.ts';

const packed = async (texts: readonly string[]) => {
  let sum = nothingPacked;
  const parts: Buffer[] = [];
  for (const text of texts) {
    const { part, after } = await packPart(text, sum);
    parts.push(part);
    sum = after;
  }
  const size = parts.reduce((all, part) => all + part.length, 0);
  const { head, tail, length } = zipAround('记录.csv', sum, size, new Date('2026-11-23T10:20:30.000Z'));
  const file = Buffer.concat([head, ...parts, tail]);
  expect(file).toHaveLength(length);
  return { file, sum };
};

it('is one file however many parts it was packed in, and says what is in it', async () => {
  const texts = ['a,b\r\n', 'x'.repeat(200_000), '', '浙A·D6218\r\n'];
  const { file, sum } = await packed(texts);
  const text = Buffer.from(texts.join(''));
  expect(sum).toEqual({ bytes: text.length, crc: crc32(text) });
  // behind the local header: 30 bytes and the name
  const name = file.readUInt16LE(26);
  expect(file.subarray(30, 30 + name).toString()).toBe('记录.csv');
  const data = file.subarray(30 + name, 30 + name + file.readUInt32LE(18));
  expect(inflateRawSync(data).equals(text)).toBe(true);
});

it('is read by another program than ours', async () => {
  const { file } = await packed(['one,', 'two\r\n']);
  const zip = await yauzl.fromBufferPromise(file, { lazyEntries: true });
  const read: string[] = [];
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    read.push(entry.fileName, Buffer.concat(chunks).toString());
  }
  expect(read).toEqual(['记录.csv', 'one,two\r\n']);
});
