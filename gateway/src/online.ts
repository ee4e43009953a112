import type { Connection } from './connection.ts';
import type { ConnectionLog } from './ports.ts';

/**
 * Which device is on which connection: one each that has proved to be it, where the newest wins, and one at most that has
 * not. Who has proved nothing neither ends a connection that has nor is ordered anything.
 */
export class Online {
  private readonly connections: ConnectionLog;
  private readonly byDevice = new Map<number, Connection>();
  private readonly unproved = new Map<number, Connection>();

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
    for (const map of [this.byDevice, this.unproved]) {
      if (!deviceIds) yield* map.values();
      else for (const id of deviceIds) yield* [map.get(id)].filter((one) => one !== undefined);
    }
  }

  /** It has proved to be the device: its older connection ends first, and is returned. */
  enter(deviceId: number, connection: Connection): Connection | undefined {
    if (this.unproved.get(deviceId) === connection) this.unproved.delete(deviceId);
    const older = this.byDevice.get(deviceId);
    older?.end('superseded');
    this.byDevice.set(deviceId, connection);
    this.connections.connected(deviceId, connection.address);
    return older;
  }

  /** It names the device and has proved nothing yet. */
  visit(deviceId: number, connection: Connection): void {
    this.unproved.get(deviceId)?.end('superseded');
    this.unproved.set(deviceId, connection);
  }

  heard(deviceId: number, connection: Connection): void {
    if (this.byDevice.get(deviceId) === connection) this.connections.heard(deviceId);
  }

  leave(deviceId: number, connection: Connection): void {
    if (this.unproved.get(deviceId) === connection) this.unproved.delete(deviceId);
    if (this.byDevice.get(deviceId) !== connection) return;
    this.byDevice.delete(deviceId);
    this.connections.disconnected(deviceId);
  }
}
