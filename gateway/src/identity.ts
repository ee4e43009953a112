import { BlockList, isIP } from 'node:net';
import type { KnownDevice } from './kit/ports.ts';

/** Parsed networks by their text: device types are few, connections many. */
const parsed = new Map<string, BlockList>();
const mostParsed = 1000;

/**
 * Whether a connection from `address` counts as the device. `hasCode`: it has shown the code its lock was given.
 * Where networks are named, nobody from elsewhere counts, whatever else was shown.
 */
export function isProved(
  { identityRule, networks }: Pick<KnownDevice, 'identityRule' | 'networks'>,
  address: string,
  hasCode: boolean,
): boolean {
  if (!mayComeFrom(networks, address)) return false;
  if (identityRule === 'code') return hasCode;
  return identityRule === 'open' || networks.length > 0;
}

/** Whether `address` is within these networks; where none are named, a device may come from anywhere. */
export function mayComeFrom(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const key = networks.join();
  let list = parsed.get(key);
  if (!list) {
    if (parsed.size >= mostParsed) parsed.clear();
    list = listOf(networks);
    parsed.set(key, list);
  }
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const type = isIP(base) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(base, type);
    else list.addSubnet(base, Number(bits), type);
  }
  return list;
}
