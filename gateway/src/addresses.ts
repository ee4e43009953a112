import { RateLimiterMemory } from 'rate-limiter-flexible';
import { addressKey } from './addressKey.ts';
import type { Limits } from './limits.ts';

interface Open {
  all: number;
  /** those that have not named a registered device yet */
  unnamed: number;
}

/**
 * How many connections each address has, and how often it opens one; a network of IPv6 that one customer is given counts
 * as one. Carriers put whole fleets behind one address.
 */
export class Addresses {
  private readonly limits: Limits;
  private readonly opened: RateLimiterMemory;
  private readonly open = new Map<string, Open>();

  constructor(limits: Limits) {
    this.limits = limits;
    this.opened = new RateLimiterMemory({ points: limits.opensPerAddress, duration: 60 });
  }

  /** Counts a new connection, or says why there is none. */
  enter(address: string): string | null {
    const key = addressKey(address);
    const open = this.open.get(key) ?? { all: 0, unnamed: 0 };
    if (open.all >= this.limits.connectionsPerAddress) return 'too many of one address';
    if (open.unnamed >= this.limits.unnamedPerAddress) return 'too many of one address without a name';
    open.all++;
    open.unnamed++;
    this.open.set(key, open);
    return null;
  }

  /** Resolves whether the address may open one more at this moment. */
  async mayOpen(address: string): Promise<boolean> {
    return this.opened.consume(addressKey(address)).then(
      () => true,
      () => false,
    );
  }

  /** One of them has named a registered device. */
  named(address: string): void {
    const open = this.open.get(addressKey(address));
    if (open) open.unnamed--;
  }

  leave(address: string, wasNamed: boolean): void {
    const key = addressKey(address);
    const open = this.open.get(key);
    if (!open) return;
    open.all--;
    if (!wasNamed) open.unnamed--;
    if (open.all === 0) this.open.delete(key);
  }
}
