import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildDevice, buildOrganisation } from '../testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { backupDatabase } from './postgres/backup/dump.ts';
import { transaction } from './postgres/transaction.ts';
import { forgetSealed, openVault } from './vault.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pools.owner.query('delete from setting'));

const secret = { text: 'a secret that lies outside of the database', from: 'a file' };
const other = { text: 'another secret, of another installation', from: 'a file' };
const inDatabase = <T>(work: (db: ClientBase) => Promise<T>) => transaction(database.pools.owner, work);
const vaultOf = (of = secret) => inDatabase((db) => openVault(db, of));

it('opens what it sealed, after a restart too, for the same use and owner alone', async () => {
  const sealed = (await vaultOf()).seal('second factor', 'operator 7', Buffer.from('铅封'));
  const again = await vaultOf();
  expect(again.open('second factor', 'operator 7', sealed).toString()).toBe('铅封');
  expect(() => again.open('second factor', 'operator 8', sealed)).toThrow();
  expect(() => again.open('password', 'operator 7', sealed)).toThrow();
  sealed[20]! ^= 1;
  expect(() => again.open('second factor', 'operator 7', sealed)).toThrow();
});

it('with another secret says what to do, and nothing is lost by trying', async () => {
  const before = (await vaultOf()).keyFor('x');
  await expect(vaultOf(other)).rejects.toThrow(/--new-secret/);
  expect((await vaultOf()).keyFor('x')).toEqual(before);
});

it('a secret given up is replaced, and what it sealed is gone', async () => {
  const before = (await vaultOf()).keyFor('x');
  await inDatabase(forgetSealed);
  expect((await vaultOf(other)).keyFor('x')).not.toEqual(before);
});

it('a secret given up counts the locks whose password only people know now, and forgets what locks tell again', async () => {
  const { owner } = database.pools;
  const org = await buildOrganisation(owner);
  const set = await buildDevice(owner, org, 'jt701');
  const factory = await buildDevice(owner, org, 'jt701');
  await owner.query(
    `insert into static_password (device_id, org_id, state, sealed, fingerprint) values
       ($1, $3, 'current', '\\x00', '\\x00'), ($1, $3, 'past', '\\x00', '\\x00'), ($2, $3, 'current', null, null)`,
    [set.id, factory.id, org],
  );
  await owner.query(
    "insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time) values ($1, $2, '\\x00', '\\x00', now())",
    [set.id, org],
  );
  expect(await inDatabase(forgetSealed)).toBe(1);
  expect((await owner.query('select from unlock_password where end_time is null')).rowCount).toBe(0);
});

it('seals what an earlier release kept in clear, and goes on opening it', async () => {
  await database.pools.owner.query(
    `insert into setting values ('vault_secret', '"kept in clear"'), ('device_auth_key', '"of the devices"'), ('demo', 'true')`,
  );
  const { keyFor, kept } = await vaultOf();
  expect(await inDatabase((db) => kept(db, 'device_auth_key'))).toBe('of the devices');
  const { rows } = await database.pools.owner.query<{ text: string }>(
    'select string_agg(value::text, $1) as text from setting',
    [','],
  );
  expect(rows[0]!.text).not.toMatch(/kept in clear|of the devices/);
  expect((await vaultOf()).keyFor('x')).toEqual(keyFor('x'));
});

it('a backup of the database opens nothing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'plomb-vault-'));
  const vault = await vaultOf();
  const plain = randomBytes(16).toString('hex');
  const kept = await inDatabase((db) => vault.kept(db, 'device_auth_key'));
  await database.pools.owner.query("insert into setting values ('probe', to_jsonb($1::text))", [
    vault.seal('second factor', 'operator 7', Buffer.from(plain)).toString('base64'),
  ]);
  await backupDatabase(database.url, join(dir, 'backup'));
  const held = zstdDecompressSync(await readFile(join(dir, 'backup')));
  expect(held.includes('probe')).toBe(true);
  for (const word of [secret.text, plain, kept]) expect(held.includes(word)).toBe(false);
  await rm(dir, { recursive: true, force: true });
});
