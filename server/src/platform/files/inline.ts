import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { Storage } from './storage/storage.ts';

/** Moves what releases before had in the database into the storage, one by one; answers how many. */
export const moveOutOfDatabase = async (platform: Pool, storage: Storage): Promise<number> => {
  for (let moved = 0; ; moved++) {
    const { rows } = await platform.query<{ sha256: string; inline: Buffer }>(
      'select sha256, inline from file_content where inline is not null limit 1',
    );
    const one = rows[0];
    if (!one) return moved;
    await storage.put(one.sha256, Readable.from([one.inline]));
    await platform.query('update file_content set inline = null where sha256 = $1', [one.sha256]);
  }
};
