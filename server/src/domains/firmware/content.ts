import { createPublicKey, verify } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import type { Pool } from 'pg';
import { bytesOf } from '../../platform/files/files.ts';
import { checked, type Storage } from '../../platform/files/storage/storage.ts';

/** Packed or linked code is firmware; whatever else has a type is a picture, a document or a sound. */
const binary = new Set([
  'application/gzip',
  'application/x-bzip2',
  'application/x-xz',
  'application/zstd',
  'application/x-elf',
]);
/** Told by two bytes, which one firmware in 65,536 has by chance, and erased memory (FF) has: no sound and no film is refused. */
const byChance = new Set(['video/mp2t', 'audio/mpeg', 'audio/aac']);
const HEAD = 4100;

/** Whether a file may be firmware, by its first bytes: nothing that a person or a browser would read. */
export const isFirmware = async (parts: () => AsyncIterable<Uint8Array>): Promise<boolean> => {
  let head = Buffer.alloc(0);
  for await (const part of parts()) {
    head = Buffer.concat([head, part.subarray(0, HEAD - head.length)]);
    if (head.length >= HEAD) break;
  }
  const type = (await fileTypeFromBuffer(head))?.mime;
  if (type && !byChance.has(type)) return binary.has(type);
  // text has no other control characters than these
  return head.some((byte) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte));
};

/** A content whole, once it is known to be that of its name; throws `Damaged`. Null: it is not there. */
export const contentOf = async (platform: Pool, storage: Storage, sha256: string): Promise<Buffer | null> => {
  // one that the storage has not been given yet is put there before it leaves the database
  const { rows } = await platform.query<{ inline: Buffer }>(
    'select inline from file_content where sha256 = $1 and inline is not null',
    [sha256],
  );
  const found = rows[0] ? Readable.from([rows[0].inline]) : await storage.get(sha256);
  if (!found) return null;
  const whole = checked(sha256);
  found.once('error', (error) => whole.destroy(error));
  return bytesOf(found.pipe(whole));
};

export interface Signed {
  /** its code, as `G-300` */
  device_type: string;
  firmware_version: string;
  /** Ed25519, in Base64 */
  signature: string;
}

/**
 * Whether the owner of this key, a public one in Base64 (SPKI), has signed this content for this type, as this version: what
 * is signed begins with a line of each, so that an older file is no newer version.
 */
export const isSigned = (
  content: Uint8Array,
  { device_type, firmware_version, signature }: Signed,
  publicKey: string,
): boolean => {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const head = Buffer.from(`${device_type}\n${firmware_version}\n`);
  return verify(null, Buffer.concat([head, content]), key, Buffer.from(signature, 'base64'));
};
