import { describe, expect, it } from 'vitest';
import { bareCode, isTotp, newBackupCodes, printedCode, shownSecret, stepOf } from './totp.ts';

/** The shared secret of RFC 6238, appendix B; its eight-digit SHA-1 vectors, of which six digits are the last six. */
const secret = Buffer.from('12345678901234567890');

describe('RFC 6238', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s the code is %s', (seconds, code) => {
    expect(stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('takes one step either way and tells which it was, and no further', () => {
    const at = 1_111_111_109_000;
    const step = Math.floor(at / 30_000);
    expect(stepOf(secret, '081804', at + 30_000)).toBe(step);
    expect(stepOf(secret, '081804', at - 30_000)).toBe(step);
    expect(stepOf(secret, '081804', at + 61_000)).toBeNull();
    expect(stepOf(secret, '081805', at)).toBeNull();
  });
});

describe('what is shown', () => {
  it('names product and person in the address of the QR code', () => {
    const shown = shownSecret(secret, 'zhou min', 'Plomb');
    expect(shown.secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const uri = new URL(shown.secretUri);
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(uri.pathname)).toBe('/Plomb:zhou min');
    expect(uri.searchParams.get('secret')).toBe(shown.secret);
  });

  it('reads codes as people type them', () => {
    expect(bareCode(' 081 804 ')).toBe('081804');
    expect(bareCode('ab2cd-ef3gh')).toBe('AB2CDEF3GH');
    expect(isTotp('081804')).toBe(true);
    expect(isTotp('0818041')).toBe(false);
  });
});

it('makes ten backup codes that differ and cannot be misread', () => {
  const codes = newBackupCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    expect(isTotp(code)).toBe(false);
    expect(bareCode(printedCode(code).toLowerCase())).toBe(code);
  }
});
