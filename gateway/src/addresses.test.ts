import { expect, it } from 'vitest';
import { Addresses } from './addresses.ts';
import { defaultLimits } from './limits.ts';

const limits = { ...defaultLimits, connectionsPerAddress: 3, unnamedPerAddress: 2, opensPerAddress: 4 };

it('counts the connections of one network of IPv6 as those of one address', () => {
  const addresses = new Addresses(limits);
  expect(addresses.enter('2001:db8:1:2::1')).toBe(null);
  expect(addresses.enter('2001:db8:1:2::2')).toBe(null);
  expect(addresses.enter('2001:db8:1:2::3')).toBe('too many of one address without a name');
  expect(addresses.enter('2001:db8:1:3::1')).toBe(null);
  addresses.named('2001:db8:1:2::1');
  expect(addresses.enter('2001:db8:1:2::3')).toBe(null);
  expect(addresses.enter('2001:db8:1:2::4')).toBe('too many of one address');
  addresses.leave('2001:db8:1:2::1', true);
  addresses.leave('2001:db8:1:2::2', false);
  expect(addresses.enter('2001:db8:1:2::4')).toBe(null);
});

it('counts how often one network of IPv6 connects as one address', async () => {
  const addresses = new Addresses(limits);
  const answers: boolean[] = [];
  for (let i = 1; i <= 5; i++) answers.push(await addresses.mayOpen(`2001:db8:1:2::${i}`));
  expect(answers).toEqual([true, true, true, true, false]);
  expect(await addresses.mayOpen('2001:db8:1:3::1')).toBe(true);
});
