import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Which build of the console stands in a folder: its page names the files it starts with, and those names carry the hash
 * of all content. Read anew each time, for the console may be replaced while the server runs. Empty: there is none.
 */
export const consoleBuild = async (dir: string | null): Promise<string> => {
  if (dir === null) return '';
  try {
    return createHash('sha256')
      .update(await readFile(join(dir, 'index.html')))
      .digest('hex')
      .slice(0, 12);
  } catch {
    return '';
  }
};
