import { RateLimiterMemory } from 'rate-limiter-flexible';
import { addressKey } from './addressKey.ts';
import type { Limits } from './kit/limits.ts';

/** A connection, as far as room is concerned. */
export interface Guest {
  readonly address: string;
  drop(reason: string): void;
}

/** Who has proved nothing yet, the one that is here for longest first. */
interface Strangers {
  /** they have not named a registered device */
  unnamed: Set<Guest>;
  /** they named one, and have not proved to be it */
  unproved: Set<Guest>;
}
interface Open extends Strangers {
  all: number;
}
const noStrangers = (): Strangers => ({ unnamed: new Set(), unproved: new Set() });

/** Of all strangers so many, those that are here for longest, are compared when one has to give way. */
const compared = 100;

/**
 * How many connections there are and each address has, and how often it opens one; a network of IPv6 that one customer is
 * given counts as one. Carriers put whole fleets behind one address.
 *
 * When there is no room, who has proved nothing gives way to who comes: of one address the one that is here for longest,
 * in all one of the address that has most of them. Refusing the newcomer would let idle connections keep the locks out.
 */
export class Addresses {
  private readonly limits: Limits;
  private readonly opened: RateLimiterMemory;
  private readonly open = new Map<string, Open>();
  private readonly here = new Set<Guest>();
  private readonly strangers = noStrangers();

  constructor(limits: Limits) {
    this.limits = limits;
    this.opened = new RateLimiterMemory({ points: limits.opensPerAddress, duration: 60 });
  }

  /** Counts a new connection, or says why there is none. */
  enter(guest: Guest): string | null {
    const key = addressKey(guest.address);
    const { connections, connectionsPerAddress, unnamedPerAddress } = this.limits;
    const own = this.open.get(key);
    if (own && own.all >= connectionsPerAddress && !this.giveWay(oldest(own))) return 'too many of one address';
    if (own && own.unnamed.size >= unnamedPerAddress) this.giveWay(oldest(own));
    if (this.here.size >= connections && !this.giveWay(this.ofTheMost())) return 'too many';
    const open = this.open.get(key) ?? { all: 0, ...noStrangers() };
    this.open.set(key, open);
    open.all++;
    this.here.add(guest);
    for (const { unnamed } of [open, this.strangers]) unnamed.add(guest);
    return null;
  }

  /** Resolves whether the address may open one more at this moment. */
  async mayOpen(address: string): Promise<boolean> {
    return this.opened.consume(addressKey(address)).then(
      () => true,
      () => false,
    );
  }

  /** It has named a registered device: whether it has proved to be it. */
  named(guest: Guest, isProved: boolean): void {
    const own = this.open.get(addressKey(guest.address));
    if (!own || !this.here.has(guest)) return;
    for (const { unnamed, unproved } of [own, this.strangers]) {
      unnamed.delete(guest);
      if (isProved) unproved.delete(guest);
      else unproved.add(guest);
    }
  }

  leave(guest: Guest): void {
    const key = addressKey(guest.address);
    const own = this.open.get(key);
    if (!own || !this.here.delete(guest)) return;
    for (const { unnamed, unproved } of [own, this.strangers]) {
      unnamed.delete(guest);
      unproved.delete(guest);
    }
    own.all--;
    if (own.all === 0) this.open.delete(key);
  }

  private giveWay(guest: Guest | undefined): boolean {
    if (!guest) return false;
    this.leave(guest);
    guest.drop('gave way');
    return true;
  }

  /** Of those that are here for longest, one of the address that has most strangers. */
  private ofTheMost(): Guest | undefined {
    let [most, found]: [number, Guest | undefined] = [0, undefined];
    let left = compared;
    for (const guest of this.strangers.unnamed.size > 0 ? this.strangers.unnamed : this.strangers.unproved) {
      if (left-- === 0) break;
      const own = this.open.get(addressKey(guest.address));
      const theirs = own ? own.unnamed.size + own.unproved.size : 0;
      if (theirs > most) [most, found] = [theirs, guest];
    }
    return found;
  }
}

const oldest = ({ unnamed, unproved }: Strangers): Guest | undefined =>
  (unnamed.size > 0 ? unnamed : unproved).values().next().value;
