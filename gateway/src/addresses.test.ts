import { expect, it } from 'vitest';
import { Addresses } from './addresses.ts';
import { defaultLimits } from './kit/limits.ts';

const limits = { ...defaultLimits, connectionsPerAddress: 3, unnamedPerAddress: 2, opensPerAddress: 4 };

const guest = (address: string) => {
  const one = {
    address,
    why: '',
    drop(reason: string) {
      one.why = reason;
    },
  };
  return one;
};
const dropped = (guests: ReturnType<typeof guest>[]) => guests.map(({ why }) => why);

it('counts the connections of one network of IPv6 as those of one address', () => {
  const addresses = new Addresses(limits);
  const own = [1, 2, 3, 4].map((n) => guest(`2001:db8:1:2::${n}`));
  const [first, second, third, fourth] = own as [(typeof own)[0], (typeof own)[0], (typeof own)[0], (typeof own)[0]];
  expect(addresses.enter(first)).toBe(null);
  addresses.named(first, true);
  for (const one of [second, third]) expect(addresses.enter(one)).toBe(null);
  expect(addresses.enter(guest('2001:db8:1:3::1'))).toBe(null);
  expect(addresses.enter(fourth)).toBe(null);
  expect(dropped(own)).toEqual(['', 'gave way', '', '']);
  for (const one of [third, fourth]) addresses.named(one, true);
  expect(addresses.enter(guest('2001:db8:1:2::5'))).toBe('too many of one address');
  addresses.leave(third);
  expect(addresses.enter(guest('2001:db8:1:2::5'))).toBe(null);
});

it('of one address the one without a name that is here for longest gives way', () => {
  const addresses = new Addresses(limits);
  const [lock, idle, other, next] = ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1'].map(guest);
  addresses.enter(lock!);
  addresses.named(lock!, false);
  for (const one of [idle!, other!]) addresses.enter(one);
  expect(addresses.enter(next!)).toBe(null);
  expect(dropped([lock!, idle!, other!])).toEqual(['', 'gave way', '']);
});

it('in all one of the address gives way that has most who proved nothing; who proved to be a lock never does', () => {
  const addresses = new Addresses({ ...limits, connections: 5, connectionsPerAddress: 10, unnamedPerAddress: 10 });
  const lock = guest('10.0.0.1');
  const fresh = guest('10.0.0.2');
  const idle = [1, 2, 3].map(() => guest('10.0.0.3'));
  for (const one of [lock, fresh, ...idle]) expect(addresses.enter(one)).toBe(null);
  addresses.named(lock, true);
  const next = guest('10.0.0.4');
  expect(addresses.enter(next)).toBe(null);
  expect(dropped([lock, fresh, ...idle])).toEqual(['', '', 'gave way', '', '']);
  // those that have named a device give way after all that have not
  for (const one of [fresh, next]) addresses.named(one, false);
  const late = [1, 2, 3].map((n) => guest(`10.0.1.${n}`));
  for (const one of late) {
    expect(addresses.enter(one)).toBe(null);
    addresses.named(one, true);
  }
  expect(dropped([lock, fresh, next, ...idle])).toEqual(['', 'gave way', '', 'gave way', 'gave way', 'gave way']);
  expect(addresses.enter(guest('10.0.2.1'))).toBe(null);
  expect(next.why).toBe('gave way');
});

it('nobody gives way where all have proved to be locks', () => {
  const addresses = new Addresses({ ...limits, connections: 1 });
  const lock = guest('10.0.0.1');
  addresses.enter(lock);
  addresses.named(lock, true);
  expect(addresses.enter(guest('10.0.0.2'))).toBe('too many');
});

it('counts how often one network of IPv6 connects as one address', async () => {
  const addresses = new Addresses(limits);
  const answers: boolean[] = [];
  for (let i = 1; i <= 5; i++) answers.push(await addresses.mayOpen(`2001:db8:1:2::${i}`));
  expect(answers).toEqual([true, true, true, true, false]);
  expect(await addresses.mayOpen('2001:db8:1:3::1')).toBe(true);
});
