import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMING, openFolder } from './folder.ts';
import { openS3, PART_BYTES, type S3Place } from './s3.ts';
import { checked, type Storage } from './storage.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const some = (size: number) => {
  const bytes = randomBytes(size);
  return { bytes, sha256: hashOf(bytes), source: () => Readable.from([bytes]) };
};
/** In pieces as a disk brings them. */
const inPieces = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    })(),
  );

/**
 * A server that speaks S3, with a bucket: TEST_S3='{"endpoint":…,"bucket":…,"accessKey":…,"secretKey":…}'. One that installs
 * anywhere: `go install github.com/versity/versitygw/cmd/versitygw@latest`, `versitygw --port 127.0.0.1:7979 posix FOLDER`.
 */
const given = process.env.TEST_S3;
const nowhere: S3Place = {
  endpoint: 'http://127.0.0.1:1',
  bucket: 'plomb',
  prefix: 'some/where/',
  region: 'us-east-1',
  accessKey: 'nobody',
  secretKey: 'nothing',
};
const place: S3Place = given ? { ...nowhere, ...JSON.parse(given) } : nowhere;

let dir: string;
const storages: Record<string, Storage> = {};
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'plomb-storage-'));
  storages.folder = await openFolder(join(dir, 'files'));
  storages['S3, where TEST_S3 names a server'] = openS3(place);
});
afterAll(async () => {
  for (const storage of Object.values(storages)) storage.close();
  await rm(dir, { recursive: true, force: true });
});

const kinds = [
  ['folder', true],
  ['S3, where TEST_S3 names a server', given !== undefined],
] as const;
describe.each(kinds)('contents in %s', (kind, isThere) => {
  beforeEach((test) => test.skip(!isThere, 'TEST_S3 names no server'));
  const storage = () => storages[kind]!;
  const read = async (sha256: string, range?: { start: number; end: number }) => {
    const found = await storage().get(sha256, range);
    return found && (await buffer(found));
  };

  it('are kept, measured, read whole and in part, and deleted', async () => {
    const { bytes, sha256, source } = some(100_000);
    expect(await storage().stat(sha256)).toBeNull();
    expect(await read(sha256)).toBeNull();
    await storage().put(sha256, source());
    await storage().put(sha256, source()); // again is no mistake
    expect(await storage().stat(sha256)).toBe(100_000);
    expect((await read(sha256))?.equals(bytes)).toBe(true);
    expect((await read(sha256, { start: 0, end: 0 }))?.equals(bytes.subarray(0, 1))).toBe(true);
    expect((await read(sha256, { start: 70_000, end: 99_999 }))?.equals(bytes.subarray(70_000))).toBe(true);
    await storage().delete(sha256);
    await storage().delete(sha256);
    expect(await storage().stat(sha256)).toBeNull();
    expect(await read(sha256)).toBeNull();
  });

  it('belong to whoever was said last, and to nobody before', async () => {
    expect(await storage().owner()).toBeNull();
    await storage().own('one');
    await storage().own('another');
    expect(await storage().owner()).toBe('another');
  });

  it('larger than a part come back as they were', async () => {
    const { bytes, sha256 } = some(2 * PART_BYTES + 12_345);
    await storage().put(sha256, inPieces(bytes));
    expect(await storage().stat(sha256)).toBe(bytes.length);
    expect(hashOf((await read(sha256))!)).toBe(sha256);
    const across = { start: PART_BYTES - 10, end: PART_BYTES + 9 };
    expect((await read(sha256, across))?.equals(bytes.subarray(across.start, across.end + 1))).toBe(true);
    await storage().delete(sha256);
  });

  it.each([10, 2 * PART_BYTES + 1])('that are others than they are called are not kept (%i bytes)', async (size) => {
    const { bytes } = some(size);
    const { sha256 } = some(1);
    await expect(storage().put(sha256, inPieces(bytes))).rejects.toThrow(/something else/);
    expect(await storage().stat(sha256)).toBeNull();
  });

  it('whose source breaks off are not kept', async () => {
    const { bytes, sha256 } = some(2 * PART_BYTES + 1);
    const broken = Readable.from(
      (function* () {
        yield bytes.subarray(0, PART_BYTES + 10);
        throw new Error('the sender went away');
      })(),
    );
    await expect(storage().put(sha256, broken)).rejects.toThrow(/went away/);
    expect(await storage().stat(sha256)).toBeNull();
  });

  it.each(['../../etc/passwd', '/etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(63)}/`, 'coming'])(
    'are called by their hash and nothing else: %j',
    async (name) => {
      await expect(storage().put(name, Readable.from([Buffer.from('x')]))).rejects.toThrow(TypeError);
      await expect(async () => storage().get(name)).rejects.toThrow(TypeError);
      await expect(async () => storage().stat(name)).rejects.toThrow(TypeError);
      await expect(async () => storage().delete(name)).rejects.toThrow(TypeError);
    },
  );
});

describe('what is damaged', () => {
  it.each([10, 65_536, 200_000])('never comes out to its last byte, as many as it should be (%i)', async (size) => {
    const { bytes, sha256 } = some(size);
    const damaged = Buffer.from(bytes);
    damaged[size - 1]! ^= 1;
    let read = 0;
    const through = inPieces(damaged).pipe(checked(sha256));
    await expect(
      (async () => {
        for await (const part of through) read += (part as Buffer).length;
      })(),
    ).rejects.toThrow(/something else/);
    expect(read).toBeLessThan(size);
    expect((await buffer(inPieces(bytes).pipe(checked(sha256)))).equals(bytes)).toBe(true);
  });
});

describe('a folder', () => {
  it('holds nothing but what is whole', async () => {
    const { sha256 } = some(1);
    await expect(storages.folder!.put(sha256, Readable.from([Buffer.from('other')]))).rejects.toThrow();
    expect(await readdir(join(dir, 'files', COMING))).toEqual([]);
  });

  it('gets rid of what a killed process left, and of nothing that is still being written', async () => {
    const coming = join(dir, 'left', COMING);
    // also while it runs on
    const folder = await openFolder(join(dir, 'left'));
    for (const name of ['old', 'young']) await writeFile(join(coming, name), 'x');
    const old = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(coming, 'old'), old, old);
    await folder.tidy();
    expect(await readdir(coming)).toEqual(['young']);
  });
});

describe('a bucket', () => {
  it.skipIf(!given)('refuses a wrong key, and has nothing in a bucket that is not there (TEST_S3)', async () => {
    const { sha256, source } = some(10);
    for (const other of [{ secretKey: 'another key' }, { bucket: 'no-such-bucket' }]) {
      const stranger = openS3({ ...place, ...other });
      await expect(stranger.put(sha256, source())).rejects.toThrow();
      stranger.close();
    }
  });

  it('that does not answer is no bucket without the content', async () => {
    const { sha256, source } = some(10);
    const away = openS3(nowhere);
    await expect(away.put(sha256, source())).rejects.toThrow();
    await expect(away.get(sha256)).rejects.toThrow();
    await expect(away.stat(sha256)).rejects.toThrow();
    await expect(away.delete(sha256)).rejects.toThrow();
    away.close();
  });
});
