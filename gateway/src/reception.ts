import type { Socket } from 'node:net';
import { addressKey } from './addressKey.ts';
import { bump } from './counts.ts';
import type { KnownDevice } from './kit/ports.ts';
import { Outbox } from './outbox.ts';
import type { Held } from './pressure.ts';
import type { Reading } from './profiles/profile.ts';
import { withoutPassword } from './secrets.ts';
import type { Services } from './services.ts';

/** Whose reports they are, as far as is known. */
export interface Reporter {
  readonly address: string;
  readonly isOpen: boolean;
  readonly isProved: boolean;
  /** a registration is being looked up: nothing is read meanwhile */
  readonly isRegistering: boolean;
  /** when its latest whole frame came */
  readonly heardAt: number;
  refused(reason: string, fatal?: boolean): void;
  /** storage has not taken a report of it */
  unstored(): void;
  /** it has ended, and a report that was under way is settled */
  finish(): void;
}

/** One connection's reports between its socket and storage: how many are under way, acknowledged when, read on when. */
export class Reception implements Held {
  private readonly reporter: Reporter;
  private readonly socket: Socket;
  private readonly services: Services;
  private readonly outbox = new Outbox();
  private inFlight = 0;
  /** nothing more is read before: the device reports faster than it may */
  private readAgainAt = 0;

  constructor(reporter: Reporter, socket: Socket, services: Services) {
    this.reporter = reporter;
    this.socket = socket;
    this.services = services;
  }

  /** Nothing is left to acknowledge. */
  get isSettled(): boolean {
    return this.outbox.isEmpty;
  }

  /** With reports under way, or not read for reasons of ours, we may be the one who does not listen. */
  get isListening(): boolean {
    return this.inFlight === 0 && !this.socket.isPaused();
  }

  /** False when it came too fast to be taken. */
  submit(device: KnownDevice, { reports, notUnderstood, stored: remember }: Reading, acknowledge: () => void): boolean {
    const { services, reporter } = this;
    const { counts, pressure, limits } = services;
    const { address, heardAt, isProved: authenticated } = reporter;
    const writes = reports.length + notUnderstood.length;
    const refusal = this.refusalOf(device, writes);
    if (refusal !== null) {
      // Unacknowledged, so it is sent again. What proves must not be overtaken meanwhile; who does not may still register.
      reporter.refused(refusal, authenticated);
      return false;
    }
    this.inFlight += writes;
    pressure.add(writes);
    counts.reports += reports.length;
    const slot = this.outbox.add(writes, () => {
      remember?.();
      if (this.socket.destroyed) return;
      counts.acknowledged++;
      acknowledge();
    });
    const settle = (stored: boolean) => {
      this.inFlight--;
      if (!stored) reporter.unstored();
      this.outbox.settle(slot, stored);
      if (!reporter.isOpen) reporter.finish();
      else if (this.inFlight <= limits.inFlight / 2) this.readOn();
      pressure.settle();
    };
    const stored = () => settle(true);
    const failed = () => settle(false);
    for (const report of reports) {
      report.authenticated = authenticated;
      report.raw = withoutPassword(report.raw);
      for (const part of report.notUnderstood) part.bytes = withoutPassword(part.bytes);
      services.sink.submit(device, report).then(stored, failed);
    }
    for (const { what, reason, bytes } of notUnderstood) {
      bump(counts.notUnderstood, reason);
      const raw = Buffer.from(withoutPassword(bytes));
      const message = { device, address, authenticated, what, reason, raw, receiveTime: heardAt };
      services.notUnderstood.keep(message).then(stored, failed);
    }
    this.take(device, writes);
    if (this.inFlight >= limits.inFlight) this.socket.pause();
    if (pressure.isHigh) this.hold();
    return true;
  }

  /** It asks to register once more. */
  takeRegistration(device: KnownDevice): void {
    const { registrationPace } = this.services;
    this.socket.pause();
    this.wait(registrationPace.take(this.strangerKey(device), 1, this.reporter.heardAt));
  }

  /** Reads again, unless there is a reason not to. */
  readOn(): void {
    const { socket, inFlight, reporter, services } = this;
    const { pressure, limits } = services;
    if (!reporter.isOpen || reporter.isRegistering || !socket.isPaused() || pressure.holds(this)) return;
    if (inFlight >= limits.inFlight || services.now() < this.readAgainAt) return;
    if (pressure.isHigh) this.hold();
    else socket.resume();
  }

  /** The connection is over. */
  end(): void {
    this.services.pressure.leave(this);
  }

  private hold(): void {
    if (!this.reporter.isOpen) return;
    this.socket.pause();
    this.services.pressure.hold(this);
  }

  /** Whoever only says to be the device must not use up what the device may send, nor what others may who say so. */
  private strangerKey({ id }: KnownDevice): string {
    return `${id} ${addressKey(this.reporter.address)}`;
  }

  /** Why so many reports are not taken now; null: they are. */
  private refusalOf(device: KnownDevice, reports: number): string | null {
    const { heardAt, isProved, address } = this.reporter;
    const { pace, unprovedPace, unprovedShares, limits } = this.services;
    if (isProved) return pace.allows(device.id, reports, heardAt, limits.reportsOwed) ? null : 'too fast';
    // A single message can hold thousands of reports: a stranger's has to fit into what is left.
    const isSlow =
      pace.covers(this.strangerKey(device), reports, heardAt, limits.reportsAtOnce) &&
      unprovedPace.covers(device.id, reports, heardAt, 0);
    if (!isSlow) return 'too fast';
    const hasRoom =
      unprovedShares.ofDevice.covers(device.id, reports, heardAt, 0) &&
      unprovedShares.ofAddress.covers(addressKey(address), reports, heardAt, 0);
    return hasRoom ? null : 'too much in a day';
  }

  private take(device: KnownDevice, reports: number): void {
    const { heardAt, isProved, address } = this.reporter;
    const { pace, unprovedPace, unprovedShares, limits } = this.services;
    if (isProved) {
      this.wait(pace.take(device.id, reports, heardAt));
      return;
    }
    unprovedPace.take(device.id, reports, heardAt);
    unprovedShares.ofDevice.take(device.id, reports, heardAt);
    unprovedShares.ofAddress.take(addressKey(address), reports, heardAt);
    this.wait(Math.min(limits.unprovedWaitMillis, pace.take(this.strangerKey(device), reports, heardAt)));
  }

  /** It sends faster than it may: nothing more is read for so many ms. */
  private wait(millis: number): void {
    if (millis === 0) return;
    bump(this.services.counts.refused, 'read later');
    this.readAgainAt = Math.max(this.readAgainAt, this.reporter.heardAt + millis);
    this.socket.pause();
  }
}
