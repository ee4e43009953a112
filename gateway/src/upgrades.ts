import { bump, type Counts } from './counts.ts';
import type { Limits } from './kit/limits.ts';
import type { Upgrade, UpgradeAnswer, UpgradeQueue, UpgradeWord } from './kit/ports.ts';
import type { Online } from './online.ts';
import type { Peer } from './peer.ts';
import type { Trouble } from './trouble.ts';
import type { Package } from './wires/wire.ts';

/** A firmware that goes to a lock over its present connection. Parts are counted from 0. */
interface Sending {
  upgrade: Upgrade;
  peer: Peer;
  packed: Package;
  next: number;
  /** to be sent once more */
  again: number[];
  underWay: Set<number>;
  /** handed to the socket, which has not taken them yet */
  unwritten: number;
  /** when it last went on */
  movedAt: number;
  /** when it was asked something behind parts of which it acknowledges none; null: it was not */
  probedAt: number | null;
  refusals: number;
  /** what the queue knows of it */
  told: number;
  isTelling: boolean;
}

/** What a lock says of its version, and over which connection. */
interface Told {
  version: string;
  peer: Peer;
}

const claimsAtOnce = 8;
/** A part that the lock has not understood is sent again so often, of one firmware. */
const mostRefusals = 3;
/** Which version it has is asked again after so long. */
const askMillis = 60_000;

/**
 * Takes firmware to the locks, a few parts at a time, so that an order never waits behind more than those, and none while
 * one that moves metal is out. What a lock has is told to the queue, and on another connection it goes on from there. The last
 * part, by which it starts anew, and what it misses leave only when the queue has just said that it goes on. A lock
 * that has taken it is asked which version it has, on this connection and on each new one: only that proves anything.
 */
export class Upgrades {
  private readonly queue: UpgradeQueue;
  private readonly online: Online;
  private readonly limits: Limits;
  private readonly counts: Counts;
  private readonly trouble: Trouble;
  private readonly now: () => number;
  /** whether an order that moves metal is out */
  private readonly moves: (deviceId: number) => boolean;
  private waiting: ReadonlySet<number> = new Set();
  private readonly sending = new Map<number, Sending>();
  private readonly claiming = new Set<number>();
  private readonly asked = new Map<number, { peer: Peer; at: number }>();
  /** devices whose word of a firmware is being kept */
  private readonly answering = new Set<number>();
  /** devices whose version is being kept, with what they have said since */
  private readonly telling = new Map<number, Told | null>();
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(
    queue: UpgradeQueue,
    online: Online,
    limits: Limits,
    counts: Counts,
    trouble: Trouble,
    now: () => number,
    moves: (deviceId: number) => boolean,
  ) {
    this.queue = queue;
    this.online = online;
    this.limits = limits;
    this.counts = counts;
    this.trouble = trouble;
    this.now = now;
    this.moves = moves;
  }

  /** The device is awake and listens. */
  heard(deviceId: number): void {
    if (this.waiting.has(deviceId)) this.claim(deviceId);
  }

  /** Once a second. */
  sweep(now: number): void {
    if (now - this.askedAt >= this.limits.waitingMillis) void this.ask(now);
    for (const [deviceId, one] of this.sending) {
      if (this.online.get(deviceId) !== one.peer) {
        this.sending.delete(deviceId);
        continue;
      }
      if (one.underWay.size > 0 && now - one.movedAt >= this.limits.partMillis) this.goOn(one, now);
      else this.send(one);
      void this.tell(one);
    }
    for (const [deviceId, { peer }] of this.asked) if (this.online.get(deviceId) !== peer) this.asked.delete(deviceId);
  }

  /** The lock has answered a part by its serial. */
  partAnswered(deviceId: number, serial: number, result: 'ok' | 'failed' | 'unsupported'): void {
    const one = this.sending.get(deviceId);
    const part = one ? (serial - one.packed.serial) & 0xffff : 0;
    if (!one || part >= one.packed.total) return;
    one.underWay.delete(part);
    one.movedAt = this.now();
    one.probedAt = null;
    if (result === 'ok') {
      this.send(one);
      void this.tell(one);
      return;
    }
    one.refusals++;
    if (result === 'unsupported' || one.refusals > mostRefusals) void this.refuse(deviceId, result === 'unsupported');
    else {
      one.again.push(part);
      this.send(one);
    }
  }

  /** The lock misses parts, counted from 1, of the message whose first part had this serial. Whether it is on its way. */
  partsMissed(deviceId: number, firstSerial: number, indexes: readonly number[]): boolean {
    const one = this.sending.get(deviceId);
    if (!one || one.packed.serial !== firstSerial) return false;
    this.sendMissed(one, indexes).catch((error: unknown) =>
      this.trouble(error, 'what a lock misses of its firmware is not sent'),
    );
    return true;
  }

  private async sendMissed(one: Sending, indexes: readonly number[]): Promise<void> {
    if (!(await this.wanted(one, one.told))) return;
    for (const index of indexes) {
      const part = index - 1;
      if (part >= 0 && part < one.next && !one.underWay.has(part) && !one.again.includes(part)) one.again.push(part);
    }
    this.send(one);
  }

  /**
   * The lock says what became of it. Resolves, once that is durable, whether anything was on its way to it. One word of a lock
   * is kept at a time, so that one that says it over and over keeps no other waiting; it rejects meanwhile.
   */
  async answered(deviceId: number, answer: UpgradeAnswer, serial: number | null): Promise<boolean> {
    if (this.answering.has(deviceId)) throw new Error('What it said before is being kept');
    this.answering.add(deviceId);
    const known = await this.judged(deviceId, answer, serial).finally(() => this.answering.delete(deviceId));
    if (known === 'not ours') return false;
    if (known === 'said before') return true;
    bump(this.counts.upgrades, answer);
    this.sending.delete(deviceId);
    const peer = this.online.get(deviceId);
    if (answer === 'taken' && peer) this.askVersion(deviceId, peer);
    return true;
  }

  private async judged(deviceId: number, answer: UpgradeAnswer, serial: number | null): Promise<UpgradeWord> {
    const one = this.sending.get(deviceId);
    // it answers what it has whole, also before it has acknowledged the last part
    if (one && one.next >= one.packed.total && one.told < one.packed.total) await this.arrived(one, one.packed.total);
    return this.queue.answered(deviceId, answer, serial);
  }

  /**
   * The lock says which version it has, over this connection; what is not kept is asked again. Of what it says while that is
   * being kept the last counts.
   */
  told(deviceId: number, version: string, peer: Peer): void {
    const said = { version, peer };
    if (this.telling.has(deviceId)) this.telling.set(deviceId, said);
    else void this.keep(deviceId, said);
  }

  private async keep(deviceId: number, first: Told): Promise<void> {
    for (let said: Told | null = first; said; said = this.telling.get(deviceId) ?? null) {
      this.telling.set(deviceId, null);
      try {
        await this.queue.told(deviceId, said.version, said.peer.openedAt);
      } catch (error) {
        this.asked.delete(deviceId);
        this.trouble(error, 'which version of its firmware a lock has could not be kept');
      }
    }
    this.telling.delete(deviceId);
  }

  private async ask(now: number): Promise<void> {
    this.askedAt = now;
    try {
      this.waiting = new Set(await this.queue.waiting());
      for (const deviceId of this.waiting) this.claim(deviceId);
    } catch (error) {
      this.trouble(error, 'nobody can say which locks are to be upgraded');
    }
  }

  private claim(deviceId: number): void {
    const peer = this.online.get(deviceId);
    const asked = this.asked.get(deviceId);
    const isAsked = asked?.peer === peer && asked !== undefined && this.now() - asked.at < askMillis;
    const one = this.sending.get(deviceId);
    // of one whose parts are all there only an answer is awaited: what waits for the lock is another
    const isSending = one !== undefined && one.told < one.packed.total;
    if (!peer || isAsked || isSending || this.claiming.has(deviceId)) return;
    if (this.claiming.size >= claimsAtOnce || this.moves(deviceId)) return;
    this.claiming.add(deviceId);
    this.queue
      .claim(deviceId)
      .then((upgrade) => {
        if (upgrade && this.online.get(deviceId) === peer) return this.begin(upgrade, peer);
      })
      .catch((error: unknown) => this.trouble(error, 'an upgrade could not be claimed'))
      .finally(() => this.claiming.delete(deviceId));
  }

  private async begin(upgrade: Upgrade, peer: Peer): Promise<void> {
    const { deviceId } = upgrade;
    if (upgrade.state === 'verifying') {
      this.askVersion(deviceId, peer);
      return;
    }
    const held = this.sending.get(deviceId);
    if (held?.upgrade.id === upgrade.id && held.peer === peer && held.packed.serial === upgrade.serial) {
      this.rest(held);
      return;
    }
    const packed = peer.pack(upgrade);
    if (!packed) {
      await this.queue.answered(deviceId, 'unsupported', null);
      return;
    }
    const one: Sending = {
      upgrade,
      peer,
      packed,
      next: Math.min(upgrade.parts, packed.total),
      again: [],
      underWay: new Set(),
      unwritten: 0,
      movedAt: this.now(),
      probedAt: null,
      refusals: 0,
      told: Math.min(upgrade.parts, packed.total),
      isTelling: false,
    };
    // its serial first: whatever happens from here on, it goes on under the same
    if (!(await this.queue.arrived(upgrade.id, packed.serial, one.next, packed.total))) return;
    this.sending.set(deviceId, one);
    bump(this.counts.upgrades, one.next > 0 ? 'gone on' : 'begun');
    this.rest(one);
    this.send(one);
  }

  /** As many as may be under way. */
  private send(one: Sending): void {
    const { peer, packed, underWay } = one;
    if (this.moves(one.upgrade.deviceId)) return;
    const last = packed.total - 1;
    while (underWay.size < this.limits.partsUnderWay && one.unwritten < this.limits.partsUnderWay) {
      const isNext = one.next < last || (one.next === last && one.told === last);
      const part = one.again.shift() ?? (isNext ? one.next++ : null);
      if (part === null) return;
      underWay.add(part);
      one.unwritten++;
      one.movedAt = this.now();
      peer.writeOrder(packed.part(part), () => {
        one.unwritten--;
      });
    }
  }

  /**
   * It acknowledges no parts, or only all of them. That the socket has taken them says nothing of the line, where they would
   * stand before an order: it is asked something behind them, and what it says from then on shows that the line is alive.
   */
  private goOn(one: Sending, now: number): void {
    const { peer, upgrade } = one;
    if (one.unwritten > 0) return;
    if (one.probedAt === null) {
      const question = peer.versionQuestion();
      if (question) peer.writeOrder(question, () => undefined);
      one.probedAt = now;
      return;
    }
    if (peer.heardAt <= one.probedAt || this.moves(upgrade.deviceId)) return;
    one.probedAt = null;
    one.underWay.clear();
    one.movedAt = now;
    this.send(one);
  }

  private async tell(one: Sending): Promise<void> {
    if (one.isTelling) return;
    one.isTelling = true;
    try {
      for (let parts = arrivedOf(one); parts > one.told; parts = arrivedOf(one))
        if (await this.arrived(one, parts)) this.send(one);
    } catch (error) {
      this.trouble(error, 'what a lock has of its firmware is told later');
    } finally {
      one.isTelling = false;
    }
  }

  /** Whether it goes on. */
  private async arrived(one: Sending, parts: number): Promise<boolean> {
    const goesOn = await this.wanted(one, parts);
    one.told = Math.max(one.told, parts);
    this.rest(one);
    return goesOn;
  }

  /** Whether it goes on as far as the queue knows at this moment. */
  private async wanted(one: Sending, parts: number): Promise<boolean> {
    const { upgrade, packed } = one;
    const goesOn = await this.queue.arrived(upgrade.id, packed.serial, parts, packed.total);
    const isPresent = this.sending.get(upgrade.deviceId) === one;
    if (!goesOn && isPresent) this.sending.delete(upgrade.deviceId);
    return goesOn && isPresent;
  }

  /** Of one whose parts are all there only an answer is awaited, or the word that some are missing: it is not claimed over and over. */
  private rest({ upgrade, peer, packed, told }: Sending): void {
    if (told >= packed.total) this.asked.set(upgrade.deviceId, { peer, at: this.now() });
  }

  private async refuse(deviceId: number, isUnsupported: boolean): Promise<void> {
    if (this.answering.has(deviceId)) return;
    await this.answered(deviceId, isUnsupported ? 'unsupported' : 'refused', null).catch((error: unknown) =>
      this.trouble(error, 'that a lock refused its firmware is not told'),
    );
  }

  private askVersion(deviceId: number, peer: Peer): void {
    const bytes = peer.versionQuestion();
    if (!bytes) return;
    this.asked.set(deviceId, { peer, at: this.now() });
    peer.writeOrder(bytes, () => undefined);
  }
}

/** Parts from the first on of which none is missing. */
function arrivedOf({ next, again, underWay }: Sending): number {
  return Math.min(next, ...again, ...underWay);
}
