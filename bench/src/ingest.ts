import { setTimeout as wait } from 'node:timers/promises';
import { NatsServer, natsBinary } from '@plomb/server/testing/natsServer';
import { runLoad } from '@plomb/simulator/load';
import { LoadFrame } from '@plomb/simulator/loadFrame';
import { Rotation } from '@plomb/simulator/rotation';
import { bareAcknowledging, fewLocks, perRow, rawInsert } from './baselines.ts';
import { databaseSettings, ms, perS, show } from './machine.ts';
import type { Options } from './options.ts';
import { connected, type Database, registerLocks, withProduct } from './stage.ts';

/** Reports on their way at any time: enough for full batches of all writers, with the next ones waiting. */
const inFlight = 4000;
const baselineSeconds = 15;
/** The load of earlier figures: fewer locks, each with several reports in one write, which spares the sockets. */
const pipelined = { locks: 1000, window: 4 };

/** How much comes through, how long a lock waits, and how that compares with what the database can take at all. */
export const measureIngest = async (database: Database, o: Options): Promise<number> => {
  console.log(`\n${database.name}: ${await connected(database.url, databaseSettings)}`);
  let phones: string[] = [];
  const { turns, bursts } = await withProduct(database.url, async (product) => {
    phones = await registerLocks(database.url, o.locks);
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
    const { locks, window } = pipelined;
    const few = phones.slice(0, locks);
    const burst = await runLoad({
      host: '127.0.0.1',
      port: product.gatewayPort,
      phones: few,
      window,
      seconds: o.seconds,
    });
    show(
      `durable ingest, ${few.length.toLocaleString('en')} locks with ${window} reports on their way each, sent together`,
      `${perS(burst.perSecond)}; p50, p99 ${ms(burst.latency.p50)}, ${ms(burst.latency.p99)}`,
    );
    return { turns: most.perSecond, bursts: burst.perSecond };
  });
  const seconds = Math.min(baselineSeconds, o.seconds);
  const ratio = (of: number, to: number) => (of / to).toFixed(2);
  const least = await rawInsert(database.url, seconds, fewLocks);
  show(
    'yardstick: rows of 1,000 locks, set-based, nothing else',
    `${perS(least)} (in turn ${ratio(turns, least)} of it, together ${ratio(bursts, least)})`,
  );
  const frames = framesOf(phones);
  const raw = await rawInsert(database.url, seconds, {
    locks: phones.length,
    frame: (n) => frames[n % frames.length]!,
  });
  show(
    `yardstick: rows of ${phones.length.toLocaleString('en')} locks in turn with their frames, set-based`,
    `${perS(raw)} (in turn ${ratio(turns, raw)} of it, together ${ratio(bursts, raw)})`,
  );
  const row = await perRow(database.url, seconds);
  show(
    'yardstick: select, insert, update per row, 8 connections',
    `${perS(row)} (in turn ${(turns / row).toFixed(1)} ×, together ${(bursts / row).toFixed(1)} ×)`,
  );
  const bare = await bareAcknowledging(phones, inFlight, seconds);
  show(
    'yardstick: the locks in turn on a server that acknowledges at once and keeps nothing',
    `${perS(bare)} (ingest ${ratio(turns, bare)} of it)`,
  );
  return turns;
};

/** The same load through NATS, everything else the same: what a report costs more. */
export const measureHop = async (database: Database, o: Options, without: number): Promise<void> => {
  const nats = await natsBinary();
  if ('missing' in nats) {
    console.log(`\nthrough NATS: ${nats.missing}`);
    return;
  }
  const server = await NatsServer.start(nats.path);
  try {
    console.log(`\n${database.name}, through NATS (one server, its stream on the same disk)`);
    await withProduct(
      database.url,
      async (product) => {
        const phones = await registerLocks(database.url, o.locks);
        const fleet = new Rotation({ host: '127.0.0.1', port: product.gatewayPort, phones });
        await fleet.open();
        await fleet.run({ inFlight }, Math.min(5, o.seconds)); // warm
        const before = await stored(database.url);
        const run = await fleet.run({ inFlight }, o.seconds);
        const kept = (await stored(database.url)) - before;
        await fleet.cut();
        const from = performance.now();
        await drained(server);
        const total = (await stored(database.url)) - before;
        const more = performance.now() - from;
        const perSecond = total / (o.seconds + more / 1000);
        show('acknowledged once the stream has them', perS(run.perSecond));
        show('  acknowledgement p50, p99', `${ms(run.latency.p50)}, ${ms(run.latency.p99)}`);
        show('  stored meanwhile; until all were stored', `${perS(kept / o.seconds)}; ${ms(more)} more`);
        show(
          'durable ingest through NATS, acknowledged and stored',
          `${perS(perSecond)} (${(perSecond / without).toFixed(2)} of the run without)`,
        );
        show('  the hop costs a report', `${((1 / perSecond - 1 / without) * 1e6).toFixed(0)} µs of both processors`);
        show(
          '  acknowledged, of these not stored; refused, unanswered, connections lost',
          `${run.acknowledged}, ${Math.max(0, run.acknowledged - total)}; ${run.refused}, ${run.open}, ${run.lost}`,
        );
      },
      [],
      { NATS_URL: server.url },
    );
  } finally {
    await server.drop();
  }
};

/** Resolves when the stream holds no report any more. */
const drained = async (server: NatsServer): Promise<void> => {
  while ((await server.waiting()) > 0) await wait(100);
};

/** A report of each lock, as the load sends it. */
const framesOf = (phones: readonly string[]): Buffer[] =>
  phones.map((phone, nth) => {
    const frame = new LoadFrame(phone, { lon: 120.5 + (nth % 100) / 100, lat: 31 }, Date.now());
    const out = Buffer.alloc(frame.room);
    return out.subarray(0, frame.write(out, 0, nth, Date.now()));
  });

const stored = (url: string): Promise<number> =>
  connected(url, async (db) => {
    const { rows } = await db.query<{ n: string }>('select count(*) as n from position');
    return Number(rows[0]!.n);
  });
