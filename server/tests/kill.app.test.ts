import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../src/platform/postgres/launcher.ts';
import { migrate } from '../src/platform/postgres/migrate.ts';
import { readPidFile } from '../src/platform/postgres/postmaster.ts';
import { freshDatabase } from '../src/testing/database.ts';
import { DeviceLine } from '../src/testing/deviceLine.ts';
import { spawnProduct } from '../src/testing/process.ts';

const ROUNDS = 12;
const DATABASE_ROUNDS = 5;
/** several batches, so that a kill finds some written, some under way and some waiting */
const FRAMES = 1500;
const sn = '13912345678';
const migrations = resolve(import.meta.dirname, '../migrations');

const register = async (url: string): Promise<void> => {
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(`
    insert into organisation (org_name) select 'root' where not exists (select 1 from organisation);
    insert into device_type (device_type, device_type_name, family, utc_offset_minutes, identity_rule)
      values ('t', 't', 'hhd', 480, 'open');
    insert into device (org_id, sn, device_name, device_type_id)
      select o.id, '${sn}', 'lock', t.id from organisation o, device_type t`);
  await db.end();
};

interface Stored {
  serial: number;
  time: Date;
  n: string;
}
const stored = async (url: string): Promise<Stored[]> => {
  const db = new Client({ connectionString: url });
  await db.connect();
  const { rows } = await db.query<Stored>(
    'select serial, device_time as time, count(*) as n from position group by 1, 2',
  );
  await db.end();
  return rows;
};

/** Reports stream in; the process is killed in the middle, again and again; the lock resends what was not acknowledged. */
const killAgainAndAgain = async (env: Record<string, string>): Promise<DeviceLine> => {
  const line = new DeviceLine(sn, Math.floor(Date.now() / 1000) * 1000 - 12 * 3_600_000); // times advance a second a report and must not reach the future
  for (let round = 0; round < ROUNDS; round++) {
    const product = await spawnProduct(env);
    const before = line.acked.size;
    // some acknowledgements in, others on their way: each round is killed at another point of the batch
    const enough = new Promise<void>((done) => {
      line.onAck = () => line.acked.size >= before + 1 + round * 12 && done();
    });
    await line.connect(product.gatewayPort);
    line.resend();
    line.send(FRAMES);
    await enough;
    await product.kill();
    line.close();
  }
  const product = await spawnProduct(env);
  const all = new Promise<void>((done) => {
    line.onAck = () => line.unacked === 0 && done();
  });
  await line.connect(product.gatewayPort);
  line.resend();
  line.send(FRAMES);
  await all;
  line.close();
  await product.stop();
  return line;
};

const expectStoredOnce = (line: DeviceLine, rows: Stored[], rounds = ROUNDS) => {
  expect(line.acked.size).toBe((rounds + 1) * FRAMES);
  const found = new Map(rows.map((r) => [r.serial, r]));
  const lost = [...line.acked.values()].filter((a) => found.get(a.serial)?.time.getTime() !== a.time);
  expect(lost).toEqual([]);
  expect(rows.filter((r) => Number(r.n) !== 1)).toEqual([]);
};

describe('kill -9 during ingest, again and again: every acknowledged report is stored once', () => {
  it('on the embedded database', { timeout: 300_000 }, async () => {
    const dir = await mkdtemp(join(tmpdir(), 'plomb-kill-'));
    const dataDir = join(dir, 'data');
    await chmod(dir, 0o755);
    const before = await startEmbedded({ dataDir });
    await migrate(before.url, { dir: migrations });
    await register(before.url);
    await before.stop();
    const line = await killAgainAndAgain({ DATA_DIR: dataDir, DATABASE_URL: '' });
    const after = await startEmbedded({ dataDir });
    expectStoredOnce(line, await stored(after.url));
    await after.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('of the embedded database itself, which comes back while the product goes on', { timeout: 300_000 }, async () => {
    const dir = await mkdtemp(join(tmpdir(), 'plomb-kill-'));
    const dataDir = join(dir, 'data');
    await chmod(dir, 0o755);
    const before = await startEmbedded({ dataDir });
    await migrate(before.url, { dir: migrations });
    await register(before.url);
    await before.stop();
    const product = await spawnProduct({ DATA_DIR: dataDir, DATABASE_URL: '' });
    const line = new DeviceLine(sn, Math.floor(Date.now() / 1000) * 1000 - 12 * 3_600_000);
    const postmaster = async () => {
      const found = await readPidFile(join(dataDir, 'pg'));
      return found?.ready ? found.pid : 0;
    };
    for (let round = 0; round < DATABASE_ROUNDS; round++) {
      const pid = await postmaster();
      const acked = line.acked.size;
      const enough = new Promise<void>((done) => {
        line.onAck = () => line.acked.size > acked + round * 7 && done();
      });
      await line.connect(product.gatewayPort);
      line.resend();
      line.send(FRAMES);
      await enough;
      process.kill(pid, 'SIGKILL');
      // what it could not store ends the connection: the lock will send it again
      await line.closed;
      await expect.poll(async () => ![0, pid].includes(await postmaster()), { timeout: 240_000 }).toBe(true);
    }
    const all = new Promise<void>((done) => {
      line.onAck = () => line.unacked === 0 && done();
    });
    await line.connect(product.gatewayPort);
    line.resend();
    line.send(FRAMES);
    await all;
    line.close();
    expect(product.child.exitCode).toBeNull();
    await product.stop();
    const after = await startEmbedded({ dataDir });
    expectStoredOnce(line, await stored(after.url), DATABASE_ROUNDS);
    await after.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('on an external PostgreSQL', { timeout: 300_000 }, async () => {
    const database = await freshDatabase();
    await register(database.url);
    const line = await killAgainAndAgain({ DATABASE_URL: database.url });
    expectStoredOnce(line, await stored(database.url));
    await database.drop();
  });
});
