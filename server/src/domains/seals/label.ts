import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { SealMedium } from '@plomb/contract/seals/number';
import { sealKey } from '@plomb/contract/seals/number';
import type { Vault } from '../../platform/vault.ts';

/** In front of what a label says: whose format it is, and which. */
const MARK = 'PLB1';
const SIGNATURE = 64;

/** How a number proves that this product made it, also to a phone without a network: docs/seal-labels.md. */
export interface Labels {
  /** what the code of a number says */
  payload(number: string): string;
  /** the number that a code says, and whether it is genuine; null: it is none of ours */
  read(text: string): { number: string; genuine: boolean } | null;
  /** by which anybody can verify it: 32 bytes, hexadecimal */
  publicKey: string;
}

/** A private key of Ed25519 from its 32 bytes. Source: RFC 8410, section 7. */
const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });

/** Letters and digits that a QR code packs at 5.5 bits each. Source: RFC 9285 (Base45). */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const encode = (bytes: Buffer): string => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 2) {
    const isPair = i + 1 < bytes.length;
    let value = isPair ? bytes.readUInt16BE(i) : bytes.readUInt8(i);
    for (let n = isPair ? 3 : 2; n > 0; n--) {
      text += ALPHABET[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
};
const decode = (text: string): Buffer | null => {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i += 3) {
    const digits = [...text.slice(i, i + 3)].map((sign) => ALPHABET.indexOf(sign));
    if (digits.length < 2 || digits.includes(-1)) return null;
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    if (value > (digits.length === 3 ? 0xffff : 0xff)) return null;
    if (digits.length === 3) bytes.push(value >> 8);
    bytes.push(value & 0xff);
  }
  return Buffer.from(bytes);
};

const said = (key: string): Buffer => Buffer.from(`${MARK}:${key}`);

export const openLabels = (vault: Pick<Vault, 'keyFor'>): Labels => {
  const privateKey = privateKeyOf(vault.keyFor('labels of seals'));
  const publicKey = createPublicKey(privateKey);
  return {
    payload: (number) => {
      const key = sealKey(number);
      return `${MARK}:${key}:${encode(sign(null, said(key), privateKey))}`;
    },
    read: (text) => {
      const [mark, key, ...rest] = text.trim().split(':');
      if (mark !== MARK || !key || rest.length === 0) return null;
      // a signature may itself have the sign that parts the label
      const signature = decode(rest.join(':'));
      return {
        number: key,
        genuine:
          signature?.length === SIGNATURE && key === sealKey(key) && verify(null, said(key), publicKey, signature),
      };
    },
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
  };
};

/** What was read of a seal: of a label its number, of a chip or by eye what stood there. */
export const readOf = (
  labels: Labels,
  medium: SealMedium,
  text: string,
): { number: string; label: 'genuine' | 'forged' | 'none' } => {
  const label = medium === 'qr' ? labels.read(text) : null;
  return label
    ? { number: label.number, label: label.genuine ? 'genuine' : 'forged' }
    : { number: text, label: 'none' };
};
