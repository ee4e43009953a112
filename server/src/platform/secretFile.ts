import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { fileTrouble } from './postgres/trouble.ts';

export interface Secret {
  text: string;
  /** where it comes from, in words of the settings */
  from: string;
}

/**
 * The secret that lies outside of the database: what the database seals with it is worthless in a stolen backup. It is
 * given by the environment, or made at the first start and kept in a file of its own, for its owner's eyes only.
 */
export const readSecret = async (
  config: Pick<Config, 'PLOMB_SECRET' | 'PLOMB_SECRET_FILE'>,
  dataDir: string,
): Promise<Secret> => {
  if (config.PLOMB_SECRET) return { text: config.PLOMB_SECRET, from: 'PLOMB_SECRET' };
  const given = config.PLOMB_SECRET_FILE;
  const path = given ? resolve(given) : join(dataDir, 'secret');
  try {
    const kept = await readKept(path);
    // one that somebody else provides (a container's secret) is theirs to protect
    if (kept && !given) await chmod(path, 0o600);
    return { text: kept ?? (await make(path)), from: path };
  } catch (error) {
    throw fileTrouble(error);
  }
};

const readKept = async (path: string): Promise<string | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const secret = text?.trim();
  if (secret !== undefined && secret.length < 32)
    throw new ConfigError(
      `${path} does not hold the secret: it should be one line of 32 characters or more. ` +
        'Put the right file back, or delete this one if this installation is new.',
    );
  return secret;
};

const make = async (path: string): Promise<string> => {
  const text = randomBytes(32).toString('base64url');
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
    return text;
  } catch (error) {
    const overtaken = (error as NodeJS.ErrnoException).code === 'EEXIST' ? await readKept(path) : undefined;
    if (overtaken === undefined) throw error;
    return overtaken; // another process made it at the same moment
  }
};
