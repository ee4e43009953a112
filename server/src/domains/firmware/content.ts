import { createPublicKey, verify } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import type { ClientBase, Pool } from 'pg';
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
const HEAD = 4100;

/** Whether a file may be firmware, by its first bytes: nothing that a person or a browser would read. */
export const isFirmware = async (parts: () => AsyncIterable<Uint8Array>): Promise<boolean> => {
  let head = Buffer.alloc(0);
  for await (const part of parts()) {
    head = Buffer.concat([head, part.subarray(0, HEAD - head.length)]);
    if (head.length >= HEAD) break;
  }
  const type = (await fileTypeFromBuffer(head))?.mime;
  if (type) return binary.has(type);
  // text has no other control characters than these
  return head.some((byte) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte));
};

/** A content whole, once it is known to be that of its name; throws `Damaged`. Null: it is not there. */
export const contentOf = async (db: ClientBase | Pool, storage: Storage, sha256: string): Promise<Buffer | null> => {
  // one that the storage has not been given yet is put there before it leaves the database
  const { rows } = await db.query<{ inline: Buffer }>(
    'select inline from file_content where sha256 = $1 and inline is not null',
    [sha256],
  );
  const found = rows[0] ? Readable.from([rows[0].inline]) : await storage.get(sha256);
  if (!found) return null;
  const whole = checked(sha256);
  found.once('error', (error) => whole.destroy(error));
  return bytesOf(found.pipe(whole));
};

/** Whether an Ed25519 signature in Base64 is one of this content by the owner of this key, a public one in Base64 (SPKI). */
export const isSigned = (content: Uint8Array, signature: string, publicKey: string): boolean => {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(null, content, key, Buffer.from(signature, 'base64'));
};
