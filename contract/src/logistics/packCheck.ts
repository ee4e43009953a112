import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { unzip, ZipBroken, type Zipped } from '../kit/unzip.ts';

const MANIFEST = 'manifest.json';
/** It names some hundred files. */
const MOST_MANIFEST = 1_000_000;
const Manifest = z.object({
  files: z.array(z.object({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});

/** What a pack shows of itself: whether it is one of ours is told by the sum of its manifest alone. */
export interface PackCheck {
  /** SHA-256 of its `manifest.json`, hexadecimal; null: it has none that can be read, or is no zip as packs are */
  manifest: string | null;
  /** files that are as the manifest says */
  same: number;
  differ: string[];
  /** named, and not there */
  missing: string[];
  /** there, and not named */
  alien: string[];
}

/** In pieces, and where browsers hide `crypto.subtle`: on plain http. */
export const sumOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = sha256.create();
  for await (const piece of pieces) hash.update(piece);
  return bytesToHex(hash.digest());
};
async function* piecesOf(of: Blob): AsyncIterable<Uint8Array> {
  yield new Uint8Array(await of.arrayBuffer());
}
export const sumOfBlob = (of: Blob): Promise<string> => sumOf(piecesOf(of));

const read = async (of: Zipped): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: BlobPart[] = [];
  for await (const piece of of.bytes()) pieces.push(piece as Uint8Array<ArrayBuffer>);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
};
const parsed = (bytes: Uint8Array) => {
  try {
    return Manifest.parse(JSON.parse(new TextDecoder().decode(bytes))).files;
  } catch {
    return null;
  }
};

/** What it gives, or null where it is not what a zip says it is. That a file cannot be read is another matter, and said as it comes. */
const whole = async <T>(of: Promise<T>): Promise<T | null> => {
  try {
    return await of;
  } catch (error) {
    if (error instanceof ZipBroken) return null;
    throw error;
  }
};

/** Names of folders that something lies in: sorted, it stands right behind its folder. */
const foldersOf = (names: readonly string[]): Set<string> => {
  const sorted = [...new Set(names)].toSorted();
  return new Set(sorted.filter((name, nth) => name.endsWith('/') && sorted[nth + 1]?.startsWith(name)));
};

/** Holds every file of a zip against the manifest in it. */
export const checkPack = async (zip: Blob): Promise<PackCheck> => {
  const nothing: PackCheck = { manifest: null, same: 0, differ: [], missing: [], alien: [] };
  const found = await whole(unzip(zip));
  if (!found) return nothing;
  // folders of what is in it are nothing of their own
  const folders = foldersOf(found.map(({ name }) => name));
  const all = found.filter(({ name }) => !folders.has(name));
  const [own, ...more] = all.filter(({ name }) => name === MANIFEST);
  if (!own || own.size > MOST_MANIFEST) return nothing;
  const bytes = await whole(read(own));
  const named = bytes && parsed(bytes);
  if (!bytes || !named) return nothing;
  const check: PackCheck = { ...nothing, manifest: bytesToHex(sha256(bytes)), alien: more.map(({ name }) => name) };
  const byName = Map.groupBy(all, ({ name }) => name);
  for (const { name, bytes: size, sha256: sum } of named) {
    const [file, ...twice] = byName.get(name) ?? [];
    if (!file) check.missing.push(name);
    else if (twice.length > 0 || file.size !== size || (await whole(sumOf(file.bytes()))) !== sum)
      check.differ.push(name);
    else check.same++;
  }
  const known = new Set([MANIFEST, ...named.map(({ name }) => name)]);
  check.alien.push(...all.map(({ name }) => name).filter((name) => !known.has(name)));
  return check;
};
