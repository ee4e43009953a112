import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../config.ts';
import { fileTrouble } from '../../postgres/trouble.ts';
import { openFolder } from './folder.ts';
import { openS3 } from './s3.ts';
import type { Storage } from './storage.ts';

type Settings = Pick<
  Config,
  'FILES_URL' | 'FILES_REGION' | 'FILES_ACCESS_KEY' | 'FILES_SECRET_KEY' | 'FILES_SECRET_KEY_FILE'
>;

/** Where the settings say that files lie: a bucket, or else a folder of our own. */
export const openStorage = async (config: Settings, dataDir: string): Promise<Storage> => {
  if (!config.FILES_URL) {
    try {
      return await openFolder(join(dataDir, 'files'));
    } catch (error) {
      throw fileTrouble(error);
    }
  }
  const { origin, pathname } = new URL(config.FILES_URL);
  const [bucket = '', ...prefix] = decodeURIComponent(pathname).split('/').filter(Boolean);
  return openS3({
    endpoint: origin,
    bucket,
    prefix: prefix.map((part) => `${part}/`).join(''),
    region: config.FILES_REGION,
    accessKey: config.FILES_ACCESS_KEY ?? '',
    secretKey: config.FILES_SECRET_KEY ?? (await keyIn(config.FILES_SECRET_KEY_FILE ?? '')),
  });
};

const keyIn = async (path: string): Promise<string> => {
  const key = await readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  if (key.length < 8) throw new ConfigError(`FILES_SECRET_KEY_FILE: ${path} does not hold a key in one line`);
  return key;
};
