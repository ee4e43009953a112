import type { Connection } from './connection.ts';
import type { ConnectionLog } from './ports.ts';

/** Which device is on which connection: one each, and the newest wins. */
export class Online {
  private readonly connections: ConnectionLog;
  private readonly byDevice = new Map<number, Connection>();

  constructor(connections: ConnectionLog) {
    this.connections = connections;
  }

  get size(): number {
    return this.byDevice.size;
  }

  get(deviceId: number): Connection | undefined {
    return this.byDevice.get(deviceId);
  }

  /** Ends the device's older connection first. */
  enter(deviceId: number, connection: Connection): void {
    this.byDevice.get(deviceId)?.end('superseded');
    this.byDevice.set(deviceId, connection);
    this.connections.connected(deviceId, connection.address);
  }

  leave(deviceId: number, connection: Connection): void {
    if (this.byDevice.get(deviceId) !== connection) return;
    this.byDevice.delete(deviceId);
    this.connections.disconnected(deviceId);
  }
}
