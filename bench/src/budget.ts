import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rotation } from '@plomb/simulator/rotation';
import { type Cpu, cpuOf, cpuOfDatabase, perS, show, spent } from './machine.ts';
import type { Options } from './options.ts';
import { connected, openEmbedded, registerLocks, withProduct } from './stage.ts';

/** What one report costs, in µs of processor, by who spends them. Measured under a profiler, which costs some itself. */
export const measureBudget = async (o: Options): Promise<void> => {
  const profiles = join(tmpdir(), `plomb-profile-${process.pid}`);
  const database = await openEmbedded({ log_min_duration_statement: '0', log_parameter_max_length: '0' });
  try {
    const result = await withProduct(
      database.url,
      async (product) => {
        const phones = await registerLocks(database.url, o.locks);
        const fleet = new Rotation({ host: '127.0.0.1', port: product.gatewayPort, phones });
        await fleet.open();
        return connected(database.url, async (db) => {
          const look = async () => ({
            load: process.cpuUsage(),
            product: cpuOf(product.pid),
            database: await cpuOfDatabase(db),
          });
          const before = await look();
          const run = await fleet.run({ inFlight: 4000 }, Math.min(30, o.seconds));
          const after = await look();
          await fleet.cut();
          const micro = (cpu: Cpu) => ({
            user: (cpu.user * 1e6) / run.acknowledged,
            system: (cpu.system * 1e6) / run.acknowledged,
          });
          return {
            run,
            load: micro({
              user: (after.load.user - before.load.user) / 1e6,
              system: (after.load.system - before.load.system) / 1e6,
            }),
            product: micro(spent(before.product, after.product)),
            database: micro(spent(before.database, after.database)),
          };
        });
      },
      ['--cpu-prof', `--cpu-prof-dir=${profiles}`],
    );
    console.log(
      `\nµs of processor per report, at ${perS(result.run.perSecond)} under a profiler (program / kernel for it)`,
    );
    const pair = (cpu: Cpu) => `${cpu.user.toFixed(1)} / ${cpu.system.toFixed(1)}`;
    show('load tool', pair(result.load));
    show('product (Node)', pair(result.product));
    for (const [stage, share] of await sharesBy(profiles, stageOf))
      show(`  ${stage}`, ((result.product.user + result.product.system) * share).toFixed(2));
    if (o.explain)
      for (const [name, share] of (await sharesBy(profiles, functionOf)).slice(0, 30))
        show(`    ${name}`, ((result.product.user + result.product.system) * share).toFixed(2));
    show('database', pair(result.database));
    for (const [statement, share] of await byStatement(join(database.dataDir!, 'postgres.log')))
      show(`  ${statement}`, ((result.database.user + result.database.system) * share).toFixed(2));
  } finally {
    await database.drop();
    await rm(profiles, { recursive: true, force: true });
  }
};

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  timeDeltas: number[];
}

const stages: [RegExp, string][] = [
  [/\/protocols\//, 'decoding and encoding'],
  [/\/gateway\//, 'gateway'],
  [/\/ingest\/(columns|write|writeRare)/, 'making the arrays of statements'],
  [/\/ingest\/(read|storage)/, 'reading what is known'],
  [/\/ingest\/(shard|writer|changes)/, 'batches'],
  [/\/ingest\//, 'judging'],
  [/\/domains\/(map|alarms|devices)|liveNews/, 'live'],
  [/node_modules\/pg/, 'database driver'],
  [/node_modules/, 'other packages'],
  [/^node:/, 'Node: sockets, streams, timers'],
];

type Frame = Profile['nodes'][number]['callFrame'];
const stageOf = ({ functionName, url }: Frame): string => {
  if (functionName === '(garbage collector)') return 'collecting garbage';
  if (url === '') return 'native code: system calls, buffers';
  return stages.find(([place]) => place.test(url))?.[1] ?? 'the rest of the product';
};
const functionOf = ({ functionName, url }: Frame): string =>
  `${functionName || '(unnamed)'} ${url.split('/').slice(-2).join('/')}`;

/** Shares of the product's busy time, largest first. */
const sharesBy = async (dir: string, keyOf: (frame: Frame) => string): Promise<[string, number][]> => {
  const file = (await readdir(dir)).find((name) => name.endsWith('.cpuprofile'));
  if (!file) return [];
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(join(dir, file), 'utf8')) as Profile;
  const busy = nodes.filter((node) => node.callFrame.functionName !== '(idle)');
  const keys = new Map(busy.map(({ id, callFrame }) => [id, keyOf(callFrame)]));
  const sums = new Map<string, number>();
  samples.forEach((id, i) => {
    const key = keys.get(id);
    if (key) sums.set(key, (sums.get(key) ?? 0) + timeDeltas[i]!);
  });
  return sharesOf(sums);
};

/** Shares of the database's time in statements, by the statement's name, largest first. */
const byStatement = async (log: string): Promise<[string, number][]> => {
  const sums = new Map<string, number>();
  const told = /duration: ([\d.]+) ms {2}(?:parse|bind|execute|statement)(?: ([\w-]+))?: *(\w+)?/g;
  for (const [, duration, name, verb] of (await readFile(log, 'utf8')).matchAll(told)) {
    const key = name && name !== 'unnamed' ? name : (verb ?? '').toLowerCase();
    sums.set(key, (sums.get(key) ?? 0) + Number(duration));
  }
  return sharesOf(sums).slice(0, 8);
};

const sharesOf = (sums: ReadonlyMap<string, number>): [string, number][] => {
  const all = [...sums.values()].reduce((sum, one) => sum + one, 0);
  return [...sums].map(([name, sum]): [string, number] => [name, sum / all]).sort(([, a], [, b]) => b - a);
};
