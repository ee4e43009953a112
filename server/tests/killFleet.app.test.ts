import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../src/platform/postgres/launcher.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { freshDatabase } from '../src/testing/database.ts';
import { KillFleet, killDatabase, killProduct } from '../src/testing/killFleet.ts';

const LOCKS = 60;
const ROUNDS = 3;

/** Registers locks, and tells their numbers on the wire. */
const register = async (url: string): Promise<string[]> => {
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(`
    insert into organisation (org_name) select 'root' where not exists (select 1 from organisation);
    insert into device_type (device_type, device_type_name, family, utc_offset_minutes, identity_rule)
      values ('t', 't', 'hhd', 480, 'open')`);
  const { rows } = await db.query<{ sn: string }>(
    `insert into device (org_id, sn, device_name, device_type_id)
     select o.id, (13912345000 + n)::text, 'lock ' || n, t.id
     from organisation o, device_type t, generate_series(1, ${LOCKS}) n returning sn`,
  );
  await db.end();
  return rows.map(({ sn }) => sn);
};

describe('many locks lose and double nothing', () => {
  it('when the product is killed under them', { timeout: 120_000 }, async () => {
    const database = await freshDatabase();
    const fleet = new KillFleet(await register(database.url));
    await killProduct({ DATABASE_URL: database.url }, fleet, ROUNDS);
    expect(await fleet.check(database.url)).toEqual({ acknowledged: LOCKS * 8 * ROUNDS, lost: 0, doubled: 0 });
    await database.drop();
  });

  it('when the embedded database is killed under them', { timeout: 180_000 }, async () => {
    const dir = await mkdtemp(join(tmpdir(), 'plomb-kill-fleet-'));
    await chmod(dir, 0o755);
    const dataDir = join(dir, 'data');
    const before = await startEmbedded({ dataDir });
    await migrate(before.url, { dir: resolve(import.meta.dirname, '../migrations') });
    const fleet = new KillFleet(await register(before.url));
    await before.stop();
    await killDatabase(dataDir, fleet, ROUNDS);
    const after = await startEmbedded({ dataDir });
    expect(await fleet.check(after.url)).toEqual({ acknowledged: LOCKS * 8 * ROUNDS, lost: 0, doubled: 0 });
    await after.stop();
    await rm(dir, { recursive: true, force: true });
  });
});
