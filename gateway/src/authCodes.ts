import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * JT/T 808 authentication codes. Nothing is stored: a code is derived from the identity, so that every code we issued
 * under this key is known again. It travels in clear text and proves little; what it does is tell a lock that lost its
 * registration to register again.
 */
export class AuthCodes {
  private readonly key: Uint8Array;

  constructor(key: Uint8Array = randomBytes(32)) {
    this.key = key;
  }

  codeFor(sn: string): string {
    return this.digest(sn).toString('base64url').slice(0, 16);
  }

  /** Compares digests of equal length in constant time. */
  isIssued(sn: string, code: string): boolean {
    return timingSafeEqual(this.digest(this.codeFor(sn)), this.digest(code));
  }

  private digest(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest();
  }
}
