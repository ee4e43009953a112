import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app speaks it. One step either way is taken: clocks differ, typing takes time. */
const PERIOD = 30;
const WINDOW = 1;
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);

const totpOf = (secret: Buffer, label = '', issuer = ''): TOTP =>
  new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD,
    label,
    issuer,
  });

/** The secret for typing (base32) and as the address in a QR code. */
export const shownSecret = (secret: Buffer, loginName: string, issuer: string) => {
  const totp = totpOf(secret, loginName, issuer);
  return { secret: totp.secret.base32, secretUri: totp.toString() };
};

/** The time step that a code belongs to, or null: not a code of now. */
export const stepOf = (secret: Buffer, code: string, now: number): number | null => {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
};

/** What people type around a code. */
export const bareCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
export const isTotp = (bare: string): boolean => /^\d{6}$/.test(bare);

/** Letters and digits that are not taken for one another. Ten of them: about 49 bits. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODES = 10;
const CODE_LENGTH = 10;
const newBackupCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('');
export const newBackupCodes = (): string[] => Array.from({ length: CODES }, newBackupCode);
/** As it is shown and written down: two groups. */
export const printedCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
