import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * A password sealed for one use of one call. It works on plain http too, where browsers hide `crypto.subtle`; it does
 * not replace TLS. Form (base64): keyId "." ephemeralPublicKey(32) || ciphertext || tag(16).
 * key = HKDF-SHA256(X25519(ephemeral, public), salt = ephemeralPublic || public, info = "plomb " + path, 32 bytes);
 * ChaCha20-Poly1305 with a zero nonce, since each key is used once; plaintext = {"password","nonce"} as JSON.
 */
export interface PasswordKey {
  keyId: string;
  /** X25519 public key, base64 */
  publicKey: string;
  /** 16 bytes, base64; one use */
  nonce: string;
}

const zeroNonce = new Uint8Array(12);
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

const keyOf = (secret: Uint8Array, ephemeral: Uint8Array, recipient: Uint8Array, path: string): Uint8Array =>
  hkdf(sha256, secret, concatBytes(ephemeral, recipient), utf8ToBytes(`plomb ${path}`), 32);

export const publicKeyOf = (secretKey: Uint8Array): Uint8Array => x25519.getPublicKey(secretKey);
export const newKeyPair = (): { secretKey: Uint8Array; publicKey: Uint8Array } => x25519.keygen();

/** Seals `password` for the call at `path`. `ephemeralSecret` is given by tests only. */
export const sealPassword = (
  key: PasswordKey,
  path: string,
  password: string,
  ephemeralSecret: Uint8Array = x25519.utils.randomSecretKey(),
): string => {
  const recipient = fromBase64(key.publicKey);
  const ephemeral = x25519.getPublicKey(ephemeralSecret);
  const secret = x25519.getSharedSecret(ephemeralSecret, recipient);
  const plain = utf8ToBytes(JSON.stringify({ password, nonce: key.nonce }));
  const sealed = chacha20poly1305(keyOf(secret, ephemeral, recipient, path), zeroNonce).encrypt(plain);
  return `${key.keyId}.${toBase64(concatBytes(ephemeral, sealed))}`;
};

/** The key id a sealed password names, or null when it has not the form of one. */
export const sealedKeyId = (sealed: string): string | null =>
  /^([\w-]{1,64})\.[A-Za-z0-9+/]+=*$/.exec(sealed)?.[1] ?? null;

/** Opens a sealed password; null when it was made for another key, call or nonce, or was changed on the way. */
export const openPassword = (
  key: PasswordKey & { secretKey: Uint8Array },
  path: string,
  sealed: string,
): string | null => {
  try {
    const box = fromBase64(sealed.slice(sealed.indexOf('.') + 1));
    const ephemeral = box.subarray(0, 32);
    const secret = x25519.getSharedSecret(key.secretKey, ephemeral);
    const plain = chacha20poly1305(keyOf(secret, ephemeral, fromBase64(key.publicKey), path), zeroNonce).decrypt(
      box.subarray(32),
    );
    const said: unknown = JSON.parse(new TextDecoder().decode(plain));
    if (typeof said !== 'object' || said === null || !('password' in said) || !('nonce' in said)) return null;
    return said.nonce === key.nonce && typeof said.password === 'string' ? said.password : null;
  } catch {
    return null; // base64, point, tag or JSON: whatever was wrong, the caller learns only that it does not open
  }
};
