import { measure as measureDecoding } from '../../protocols/bench.ts';
import { measureBudget } from './budget.ts';
import { measureCards } from './cards.ts';
import { measureConnections } from './connections.ts';
import { measureDisorder } from './disorder.ts';
import { measureDrain } from './drain.ts';
import { measureFaults } from './faults.ts';
import { measureFences } from './fences.ts';
import { generate } from './generate.ts';
import { measureImports } from './imports.ts';
import { measureHop, measureIngest } from './ingest.ts';
import { measureKills } from './kills.ts';
import { measureLive } from './live.ts';
import { machine, show } from './machine.ts';
import { measureMap } from './map.ts';
import { measureOpenings } from './openings.ts';
import { type Options, readOptions } from './options.ts';
import { measureOrderFaults } from './orderFaults.ts';
import { measureOrders } from './orders.ts';
import { measureQueries } from './queries.ts';
import { measureRecordReads } from './recordReads.ts';
import { measureRecords } from './records.ts';
import { measureSeals } from './seals.ts';
import { type Database, installedPostgres, openDatabase, openEmbedded, openGenerated } from './stage.ts';

const decode = async (): Promise<void> => {
  const { frameBytes, framing, location, report } = measureDecoding();
  const figure = (ours: number, byHand: number) => `${Math.round(ours)} ns (${(ours / byHand).toFixed(2)} × by hand)`;
  show(`framing, ${frameBytes}-byte frame`, figure(framing.ours, framing.byHand));
  show('header and 0x0200 location to a message', figure(location.ours, location.byHand));
  show(`bytes of the wire to a report, ${report.frameBytes}-byte lock frame`, figure(report.ours, report.byHand));
};

const fill = async (o: Options): Promise<void> => {
  // nothing has to survive a crash while it is made: what is written before its table is committed needs no log
  const database = await openGenerated(o.folder, { wal_level: 'minimal', fsync: 'off', maintenance_work_mem: '1GB' });
  try {
    await generate(database.url, o, (what) => console.log(what));
  } finally {
    await database.drop();
  }
};

const on = async (database: Database, work: (database: Database) => Promise<void>): Promise<void> =>
  work(database).finally(() => database.drop());

const modes = async (o: Options): Promise<void> => {
  let turns = 0;
  await on(await openEmbedded(), async (database) => {
    turns = await measureIngest(database, o);
  });
  const installed = await installedPostgres();
  if (installed)
    await on(await openEmbedded({}, installed), async (database) => void (await measureIngest(database, o)));
  else console.log('no other PostgreSQL is installed to measure on');
  await on(await openEmbedded(), (database) => measureHop(database, o, turns));
};

const commands: Record<string, (o: Options) => Promise<void>> = {
  decode,
  ingest: async (o) => on(await openDatabase(), async (database) => void (await measureIngest(database, o))),
  modes,
  budget: measureBudget,
  connections: measureConnections,
  orders: measureOrders,
  drain: measureDrain,
  imports: measureImports,
  openings: measureOpenings,
  records: measureRecords,
  'record-reads': measureRecordReads,
  seals: measureSeals,
  cards: measureCards,
  live: measureLive,
  fences: measureFences,
  map: measureMap,
  disorder: measureDisorder,
  kills: measureKills,
  faults: measureFaults,
  'order-faults': measureOrderFaults,
  generate: fill,
  queries: measureQueries,
  all: async (o) => {
    for (const one of [
      decode,
      modes,
      measureBudget,
      measureConnections,
      measureOrders,
      measureImports,
      measureLive,
      measureMap,
    ])
      await one(o);
    await fill(o).catch((error: Error) => console.log(error.message)); // made by an earlier run
    await measureQueries(o);
  },
};

const { command, options } = readOptions(process.argv.slice(2));
const work = commands[command];
if (work) {
  console.log(`${machine()}\n${command}: ${JSON.stringify(options)}`);
  await work(options);
} else {
  console.error(`There is no ${command}; say one of ${Object.keys(commands).join(', ')}`);
  process.exitCode = 1;
}
