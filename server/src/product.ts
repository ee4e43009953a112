import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { startGateway } from '@plomb/gateway/server';
import { Client } from 'pg';
import { buildApi } from './api.ts';
import { holdDemoAccounts } from './demo/seed.ts';
import { openRaising } from './domains/alarms/raise.ts';
import { openFleetCounting } from './domains/dashboard/fleet.ts';
import { openConnections } from './domains/devices/connections.ts';
import { openDirectory } from './domains/devices/directory.ts';
import { watchJumps } from './domains/devices/jumps.ts';
import { openNotUnderstood } from './domains/devices/notUnderstoodStore.ts';
import { findStuck } from './domains/devices/stuck.ts';
import { openPasswords } from './domains/locks/passwords.ts';
import { openQueue } from './domains/locks/queue.ts';
import { openFleetViews } from './domains/map/fleetView.ts';
import { Hub } from './domains/map/hub.ts';
import { sweep } from './domains/session/keys.ts';
import { forgetSecondFactors } from './domains/session/secondFactor.ts';
import { type FirstStart, firstStart, keptSecret } from './domains/system/firstStart.ts';
import { openParams } from './domains/system/params/store.ts';
import { openAgain } from './ingest/again.ts';
import type { Changes } from './ingest/changes.ts';
import { patchOf } from './ingest/changes.ts';
import { openFences } from './ingest/fenceCache.ts';
import { exposeIngest } from './ingest/metrics.ts';
import { maintainPartitions } from './ingest/partitions.ts';
import { openIngest } from './ingest/writer.ts';
import { openLiveNews } from './liveNews.ts';
import type { Config } from './platform/config.ts';
import { every } from './platform/every.ts';
import { sweepImages } from './platform/files/imagesStore.ts';
import { sweepTickets } from './platform/files/tickets.ts';
import type { Logger } from './platform/log.ts';
import { registry } from './platform/metrics.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { openPools, type Pools } from './platform/postgres/pools.ts';
import { requestLogin } from './platform/postgres/roles.ts';
import { transaction } from './platform/postgres/transaction.ts';
import type { Secret } from './platform/secretFile.ts';
import { forgetSealed, openVault } from './platform/vault.ts';
import { forgetOld } from './retention/forget.ts';

const root = resolve(import.meta.dirname, '../..');
export const version = '0.1.0';

export interface Product {
  /** where people go, and where devices connect */
  url: string;
  gatewayPort: number;
  pools: Pools;
  administrator: FirstStart['administrator'];
  stop(): Promise<void>;
}

/** Puts the parts of the house together on one database. Everything that runs is named here once. */
export const startProduct = async (
  config: Config,
  databaseUrl: string,
  secret: Secret,
  log: Logger,
): Promise<Product> => {
  await migrate(databaseUrl, { dir: resolve(root, 'server/migrations'), log });
  const pools = openPools(databaseUrl, { log, appUrl: await appUrlOf(config, databaseUrl) });
  const gatewayName = `${hostname()}:${config.GATEWAY_PORT}`;
  const { administrator, signSecret, vault, authKey } = await transaction(pools.owner, async (db) => {
    const { administrator } = await firstStart(db, config.PLOMB_ADMIN_PASSWORD);
    if (config.newSecret) await forgetSecondFactors(db);
    if (config.newSecret) await forgetSealed(db);
    const vault = await openVault(db, secret);
    const signSecret = await keptSecret(db, 'sign_secret', config.PLOMB_SIGN_SECRET);
    // kept, so that locks need not register again after every start
    return { administrator, signSecret, vault, authKey: await vault.kept(db, 'device_auth_key') };
  });

  await holdDemoAccounts(pools, config.demo, log);

  const params = openParams(pools.platform, config, log);
  await params.refresh();

  // what happens, to whoever watches
  const hub = new Hub();
  const views = openFleetViews(pools.readers, hub, log);
  const news = openLiveNews(pools.platform, hub, log);
  const { raise, flush: raiseAgain } = openRaising(pools.platform, news.alarm);
  const jumped = watchJumps();
  const publish = (changes: Changes) => {
    for (const device of changes.devices) {
      hub.lock(device.orgId, patchOf(device));
      const place = device.readings?.place;
      const at = device.present.presentTime;
      if (place && at !== null && jumped(device.deviceId, { lon: place.lon, lat: place.lat, at }))
        raise(device.deviceId, 'implausible_jump');
    }
    for (const alarm of changes.alarms) news.alarm(alarm.id);
    for (const command of changes.commands) news.command(command);
  };

  // reports in
  const maintain = async () => {
    await maintainPartitions(pools.owner, { now: Date.now(), retentionDays: params.get('retention_days') });
  };
  await maintain();
  const fences = openFences(pools.platform, log);
  await fences.refresh();
  const acceptDays = Math.min(31, config.RETENTION_DAYS);
  const ingest = openIngest({
    pool: pools.platform,
    fences,
    log,
    onCommitted: publish,
    onUntold: () => hub.resync(),
    acceptDays,
  });

  exposeIngest(ingest, registry);

  // devices and commands
  const directory = openDirectory(pools.devices);
  const passwords = openPasswords(pools.devices, vault, (device) => queue.hint(device));
  const queue = openQueue(pools.devices, gatewayName, passwords.open, news.command);
  const connections = openConnections(pools.devices, { gateway: gatewayName, epoch: Date.now() }, (rows) => {
    for (const r of rows) hub.lock(r.orgId, { id: r.deviceId, connected: r.connected, seen_time: r.seen });
  });
  await connections.reset();
  const strange = openNotUnderstood(pools.platform);
  const gateway = await startGateway({
    host: config.GATEWAY_HOST,
    port: config.GATEWAY_PORT,
    directory: {
      ...directory,
      identityMismatch: ({ id }) => raise(id, 'identity_mismatch'),
      replaced: ({ id }) => raise(id, 'connection_replaced'),
    },
    sink: {
      submit(device, report) {
        const stored = ingest.submit(device, report);
        // counted once it is stored: a report that comes again counts once
        if (report.notUnderstood.length > 0)
          stored.then(
            () => strange.note(device.id, report),
            () => undefined,
          );
        if (report.unlockPassword === null) return stored;
        // A password that is acknowledged is kept, as a report is.
        return Promise.all([stored, passwords.keep(device.id, report)]).then(() => undefined);
      },
    },
    notUnderstood: strange,
    commands: queue,
    connections,
    log: log.child({ part: 'gateway' }),
    registry,
    authKey: Buffer.from(authKey),
    limits: {
      connectionsPerAddress: config.DEVICE_CONNECTIONS_PER_ADDRESS,
      reportsPerMinute: config.DEVICE_REPORTS_PER_MINUTE,
    },
  });

  // people
  const api = await buildApi({
    config,
    pools,
    params,
    log,
    hub,
    views,
    news,
    vault,
    passwords,
    signSecret,
    version,
    consoleDir: resolve(root, 'console/dist'),
    hint: queue.hint,
    judgeAgain: openAgain(pools.platform, ingest.submit, acceptDays),
    devicesChanged: (ids) => {
      directory.forget();
      gateway.recheck(ids);
    },
  });
  await api.listen({ host: config.HOST, port: config.PORT });

  const countFleet = openFleetCounting(pools.platform);
  const forget = async () => {
    const gone = await forgetOld(pools.platform, {
      days: (name) => Number(params.get(name)),
      now: Date.now(),
    });
    if (Object.keys(gone).length > 0) log.info({ gone }, 'what is kept no longer was deleted');
  };
  const jobs = [
    every(1000, 'live', () => hub.tick(), log),
    every(1000, 'connections', () => connections.flush(), log),
    every(1000, 'alarms', raiseAgain, log),
    every(250, 'not understood', () => strange.flush(), log),
    every(
      60_000,
      'quarantine',
      async () => {
        for (const alarm of await findStuck(pools.platform)) news.alarm(alarm);
      },
      log,
    ),
    every(
      2000,
      'passwords used',
      async () => {
        for (const alarm of await passwords.leaked()) news.alarm(alarm);
      },
      log,
    ),
    every(3_600_000, 'old passwords', () => passwords.forget(), log),
    every(1000, 'commands', () => queue.sweep(), log),
    every(5000, 'fences', () => fences.refresh(), log),
    every(3000, 'parameters', async () => void ((await params.refresh()) && hub.tellAll('params', {})), log),
    every(5000, 'dictionaries', () => news.dictionaries(), log),
    every(60_000, 'login keys', () => sweep(pools.platform), log),
    every(60_000, 'file tickets', () => sweepTickets(pools.platform), log),
    every(3_600_000, 'images', () => sweepImages(pools.platform), log),
    every(2000, 'fleet counts', countFleet, log),
    every(5000, 'places for the map', views.keep, log),
    every(3_600_000, 'partitions', maintain, log),
    every(3_600_000, 'retention', forget, log),
  ];

  return {
    url: addressOf(api.server.address(), config.HOST),
    gatewayPort: gateway.port,
    pools,
    administrator,
    // the reverse of the start: first nobody new, then what is under way, the database last
    async stop() {
      await gateway.close();
      await ingest.close();
      await api.close();
      for (const stop of jobs) await stop();
      await raiseAgain().catch((err) => log.error({ err }, 'alarms that come from no report could not be filed'));
      await strange.flush().catch(() => undefined);
      await connections.flush().catch(() => undefined);
      await news.settled();
      await pools.close();
    },
  };
};

/** On an external server an administrator makes that login; on our own we do. */
const appUrlOf = async (config: Config, url: string): Promise<string | undefined> => {
  if (config.DATABASE_URL) return config.DATABASE_APP_URL;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await requestLogin(client, url);
  } finally {
    await client.end();
  }
};

const addressOf = (address: ReturnType<import('node:net').Server['address']>, host: string): string => {
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
