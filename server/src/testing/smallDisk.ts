import { execFile } from 'node:child_process';
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  dir: string;
  /** not a byte more goes onto it */
  fill(): Promise<void>;
  empty(): Promise<void>;
  drop(): Promise<void>;
}

/** A disk of so many megabytes, or why there is none: only root may make one. */
export const smallDisk = async (megabytes: number): Promise<SmallDisk | { missing: string }> => {
  const dir = await mkdtemp(join(tmpdir(), 'plomb-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir]);
  } catch (error) {
    await rmdir(dir);
    return { missing: `no disk can be mounted here: ${(error as Error).message.trim()}` };
  }
  const rest = join(dir, 'rest');
  return {
    dir,
    fill: () => writeFile(rest, Buffer.alloc(megabytes << 20)).catch(() => undefined),
    empty: () => rm(rest),
    async drop() {
      await run('umount', [dir]);
      await rmdir(dir);
    },
  };
};
