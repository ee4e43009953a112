import type { LockFamily } from '@plomb/contract/lock';
import { addressKey } from './addressKey.ts';
import type { Limits } from './limits.ts';
import type { Directory, KnownDevice } from './ports.ts';
import { Seldom } from './seldom.ts';

interface Answer {
  device: Promise<KnownDevice | null>;
  until: number;
}

/** The terminal that counts as a device, as it was when somebody registered last. */
interface Registration {
  terminal: string;
  /** where it registered last; null when that was another terminal */
  address: string | null;
  codeGeneration: number;
  until: number;
}

/** Who may connect, with the directory's answers kept for a few seconds, refusals too. Memory is bounded. */
export class Admission {
  private readonly directory: Directory;
  private readonly limits: Limits;
  private readonly now: () => number;
  private readonly answers = new Map<string, Answer>();
  private changes = 0;
  private readonly terminals = new Map<number, Registration>();
  /** the latest registration of each device that is not answered yet */
  private readonly registering = new Map<number, Promise<unknown>>();
  private readonly mismatches = new Seldom();
  private readonly replacements = new Seldom();
  private readonly foreignWires = new Seldom();
  /** unregistered identities passed on in this minute, by address */
  private readonly knocks = new Map<string, number>();
  private knocked = 0;
  private minute = 0;

  constructor(directory: Directory, limits: Limits, now: () => number) {
    this.directory = directory;
    this.limits = limits;
    this.now = now;
  }

  /** Changes whenever an answer that is under way may be out of date. */
  get generation(): number {
    return this.changes;
  }

  /** Rejects when the directory cannot answer; that is not kept. */
  find(sn: string): Promise<KnownDevice | null> {
    const now = this.now();
    const held = this.answers.get(sn);
    if (held && held.until > now) return held.device;
    this.answers.delete(sn);
    // All answers live equally long, so the oldest stand in front.
    for (const [oldest, { until }] of this.answers) {
      if (until > now && this.answers.size < this.limits.directorySize) break;
      this.answers.delete(oldest);
    }
    const device = this.directory.find(sn);
    this.answers.set(sn, { device, until: now + this.limits.directoryMillis });
    device.catch(() => this.answers.delete(sn));
    return device;
  }

  /**
   * Passes an unregistered identity on, unless its address or all of them have knocked too often. Half of what all may is
   * left to addresses that come for the first time in this minute: a few that come often do not hide who is new. True if
   * passed on.
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
    const room = count === 0 ? unregisteredPerMinute : unregisteredPerMinute / 2;
    if (count >= unregisteredPerAddress || this.knocked >= room) return false;
    this.knocks.set(key, count + 1);
    this.knocked++;
    this.directory.seenUnregistered(sn, family, address);
    return true;
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
    const now = this.now();
    const held = this.terminals.get(id);
    if (held && held.until > now && held.codeGeneration === codeGeneration) {
      if (held.terminal !== terminal) return false;
      if (held.address === address) return true;
    }
    const known = await this.directory.registered(device, terminal, address);
    const isKnown = known === terminal;
    this.terminals.delete(id);
    for (const [oldest, { until }] of this.terminals) {
      if (until > now && this.terminals.size < this.limits.directorySize) break;
      this.terminals.delete(oldest);
    }
    this.terminals.set(id, {
      terminal: known,
      address: isKnown ? address : null,
      codeGeneration,
      until: now + this.limits.directoryMillis,
    });
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
