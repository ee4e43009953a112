import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildOrganisation } from '../../testing/build.ts';
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
  await database.pools.owner.query('delete from file');
  await database.pools.owner.query('delete from file_content');
  if (dir) await rm(dir, { recursive: true });
  dir = await mkdtemp(join(tmpdir(), 'plomb-owner-'));
  [here, there] = [await openFolder(join(dir, 'here')), await openFolder(join(dir, 'there'))];
});
afterAll(() => rm(dir, { recursive: true }));

const start = (storage = here!, anew = false) =>
  transaction(database.pools.owner, (db) => claimStorage(db, storage, anew, openLog('silent')));

const nameFile = async () => {
  const org = await buildOrganisation(database.pools.owner);
  const sha256 = 'a'.repeat(64);
  await database.pools.owner.query('insert into file_content (sha256, bytes) values ($1, 1)', [sha256]);
  await database.pools.owner.query(
    `insert into file (id, org_id, purpose, type, sha256, bytes) values ($1, $2, 'logo', 'image/png', $3, 1)`,
    ['f'.repeat(24), org, sha256],
  );
};

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
  await nameFile();
  await start();
  expect(await here!.owner()).toBe('of an installation');
  await there!.own('of another one');
  await expect(start(there)).rejects.toThrow('those of another one');
});

it('a database that names no file takes nobody else’s, and given them on purpose it has a name of its own', async () => {
  await here!.own('of an installation');
  await expect(start()).rejects.toThrow('those of another one');
  await start(here, true);
  const own = await here!.owner();
  expect(own).not.toBe('of an installation');
  await start();
  // nor does one that has a name take over another's with it
  await there!.own('of another one');
  await start(there, true);
  expect(await there!.owner()).not.toBe('of another one');
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
