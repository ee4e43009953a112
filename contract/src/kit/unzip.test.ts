import { deflateRawSync, crc32 as known } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';
import { unzip, ZipBroken } from './unzip.ts';

/** How a zip differs from one that every reader reads alike. */
interface Odd {
  /** written over the list's line of the file, over the file's own head, over the end */
  listed?: Record<number, number[]>;
  own?: Record<number, number[]>;
  end?: Record<number, number[]>;
  /** in place of its bytes as they are packed */
  packed?: Buffer;
  sizesAfter?: Buffer | true;
  listedExtra?: Buffer;
  ownExtra?: Buffer;
  remark?: Buffer;
  name?: string;
  ownName?: string;
  stored?: boolean;
  text?: string;
  /** before it, and before the list */
  before?: Buffer;
  behind?: Buffer;
}
const numbers = (...all: [size: 2 | 4, value: number][]): Buffer =>
  Buffer.concat(
    all.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value >>> 0, 0, size);
      return bytes;
    }),
  );
const over = (bytes: Buffer, by: Record<number, number[]> = {}): Buffer => {
  for (const [at, values] of Object.entries(by)) bytes.set(values, Number(at));
  return bytes;
};
const text = 'what is told '.repeat(20);
/** A zip of one file, written by hand. */
const zipOf = (odd: Odd = {}): Buffer => {
  const bytes = Buffer.from(odd.text ?? text);
  const name = Buffer.from(odd.name ?? 'csv/words.csv');
  const ownName = Buffer.from(odd.ownName ?? odd.name ?? 'csv/words.csv');
  const packed = odd.packed ?? (odd.stored ? bytes : deflateRawSync(bytes));
  const [before, empty] = [odd.before ?? Buffer.alloc(0), Buffer.alloc(0)];
  const [listedExtra, ownExtra, remark] = [odd.listedExtra ?? empty, odd.ownExtra ?? empty, odd.remark ?? empty];
  const flags = 0x0800 | (odd.sizesAfter ? 8 : 0);
  const sums = numbers([4, known(bytes)], [4, packed.length], [4, bytes.length]);
  const fixed = numbers([2, 20], [2, flags], [2, odd.stored ? 0 : 8], [4, 0x5a210000]);
  const after = odd.sizesAfter === true ? Buffer.concat([numbers([4, 0x08074b50]), sums]) : (odd.sizesAfter ?? empty);
  const own = Buffer.concat([
    ...[numbers([4, 0x04034b50]), fixed, odd.sizesAfter ? Buffer.alloc(12) : sums],
    ...[numbers([2, ownName.length], [2, ownExtra.length]), ownName, ownExtra],
  ]);
  const list = Buffer.concat([
    ...[numbers([4, 0x02014b50], [2, 0x033f]), fixed, sums],
    numbers([2, name.length], [2, listedExtra.length], [2, remark.length], [4, 0], [4, 0x81b40000], [4, before.length]),
    ...[name, listedExtra, remark],
  ]);
  const files = Buffer.concat([before, over(own, odd.own), packed, after, odd.behind ?? empty]);
  const end = numbers([4, 0x06054b50], [4, 0], [2, 1], [2, 1], [4, list.length], [4, files.length], [2, 0]);
  return Buffer.concat([files, over(list, odd.listed), over(end, odd.end)]);
};
const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
const read = async (zip: Blob): Promise<Record<string, string>> => {
  const all: Record<string, string> = {};
  for (const file of await unzip(zip)) {
    all[file.name] = '';
    for await (const piece of file.bytes()) all[file.name] += Buffer.from(piece).toString();
  }
  return all;
};
const extra = (kind: number, bytes = Buffer.alloc(4)): Buffer =>
  Buffer.concat([numbers([2, kind], [2, bytes.length]), bytes]);

describe('a zip', () => {
  const plain: Record<string, Odd> = {
    deflated: {},
    stored: { stored: true },
    'with its sizes behind it': { sizesAfter: true },
    'stored, with its sizes behind it': { sizesAfter: true, stored: true },
    'with times and owners': { listedExtra: extra(0x5455), ownExtra: Buffer.concat([extra(0x5455), extra(0x7875)]) },
    'made on Windows': { listed: { 4: [20, 0], 38: [0x20, 0, 0, 0] } },
  };
  for (const [name, odd] of Object.entries(plain))
    it(`is read: ${name}`, async () => expect(await read(blob(zipOf(odd)))).toEqual({ 'csv/words.csv': text }));
  it('is read with what belongs to it: a folder, a file without bytes, a name in any signs', async () => {
    expect(
      await read(blob(zipOf({ name: 'csv/', text: '', stored: true, listed: { 38: [0x10, 0, 0xfd, 0x41] } }))),
    ).toEqual({ 'csv/': '' });
    expect(await read(blob(zipOf({ name: '封志.csv', text: '' })))).toEqual({ '封志.csv': '' });
  });

  const half = Buffer.from(text).subarray(0, 100);
  const sumsOf = (bytes: Buffer) => [...numbers([4, known(bytes)], [4, bytes.length], [4, bytes.length])];
  const link = numbers([4, 0xa1ff0000]);
  const otherwise: Record<string, Odd> = {
    'its own head tells of half of it': { stored: true, own: { 14: sumsOf(half) } },
    'its own head tells another sum': { own: { 14: [1, 2, 3, 4] } },
    'its own head tells another size': { own: { 22: [1] } },
    'its own head has its sizes behind it, the list has not': { own: { 6: [8, 8] } },
    'its own head says that it is encrypted': { own: { 6: [1, 8] } },
    'its own head tells another time': { own: { 10: [1] } },
    'its own head has another name': { ownName: 'csv/Words.csv' },
    'its own head has the beginning of its name': { ownName: 'csv/words.cs' },
    'another size stands behind it': {
      sizesAfter: Buffer.concat([numbers([4, 0x08074b50]), Buffer.from(sumsOf(half))]),
    },
    'its sizes stand behind it without a mark': { sizesAfter: Buffer.alloc(16) },
    'its own head has sizes, and so has what is behind it': { sizesAfter: true, own: { 14: [1] } },
    'it is encrypted': { listed: { 8: [1, 8] }, own: { 6: [1, 8] } },
    'it is patched data': { listed: { 8: [0x20, 8] }, own: { 6: [0x20, 8] } },
    'it needs a reader of a later day': { listed: { 6: [99] }, own: { 4: [99] } },
    'it is packed in another way': { listed: { 10: [9] }, own: { 8: [9] } },
    'it is stored, and longer than it is': { stored: true, listed: { 20: [1, 0, 0, 0] }, own: { 18: [1, 0, 0, 0] } },
    'its name is told a second time': { listedExtra: extra(0x7075) },
    'its own head tells its name a second time': { ownExtra: extra(0x7075) },
    'its size is told a second time': { listedExtra: extra(0x0001, Buffer.alloc(16)) },
    'what is told of it is cut off': { listedExtra: extra(0x5455).subarray(0, 6) },
    'something follows what is told of it': { ownExtra: Buffer.concat([extra(0x5455), Buffer.from('x')]) },
    'it has a remark': { remark: Buffer.from('x') },
    'it has a second end': { listedExtra: extra(0x5455, Buffer.concat([numbers([4, 0x07064b50]), Buffer.alloc(16)])) },
    'it is a link': { listed: { 38: [...link] } },
    'it is the name of a disk': { listed: { 38: [8, 0, 0, 0] } },
    'it is called a folder': { listed: { 38: [0x10, 0, 0, 0] } },
    'it was made where names have numbers': { listed: { 5: [2] } },
    'it is on another disk': { listed: { 34: [1] } },
    'it is a folder with bytes': { name: 'csv/', stored: true, listed: { 38: [0, 0, 0, 0] } },
    'its name is in signs of somewhere': { name: '封志.csv', listed: { 8: [0, 0] }, own: { 6: [0, 0] } },
    'there is more than one disk': { end: { 4: [1] } },
    'there are more files than on this disk': { end: { 8: [2] } },
    'there are fewer files than are listed': { end: { 8: [0, 0, 0, 0] } },
    'something stands before it': { before: Buffer.from('x') },
    'something stands behind it': { behind: Buffer.from('x') },
    'the end has a remark': { end: { 20: [1] } },
  };
  for (const [name, odd] of Object.entries(otherwise))
    it(`is none where ${name}`, () => expect(unzip(blob(zipOf(odd)))).rejects.toThrow(ZipBroken));
  it('is none where anything stands before the first byte or after the last', async () => {
    for (const zip of [
      Buffer.concat([Buffer.from('x'), zipOf()]),
      Buffer.concat([zipOf(), Buffer.from('x')]),
      zipOf().subarray(1),
    ])
      await expect(unzip(blob(zip))).rejects.toThrow(ZipBroken);
  });

  const whole = deflateRawSync(Buffer.from(text));
  const others: Record<string, Odd> = {
    'another sum is told': { listed: { 16: [1, 2, 3, 4] }, own: { 14: [1, 2, 3, 4] } },
    'it is longer than is told': { packed: deflateRawSync(Buffer.from(`${text}and more`)) },
    'it is shorter than is told': { packed: deflateRawSync(half) },
    'bytes are left behind its end': { packed: Buffer.concat([whole, Buffer.from('PK')]) },
    'its end is missing': { packed: whole.subarray(0, -1) },
    'it cannot be unpacked': { packed: Buffer.alloc(20, 7) },
  };
  for (const [name, odd] of Object.entries(others))
    it(`has a file that is not what is told of it where ${name}`, async () => {
      const zip = blob(zipOf(odd));
      await unzip(zip);
      await expect(read(zip)).rejects.toThrow(ZipBroken);
    });

  it('keeps the mark before a name that only some readers take for a part of it', async () =>
    expect(Object.keys(await read(blob(zipOf({ name: '\uFEFFwords.csv' }))))).toEqual(['\uFEFFwords.csv']));
  it('of which a file cannot be read is not broken for that', async () => {
    const bytes = zipOf();
    const gone = new DOMException('Gone', 'NotReadableError');
    class Taken extends Blob {
      override slice(from?: number, to?: number): Blob {
        const part = super.slice(from, to);
        // a part of a part too
        part.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(gone) });
        return part;
      }
    }
    await expect(read(new Taken([new Uint8Array(bytes)]))).rejects.toBe(gone);
  });
  it('of many bytes is read whole, in pieces', async () => {
    const many = 'a'.repeat(3_000_000);
    for (const stored of [true, false])
      expect((await read(blob(zipOf({ text: many, stored }))))['csv/words.csv']).toBe(many);
  });
});

it('the sum of a zip is that of everybody, also in pieces', () => {
  const bytes = Buffer.from(text);
  expect(crc32(bytes)).toBe(known(bytes));
  expect(crc32(bytes.subarray(9), crc32(bytes.subarray(0, 9)))).toBe(known(bytes));
});
