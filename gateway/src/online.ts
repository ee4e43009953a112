import type { Connection } from './connection.ts';
import type { ConnectionLog } from './ports.ts';

/** Addresses from which connections may name one device without having proved to be it; the first to come goes first. */
const mostUnproved = 16;

/**
 * Which device is on which connection: one that has proved to be it, where the newest wins, and those that have not, one
 * of an address: else whoever comes often enough would keep the lock from ever proving itself. Who has proved nothing
 * neither ends a connection that has nor is ordered anything.
 */
export class Online {
  private readonly connections: ConnectionLog;
  private readonly byDevice = new Map<number, Connection>();
  private readonly unproved = new Map<number, Map<string, Connection>>();

  constructor(connections: ConnectionLog) {
    this.connections = connections;
  }

  get size(): number {
    return this.byDevice.size;
  }

  /** The connection that has proved to be this device. */
  get(deviceId: number): Connection | undefined {
    return this.byDevice.get(deviceId);
  }

  /** Every connection that names one of these devices, proved or not; without `deviceIds` all. */
  *of(deviceIds?: readonly number[]): Iterable<Connection> {
    for (const id of deviceIds ?? this.byDevice.keys()) {
      const proved = this.byDevice.get(id);
      if (proved) yield proved;
    }
    for (const id of deviceIds ?? this.unproved.keys()) yield* this.unproved.get(id)?.values() ?? [];
  }

  /** It has proved to be the device: its older connection ends first, and is returned. */
  enter(deviceId: number, connection: Connection): Connection | undefined {
    this.forgetVisit(deviceId, connection);
    const older = this.byDevice.get(deviceId);
    older?.end('superseded');
    this.byDevice.set(deviceId, connection);
    this.connections.connected(deviceId, connection.address);
    return older;
  }

  /** It names the device and has proved nothing yet. */
  visit(deviceId: number, connection: Connection): void {
    const visits = this.unproved.get(deviceId) ?? new Map<string, Connection>();
    visits.get(connection.address)?.end('superseded');
    if (visits.size >= mostUnproved) visits.values().next().value?.end('superseded');
    // Ending the last one has forgotten the map.
    this.unproved.set(deviceId, visits);
    visits.set(connection.address, connection);
  }

  heard(deviceId: number, connection: Connection): void {
    if (this.byDevice.get(deviceId) === connection) this.connections.heard(deviceId);
  }

  leave(deviceId: number, connection: Connection): void {
    this.forgetVisit(deviceId, connection);
    if (this.byDevice.get(deviceId) !== connection) return;
    this.byDevice.delete(deviceId);
    this.connections.disconnected(deviceId);
  }

  private forgetVisit(deviceId: number, connection: Connection): void {
    const visits = this.unproved.get(deviceId);
    if (visits?.get(connection.address) !== connection) return;
    visits.delete(connection.address);
    if (visits.size === 0) this.unproved.delete(deviceId);
  }
}
