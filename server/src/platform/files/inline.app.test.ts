import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BlankDatabase, blankDatabase } from '../../testing/database.ts';
import { applyMigrations, readMigrations } from '../postgres/migrate.ts';
import { openPools, type Pools } from '../postgres/pools.ts';
import { collectFiles } from './collect.ts';
import { moveOutOfDatabase } from './inline.ts';
import { openFolder } from './storage/folder.ts';
import type { Storage } from './storage/storage.ts';

const FILES = '2026-11-23-30-files.sql';
let database: BlankDatabase;
let pools: Pools;
let dir: string;
let storage: Storage;
/** two of them the same picture, one of them a logo, one a record nobody names */
const pictures = ['a', 'b', 'c', 'd'].map((letter, i) => ({
  id: letter.repeat(24),
  bytes: i === 1 ? Buffer.from('the same') : i === 2 ? Buffer.from('the same') : randomBytes(1000 + i),
  purpose: i === 3 ? 'photo' : 'logo',
}));
beforeAll(async () => {
  database = await blankDatabase();
  const migrations = await readMigrations(resolve(import.meta.dirname, '../../../migrations'));
  await applyMigrations(
    database.url,
    migrations.filter(({ name }) => name < FILES),
  );
  pools = openPools(database.url);
  await pools.owner.query("insert into organisation (org_name, logo) values ('root', $1)", [
    `/image/${pictures[0]!.id}`,
  ]);
  for (const { id, bytes, purpose } of pictures)
    await pools.owner.query(
      `insert into image (id, org_id, operator_id, purpose, type, width, height, bytes, create_time)
       select $1, id, 7, $2, 'image/png', 3, 4, $3, '2026-01-02T03:04:05Z' from organisation`,
      [id, purpose, bytes],
    );
  await applyMigrations(database.url, migrations);
  dir = await mkdtemp(join(tmpdir(), 'plomb-files-'));
  storage = await openFolder(dir);
});
afterAll(async () => {
  await pools.close();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const kept = async (): Promise<Record<string, string>> => {
  const { rows } = await pools.platform.query<{ id: string; sha256: string; inline: Buffer | null }>(
    'select f.id, c.sha256, c.inline from file f join file_content c using (sha256) order by f.id',
  );
  const found: Record<string, string> = {};
  for (const { id, sha256, inline } of rows) {
    const bytes = inline ?? (await buffer((await storage.get(sha256))!));
    found[id] = createHash('sha256').update(bytes).digest('hex');
  }
  return found;
};
const all = Object.fromEntries(pictures.map(({ id, bytes }) => [id, createHash('sha256').update(bytes).digest('hex')]));

it('pictures of releases before are all there: in the database first, then in the storage', async () => {
  expect(await kept()).toEqual(all);
  const away: Storage = { ...storage, put: () => Promise.reject(new Error('away')) };
  await expect(moveOutOfDatabase(pools.platform, away)).rejects.toThrow('away');
  expect(await kept()).toEqual(all);
  expect(await moveOutOfDatabase(pools.platform, storage)).toBe(3);
  expect(await moveOutOfDatabase(pools.platform, storage)).toBe(0);
  expect(await kept()).toEqual(all);
  const { rows } = await pools.platform.query(
    'select purpose, operator_id, width, height, create_time from file order by id',
  );
  expect(rows[3]).toEqual({
    purpose: 'photo',
    operator_id: 7,
    width: 3,
    height: 4,
    create_time: new Date('2026-01-02T03:04:05Z'),
  });
});

it('the logo in use stays, what nobody named is given its day', async () => {
  expect(await collectFiles(pools.platform, storage)).toEqual({ files: 0, contents: 0 });
  await pools.platform.query("update file set free_time = free_time - interval '2 days' where purpose = 'logo'");
  await collectFiles(pools.platform, storage);
  expect(Object.keys(await kept())).toEqual([pictures[0]!.id, pictures[3]!.id]);
});
