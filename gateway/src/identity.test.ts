import { describe, expect, it } from 'vitest';
import { isProved } from './identity.ts';

const apn = ['10.8.0.0/16', '2001:db8::/32', '192.0.2.7'];

describe('a connection counts as its device', () => {
  it.each([
    // rule, networks, address, code shown, counts
    ['code', [], '198.51.100.1', true, true],
    ['code', [], '198.51.100.1', false, false],
    ['code', apn, '10.8.255.1', true, true],
    ['code', apn, '10.8.255.1', false, false],
    ['code', apn, '198.51.100.1', true, false],
    ['network', apn, '10.8.0.1', false, true],
    ['network', apn, '10.9.0.1', true, false],
    ['network', apn, '192.0.2.7', false, true],
    ['network', apn, '192.0.2.8', false, false],
    ['network', apn, '2001:db8:1::9', false, true],
    ['network', apn, '2001:db9::9', false, false],
    ['network', [], '10.8.0.1', true, false],
    ['open', [], '198.51.100.1', false, true],
    ['open', apn, '198.51.100.1', false, false],
    ['open', apn, 'no address', false, false],
  ] as const)('rule %s, networks %j, from %s, code %s: %s', (identityRule, networks, address, hasCode, counts) => {
    expect(isProved({ identityRule, networks }, address, hasCode)).toBe(counts);
  });
});
