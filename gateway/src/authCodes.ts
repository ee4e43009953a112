import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KnownDevice } from './kit/ports.ts';

type Coded = Pick<KnownDevice, 'id' | 'sn' | 'codeGeneration' | 'identityRule'>;

/**
 * JT/T 808 authentication codes. Nothing is stored: a code is derived from the device and its generation, so that every
 * code we issued under this key is known again until somebody lets another terminal register or the device gets another
 * number or owner. A number that is registered anew is another device: what was given to whoever had it before proves
 * nothing. Where the code proves nothing anybody is given one, so it is another than the one that does. It travels in
 * clear text and proves little; what it does is tell a lock that lost its registration to register again.
 */
export class AuthCodes {
  private readonly key: Uint8Array;

  constructor(key: Uint8Array = randomBytes(32)) {
    this.key = key;
  }

  codeFor({ id, sn, codeGeneration, identityRule }: Coded): string {
    return this.digest(`${id} ${sn} ${codeGeneration} ${identityRule === 'code'}`)
      .toString('base64url')
      .slice(0, 16);
  }

  /** Compares digests of equal length in constant time. */
  isIssued(device: Coded, code: string): boolean {
    return timingSafeEqual(this.digest(this.codeFor(device)), this.digest(code));
  }

  private digest(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}
