import { rm } from 'node:fs/promises';
import { prepareData, preparedData } from './product.ts';

/** Once before all tests: the data that their products begin with. */
export default async (): Promise<() => Promise<void>> => {
  const folder = await prepareData();
  process.env[preparedData] = folder;
  return () => rm(folder, { recursive: true, force: true });
};
