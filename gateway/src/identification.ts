import { bump } from './counts.ts';
import { isProved, mayComeFrom } from './identity.ts';
import type { KnownDevice } from './kit/ports.ts';
import type { Candidate, Peer } from './peer.ts';
import type { Services } from './services.ts';
import type { Registered } from './wires/wire.ts';

/** Whose word a connection is: the device it names, what it has shown of being it, and whether that still holds. */
export class Identification {
  device: KnownDevice | null = null;
  /** it counts as the device: what it says proves, and it gets the device's orders */
  isProved = false;
  /** a registration is being looked up */
  isRegistering = false;
  private readonly connection: Candidate;
  private readonly services: Services;
  private sn: string | null = null;
  private checkedAt = 0;
  /** until then it is awaited to show the code it was given; a code that anybody is given is awaited of nobody */
  private awaitedUntil = 0;
  /** it has shown its code on this connection */
  private hasCode = false;
  /** when the device's presence was last told, by a report or by word */
  private presentAt = 0;

  constructor(connection: Candidate, services: Services) {
    this.connection = connection;
    this.services = services;
  }

  /** It was given its code a moment ago. */
  get isAwaited(): boolean {
    return this.services.now() < this.awaitedUntil;
  }

  /** Whether a frame that says to be of `sn` is of the device this connection is. */
  isOwn(sn: string): boolean {
    if (sn === this.sn) return true;
    this.services.counts.identityMismatches++;
    if (this.device) this.tellMismatch(this.device, sn, 'a frame claimed another identity');
    this.connection.refused('identity');
    return false;
  }

  /** It names a device that is known. */
  enter(sn: string, device: KnownDevice): void {
    const { services, connection } = this;
    this.device = device;
    this.sn = sn;
    this.checkedAt = services.now();
    services.addresses.named(connection, false);
    services.online.visit(device.id, connection);
    this.prove();
    services.log.debug({ device: device.id, address: connection.address }, 'device connected');
  }

  leave(): void {
    if (this.device) this.services.online.leave(this.device.id, this.connection);
  }

  /** A whole frame came: it may be time to look whether the device is still known. */
  heard(now: number): void {
    if (now - this.checkedAt >= this.services.limits.recheckMillis) void this.recheck(now);
  }

  /** Its reports tell that it is here. */
  reported(now: number): void {
    this.presentAt = now;
  }

  /** Tells that it is here, if no report did lately. */
  tellPresence(now: number): void {
    const { device, isProved: counts, services } = this;
    if (!device || !counts || now - this.presentAt < services.limits.contactMillis) return;
    this.presentAt = now;
    services.online.heard(device.id, this.connection);
  }

  /** Disabled, removed or changed since it connected: it has to come again. */
  async recheck(now: number): Promise<void> {
    const { sn, device } = this;
    this.checkedAt = now;
    if (sn === null || !device) return;
    const known = await this.services.admission.find(sn).catch(() => device);
    if (!isSame(known, device)) this.connection.end('no longer registered');
  }

  /** The device registers under this terminal id. */
  async registered(terminal: string): Promise<Registered> {
    const { device, services, connection } = this;
    if (!device) return 'unanswered';
    const code = services.authCodes.codeFor(device);
    // Where the code proves nothing anyway, nothing is gained by refusing it.
    if (device.identityRule !== 'code') return { code };
    // Whoever came first from anywhere would keep the lock out, and a code that is given away proves nothing.
    if (!mayComeFrom(device.networks, connection.address)) {
      connection.refused('registration from elsewhere');
      this.tellMismatch(device, device.sn, "a registration came from outside of the device's networks");
      return 'elsewhere';
    }
    if (this.isRegistering) {
      connection.refused('registration');
      return 'unanswered';
    }
    this.isRegistering = true;
    connection.reception.takeRegistration(device);
    const isKnown = await this.lookUp(device, terminal);
    this.isRegistering = false;
    if (!connection.isOpen) return 'unanswered';
    connection.reception.readOn();
    if (isKnown === null) return 'unanswered';
    if (isKnown) {
      connection.earn();
      this.awaitedUntil = services.now() + services.limits.codeMillis;
      return { code };
    }
    connection.refused('terminal');
    this.tellMismatch(device, device.sn, 'another terminal registered under this number');
    return 'taken';
  }

  /** It has shown a code. Whether it is its own. */
  showed(code: string): boolean {
    this.hasCode = this.device !== null && this.services.authCodes.isIssued(this.device, code);
    this.prove();
    return this.hasCode;
  }

  /** Takes or leaves the device's place, as far as what was shown goes. */
  private prove(): void {
    const { device, services, connection } = this;
    if (!device || !connection.isOpen) return;
    const wasProved = this.isProved;
    this.isProved = isProved(device, connection.address, this.hasCode);
    if (this.isProved === wasProved) return;
    services.addresses.named(connection, this.isProved);
    this.presentAt = services.now();
    if (!this.isProved) {
      services.online.leave(device.id, connection);
      services.online.visit(device.id, connection);
      return;
    }
    const older = services.online.enter(device.id, connection);
    services.deliveries.connected(device.id);
    if (older) this.replaced(device, older);
  }

  /** Another connection gave way: if it was alive and elsewhere, somebody should know. */
  private replaced(device: KnownDevice, older: Peer): void {
    const { services, connection } = this;
    const { address } = connection;
    if (older.address === address || services.now() - older.heardAt >= services.limits.aliveMillis) return;
    bump(services.counts.closed, 'replaced from elsewhere');
    if (services.admission.replaced(device, older.address, address))
      services.log.warn({ device: device.id, from: older.address, by: address }, 'a live connection was replaced');
  }

  /** Whether it is the device's terminal; null when nobody can say. */
  private lookUp(device: KnownDevice, terminal: string): Promise<boolean | null> {
    const { services, connection } = this;
    return services.admission
      .registered(device, terminal, connection.address, () => connection.isOpen)
      .catch((error: unknown) => {
        services.trouble(error, 'a registration could not be kept');
        return null;
      });
  }

  /** At most once a minute and device. */
  private tellMismatch(device: KnownDevice, claimedSn: string, what: string): void {
    const { log, admission } = this.services;
    if (admission.mismatch(device, claimedSn))
      log.warn({ device: device.id, claimedSn, address: this.connection.address }, what);
  }
}

function isSame(known: KnownDevice | null, device: KnownDevice): boolean {
  return (
    known?.id === device.id &&
    known.family === device.family &&
    known.model === device.model &&
    known.utcOffsetMinutes === device.utcOffsetMinutes &&
    known.batteryCurve.join() === device.batteryCurve.join() &&
    known.identityRule === device.identityRule &&
    known.codeGeneration === device.codeGeneration &&
    known.networks.join() === device.networks.join()
  );
}
