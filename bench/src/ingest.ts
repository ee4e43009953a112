import { Rotation } from '@plomb/simulator/rotation';
import { perRow, rawInsert } from './baselines.ts';
import { databaseSettings, ms, perS, show } from './machine.ts';
import type { Options } from './options.ts';
import { connected, type Database, registerLocks, withProduct } from './stage.ts';

/** Reports on their way at any time: enough for full batches of all writers, with the next ones waiting. */
const inFlight = 4000;
const baselineSeconds = 15;

/** How much comes through, how long a lock waits, and how that compares with what the database can take at all. */
export const measureIngest = async (database: Database, o: Options): Promise<void> => {
  console.log(`\n${database.name}: ${await connected(database.url, databaseSettings)}`);
  const perSecond = await withProduct(database.url, async (product) => {
    const phones = await registerLocks(database.url, o.locks);
    const fleet = new Rotation({ host: '127.0.0.1', port: product.gatewayPort, phones });
    await fleet.open();
    await fleet.run({ inFlight }, Math.min(5, o.seconds)); // warm
    const before = await stored(database.url);
    const most = await fleet.run({ inFlight }, o.seconds);
    show(
      `durable ingest, ${o.locks.toLocaleString('en')} locks in turn, acknowledged after commit`,
      perS(most.perSecond),
    );
    show('  acknowledgement p50, p99', `${ms(most.latency.p50)}, ${ms(most.latency.p99)}`);
    const kept = (await stored(database.url)) - before;
    show(
      '  acknowledged, of these not stored; refused, unanswered, connections lost',
      `${most.acknowledged}, ${Math.max(0, most.acknowledged - kept)}; ${most.refused}, ${most.open}, ${most.lost}`,
    );
    const eased = await fleet.run({ perSecond: Math.round(most.perSecond * 0.8) }, o.seconds);
    show(
      `at 80 % of it (${perS(most.perSecond * 0.8)}): acknowledgement p50, p99`,
      `${ms(eased.latency.p50)}, ${ms(eased.latency.p99)}; refused ${eased.refused}, unanswered ${eased.open}, connections lost ${eased.lost}`,
    );
    await fleet.cut();
    return most.perSecond;
  });
  const seconds = Math.min(baselineSeconds, o.seconds);
  const raw = await rawInsert(database.url, seconds);
  show(
    'yardstick: the same rows, set-based, nothing else',
    `${perS(raw)} (ingest is ${(perSecond / raw).toFixed(2)} of it)`,
  );
  const row = await perRow(database.url, seconds);
  show(
    'yardstick: select, insert, update per row, 8 connections',
    `${perS(row)} (ingest is ${(perSecond / row).toFixed(1)} ×)`,
  );
};

const stored = (url: string): Promise<number> =>
  connected(url, async (db) => {
    const { rows } = await db.query<{ n: string }>('select count(*) as n from position');
    return Number(rows[0]!.n);
  });
