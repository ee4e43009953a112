import { resolve } from 'node:path';
import { Client } from 'pg';
import { addressOf, startApi } from './apiRole.ts';
import { openInProcessBus } from './bus/inProcess.ts';
import { openNatsBus } from './bus/nats/natsBus.ts';
import type { PasswordSeal } from './bus/reportCodec.ts';
import { holdDemoAccounts } from './demo/seed.ts';
import { openParams } from './domains/system/params/store.ts';
import { type FirstStart, firstStart, keptSecret } from './firstStart.ts';
import { startGateway } from './gatewayRole.ts';
import type { House, Running } from './house.ts';
import { startIngest } from './ingestRole.ts';
import { maintain, shareJobs } from './jobsRole.ts';
import { tellNews } from './liveNews.ts';
import { forgetSecondFactors } from './people/secondFactors.ts';
import type { Config, Role } from './platform/config.ts';
import { every } from './platform/every.ts';
import { measured } from './platform/files/metrics.ts';
import { claimStorage } from './platform/files/owner.ts';
import type { Storage } from './platform/files/storage/storage.ts';
import { buildHealth } from './platform/health.ts';
import type { Logger } from './platform/log.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { answers, openPools, type Pools } from './platform/postgres/pools.ts';
import { requestLogin } from './platform/postgres/roles.ts';
import { transaction } from './platform/postgres/transaction.ts';
import { BEAT_MS, openProcesses } from './platform/processes.ts';
import type { Secret } from './platform/secretFile.ts';
import { forgetSealed, openVault, type Vault } from './platform/vault.ts';

const root = resolve(import.meta.dirname, '../..');
export const version = '0.1.0';

export interface Product {
  /** where people go, or where a process without the API tells how it fares */
  url: string;
  /** where devices connect; null: not here */
  gatewayPort: number | null;
  pools: Pools;
  vault: Vault;
  administrator: FirstStart['administrator'];
  stop(): Promise<void>;
}

/** Puts the parts of the house together on one database: what every role stands on first, then the roles of this process. */
export const startProduct = async (
  config: Config,
  databaseUrl: string,
  secret: Secret,
  place: Storage,
  log: Logger,
): Promise<Product> => {
  await migrate(databaseUrl, { dir: resolve(root, 'server/migrations'), log });
  const pools = openPools(databaseUrl, { log, appUrl: await appUrlOf(config, databaseUrl) });
  const does = (role: Role): boolean => config.ROLES.includes(role);
  const { administrator, signSecret, vault, authKey, busName } = await transaction(pools.owner, async (db) => {
    const { administrator } = await firstStart(db, config.PLOMB_ADMIN_PASSWORD);
    if (config.newSecret) await forgetSecondFactors(db);
    if (config.newSecret) {
      const locks = await forgetSealed(db);
      if (locks > 0)
        log.warn(
          { locks },
          'the passwords that were set on these locks are lost: set new ones, and type those in force',
        );
    }
    if (does('api') || does('jobs')) await claimStorage(db, place, config.newFiles, log);
    const vault = await openVault(db, secret);
    const signSecret = await keptSecret(db, 'sign_secret', config.PLOMB_SIGN_SECRET);
    // kept, so that locks need not register again after every start
    const authKey = await vault.kept(db, 'device_auth_key');
    const busName = await keptSecret(db, 'bus_name', undefined);
    return { administrator, signSecret, vault, authKey, busName };
  });
  await holdDemoAccounts(pools, config.demo, log);
  const params = openParams(pools.platform, config, log);
  await params.refresh();

  const processes = openProcesses(pools.heart, { roles: config.ROLES, log });
  const bus = config.NATS_URL
    ? await openNatsBus({
        urls: config.NATS_URL,
        house: busName.slice(0, 12),
        replicas: config.NATS_REPLICAS,
        megabytes: config.NATS_STREAM_MEGABYTES,
        processes,
        passwords: sealedBy(vault),
        log,
      })
    : openInProcessBus(log, processes.clock);
  processes.whenSilent(() => {
    log.warn('the database answers nothing; what waits for it is given up');
    pools.cut();
  });
  // the locks of a gateway that is gone are not connected any more, and nobody told of each
  processes.whenGone((gone) => gone.some(({ roles }) => roles.includes('gateway')) && bus.tell('resync', {}));
  const ready = async () =>
    bus.isConnected() && (await answers(pools)) && (!does('gateway') || (await bus.reports.isTaking()));
  const news = tellNews(bus);
  const storage = measured(place);
  const house = {
    config,
    pools,
    params,
    storage,
    log,
    bus,
    news,
    vault,
    processes,
    signSecret,
    authKey,
    version,
    ready,
  };

  if (does('ingest') || does('jobs')) await maintain(house);
  const ingest = does('ingest') ? await startIngest(house) : null;
  if (does('jobs')) shareJobs(house);
  await processes.beat();
  const gateway = does('gateway') ? await startGateway(house) : null;
  const api = does('api') ? await startApi(house, ingest) : await startHealth(house);
  const heart = every(BEAT_MS, 'processes', processes.beat, log);

  return {
    url: api.url,
    gatewayPort: gateway?.port ?? null,
    pools,
    vault,
    administrator,
    // the reverse of the start: first nobody new, then what is under way, the database last
    async stop() {
      await gateway?.stop();
      await heart();
      await processes
        .leave()
        .catch((err) => log.warn({ err }, 'the others find out by themselves that this process ended'));
      await ingest?.stop();
      await api.stop();
      await bus.close();
      storage.close();
      await pools.close();
    },
  };
};

/** A password that a lock told lies sealed also where reports wait. */
const sealedBy = (vault: Vault): PasswordSeal => {
  const use = 'password of a report';
  const owner = (deviceId: number) => `device ${deviceId}`;
  return {
    seal: (deviceId, password) => vault.seal(use, owner(deviceId), Buffer.from(password)),
    open(deviceId, sealed) {
      try {
        return vault.open(use, owner(deviceId), Buffer.from(sealed)).toString();
      } catch {
        return null;
      }
    },
  };
};

/** What watches a process without the API finds its health where the API would be. */
const startHealth = async ({ config, ready }: House): Promise<Running & { url: string }> => {
  const { METRICS_PUBLIC: metricsPublic, METRICS_TOKEN: metricsToken, ROLES: roles, HOST: host, PORT: port } = config;
  const app = buildHealth({ roles, ready, metricsPublic, metricsToken });
  await app.listen({ host, port });
  return { url: addressOf(app.server.address(), host), stop: () => app.close() };
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
