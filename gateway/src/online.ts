import { addressKey } from './addressKey.ts';
import type { ConnectionLog } from './kit/ports.ts';
import type { Peer } from './peer.ts';

/** Connections that may name one device without having proved to be it; beside them those that register at this moment, */
const mostUnproved = 16;
const mostRegistering = 64;
/** and those that were given the code of the device a moment ago. */
const mostAwaited = 64;
/** Addresses of one device of which is remembered how often they came. */
const mostCounted = 1000;

interface Visits {
  here: Set<Peer>;
  /** how often each address came, as long as any of them is here */
  times: Map<string, number>;
}

/**
 * Which device is on which connection: one that has proved to be it, where the newest wins, and those that have not, one
 * of an address, and of too many the address that came most often goes first. Who registers is left the time to be told,
 * and who was given the code the time to show it, each counted apart: else whoever comes often enough would keep the lock
 * from ever proving itself. Who has proved nothing neither ends a connection that has nor is ordered anything.
 */
export class Online {
  private readonly connections: ConnectionLog;
  private readonly byDevice = new Map<number, Peer>();
  private readonly unproved = new Map<number, Visits>();

  constructor(connections: ConnectionLog) {
    this.connections = connections;
  }

  get size(): number {
    return this.byDevice.size;
  }

  /** The connection that has proved to be this device. */
  get(deviceId: number): Peer | undefined {
    return this.byDevice.get(deviceId);
  }

  /** Every connection that names one of these devices, proved or not; without `deviceIds` all. */
  *of(deviceIds?: readonly number[]): Iterable<Peer> {
    for (const id of deviceIds ?? this.byDevice.keys()) {
      const proved = this.byDevice.get(id);
      if (proved) yield proved;
    }
    for (const id of deviceIds ?? this.unproved.keys()) yield* this.unproved.get(id)?.here ?? [];
  }

  /** It has proved to be the device: its older connection ends first, and is returned. */
  enter(deviceId: number, connection: Peer): Peer | undefined {
    this.forgetVisit(deviceId, connection);
    const older = this.byDevice.get(deviceId);
    older?.end('superseded');
    this.byDevice.set(deviceId, connection);
    this.connections.connected(deviceId, connection.address);
    return older;
  }

  /** It names the device and has proved nothing yet. */
  visit(deviceId: number, connection: Peer): void {
    const visits = this.unproved.get(deviceId) ?? { here: new Set<Peer>(), times: new Map<string, number>() };
    const key = addressKey(connection.address);
    if (visits.times.size >= mostCounted) visits.times.clear();
    visits.times.set(key, timesOf(visits, key) + 1);
    const {
      awaited = [],
      registering = [],
      same = [],
      others = [],
    } = Object.groupBy(visits.here, (one) => {
      if (one.isAwaited) return 'awaited';
      if (one.isRegistering) return 'registering';
      return addressKey(one.address) === key ? 'same' : 'others';
    });
    for (const one of same) one.end('superseded');
    if (others.length >= mostUnproved) mostOften(visits, others).end('superseded');
    if (registering.length >= mostRegistering) mostOften(visits, registering).end('superseded');
    if (awaited.length >= mostAwaited) mostOften(visits, awaited).end('superseded');
    // Ending the last one has forgotten them.
    this.unproved.set(deviceId, visits);
    visits.here.add(connection);
  }

  heard(deviceId: number, connection: Peer): void {
    if (this.byDevice.get(deviceId) === connection) this.connections.heard(deviceId);
  }

  leave(deviceId: number, connection: Peer): void {
    this.forgetVisit(deviceId, connection);
    if (this.byDevice.get(deviceId) !== connection) return;
    this.byDevice.delete(deviceId);
    this.connections.disconnected(deviceId);
  }

  private forgetVisit(deviceId: number, connection: Peer): void {
    const visits = this.unproved.get(deviceId);
    if (!visits?.here.delete(connection)) return;
    if (visits.here.size === 0) this.unproved.delete(deviceId);
  }
}

function timesOf({ times }: Visits, key: string): number {
  return times.get(key) ?? 0;
}

/** Of those whose address came equally often, the one that is here for longest. */
function mostOften(visits: Visits, of: Peer[]): Peer {
  const often = (one: Peer) => timesOf(visits, addressKey(one.address));
  return of.reduce((most, one) => (often(one) > often(most) ? one : most));
}
