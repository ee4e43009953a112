import type { Socket } from 'node:net';
import { sniff } from '@plomb/protocols/sniff';
import { addressKey } from './addressKey.ts';
import { bump } from './counts.ts';
import { isProved, mayComeFrom } from './identity.ts';
import type { Limits } from './limits.ts';
import type { DeviceMemory } from './memories.ts';
import { Outbox } from './outbox.ts';
import type { CommandReply, Instruction, KnownDevice } from './ports.ts';
import type { Circumstances, Profile, Reading } from './profiles/profile.ts';
import { profiles } from './profiles/profiles.ts';
import { withoutPassword } from './secrets.ts';
import type { Services } from './services.ts';
import { JointechWire } from './wires/jointech.ts';
import { Jt808Wire } from './wires/jt808.ts';
import type { Line, Order, Registered, Wire } from './wires/wire.ts';

const wires = { jt808: Jt808Wire, jointech: JointechWire } as const;

/** The family an unregistered identity is listed with when only its wire is known. */
const familyOfWire = { jt808: 'hhd', jointech: 'jt701' } as const;

/**
 * One device's socket: who it is, how much it may ask, what waits for storage and what waits to be written. The wire
 * protocol runs on top of it. All clocks are one sweep of the gateway, none is the connection's own.
 */
export class Connection implements Line {
  readonly address: string;
  device: KnownDevice | null = null;
  private readonly socket: Socket;
  private readonly services: Services;
  private readonly openedAt: number;
  private wire: Wire | null = null;
  private profile: Profile | null = null;
  private sn: string | null = null;
  /** frames that came before the directory answered; the socket is paused meanwhile */
  private waiting: (() => void)[] = [];
  private readonly outbox = new Outbox();
  private inFlight = 0;
  /** nothing more is read before: the device reports faster than it may */
  private readAgainAt = 0;
  /** a registration is being looked up; the socket is paused meanwhile */
  private isRegistering = false;
  /** until then it is awaited to show the code it was given */
  private awaitedUntil = 0;
  private out: Uint8Array[] = [];
  private heardAt: number;
  private checkedAt = 0;
  /** when the device's presence was last told, by a report or by word */
  private presentAt = 0;
  private reported = false;
  /** it has shown its code on this connection */
  private hasCode = false;
  /** it counts as the device: what it says proves, and it gets the device's orders */
  isProved = false;
  private readonly ownMemory: DeviceMemory = { alarmWord: 0 };
  private refusalsLeft: number;
  private ending: string | null = null;
  private endedAt = 0;

  constructor(socket: Socket, address: string, services: Services) {
    this.socket = socket;
    this.address = address;
    this.services = services;
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

  /** It registers, or was given its code a moment ago. */
  get isAwaited(): boolean {
    return this.isRegistering || this.now() < this.awaitedUntil;
  }

  receive(sn: string, handle: () => void): void {
    if (this.ending !== null) return;
    if (this.device) {
      if (sn === this.sn) this.handle(handle);
      else this.mismatch(sn);
      return;
    }
    this.waiting.push(() => this.receive(sn, handle));
    if (this.waiting.length === 1) void this.admit(sn);
  }

  refused(reason: string, fatal = false): void {
    bump(this.services.counts.refused, reason);
    this.refusalsLeft--;
    if (fatal) this.drop(reason);
    else if (this.refusalsLeft <= 0) this.drop('garbage');
  }

  circumstances(): Circumstances {
    const { device } = this;
    if (!device) throw new Error('frames are handled only after their device is known');
    const isFirst = !this.reported;
    this.reported = true;
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

  submit({ reports, notUnderstood, stored: remember }: Reading, acknowledge: () => void): void {
    const { services, device, address, heardAt } = this;
    if (!device) return;
    const { counts } = services;
    const writes = reports.length + notUnderstood.length;
    if (!this.mayTake(device, writes)) {
      // Unacknowledged, so it is sent again. What proves must not be overtaken meanwhile; who does not may still register.
      this.refused('too fast', this.isProved);
      return;
    }
    this.inFlight += writes;
    counts.reports += reports.length;
    if (reports.length > 0) this.presentAt = heardAt;
    const slot = this.outbox.add(writes, () => {
      remember?.();
      if (this.socket.destroyed) return;
      counts.acknowledged++;
      acknowledge();
    });
    const settle = (stored: boolean) => {
      this.inFlight--;
      if (!stored) this.unstored();
      this.outbox.settle(slot, stored);
      if (this.ending !== null) this.finish();
      else if (this.inFlight <= this.limits.inFlight / 2) this.readOn();
    };
    const stored = () => settle(true);
    const failed = () => settle(false);
    for (const report of reports) {
      report.authenticated = this.isProved;
      report.raw = withoutPassword(report.raw);
      for (const part of report.notUnderstood) part.bytes = withoutPassword(part.bytes);
      services.sink.submit(device, report).then(stored, failed);
    }
    for (const { what, reason, bytes } of notUnderstood) {
      bump(counts.notUnderstood, reason);
      const raw = Buffer.from(withoutPassword(bytes));
      const message = { device, address, authenticated: this.isProved, what, reason, raw, receiveTime: heardAt };
      services.notUnderstood.keep(message).then(stored, failed);
    }
    this.take(device, writes);
    if (this.inFlight >= this.limits.inFlight) this.socket.pause();
  }

  answered(key: string, serial: number | null, reply: CommandReply): void {
    if (!this.device) return;
    if (this.isProved) this.services.deliveries.answered(this.device.id, key, serial, reply);
    else bump(this.services.counts.commands, 'answer without proof');
  }

  ready(): void {
    if (this.device && this.isProved) this.services.deliveries.heard(this.device.id);
  }

  async registered(terminal: string): Promise<Registered> {
    const { device, services } = this;
    if (!device) return 'unanswered';
    const code = services.authCodes.codeFor(device);
    // Where the code proves nothing anyway, nothing is gained by refusing it.
    if (device.identityRule !== 'code') return { code };
    // Whoever came first from anywhere would keep the lock out, and a code that is given away proves nothing.
    if (!mayComeFrom(device.networks, this.address)) {
      this.refused('registration from elsewhere');
      this.tellMismatch(device, device.sn, "a registration came from outside of the device's networks");
      return 'elsewhere';
    }
    if (this.isRegistering) {
      this.refused('registration');
      return 'unanswered';
    }
    this.isRegistering = true;
    this.socket.pause();
    this.wait(services.registrationPace.take(this.strangerKey(device), 1, this.heardAt));
    const isKnown = await this.lookUp(device, terminal);
    this.isRegistering = false;
    if (this.ending !== null) return 'unanswered';
    this.readOn();
    if (isKnown === null) return 'unanswered';
    if (isKnown) {
      this.earn();
      this.awaitedUntil = this.now() + this.limits.codeMillis;
      return { code };
    }
    this.refused('terminal');
    this.tellMismatch(device, device.sn, 'another terminal registered under this number');
    return 'taken';
  }

  showed(code: string): boolean {
    this.hasCode = this.device !== null && this.services.authCodes.isIssued(this.device, code);
    this.prove();
    return this.hasCode;
  }

  order(instruction: Instruction): Order | null {
    return this.wire?.order(instruction) ?? null;
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

  /** Once a second: what is too old or too quiet ends. */
  sweep(now: number): void {
    const { limits } = this;
    if (this.ending !== null) {
      if (now - this.endedAt >= limits.farewellMillis) this.drop(this.ending);
    } else if (!this.device || !this.profile) {
      if (now - this.openedAt >= limits.firstFrameMillis) this.drop('nobody named');
    } else if (this.inFlight === 0 && now - this.heardAt >= this.profile.silenceMillis) {
      // With reports under way we may be the one who does not listen.
      this.end('silent');
    } else {
      this.wire?.tick(now);
      this.readOn();
    }
  }

  /** Reads again, unless there is a reason not to. */
  private readOn(): void {
    const { socket, inFlight, limits } = this;
    if (!this.isOpen || this.isRegistering || !socket.isPaused()) return;
    if (inFlight < limits.inFlight && this.now() >= this.readAgainAt) socket.resume();
  }

  /** Whoever only says to be the device must not use up what the device may send, nor what others may who say so. */
  private strangerKey({ id }: KnownDevice): string {
    return `${id} ${addressKey(this.address)}`;
  }

  private mayTake(device: KnownDevice, reports: number): boolean {
    const { heardAt, limits } = this;
    const { pace, unprovedPace } = this.services;
    if (this.isProved) return pace.allows(device.id, reports, heardAt, limits.reportsOwed);
    return (
      pace.allows(this.strangerKey(device), reports, heardAt, limits.reportsAtOnce) &&
      unprovedPace.allows(device.id, reports, heardAt, 0)
    );
  }

  private take(device: KnownDevice, reports: number): void {
    const { heardAt, limits } = this;
    const { pace, unprovedPace } = this.services;
    if (this.isProved) {
      this.wait(pace.take(device.id, reports, heardAt));
      return;
    }
    unprovedPace.take(device.id, reports, heardAt);
    this.wait(Math.min(limits.unprovedWaitMillis, pace.take(this.strangerKey(device), reports, heardAt)));
  }

  /** It sends faster than it may: nothing more is read for so many ms. */
  private wait(millis: number): void {
    if (millis === 0) return;
    bump(this.services.counts.refused, 'read later');
    this.readAgainAt = Math.max(this.readAgainAt, this.heardAt + millis);
    this.socket.pause();
  }

  /** Whether it is the device's terminal; null when nobody can say. */
  private lookUp(device: KnownDevice, terminal: string): Promise<boolean | null> {
    const { services, address } = this;
    return services.admission
      .registered(device, terminal, address, () => this.isOpen)
      .catch((error: unknown) => {
        services.trouble(error, 'a registration could not be kept');
        return null;
      });
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
    }
    try {
      this.wire.push(chunk);
    } catch (error) {
      this.fault(error);
    }
  }

  private handle(handle: () => void): void {
    const now = this.now();
    this.services.counts.frames++;
    // Whole frames only: bytes that trickle in without ever making one keep nothing open.
    this.heardAt = now;
    if (now - this.checkedAt >= this.limits.recheckMillis) void this.recheck(now);
    const { refusalsLeft } = this;
    handle();
    // What is refused, or may yet be, was no good frame.
    if (this.refusalsLeft === refusalsLeft && !this.isRegistering) this.earn();
    if (this.device && this.isProved && now - this.presentAt >= this.limits.contactMillis) {
      this.presentAt = now;
      this.services.online.heard(this.device.id, this);
    }
  }

  /** A good frame makes up for a refused one. */
  private earn(): void {
    if (this.refusalsLeft < this.limits.refusals) this.refusalsLeft++;
  }

  private async admit(sn: string): Promise<void> {
    const { services } = this;
    this.socket.pause();
    let device: KnownDevice | null;
    try {
      device = await services.admission.find(sn);
    } catch (error) {
      services.trouble(error, 'the directory of devices does not answer');
      this.drop('no directory');
      return;
    }
    if (this.ending !== null || !this.wire) return;
    const profile = device && profiles[device.family];
    if (!device || profile?.wire !== this.wire.kind) {
      this.unregistered(this.wire, sn, device);
      return;
    }
    this.device = device;
    services.addresses.named(this.address);
    this.profile = profile;
    this.sn = sn;
    this.checkedAt = this.now();
    this.wire.admitted(profile);
    services.online.visit(device.id, this);
    this.prove();
    services.log.debug({ device: device.id, address: this.address }, 'device connected');
    const { waiting } = this;
    this.waiting = [];
    try {
      for (const frame of waiting) frame();
    } catch (error) {
      this.fault(error);
    }
    this.readOn();
  }

  /** Takes or leaves the device's place, as far as what was shown goes. */
  private prove(): void {
    const { device, services, address } = this;
    if (!device || this.ending !== null) return;
    const wasProved = this.isProved;
    this.isProved = isProved(device, address, this.hasCode);
    if (this.isProved === wasProved) return;
    this.presentAt = this.now();
    if (!this.isProved) {
      services.online.leave(device.id, this);
      services.online.visit(device.id, this);
      return;
    }
    const older = services.online.enter(device.id, this);
    services.deliveries.connected(device.id);
    if (older && older.address !== address && this.now() - older.heardAt < this.limits.aliveMillis) {
      bump(services.counts.closed, 'replaced from elsewhere');
      services.log.warn({ device: device.id, from: older.address, by: address }, 'a live connection was replaced');
      services.admission.replaced(device, older.address, address);
    }
  }

  private unregistered(wire: Wire, sn: string, device: KnownDevice | null): void {
    const { counts, admission, log } = this.services;
    const { kind } = wire;
    counts.unregistered++;
    if (device) log.warn({ device: device.id, wire: kind }, 'a device speaks another protocol than its type says');
    else if (admission.knock(sn, familyOfWire[kind], this.address)) {
      log.info({ sn, address: this.address }, 'refused a device that nobody registered');
    }
    wire.refuse();
    this.waiting = [];
    this.end('unregistered');
  }

  /** Disabled, removed or changed since it connected: it has to come again. */
  async recheck(now: number): Promise<void> {
    const { sn, device } = this;
    this.checkedAt = now;
    if (sn === null || !device) return;
    const known = await this.services.admission.find(sn).catch(() => device);
    const isSame =
      known?.id === device.id &&
      known.family === device.family &&
      known.model === device.model &&
      known.utcOffsetMinutes === device.utcOffsetMinutes &&
      known.identityRule === device.identityRule &&
      known.codeGeneration === device.codeGeneration &&
      known.networks.join() === device.networks.join();
    if (!isSame) this.end('no longer registered');
  }

  private mismatch(claimedSn: string): void {
    this.services.counts.identityMismatches++;
    if (this.device) this.tellMismatch(this.device, claimedSn, 'a frame claimed another identity');
    this.refused('identity');
  }

  /** At most once a minute and device. */
  private tellMismatch(device: KnownDevice, claimedSn: string, what: string): void {
    const { log, admission } = this.services;
    if (admission.mismatch(device, claimedSn)) log.warn({ device: device.id, claimedSn, address: this.address }, what);
  }

  private unstored(): void {
    this.services.counts.unstored++;
    this.drop('not stored');
  }

  private finish(): void {
    if (!this.outbox.isEmpty || this.socket.destroyed) return;
    this.flush();
    this.socket.end();
  }

  private fault(error: unknown): void {
    this.services.log.error({ err: error, device: this.device?.id }, 'a frame could not be handled');
    this.drop('fault');
  }

  private leave(): void {
    if (this.device) this.services.online.leave(this.device.id, this);
  }

  private closed(): void {
    this.leave();
    this.services.addresses.leave(this.address, this.device !== null);
    bump(this.services.counts.closed, this.ending ?? 'by device');
    this.services.open.delete(this);
  }
}
