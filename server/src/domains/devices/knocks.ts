import type { LockFamily } from '@plomb/contract/lock/codes';
import { networkKey } from '@plomb/gateway/addressKey';

export interface Knock {
  sn: string;
  family: LockFamily;
  address: string;
  network: string;
  tries: number;
}

/** Strangers that wait to be written, at most. */
const MOST = 200;

const removed = <T>(from: T[], one: T): T[] => from.filter((other) => other !== one);
const largest = <T>(groups: Iterable<T[]>): T[] => {
  let most: T[] = [];
  for (const group of groups) if (group.length > most.length) most = group;
  return most;
};

/**
 * Who knocked and is not registered, until it is written. When more come than there is room for, one of the network that
 * most come from gives way, and of it one of the address that came most: a hundred addresses with made-up numbers leave a
 * new lock its place. Among equals chance decides, so whoever knocks again and again is seen at last.
 */
export class Knocks {
  #byNetwork = new Map<string, Knock[]>();
  #bySn = new Map<string, Knock>();
  readonly #random: () => number;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  add(sn: string, family: LockFamily, address: string): void {
    const knock = { sn, family, address, network: networkKey(address), tries: (this.#bySn.get(sn)?.tries ?? 0) + 1 };
    const known = this.#bySn.get(sn);
    if (known) this.#remove(known);
    // whoever names its number from a crowded network does not draw a lock into the crowd
    if (known && this.#of(known.network).length < this.#of(knock.network).length)
      this.#put({ ...known, tries: knock.tries });
    else this.#put(knock);
    if (this.#bySn.size > MOST) this.#remove(this.#givesWay());
  }

  /** Those that wait; they wait no more. */
  take(): Knock[] {
    const all = [...this.#bySn.values()];
    this.#bySn.clear();
    this.#byNetwork.clear();
    return all;
  }

  #of(network: string): Knock[] {
    return this.#byNetwork.get(network) ?? [];
  }

  #put(knock: Knock): void {
    this.#bySn.set(knock.sn, knock);
    this.#byNetwork.set(knock.network, [...this.#of(knock.network), knock]);
  }

  #remove(knock: Knock): void {
    this.#bySn.delete(knock.sn);
    const left = removed(this.#of(knock.network), knock);
    if (left.length > 0) this.#byNetwork.set(knock.network, left);
    else this.#byNetwork.delete(knock.network);
  }

  #givesWay(): Knock {
    const networks = [...this.#byNetwork.values()];
    const most = largest(networks).length;
    const crowded = this.#oneOf(networks.filter((network) => network.length === most));
    const addresses = Map.groupBy(crowded, ({ address }) => address);
    return this.#oneOf(largest(addresses.values()));
  }

  #oneOf<T>(these: readonly T[]): T {
    return these[Math.floor(this.#random() * these.length)]!;
  }
}
