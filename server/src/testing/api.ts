import type { FastifyInstance } from 'fastify';
import { buildApi } from '../api.ts';
import { openPasswords } from '../domains/locks/passwords.ts';
import { openFleetViews } from '../domains/map/fleetView.ts';
import { Hub } from '../domains/map/hub.ts';
import { firstStart } from '../domains/system/firstStart.ts';
import { openParams } from '../domains/system/params/store.ts';
import { openAgain } from '../ingest/again.ts';
import { usualAcceptDays } from '../ingest/clock.ts';
import { openIngest } from '../ingest/writer.ts';
import { openLiveNews } from '../liveNews.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { openLog } from '../platform/log.ts';
import { transaction } from '../platform/postgres/transaction.ts';
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
  const hinted: number[] = [];
  const changed: (readonly number[])[] = [];
  // tests call more often than anybody does, all from one address
  const config = { ...readConfig({}), REQUESTS_PER_SECOND: 1_000_000, ...settings };
  const params = openParams(pools.platform, config, log);
  const news = openLiveNews(pools.platform, hub, log);
  const ingest = openIngest({ pool: pools.platform, fences: { areasOf: () => [] } });
  const passwords = openPasswords(pools.platform, vault, () => undefined);
  const signSecret = 'secret of the tests';
  const app: FastifyInstance = await buildApi({
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
    version: 'test',
    consoleDir,
    hint: (id) => void hinted.push(id),
    devicesChanged: (ids) => void changed.push(ids),
    judgeAgain: openAgain(pools.platform, ingest.submit, usualAcceptDays),
  });
  return {
    app,
    database,
    pools,
    hub,
    views,
    news,
    params,
    ingest,
    vault,
    passwords,
    openPasswords: (stored: (deviceId: number) => void) => openPasswords(pools.platform, vault, stored),
    signSecret,
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
    },
  };
};
export type TestApi = Awaited<ReturnType<typeof startApi>>;
