import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApi } from '../api.ts';
import { openInProcessBus } from '../bus/inProcess.ts';
import { openFleetViews } from '../domains/map/fleetView.ts';
import { openPasswords } from '../domains/orders/passwords.ts';
import { openParams } from '../domains/system/params/store.ts';
import { firstStart } from '../firstStart.ts';
import { openAgain } from '../ingest/again.ts';
import { usualAcceptDays } from '../ingest/clock.ts';
import { openIngest } from '../ingest/writer.ts';
import { Hub } from '../live/hub.ts';
import { openLiveNews, showNews } from '../liveNews.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { openFolder } from '../platform/files/storage/folder.ts';
import { openLog } from '../platform/log.ts';
import { answers } from '../platform/postgres/pools.ts';
import { transaction } from '../platform/postgres/transaction.ts';
import { openUnknownEnds } from '../platform/unknownEnds.ts';
import { openVault } from '../platform/vault.ts';
import { Caller } from './client.ts';
import { freshDatabase } from './database.ts';

export const adminPassword = 'administrator1';

/** The whole API on a database of its own; the outside world (devices) is absent. */
export const startApi = async (settings: Partial<Config> = {}, consoleDir: string | null = null) => {
  const database = await freshDatabase();
  const { pools } = database;
  const vault = await transaction(pools.owner, async (db) => {
    await firstStart(db, adminPassword);
    return openVault(db, { text: 'what the tests seal their secrets with', from: 'the tests' });
  });
  const log = openLog('silent');
  const hub = new Hub();
  const views = openFleetViews(pools.readers, hub, log);
  const bus = openInProcessBus(log);
  const hinted: number[] = [];
  bus.hear('hint', ({ deviceId }) => void hinted.push(deviceId));
  const changed: (readonly number[] | null)[] = [];
  bus.hear('admission', ({ ids }) => void changed.push(ids));
  const unknownEnds = openUnknownEnds();
  // tests call more often than anybody does, all from one address
  const config = { ...readConfig({}), REQUESTS_PER_SECOND: 1_000_000, ...settings };
  const params = openParams(pools.platform, config, log);
  const news = openLiveNews(pools.platform, hub, log);
  showNews(bus, hub, news);
  const ingest = openIngest({ pool: pools.platform, fences: { of: () => null } });
  const passwords = openPasswords(pools.platform, vault, () => undefined);
  const signSecret = 'secret of the tests';
  const filesDir = await mkdtemp(join(tmpdir(), 'plomb-files-'));
  const storage = await openFolder(filesDir);
  const app: FastifyInstance = await buildApi({
    config,
    pools,
    params,
    log,
    hub,
    views,
    bus,
    vault,
    passwords,
    signSecret,
    storage,
    version: 'test',
    consoleDir,
    judgeAgain: openAgain(pools.platform, ingest.submit, usualAcceptDays),
    unknownEnds,
    ready: () => answers(pools),
  });
  return {
    app,
    database,
    pools,
    bus,
    hub,
    views,
    news,
    params,
    unknownEnds,
    ingest,
    vault,
    passwords,
    openPasswords: (stored: (deviceId: number) => void) => openPasswords(pools.platform, vault, stored),
    signSecret,
    storage,
    filesDir,
    /** devices a command waits for, in the order of the hints */
    hinted,
    /** devices the gateway is told to look at again, in the order it is told */
    changed,
    db: pools.platform,
    owner: pools.owner,
    caller: () => new Caller(app, signSecret),
    async signedIn(who: { loginName: string; password: string }): Promise<Caller> {
      const caller = new Caller(app, signSecret);
      const reply = await caller.login(who.loginName, who.password);
      if (reply.verify.sign !== 'success') throw new Error(reply.verify.desc);
      return caller;
    },
    async stop() {
      await app.close();
      await ingest.close();
      await database.drop();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
};
export type TestApi = Awaited<ReturnType<typeof startApi>>;
