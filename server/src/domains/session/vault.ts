import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { keptSecret } from '../system/firstStart.ts';

/** What must not be read off the database's tables alone: sealed with keys made of a secret that the server keeps. */
export interface Vault {
  /** seals for one operator: moved to another's row it does not open */
  seal(operatorId: number, plain: Buffer): Promise<Buffer>;
  /** throws when it was sealed for another operator, under another secret, or changed */
  open(operatorId: number, sealed: Buffer): Promise<Buffer>;
  /** a keyed hash, for texts too short to withstand guessing */
  digest(operatorId: number, text: string): Promise<Buffer>;
}

const IV = 12;
const TAG = 16;

export const openVault = (db: Pool): Vault => {
  let kept: Promise<string> | undefined;
  const keyFor = async (use: string): Promise<Buffer> => {
    kept ??= keptSecret(db, 'vault_secret', undefined);
    return Buffer.from(hkdfSync('sha256', await kept, '', `plomb ${use}`, 32));
  };
  const bound = (operatorId: number) => Buffer.from(`operator ${operatorId}`);

  return {
    async seal(operatorId, plain) {
      const iv = randomBytes(IV);
      const cipher = createCipheriv('aes-256-gcm', await keyFor('second factor'), iv).setAAD(bound(operatorId));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    async open(operatorId, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', await keyFor('second factor'), sealed.subarray(0, IV));
      decipher.setAAD(bound(operatorId)).setAuthTag(sealed.subarray(IV, IV + TAG));
      return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
    },
    digest: async (operatorId, text) =>
      createHmac('sha256', await keyFor('backup code'))
        .update(`${operatorId} ${text}`)
        .digest(),
  };
};
