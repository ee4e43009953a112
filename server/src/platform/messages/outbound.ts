import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What a person set up leads into a network that the settings of this installation do not open to it. */
export class NotOutside extends Error {
  readonly code = 'EINSIDE';
  constructor() {
    super('The address lies in a private network, or would be spoken to without encryption: see OUTBOUND_ALLOW');
  }
}

/** Addresses that are nobody's on the internet (IANA's registries of special-purpose addresses). */
const notPublic = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
  notPublic.addSubnet(network.split('/')[0]!, Number(network.split('/')[1]), 'ipv4');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // these carry an address of IPv4, whichever
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** An IPv4 address in the form of IPv6 is that address, however it is written. */
const bare = (address: string): string => {
  const mapped = /^::ffff:(.+)$/i.exec(address)?.[1];
  if (mapped === undefined) return address;
  if (isIP(mapped) === 4) return mapped;
  const [high = 0, low = 0] = mapped.split(':').map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
};

export const isPublic = (address: string): boolean => {
  const one = bare(address);
  if (isIP(one) === 4) return !notPublic.check(one, 'ipv4');
  return isIP(one) === 6 && global6.check(one, 'ipv6') && !notPublic.check(one, 'ipv6');
};

/** Where a connection may go that a person, and not the settings of the process, named. */
export interface Outbound {
  /** for `net.connect` and `http.request`: judged is the very address that is connected to, whatever its name says next time */
  lookup: LookupFunction;
  /** a host that is an address needs no lookup: refuses it by `NotOutside` */
  check(host: string): void;
}

/** `allowed`: addresses and networks the settings open; nothing goes unencrypted anywhere else. */
export const openOutbound = (allowed: readonly string[], isEncrypted: boolean): Outbound => {
  const opened = new BlockList();
  for (const one of allowed) {
    const [network = '', bits] = one.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) opened.addAddress(network, family);
    else opened.addSubnet(network, Number(bits), family);
  }
  const mayReach = (address: string): boolean => {
    const one = bare(address);
    if (isIP(one) !== 0 && opened.check(one, isIP(one) === 6 ? 'ipv6' : 'ipv4')) return true;
    return isEncrypted && isPublic(one);
  };
  return {
    lookup: (host, options, done) => {
      resolve(host, { ...options, all: true }, (error, found) => {
        if (error) return done(error, []);
        // one that leads inside as well is not to be trusted with the others
        const [first] = found;
        if (!first || !found.every(({ address }) => mayReach(address))) return done(new NotOutside(), []);
        if (options.all) done(null, found);
        else done(null, first.address, first.family);
      });
    },
    check(host) {
      const address = host.replace(/^\[(.*)\]$/, '$1');
      if (isIP(address) !== 0 && !mayReach(address)) throw new NotOutside();
    },
  };
};
