import { randomBytes, randomUUID } from 'node:crypto';
import { newKeyPair, openPassword, type PasswordKey, sealedKeyId, toBase64 } from '@plomb/contract/sealedPassword';
import type { Pool } from 'pg';
import { Refusal } from '../../platform/refusal.ts';

const LOGIN_KEY_SECONDS = 300;

/** Makes a key for one sealed password. It lives in the database, so any process may be asked to open what it seals. */
export const issueKey = async (db: Pool, seconds = LOGIN_KEY_SECONDS): Promise<PasswordKey & { expires: string }> => {
  const { secretKey, publicKey } = newKeyPair();
  const nonce = randomBytes(16);
  const keyId = randomUUID();
  const { rows } = await db.query<{ expire_time: Date }>(
    `insert into login_key (id, secret_key, public_key, nonce, expire_time)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5)) returning expire_time`,
    [keyId, Buffer.from(secretKey), Buffer.from(publicKey), nonce, seconds],
  );
  return {
    keyId,
    publicKey: toBase64(publicKey),
    nonce: toBase64(nonce),
    expires: rows[0]!.expire_time.toISOString(),
  };
};

/** Opens a sealed password and burns its key: a second use of the same one is refused. */
export const unseal = async (db: Pool, path: string, sealed: string): Promise<string> => {
  const keyId = sealedKeyId(sealed);
  const { rows } = await db.query<{ secret_key: Buffer; public_key: Buffer; nonce: Buffer }>(
    'delete from login_key where id = $1 and expire_time > now() returning secret_key, public_key, nonce',
    [keyId],
  );
  const row = rows[0];
  const key = keyId &&
    row && {
      keyId,
      secretKey: new Uint8Array(row.secret_key),
      publicKey: toBase64(row.public_key),
      nonce: toBase64(row.nonce),
    };
  const password = key ? openPassword(key, path, sealed) : null;
  if (password === null) throw new Refusal('passwordKey');
  return password;
};

/** Keys and failures nobody will use again. */
export const sweep = async (db: Pool): Promise<void> => {
  await db.query('delete from login_key where expire_time < now()');
  await db.query("delete from login_failure where next_time < now() - interval '1 day'");
};
