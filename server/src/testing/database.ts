import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openPools, type Pools } from '../platform/postgres/pools.ts';
import { cutOff, dropDatabase } from './dropDatabase.ts';

export type BlankDatabase = {
  url: string;
  /** Whoever is connected loses the connection. */
  cutOff(): Promise<unknown>;
  /** The same, and nobody gets in until it comes back. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  drop(): Promise<void>;
};
export type FreshDatabase = BlankDatabase & { pools: Pools };

/** A database of the test file's own, at the level of the migrations. `drop` closes the pools too. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const blank = await createDatabase(`template ${inject('databasePrefix')}_template`);
  const pools = openPools(blank.url);
  return {
    ...blank,
    pools,
    async drop() {
      await pools.close();
      await blank.drop();
    },
  };
}

/** A database without any table. */
export function blankDatabase(): Promise<BlankDatabase> {
  return createDatabase('template template0');
}

async function createDatabase(from: string): Promise<BlankDatabase> {
  const name = `${inject('databasePrefix')}_${randomBytes(6).toString('hex')}`;
  await asAdmin((admin) => admin.query(`create database ${name} ${from}`));
  const url = new URL(inject('databaseAdminUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    cutOff: () => asAdmin((admin) => cutOff(admin, name)),
    goAway: () =>
      asAdmin(async (admin) => {
        await admin.query(`alter database ${name} with allow_connections false`);
        await cutOff(admin, name);
      }),
    comeBack: () => asAdmin((admin) => admin.query(`alter database ${name} with allow_connections true`)),
    drop: () => asAdmin((admin) => dropDatabase(admin, name)),
  };
}

async function asAdmin(work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: inject('databaseAdminUrl') });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
