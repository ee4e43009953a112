import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { openLog } from '../log.ts';
import { transaction } from '../postgres/transaction.ts';
import { claimStorage } from './owner.ts';
import { openFolder } from './storage/folder.ts';
import type { Storage } from './storage/storage.ts';

let database: FreshDatabase;
let dir: string;
let [here, there]: Storage[] = [];
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pools.owner.query("delete from setting where name = 'files_owner'");
  if (dir) await rm(dir, { recursive: true });
  dir = await mkdtemp(join(tmpdir(), 'plomb-owner-'));
  [here, there] = [await openFolder(join(dir, 'here')), await openFolder(join(dir, 'there'))];
});
afterAll(() => rm(dir, { recursive: true }));

const start = (storage = here!, anew = false) =>
  transaction(database.pools.owner, (db) => claimStorage(db, storage, anew, openLog('silent')));

it('a process with a folder of its own does not start beside one that has another', async () => {
  await start();
  await start();
  await expect(start(there)).rejects.toThrow(/FILES_URL/);
  await start();
});

it('a database that came back without its files says so; its own files, put in place, are welcome', async () => {
  await start();
  const before = await here!.owner();
  await expect(start(there)).rejects.toThrow('is new');
  await there!.own(before!); // as a copy of the folder brings it
  await start(there);
});

it('a database of before this was asked takes what is there, and files of another are refused', async () => {
  await here!.own('of an installation');
  await start();
  expect(await here!.owner()).toBe('of an installation');
  await there!.own('of another one');
  await expect(start(there)).rejects.toThrow('those of another one');
});

it('files that are lost for good are given up once, and not again', async () => {
  await start();
  await start(there, true);
  await start(there);
  await expect(start()).rejects.toThrow('those of another one');
});

it('a storage that is away keeps nobody from starting', async () => {
  await start();
  await start({ ...there!, owner: () => Promise.reject(new Error('away')) });
});
