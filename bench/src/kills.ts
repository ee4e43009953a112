import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbedded } from '@plomb/server/platform/postgres/launcher';
import { migrate } from '@plomb/server/platform/postgres/migrate';
import { KillFleet, killDatabase, killProduct } from '@plomb/server/testing/killFleet';
import { show } from './machine.ts';
import type { Options } from './options.ts';
import { connected, registerLocks } from './stage.ts';

const kills = 20;
const locks = 1000;

/** Kills the product, then its embedded database, under a reporting fleet: what was acknowledged is stored, once. */
export const measureKills = async (_: Options): Promise<void> => {
  await round('the product', (dataDir, fleet) => killProduct({ DATA_DIR: dataDir, DATABASE_URL: '' }, fleet, kills));
  await round('its embedded database', (dataDir, fleet) => killDatabase(dataDir, fleet, kills));
};

const round = async (what: string, kill: (dataDir: string, fleet: KillFleet) => Promise<void>): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'plomb-kills-'));
  await chmod(dir, 0o755);
  const dataDir = join(dir, 'data');
  try {
    const before = await startEmbedded({ dataDir });
    await migrate(before.url, { dir: resolve(import.meta.dirname, '../../server/migrations') });
    await connected(before.url, (db) =>
      db.query("insert into organisation (org_name) select 'root' where not exists (select 1 from organisation)"),
    );
    const fleet = new KillFleet(await registerLocks(before.url, locks));
    await before.stop();
    await kill(dataDir, fleet);
    const after = await startEmbedded({ dataDir });
    const { acknowledged, lost, doubled } = await fleet.check(after.url);
    await after.stop();
    show(
      `${kills} × kill -9 of ${what} under ${locks} locks`,
      `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`,
    );
    if (lost + doubled > 0) process.exitCode = 1;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};
