import { createServer, type Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Addresses } from './addresses.ts';
import { Admission } from './admission.ts';
import { AuthCodes } from './authCodes.ts';
import { Connection } from './connection.ts';
import { bump, Counts } from './counts.ts';
import { Deliveries } from './deliveries.ts';
import { Flusher } from './flusher.ts';
import { defaultLimits, type Limits } from './kit/limits.ts';
import { Memories } from './kit/memories.ts';
import type {
  CommandQueue,
  ConnectionLog,
  Directory,
  NotUnderstoodStore,
  ReportSink,
  UpgradeQueue,
} from './kit/ports.ts';
import { publish } from './metrics.ts';
import { Online } from './online.ts';
import { Pace } from './pace.ts';
import { Pressure } from './pressure.ts';
import type { Services } from './services.ts';
import { troubleTo } from './trouble.ts';
import { Upgrades } from './upgrades.ts';

export interface GatewayOptions {
  host: string;
  /** 0 takes a free one */
  port: number;
  directory: Directory;
  sink: ReportSink;
  notUnderstood: NotUnderstoodStore;
  commands: CommandQueue;
  upgrades: UpgradeQueue;
  connections: ConnectionLog;
  log: Logger;
  registry: Registry;
  limits?: Partial<Limits>;
  now?: () => number;
  /** what authentication codes are derived from; without it locks register again after a restart */
  authKey?: Uint8Array;
}

export interface GatewayStats extends Counts {
  connections: number;
  devices: number;
}

export interface Gateway {
  port: number;
  /** These devices, or with null any, changed: who may no longer stay is sent away now, and no older answer counts. */
  recheck(deviceIds: readonly number[] | null): void;
  /** The device is on a newer connection of another gateway: the one that has its place here ends. */
  moved(deviceId: number): void;
  /** Accepts nobody new, waits for reports under way, acknowledges them, and says goodbye. */
  close(): Promise<void>;
  stats(): GatewayStats;
}

const sweepMillis = 1000;
/** What may come at once, before those that give way for it are closed. */
const atOnce = 1000;

/** Opens the one TCP port of all lock families. Rejects when it cannot be opened. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const services = servicesOf(options);
  const { limits, counts, now, open, deliveries, online, addresses } = services;
  const { pace, unprovedPace, unprovedShares, registrationPace } = services;
  const paces = [pace, unprovedPace, unprovedShares.ofDevice, unprovedShares.ofAddress, registrationPace];

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    // Without an address it is gone already.
    if (address === '') {
      bump(counts.closed, 'by device');
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, address, services);
    const refusal = addresses.enter(connection);
    if (refusal !== null) {
      connection.drop(refusal);
      return;
    }
    counts.opened++;
    open.add(connection);
    void addresses.mayOpen(address).then((may) => {
      if (!may) connection.drop('too often from one address');
    });
  };

  const server = createServer({ noDelay: true }, accept);
  server.maxConnections = limits.connections + atOnce;
  server.on('drop', () => bump(counts.closed, 'too many'));
  await deliveries.ask(now());
  const port = await listen(server, options);
  const unpublish = publish(options.registry, counts, {
    connections: () => open.size,
    held: () => services.pressure.waiting,
  });
  const stopHints = options.commands.onHint((deviceId) => deliveries.hint(deviceId));
  const sweep = setInterval(() => {
    const time = now();
    for (const connection of open) connection.sweep(time);
    deliveries.sweep(time);
    services.upgrades.sweep(time);
    for (const one of paces) one.prune(time);
  }, sweepMillis);
  sweep.unref();

  return {
    port,
    stats: () => ({ ...structuredClone({ ...counts }), connections: open.size, devices: online.size }),
    recheck(deviceIds) {
      services.admission.forget();
      const time = now();
      for (const connection of online.of(deviceIds ?? undefined)) void connection.recheck(time);
    },
    moved(deviceId) {
      online.get(deviceId)?.end('superseded');
    },
    async close() {
      stopHints();
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of open) connection.end('shutdown');
      const late = setTimeout(() => {
        for (const connection of open) connection.drop('shutdown');
      }, limits.drainMillis);
      await stopped;
      clearTimeout(late);
      clearInterval(sweep);
      await deliveries.settle();
      unpublish();
    },
  };
}

function servicesOf(options: GatewayOptions): Services {
  const { log, now = Date.now } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const counts = new Counts();
  const online = new Online(options.connections);
  const trouble = troubleTo(log, now);
  const deliveries = new Deliveries(options.commands, online, limits, counts, trouble, now);
  return {
    limits,
    now,
    log,
    trouble,
    counts,
    admission: new Admission(options.directory, limits, now),
    addresses: new Addresses(limits),
    pace: new Pace(limits.reportsPerMinute, limits.reportsAtOnce),
    unprovedPace: new Pace(limits.unprovedPerMinute, limits.unprovedAtOnce),
    unprovedShares: {
      ofDevice: shareOf(limits.unprovedPerDay),
      ofAddress: shareOf(limits.unprovedPerAddressAndDay),
    },
    registrationPace: new Pace(limits.registrationsPerMinute, limits.registrationsAtOnce, 5),
    pressure: new Pressure(limits.underWay),
    authCodes: new AuthCodes(options.authKey),
    sink: options.sink,
    notUnderstood: options.notUnderstood,
    memories: new Memories(limits.directorySize),
    online,
    deliveries,
    upgrades: new Upgrades(options.upgrades, online, limits, counts, trouble, now, (id) => deliveries.moves(id)),
    flusher: new Flusher(),
    open: new Set(),
  };
}

/** So many in a day, all at once or one by one. */
function shareOf(reports: number): Pace {
  return new Pace(reports / (24 * 60), reports);
}

function listen(server: ReturnType<typeof createServer>, { host, port }: GatewayOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
