import { isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address as such, and the first groups of an IPv6 address; no zeros in front. */
const partsOf = (address: string): { bare: string; groups: string[] | null } => {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return { bare, groups: null };
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right];
  return { bare, groups: groups.map((g) => g.replace(/^0+(?=.)/, '')) };
};

/**
 * Whom an address stands for, where things are counted by address: an IPv6 customer is given a network of 2^64
 * addresses, so its network counts as one.
 */
export const addressKey = (address: string): string => {
  const { bare, groups } = partsOf(address);
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : bare;
};

/** The network an address lies in, as one customer or site is given it: neighbours count as one. */
export const networkKey = (address: string): string => {
  const { bare, groups } = partsOf(address);
  if (groups) return `${groups.slice(0, 3).join(':')}::/48`;
  return isIPv4(bare) ? `${bare.split('.').slice(0, 3).join('.')}.0/24` : bare;
};
