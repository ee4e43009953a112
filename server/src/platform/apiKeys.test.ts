import { describe, expect, it } from 'vitest';
import { addressAllowed, apiKeyIn, newApiKey } from './apiKeys.ts';

describe('the Authorization header', () => {
  it('carries a key only as a bearer', () => {
    const key = newApiKey();
    expect(key).toMatch(/^plk_[\w-]{43}$/);
    expect(apiKeyIn(`Bearer ${key}`)).toBe(key);
    expect(apiKeyIn(`bearer  ${key} `)).toBe(key);
  });
  it('is a session token when it is no bearer’s', () => {
    expect(apiKeyIn('abcdef')).toBeNull();
    expect(apiKeyIn('')).toBeNull();
  });
  it('with a bearer’s something else is a key nobody has, not a session', () => {
    expect(apiKeyIn('Bearer abcdef')).toBe('');
    expect(apiKeyIn('Bearer plk_a b')).toBe('');
  });
});

describe('allowed addresses', () => {
  it.each([
    ['10.1.2.3', [], true],
    ['10.1.2.3', ['10.1.2.3'], true],
    ['::ffff:10.1.2.3', ['10.1.2.3'], true],
    ['10.1.2.4', ['10.1.2.3'], false],
    ['10.1.2.3', ['192.168.0.0/16', '10.0.0.0/8'], true],
    ['11.1.2.3', ['192.168.0.0/16', '10.0.0.0/8'], false],
    ['2001:db8::7', ['2001:db8::/32'], true],
    ['2001:db9::7', ['2001:db8::/32'], false],
    ['2001:db8::7', ['2001:db8:0:0::7'], true],
    ['', ['0.0.0.0/0'], false],
    ['unknown', ['0.0.0.0/0'], false],
  ])('%s in %j: %s', (address, allowed, expected) => {
    expect(addressAllowed(address, allowed)).toBe(expected);
  });
});
