import { runLoad } from '@plomb/simulator/load';
import { measure } from '../../protocols/bench.ts';
import { perRow, rawInsert } from './baselines.ts';
import { measureLive } from './live.ts';
import { machine } from './machine.ts';
import { openDatabase, registerLocks, startProduct } from './stage.ts';

/** `npm run bench [-- SECONDS]`: every figure with its yardstick, measured in one run on one machine. */
const seconds = Number(process.argv[2] ?? 20);
const LOCKS = 1000;
const show = (what: string, figure: string) => console.log(`${what.padEnd(66)} ${figure}`);
const perS = (n: number) => `${n.toLocaleString('en')}/s`;
const ratio = (a: number, b: number) => (a / b).toFixed(2);

console.log(`${machine()}; ${seconds} s each`);

const p = measure();
show(
  `framing, ${p.frameBytes}-byte frame`,
  `${Math.round(p.framing.ours)} ns (${ratio(p.framing.ours, p.framing.byHand)} × by hand)`,
);
show(
  'header and 0x0200 location to a message',
  `${Math.round(p.location.ours)} ns (${ratio(p.location.ours, p.location.byHand)} × by hand)`,
);

const database = await openDatabase();
try {
  const product = await startProduct(database.url);
  try {
    // the last lock is kept for the live measurement: its reports must be the newest of their lock
    const [probe, ...phones] = (await registerLocks(database.url, LOCKS + 1)) as [string, ...string[]];
    await runLoad({ host: '127.0.0.1', port: product.gatewayPort, phones, window: 8, seconds: 3 }); // warm
    const ingest = await runLoad({ host: '127.0.0.1', port: product.gatewayPort, phones, window: 12, seconds });
    show(`durable ingest, ${LOCKS} locks over TCP, ack after commit, ${database.name}`, perS(ingest.perSecond));
    show('  acknowledged, refused, connections lost', `${ingest.acknowledged}, ${ingest.refused}, ${ingest.lost}`);
    show('  acknowledgement p50, p99', `${Math.round(ingest.latency.p50)} ms, ${Math.round(ingest.latency.p99)} ms`);
    const live = await measureLive(product, probe, phones, seconds);
    show(
      `live: frame written to ${live.readers} browsers' streams, at ${perS(live.load)}`,
      `p50 ${live.p50} ms, p95 ${live.p95} ms`,
    );
    await product.stop();
    const raw = await rawInsert(database.url, seconds);
    show(
      'yardstick: the same rows, set-based, nothing else',
      `${perS(raw)} (ingest is ${ratio(ingest.perSecond, raw)} of it)`,
    );
    const row = await perRow(database.url, seconds);
    show(
      'yardstick: select, insert, update per row, 8 connections',
      `${perS(row)} (ingest is ${ratio(ingest.perSecond, row)} ×)`,
    );
  } finally {
    if (product.child.exitCode === null) await product.stop();
  }
} finally {
  await database.drop();
}
