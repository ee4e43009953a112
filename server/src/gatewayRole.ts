import { startGateway as openGateway } from '@plomb/gateway/server';
import { openConnections } from './domains/devices/connections.ts';
import { openDirectory } from './domains/devices/directory.ts';
import { openNotUnderstood } from './domains/devices/notUnderstoodStore.ts';
import { openUpgrades } from './domains/firmware/queue.ts';
import { openPasswords } from './domains/orders/passwords.ts';
import { openQueue } from './domains/orders/queue.ts';
import type { House, Running } from './house.ts';
import { openRaising } from './ingest/raise.ts';
import { every } from './platform/every.ts';
import { registry } from './platform/metrics.ts';

/** Talks to the devices: their reports go to the bus, orders to the locks that are connected here. */
export const startGateway = async (house: House): Promise<Running & { port: number }> => {
  const { config, pools, bus, news, vault, processes, log } = house;
  const { raise, flush: raiseAgain, flushAll: raiseAll } = openRaising(pools.platform, news.alarm);
  const directory = openDirectory(pools.devices);
  const passwords = openPasswords(pools.devices, vault, () => undefined);
  const strange = openNotUnderstood(pools.platform, (locks) => {
    for (const { orgId, deviceId: id, since } of locks)
      bus.tell('lock', { orgId, patch: { id, aside_since: new Date(since).toISOString() } });
  });
  const connections = openConnections(pools.devices, {
    gateway: processes.id,
    changed(rows) {
      for (const { orgId, deviceId: id, connected, seen } of rows)
        bus.tell('lock', { orgId, patch: { id, connected, seen_time: seen } });
    },
    took: (owner) => bus.tell('owner', owner),
    lost: (deviceId) => gateway.moved(deviceId),
    now: processes.clock,
  });
  const queue = openQueue(pools.devices, {
    gateway: processes.id,
    owned: connections.owned,
    passwords,
    touched: news.command,
    deviceTouched: news.device,
    now: processes.clock,
    onHint: (listener) => bus.hear('hint', ({ deviceId }) => listener(deviceId)),
  });
  const upgrades = openUpgrades(pools.devices, {
    publicKey: config.FIRMWARE_PUBLIC_KEY ?? '',
    gateway: processes.id,
    owned: connections.owned,
    storage: house.storage,
    deviceTouched: news.device,
    now: processes.clock,
  });
  const gateway = await openGateway({
    host: config.GATEWAY_HOST,
    port: config.GATEWAY_PORT,
    directory: {
      ...directory,
      identityMismatch: ({ id }) => raise(id, 'identity_mismatch'),
      replaced: ({ id }) => raise(id, 'connection_replaced'),
    },
    sink: bus.reports,
    notUnderstood: strange,
    commands: queue,
    upgrades,
    connections,
    log: log.child({ part: 'gateway' }),
    now: processes.clock,
    registry,
    authKey: Buffer.from(house.authKey),
    limits: {
      connectionsPerAddress: config.DEVICE_CONNECTIONS_PER_ADDRESS,
      reportsPerMinute: config.DEVICE_REPORTS_PER_MINUTE,
    },
  });
  const recheck = (ids: readonly number[] | null) => {
    directory.forget();
    gateway.recheck(ids);
  };
  const deaf = [
    bus.hear('admission', ({ ids }) => recheck(ids)),
    bus.hear('resync', () => recheck(null)),
    bus.hear('owner', connections.taken),
  ];

  processes.whenReturned(connections.again);

  const work = [
    every(1000, 'connections', () => connections.flush(), log),
    every(1000, 'alarms', raiseAgain, log),
    every(2000, 'strangers', directory.flush, log),
    every(250, 'not understood', () => strange.flush(), log),
  ];
  return {
    port: gateway.port,
    async stop() {
      await gateway.close();
      for (const forget of deaf) forget();
      for (const stop of work) await stop();
      await raiseAll().catch((err) => log.error({ err }, 'alarms that come from no report could not be filed'));
      await strange.flush().catch(() => undefined);
      await connections.flush().catch(() => undefined);
    },
  };
};
