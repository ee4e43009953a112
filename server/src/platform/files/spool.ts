import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';

/** A finished file that nobody else can reach: it has no name any more and is gone when its handle is closed. */
export interface Spooled {
  handle: FileHandle;
  bytes: number;
}

/**
 * Writes what comes into a file of its own, at the disk's speed and not at the reader's, so that whatever it is read
 * from (a transaction, a connection of the pool) is free again before anybody fetches it.
 */
export const spool = async (
  parts: AsyncIterable<string | Uint8Array>,
  limits: { bytes: number; deadline: number; signal: AbortSignal },
): Promise<Spooled> => {
  const path = join(tmpdir(), `plomb-export-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    let bytes = 0;
    for await (const part of parts) {
      bytes += (await handle.write(typeof part === 'string' ? Buffer.from(part) : part)).bytesWritten;
      if (bytes > limits.bytes) throw new Refusal('fileTooLarge', { limit: Math.floor(limits.bytes / 1e6) });
      if (Date.now() > limits.deadline) throw new Refusal('fileTooSlow');
      limits.signal.throwIfAborted();
    }
    return { handle, bytes };
  } catch (error) {
    await handle.close();
    throw error;
  }
};
