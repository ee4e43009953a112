import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import yazl from 'yazl';
import { checkPack } from './packCheck.ts';

const sum = (text: string): string => createHash('sha256').update(text).digest('hex');
const files = { 'report.pdf': 'a report '.repeat(99), 'csv/steps.csv': 'no,at\r\n', 'photos/P-001.jpg': 'picture' };
const manifest = JSON.stringify({
  files: Object.entries(files).map(([name, text]) => ({ name, bytes: text.length, sha256: sum(text) })),
});
/** As packs are written: photos stored, the rest deflated, and what comes in pieces with its sizes behind it. */
const zipped = async (all: readonly (readonly [string, string])[]): Promise<Uint8Array> => {
  const zip = new yazl.ZipFile();
  for (const [name, text] of all)
    if (name.startsWith('photos/'))
      zip.addReadStreamLazy(name, { compress: false, size: text.length }, async (give) => {
        const { Readable } = await import('node:stream');
        give(null, Readable.from([Buffer.from(text)]));
      });
    else zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
};
const blob = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)]);
const pack = [['manifest.json', manifest], ...Object.entries(files)] as const;
const whole = { manifest: sum(manifest), same: 3, differ: [], missing: [], alien: [] };
const noPack = { manifest: null, same: 0, differ: [], missing: [], alien: [] };

test('a pack that is as it was made', async () => {
  expect(await checkPack(blob(await zipped(pack)))).toEqual(whole);
});

test('what was changed, taken out and put in is told by name, whatever else names it', async () => {
  const forged = pack
    .filter(([name]) => name !== 'photos/P-001.jpg')
    .map(([name, text]) => [name, name === 'report.pdf' ? text.replace('a', 'b') : text] as const);
  const zip = await zipped([...forged, ['csv/extra.csv', 'x'], ['SHA256SUMS', `${sum('x')}  csv/extra.csv\n`]]);
  expect(await checkPack(blob(zip))).toEqual({
    ...{ manifest: sum(manifest), same: 1, differ: ['report.pdf'], missing: ['photos/P-001.jpg'] },
    alien: ['csv/extra.csv', 'SHA256SUMS'],
  });
});

test('a file that is there twice is not of the pack, whichever of the two is right', async () => {
  const twice = await zipped([...pack, ['report.pdf', 'another']]);
  expect(await checkPack(blob(twice))).toMatchObject({ same: 2, differ: ['report.pdf'] });
  const manifests = await zipped([...pack, ['manifest.json', '{}']]);
  expect(await checkPack(blob(manifests))).toMatchObject({ alien: ['manifest.json'] });
});

test('what two readers may read as two things is no pack', async () => {
  const zip = Buffer.from(await zipped(pack));
  const hidden = Buffer.concat([Buffer.from('PK\u0003\u0004 hidden'), zip]);
  const after = Buffer.concat([zip, Buffer.from('x')]);
  const renamed = Buffer.from(zip);
  renamed.write('Report.pdf', zip.indexOf('report.pdf'));
  for (const other of [hidden, after, renamed, zip.subarray(0, -30), Buffer.from('{"files":[]}'), Buffer.alloc(0)])
    expect(await checkPack(blob(other))).toEqual(noPack);
  expect(await checkPack(blob(await zipped([['report.pdf', 'x']])))).toEqual(noPack);
  expect(await checkPack(blob(await zipped([['manifest.json', '{"files":[{}]}']])))).toEqual(noPack);
});

test('a stream that goes on behind the bytes it is said to have differs', async () => {
  const real = Buffer.from(
    await zipped([
      ['manifest.json', manifest],
      ['report.pdf', `${files['report.pdf']}and more`],
    ]),
  );
  // both heads of the file say its right size, and its sum stays that of the longer one
  const [size, said] = [files['report.pdf'].length + 8, files['report.pdf'].length];
  for (let at = real.indexOf('PK'); at >= 0; at = real.indexOf('PK', at + 1))
    for (const offset of [22, 24])
      if (at + offset + 4 <= real.length && real.readUInt32LE(at + offset) === size)
        real.writeUInt32LE(said, at + offset);
  expect(await checkPack(blob(real))).toMatchObject({ differ: ['report.pdf'] });
});

test('a file of which its own head tells less than the list is not what was packed, though the list is right', async () => {
  const zip = Buffer.from(await zipped(pack));
  // report.pdf as it was, and before it a head that has a reader take its beginning alone
  const at = zip.indexOf('report.pdf') - 30;
  zip.writeUInt32LE(9, at + 22);
  expect(await checkPack(blob(zip))).toEqual(noPack);
});

test('folders of its files are nothing, and any other folder is not of the pack', async () => {
  const zip = new yazl.ZipFile();
  for (const [name, text] of pack) zip.addBuffer(Buffer.from(text), name);
  for (const name of ['csv', 'photos', 'report.pdf', 'empty']) zip.addEmptyDirectory(name);
  zip.end();
  expect(await checkPack(blob(await buffer(zip.outputStream)))).toEqual({
    ...whole,
    alien: ['report.pdf/', 'empty/'],
  });
});

test('a pack that cannot be read is not called none', async () => {
  const gone = new DOMException('Gone', 'NotReadableError');
  const bytes = await zipped(pack);
  // whichever of its readings is the first to fail
  for (let readable = 0; ; readable++) {
    let left = readable;
    /** As of a file that was taken away meanwhile. */
    const losing = (of: Blob): Blob =>
      Object.assign(of, {
        slice: (from?: number, to?: number) => losing(Blob.prototype.slice.call(of, from, to)),
        arrayBuffer: () => (left-- > 0 ? Blob.prototype.arrayBuffer.call(of) : Promise.reject(gone)),
      });
    const found = await checkPack(losing(blob(bytes))).catch((error: unknown) => error);
    if (left >= 0) return expect(found).toEqual(whole);
    expect(found).toBe(gone);
  }
});
