import type { LockFamily } from '@plomb/contract/lock/codes';
import { LRUCache } from 'lru-cache';
import { addressKey } from './addressKey.ts';
import type { Limits } from './kit/limits.ts';
import type { Directory, KnownDevice } from './kit/ports.ts';
import { Seldom } from './seldom.ts';

/** The terminal that counts as a device, as it was when somebody registered last. */
interface Registration {
  terminal: string;
  /** where it registered last; null when that was another terminal */
  address: string | null;
  codeGeneration: number;
}

/** Addresses of one minute whose knocks are counted. */
const mostAddresses = 10_000;

/** Who may connect, with the directory's answers kept for a few seconds, refusals too. Memory is bounded. */
export class Admission {
  private readonly directory: Directory;
  private readonly limits: Limits;
  private readonly now: () => number;
  private readonly answers: LRUCache<string, Promise<KnownDevice | null>>;
  private changes = 0;
  private readonly terminals: LRUCache<number, Registration>;
  /** the latest registration of each device that is not answered yet */
  private readonly registering = new Map<number, Promise<unknown>>();
  private readonly mismatches = new Seldom();
  private readonly replacements = new Seldom();
  private readonly foreignWires = new Seldom();
  /** unregistered identities passed on in this minute, by address */
  private readonly knocks = new Map<string, number>();
  /** and those of them all */
  private knocked = 0;
  private minute = 0;

  constructor(directory: Directory, limits: Limits, now: () => number) {
    this.directory = directory;
    this.limits = limits;
    this.now = now;
    // at its age's limit an answer is out of date; the cache takes it for the last moment of being fresh
    const kept = { max: limits.directorySize, ttl: limits.directoryMillis - 1, ttlResolution: 0, perf: { now } };
    this.answers = new LRUCache(kept);
    this.terminals = new LRUCache(kept);
  }

  /** Changes whenever an answer that is under way may be out of date. */
  get generation(): number {
    return this.changes;
  }

  /** Rejects when the directory cannot answer; that is not kept. */
  find(sn: string): Promise<KnownDevice | null> {
    const held = this.answers.get(sn);
    if (held) return held;
    const device = this.directory.find(sn);
    this.answers.set(sn, device);
    device.catch(() => this.answers.delete(sn));
    return device;
  }

  /**
   * Passes an unregistered identity on, unless its address has knocked too often; whom of too many there is room to show
   * decides whoever keeps them. True if it is worth a line of the log: half of those are left to addresses that come for the
   * first time in this minute.
   */
  knock(sn: string, family: LockFamily, address: string): boolean {
    const minute = Math.floor(this.now() / 60_000);
    if (minute !== this.minute) {
      this.minute = minute;
      this.knocks.clear();
      this.knocked = 0;
    }
    const key = addressKey(address);
    const count = this.knocks.get(key) ?? 0;
    const { unregisteredPerAddress, unregisteredPerMinute } = this.limits;
    if (count >= unregisteredPerAddress) return false;
    if (this.knocks.size >= mostAddresses) this.knocks.clear();
    this.knocks.set(key, count + 1);
    this.directory.seenUnregistered(sn, family, address);
    const room = count === 0 ? unregisteredPerMinute : unregisteredPerMinute / 2;
    return this.knocked++ < room;
  }

  /** What is remembered of the directory is out of date. */
  forget(): void {
    this.changes++;
    this.answers.clear();
    this.terminals.clear();
  }

  /**
   * Whether it is the terminal that counts as the device. The registrations of one device are looked up one after the
   * other, however many come; null when `isWanted` denies it by then. Rejects when the directory cannot answer.
   */
  registered(device: KnownDevice, terminal: string, address: string, isWanted: () => boolean): Promise<boolean | null> {
    const { id } = device;
    const before = this.registering.get(id) ?? Promise.resolve();
    const answer = before.then(() => (isWanted() ? this.isTerminal(device, terminal, address) : null));
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    this.registering.set(id, ended);
    void ended.then(() => {
      if (this.registering.get(id) === ended) this.registering.delete(id);
    });
    return answer;
  }

  private async isTerminal(device: KnownDevice, terminal: string, address: string): Promise<boolean> {
    const { id, codeGeneration } = device;
    const held = this.terminals.get(id);
    if (held && held.codeGeneration === codeGeneration) {
      if (held.terminal !== terminal) return false;
      if (held.address === address) return true;
    }
    const known = await this.directory.registered(device, terminal, address);
    const isKnown = known === terminal;
    this.terminals.set(id, { terminal: known, address: isKnown ? address : null, codeGeneration });
    return isKnown;
  }

  /** Passes it on, unless that was done within the minute. True if passed on. */
  replaced(device: KnownDevice, from: string, by: string): boolean {
    if (!this.replacements.may(device.id, this.now())) return false;
    this.directory.replaced?.(device, from, by);
    return true;
  }

  /** Whether it is worth telling that somebody names this device in another protocol than its type's. */
  foreignWire(device: KnownDevice): boolean {
    return this.foreignWires.may(device.id, this.now());
  }

  /** Passes it on, unless that was done within the minute. True if passed on. */
  mismatch(device: KnownDevice, claimedSn: string): boolean {
    if (!this.mismatches.may(device.id, this.now())) return false;
    this.directory.identityMismatch?.(device, claimedSn);
    return true;
  }
}
