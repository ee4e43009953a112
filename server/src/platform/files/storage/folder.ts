import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { checked, OWNER, placeOf, type Storage } from './storage.ts';

/** Where contents are written before they have their name. */
export const COMING = 'coming';
/** What has been coming for so long was left by a process that ended. */
const LEFT_BEHIND_MS = 86_400_000;

const orNull = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** A name in a folder is on the disk only when the folder is. */
const sync = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Contents as files of a folder, written aside and renamed: whoever looks sees all of one, or none. */
export const openFolder = async (root: string): Promise<Storage> => {
  const coming = join(root, COMING);
  await mkdir(coming, { recursive: true, mode: 0o700 });
  const pathOf = (sha256: string): string => join(root, placeOf(sha256));

  return {
    name: root,

    async put(sha256, source) {
      const path = pathOf(sha256);
      const aside = join(coming, randomUUID());
      try {
        const file = await open(aside, 'wx', 0o600);
        try {
          await file.writeFile(pipeline(source, checked(sha256), () => undefined)); // its failure comes out here
          await file.sync();
        } finally {
          await file.close();
        }
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(aside, path);
        await sync(dirname(path));
        if (made) await sync(root);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },

    async get(sha256, range): Promise<Readable | null> {
      const file = await open(pathOf(sha256), 'r').catch(orNull);
      return file?.createReadStream(range ?? { start: 0 }) ?? null; // closes the file, however it ends
    },

    async stat(sha256) {
      return (await stat(pathOf(sha256)).catch(orNull))?.size ?? null;
    },

    async delete(sha256) {
      await rm(pathOf(sha256), { force: true });
    },

    async tidy() {
      for (const name of await readdir(coming)) {
        const found = await stat(join(coming, name)).catch(orNull);
        if (found && found.mtimeMs < Date.now() - LEFT_BEHIND_MS) await rm(join(coming, name), { force: true });
      }
    },

    async owner() {
      return (await readFile(join(root, OWNER), 'utf8').catch(orNull))?.trim() ?? null;
    },

    async own(owner) {
      const aside = join(coming, randomUUID());
      await writeFile(aside, `${owner}\n`, { mode: 0o600, flush: true });
      await rename(aside, join(root, OWNER));
      await sync(root);
    },

    close() {},
  };
};
