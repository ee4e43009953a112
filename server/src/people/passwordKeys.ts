import { createPrivateKey, createPublicKey, hkdfSync, randomBytes } from 'node:crypto';
import { openPassword, type PasswordKey, sealedKeyId, toBase64 } from '@plomb/contract/session/sealedPassword';
import type { Pool } from 'pg';
import { Refusal } from '../platform/refusal.ts';

const LOGIN_KEY_SECONDS = 300;
const EXPIRY = 6;
const RANDOM = 16;

/** An X25519 private key in PKCS #8 is these bytes and its own 32 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
/** By OpenSSL, in a tenth of the time: anybody may ask for a key. */
const publicKeyOf = (secretKey: Uint8Array): Uint8Array => {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, secretKey]), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
};

/**
 * Keys for one sealed password each. A key is derived from its id and a secret that every process has, so that handing
 * one out costs no row, and any process may be asked to open what it seals. What is kept is which ones were used.
 */
export interface PasswordKeys {
  issue(seconds?: number): PasswordKey & { expires: string };
  /** opens a sealed password and burns its key: a second use of the same one is refused */
  open(path: string, sealed: string): Promise<string>;
}

export const openPasswordKeys = (db: Pool, secret: Buffer, now: () => number = Date.now): PasswordKeys => {
  const derived = (keyId: string, use: string, bytes: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, keyId, use, bytes));
  const keyOf = (keyId: string) => {
    const secretKey = derived(keyId, 'secret key', 32);
    return {
      keyId,
      secretKey,
      publicKey: toBase64(publicKeyOf(secretKey)),
      nonce: toBase64(derived(keyId, 'nonce', 16)),
    };
  };

  return {
    issue(seconds = LOGIN_KEY_SECONDS) {
      const expires = now() + seconds * 1000;
      const id = Buffer.alloc(EXPIRY + RANDOM);
      id.writeUIntBE(expires, 0, EXPIRY);
      randomBytes(RANDOM).copy(id, EXPIRY);
      const { keyId, publicKey, nonce } = keyOf(id.toString('base64url'));
      return { keyId, publicKey, nonce, expires: new Date(expires).toISOString() };
    },

    async open(path, sealed) {
      const keyId = sealedKeyId(sealed) ?? '';
      const id = Buffer.from(keyId, 'base64url');
      // an id that was not issued here opens nothing: nobody knows the public key that belongs to it
      const expires =
        id.length === EXPIRY + RANDOM && id.toString('base64url') === keyId ? id.readUIntBE(0, EXPIRY) : 0;
      const password = expires > now() ? openPassword(keyOf(keyId), path, sealed) : null;
      if (password === null) throw new Refusal('passwordKey');
      const { rowCount } = await db.query(
        `insert into used_password_key (id, expire_time) values ($1, to_timestamp($2 / 1000.0)) on conflict do nothing`,
        [keyId, expires],
      );
      if (rowCount === 0) throw new Refusal('passwordKey');
      return password;
    },
  };
};

/** Keys and failures nobody will use again. */
export const sweep = async (db: Pool): Promise<void> => {
  await db.query('delete from used_password_key where expire_time < now()');
  await db.query("delete from login_failure where next_time < now() - interval '1 day'");
};
