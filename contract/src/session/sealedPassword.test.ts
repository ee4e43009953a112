import { createDecipheriv, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { fromBase64, newKeyPair, openPassword, sealedKeyId, sealPassword, toBase64 } from './sealedPassword.ts';

const path = '/login/login';
const keyPair = () => {
  const { secretKey, publicKey } = newKeyPair();
  return { keyId: 'k1', secretKey, publicKey: toBase64(publicKey), nonce: toBase64(new Uint8Array(16).fill(7)) };
};

describe('sealed password', () => {
  it('opens with its key, for its call, with its nonce, and not otherwise', () => {
    const key = keyPair();
    const sealed = sealPassword(key, path, '密码 pässword 1');
    expect(sealedKeyId(sealed)).toBe('k1');
    expect(openPassword(key, path, sealed)).toBe('密码 pässword 1');
    expect(openPassword(key, '/login/changePassword', sealed)).toBeNull();
    expect(openPassword({ ...key, nonce: toBase64(new Uint8Array(16)) }, path, sealed)).toBeNull();
    expect(openPassword({ ...keyPair(), keyId: 'k1' }, path, sealed)).toBeNull();
  });

  it('opens with node:crypto too: the form on paper is the form on the wire', () => {
    const key = keyPair();
    const box = fromBase64(sealPassword(key, path, 'abc123').split('.')[1]!);
    const raw = (header: string, bytes: Uint8Array) => Buffer.concat([Buffer.from(header, 'hex'), bytes]);
    const secret = diffieHellman({
      privateKey: createPrivateKey({
        key: raw('302e020100300506032b656e04220420', key.secretKey),
        format: 'der',
        type: 'pkcs8',
      }),
      publicKey: createPublicKey({
        key: raw('302a300506032b656e032100', box.subarray(0, 32)),
        format: 'der',
        type: 'spki',
      }),
    });
    const salt = Buffer.concat([box.subarray(0, 32), fromBase64(key.publicKey)]);
    const aead = Buffer.from(hkdfSync('sha256', secret, salt, `plomb ${path}`, 32));
    const open = createDecipheriv('chacha20-poly1305', aead, Buffer.alloc(12), { authTagLength: 16 });
    open.setAuthTag(box.subarray(-16));
    const plain = Buffer.concat([open.update(box.subarray(32, -16)), open.final()]).toString();
    expect(JSON.parse(plain)).toEqual({ password: 'abc123', nonce: key.nonce });
  });

  it('is the same for the same ephemeral key (a vector for other implementations)', () => {
    const secretKey = new Uint8Array(32).fill(1);
    const key = {
      keyId: 'v',
      publicKey: toBase64(x25519.getPublicKey(secretKey)),
      nonce: toBase64(new Uint8Array(16)),
    };
    const sealed = sealPassword(key, path, 'abc123', new Uint8Array(32).fill(2));
    expect(sealed).toMatchInlineSnapshot(
      `"v.zo060cy2M+x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVnOfTqGTevRH38SFQvsu3T144O5SE6vy0+0hqxfxwPiknAnTwFu1haAfK/Nul1dsNrAegSHIJrKAaRyhw4g1bgKjZGlNImhXjU="`,
    );
    expect(openPassword({ ...key, secretKey }, path, sealed)).toBe('abc123');
  });

  it('refuses garbage without a word more', () => {
    const key = keyPair();
    for (const junk of ['', '.', 'k1.', 'k1.AAAA', 'k1.%%%', `k1.${toBase64(new Uint8Array(64))}`, 'k1'])
      expect(openPassword(key, path, junk)).toBeNull();
    expect(sealedKeyId("k1'; drop table")).toBeNull();
  });
});
