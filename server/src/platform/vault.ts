import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { ConfigError } from './config.ts';
import type { Secret } from './secretFile.ts';

/**
 * What must not be read off the database alone. Everything is sealed with one key of the database, and that key with
 * the secret outside of it: the secret can change without anything being sealed anew.
 */
export interface Vault {
  /** seals for one use and one owner: under another name, or moved to another's row, it does not open */
  seal(use: string, owner: string, plain: Buffer): Buffer;
  /** throws when it was sealed for another use or owner, under another key, or changed */
  open(use: string, owner: string, sealed: Buffer): Buffer;
  /** a keyed hash, for texts too short to withstand guessing */
  digest(use: string, text: string): Buffer;
  /** 32 bytes that are the same in every process on this database */
  keyFor(use: string): Buffer;
  /** a secret of the database, made once and kept sealed; one that lies there in clear is sealed now */
  kept(db: ClientBase, name: string): Promise<string>;
}

const IV = 12;
const TAG = 16;
const derived = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `plomb ${use}`, 32));

const sealWith = (key: Buffer, owner: string, plain: Buffer): Buffer => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};
const openWith = (key: Buffer, owner: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV));
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
};

/** A value of the table `setting`: in clear, as releases before this one kept it, or sealed. */
type Kept = string | { sealed: string };

const keptWith = async (db: ClientBase, name: string, key: Buffer): Promise<string> => {
  const put = async (text: string): Promise<string> => {
    const sealed = sealWith(key, name, Buffer.from(text)).toString('base64');
    await db.query(
      'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [name, JSON.stringify({ sealed })],
    );
    return text;
  };
  const { rows } = await db.query<{ value: Kept }>('select value from setting where name = $1 for update', [name]);
  const value = rows[0]?.value;
  if (value === undefined) return put(randomBytes(24).toString('base64url'));
  if (typeof value === 'string') return put(value);
  return openWith(key, name, Buffer.from(value.sealed, 'base64')).toString();
};

const KEY = 'vault_secret';

/** Opens the vault of a database, in a transaction that no other start runs beside. */
export const openVault = async (db: ClientBase, secret: Secret): Promise<Vault> => {
  const key = await keptWith(db, KEY, derived(secret.text, 'vault')).catch((cause: unknown) => {
    if (!(cause instanceof Error && /authenticate/.test(cause.message))) throw cause;
    throw new ConfigError(
      `The secret in ${secret.from} is not the one this database was set up with, so what is sealed in it cannot be opened. ` +
        'Put the file of the old installation there, or set PLOMB_SECRET to what it holds. If it is lost for good, start ' +
        'once with --new-secret: two-factor sign-in is then off for everybody until they set it up anew.',
      { cause },
    );
  });
  const keyFor = (use: string) => derived(key, use);
  return {
    seal: (use, owner, plain) => sealWith(keyFor(use), owner, plain),
    open: (use, owner, sealed) => openWith(keyFor(use), owner, sealed),
    digest: (use, text) => createHmac('sha256', keyFor(use)).update(text).digest(),
    keyFor,
    kept: (client, name) => keptWith(client, name, keyFor('settings')),
  };
};

/**
 * The secret is lost, and with it whatever it sealed. Locks tell their next one-time password by themselves; of those with a
 * password that stays only people know it. How many these are.
 */
export const forgetSealed = async (db: ClientBase): Promise<number> => {
  await db.query("delete from setting where jsonb_typeof(value) = 'object' and value ? 'sealed'");
  await db.query("update unlock_password set state = 'superseded', end_time = now() where end_time is null");
  await db.query("update message set state = 'lapsed', content = null, end_time = now() where end_time is null");
  await db.query('update message_channel set enabled = false, secret = null where secret is not null');
  await db.query('update alarm_way set enabled = false, url = null, secret = null');
  // their keys are made for another key of ours
  await db.query('delete from push_subscription');
  const { rows } = await db.query<{ locks: number }>(
    `select count(distinct device_id) as locks from static_password where state in ('current', 'uncertain') and sealed is not null`,
  );
  return rows[0]!.locks;
};
