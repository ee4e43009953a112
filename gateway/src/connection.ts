import type { Socket } from 'node:net';
import { sniff } from '@plomb/protocols/sniff';
import { bump } from './counts.ts';
import { Identification } from './identification.ts';
import type { Limits } from './kit/limits.ts';
import type { DeviceMemory } from './kit/memories.ts';
import type { CommandReply, Instruction, KnownDevice, Upgrade, UpgradeAnswer } from './kit/ports.ts';
import type { Circumstances, Profile, Reading } from './profiles/profile.ts';
import { profiles } from './profiles/profiles.ts';
import { Reception } from './reception.ts';
import type { Services } from './services.ts';
import { JointechWire } from './wires/jointech.ts';
import { Jt808Wire } from './wires/jt808.ts';
import type { Order, Package, Registered, Wire, WireHost } from './wires/wire.ts';

const wires = { jt808: Jt808Wire, jointech: JointechWire } as const;

/** Bytes without a whole frame that a lock may open with and still be of another wire than its first byte says. */
const mostOpening = 4096;

/** The family an unregistered identity is listed with when only its wire is known. */
const familyOfWire = { jt808: 'hhd', jointech: 'jt701' } as const;

/**
 * One device's socket from its first byte to its end. The wire protocol runs on top of it; whose word it is is the
 * matter of its identification, what becomes of its reports that of its reception. All clocks are one sweep of the
 * gateway, none is the connection's own.
 */
export class Connection implements WireHost {
  readonly address: string;
  readonly identification: Identification;
  readonly reception: Reception;
  private readonly socket: Socket;
  private readonly services: Services;
  readonly openedAt: number;
  private wire: Wire | null = null;
  /** all that came so far, while its first byte does not settle which wire this is */
  private opening: Buffer[] | null = null;
  /** what the guessed wire refused of it, which counts only if the guess was right */
  private openingRefusals: (readonly [reason: string, fatal: boolean])[] = [];
  private profile: Profile | null = null;
  /** frames that came before the directory answered; the socket is paused meanwhile */
  private waiting: (() => void)[] = [];
  private out: Uint8Array[] = [];
  /** when its latest whole frame came */
  heardAt: number;
  private hasReported = false;
  private readonly ownMemory: DeviceMemory = { alarmWord: 0 };
  private refusalsLeft: number;
  private ending: string | null = null;
  private endedAt = 0;

  constructor(socket: Socket, address: string, services: Services) {
    this.socket = socket;
    this.address = address;
    this.services = services;
    this.identification = new Identification(this, services);
    this.reception = new Reception(this, socket, services);
    this.openedAt = services.now();
    this.heardAt = this.openedAt;
    this.refusalsLeft = services.limits.refusals;
    socket.on('data', (chunk) => this.data(chunk));
    socket.on('error', () => this.drop('reset'));
    socket.on('end', () => this.drop('by device'));
    socket.on('close', () => this.closed());
  }

  get limits(): Limits {
    return this.services.limits;
  }

  now(): number {
    return this.services.now();
  }

  get isOpen(): boolean {
    return this.ending === null;
  }

  get device(): KnownDevice | null {
    return this.identification.device;
  }

  get isProved(): boolean {
    return this.identification.isProved;
  }

  get isRegistering(): boolean {
    return this.identification.isRegistering;
  }

  get isAwaited(): boolean {
    return this.identification.isAwaited;
  }

  receive(sn: string, handle: () => void): void {
    if (this.ending !== null) return;
    if (this.device) {
      if (this.identification.isOwn(sn)) this.handle(handle);
      return;
    }
    this.waiting.push(() => this.receive(sn, handle));
    if (this.waiting.length === 1) void this.admit(sn);
  }

  refused(reason: string, fatal = false): void {
    if (this.opening) {
      this.openingRefusals.push([reason, fatal]);
      return;
    }
    bump(this.services.counts.refused, reason);
    this.refusalsLeft--;
    if (fatal) this.drop(reason);
    else if (this.refusalsLeft <= 0) this.drop('garbage');
  }

  /** A good frame makes up for a refused one. */
  earn(): void {
    if (this.refusalsLeft < this.limits.refusals) this.refusalsLeft++;
  }

  circumstances(): Circumstances {
    const { device } = this;
    if (!device) throw new Error('frames are handled only after their device is known');
    const isFirst = !this.hasReported;
    this.hasReported = true;
    // What somebody without proof says must not make what the lock says next look like no news.
    const memory = this.isProved ? this.services.memories.of(device.id) : this.ownMemory;
    return { device, receiveTime: this.heardAt, isFirst, memory };
  }

  send(bytes: Uint8Array): void {
    if (this.out.length === 0) this.services.flusher.add(this);
    this.out.push(bytes);
  }

  flush(): void {
    const { out, socket } = this;
    if (out.length === 0 || socket.destroyed || socket.writableEnded) return;
    this.out = [];
    // False from write means queued, not lost.
    socket.write(out.length === 1 ? out[0]! : Buffer.concat(out));
    if (socket.writableLength > this.limits.unreadBytes) this.drop('does not read');
  }

  submit(reading: Reading, acknowledge: () => void): void {
    const { device } = this;
    if (!device) return;
    const isTaken = this.reception.submit(device, reading, acknowledge);
    if (isTaken && reading.reports.length > 0) this.identification.reported(this.heardAt);
  }

  answered(key: string, reply: CommandReply): boolean {
    if (!this.device) return false;
    if (this.isProved) return this.services.deliveries.answered(this.device.id, key, reply);
    bump(this.services.counts.commands, 'answer without proof');
    return false;
  }

  partAnswered(serial: number, result: 'ok' | 'failed' | 'unsupported'): void {
    if (this.device && this.isProved) this.services.upgrades.partAnswered(this.device.id, serial, result);
  }

  partsMissed(firstSerial: number, indexes: readonly number[]): boolean {
    if (!this.device || !this.isProved) return false;
    return this.services.upgrades.partsMissed(this.device.id, firstSerial, indexes);
  }

  async upgradeAnswered(answer: UpgradeAnswer, serial: number): Promise<boolean> {
    if (!this.device || !this.isProved) return false;
    return this.services.upgrades.answered(this.device.id, answer, serial);
  }

  versionTold(version: string): void {
    if (this.device && this.isProved) this.services.upgrades.told(this.device.id, version, this);
  }

  ready(): void {
    if (!this.device || !this.isProved) return;
    this.services.deliveries.heard(this.device.id);
    this.services.upgrades.heard(this.device.id);
  }

  registered(terminal: string): Promise<Registered> {
    return this.identification.registered(terminal);
  }

  showed(code: string): boolean {
    return this.identification.showed(code);
  }

  recheck(now: number): Promise<void> {
    return this.identification.recheck(now);
  }

  order(instruction: Instruction): Order | null {
    return this.wire?.order(instruction) ?? null;
  }

  pack(upgrade: Upgrade): Package | null {
    return this.wire?.pack(upgrade) ?? null;
  }

  versionQuestion(): Uint8Array | null {
    return this.wire?.versionQuestion() ?? null;
  }

  /** `written` is told whether the bytes left this process before the socket closed. */
  writeOrder(bytes: Uint8Array, written: (ok: boolean) => void): void {
    this.flush();
    this.socket.write(bytes, (error) => written(!error));
  }

  /** Says what is left to say, waits for reports under way, and closes. */
  end(reason: string): void {
    if (this.ending !== null) return;
    this.ending = reason;
    this.endedAt = this.now();
    this.leave();
    // Read on without listening: unread bytes would turn the goodbye into a reset, which can swallow what we said.
    this.socket.resume();
    this.finish();
  }

  /** Closes at once. */
  drop(reason: string): void {
    this.ending ??= reason;
    this.leave();
    this.socket.destroy();
  }

  /** A report was not stored: it comes again, with all behind it, in its order. */
  unstored(): void {
    this.services.counts.unstored++;
    this.drop('not stored');
  }

  /** Closes an ended connection once nothing is left to acknowledge. */
  finish(): void {
    if (!this.reception.isSettled || this.socket.destroyed) return;
    this.flush();
    this.socket.end();
  }

  /** Once a second: what is too old or too quiet ends. */
  sweep(now: number): void {
    const { limits } = this;
    if (this.ending !== null) {
      if (now - this.endedAt >= limits.farewellMillis) this.drop(this.ending);
    } else if (!this.device || !this.profile) {
      if (now - this.openedAt >= limits.firstFrameMillis) this.drop('nobody named');
    } else if (this.reception.isListening && now - this.heardAt >= this.profile.silenceMillis) {
      this.end('silent');
    } else {
      this.wire?.tick(now);
      this.reception.readOn();
    }
  }

  private data(chunk: Buffer): void {
    if (this.ending !== null) return;
    if (!this.wire) {
      const kind = sniff(chunk[0]!);
      if (!kind) {
        bump(this.services.counts.refused, 'unknown protocol');
        this.drop('unknown protocol');
        return;
      }
      this.wire = new wires[kind](this);
      if (kind === 'jointech') this.opening = [];
    }
    this.opening?.push(chunk);
    try {
      this.wire.push(chunk);
    } catch (error) {
      this.fault(error);
    }
    if (this.opening && this.waiting.length === 0 && Buffer.concat(this.opening).length > mostOpening)
      this.settle(true);
  }

  /** Which wire the opening is of is known from here on. */
  private settle(isGuessRight: boolean): void {
    const { openingRefusals } = this;
    this.opening = null;
    this.openingRefusals = [];
    if (!isGuessRight) return;
    for (const [reason, fatal] of openingRefusals) if (this.ending === null) this.refused(reason, fatal);
  }

  /** A first byte that opens a text says too little: Jointech's 808 locks have texts, too. What they opened with is read again. */
  private takeUp(profile: Profile, sn: string, device: KnownDevice): void {
    const { opening } = this;
    const isOther = profile.wire !== this.wire?.kind;
    this.settle(!isOther);
    if (this.ending !== null) return;
    if (isOther) this.wire = new wires[profile.wire](this);
    this.profile = profile;
    this.wire?.admitted(profile);
    this.identification.enter(sn, device);
    const { waiting } = this;
    this.waiting = [];
    if (isOther) for (const chunk of opening ?? []) this.wire?.push(chunk);
    else for (const frame of waiting) frame();
  }

  private handle(handle: () => void): void {
    const now = this.now();
    const { identification, services } = this;
    services.counts.frames++;
    // Whole frames only: bytes that trickle in without ever making one keep nothing open.
    this.heardAt = now;
    identification.heard(now);
    const { refusalsLeft } = this;
    handle();
    // What is refused, or may yet be, was no good frame.
    if (this.refusalsLeft === refusalsLeft && !identification.isRegistering) this.earn();
    identification.tellPresence(now);
  }

  private async admit(sn: string): Promise<void> {
    const { services } = this;
    this.socket.pause();
    const { admission } = services;
    let device: KnownDevice | null;
    let asked: number;
    try {
      // who is not online yet is not told of changes: what was asked before one is asked again
      do {
        asked = admission.generation;
        device = await admission.find(sn);
      } while (asked !== admission.generation);
    } catch (error) {
      services.trouble(error, 'the directory of devices does not answer');
      this.drop('no directory');
      return;
    }
    if (this.ending !== null || !this.wire) return;
    const profile = device && profiles[device.family];
    const isSpoken =
      profile?.wire === this.wire.kind || (this.opening && profile?.wire === 'jt808' && profile.answerText);
    if (!device || !profile || !isSpoken) {
      this.unregistered(this.wire, sn, device);
      return;
    }
    try {
      this.takeUp(profile, sn, device);
    } catch (error) {
      this.fault(error);
    }
    this.reception.readOn();
  }

  private unregistered(wire: Wire, sn: string, device: KnownDevice | null): void {
    const { counts, admission, log } = this.services;
    const { kind } = wire;
    counts.unregistered++;
    if (device) {
      if (admission.foreignWire(device))
        log.warn({ device: device.id, wire: kind }, 'a device speaks another protocol than its type says');
    } else if (admission.knock(sn, familyOfWire[kind], this.address)) {
      log.info({ sn, address: this.address }, 'refused a device that nobody registered');
    }
    wire.refuse();
    this.waiting = [];
    this.end('unregistered');
  }

  private fault(error: unknown): void {
    this.services.log.error({ err: error, device: this.device?.id }, 'a frame could not be handled');
    this.drop('fault');
  }

  private leave(): void {
    for (const [reason] of this.openingRefusals) bump(this.services.counts.refused, reason);
    this.openingRefusals = [];
    this.identification.leave();
    this.reception.end();
  }

  private closed(): void {
    this.leave();
    this.services.addresses.leave(this);
    bump(this.services.counts.closed, this.ending ?? 'by device');
    this.services.open.delete(this);
  }
}
