import { parseArgs } from 'node:util';
import { demoFleet } from './demoFleet.ts';
import { startFleet } from './fleet.ts';
import { calmPace, demoPace } from './pace.ts';

const usage = `Virtual locks for a Plomb gateway.

  node simulator/src/main.ts [--host 127.0.0.1] [--port 8090] [--count 200] [--seed 1] [--calm] [--list]

  --calm  the locks drive, report and obey, and nothing happens to them
  --list  print the fleet as JSON, to register it, and connect nowhere`;

const fail = (why: string): never => {
  console.error(`${why}\n\n${usage}`);
  process.exit(2);
};

const whole = (name: string, text: string, low: number, high: number): number => {
  const value = Number(text);
  return Number.isInteger(value) && value >= low && value <= high ? value : fail(`--${name}: ${low} to ${high}`);
};

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8090' },
        count: { type: 'string', default: '200' },
        seed: { type: 'string', default: '1' },
        calm: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
};

const options = readOptions();
const seed = whole('seed', options.seed, 0, 2 ** 31);
const locks = demoFleet(seed, whole('count', options.count, 1, 9000));

if (options.help) console.log(usage);
else if (options.list) console.log(JSON.stringify(locks, null, 1));
else {
  const port = whole('port', options.port, 1, 65_535);
  const fleet = startFleet({ host: options.host, port, locks, seed, pace: options.calm ? calmPace : demoPace });
  console.log(`${locks.length} locks on their way to ${options.host}:${port}; Ctrl-C stops them`);
  const telling = setInterval(() => {
    const { connected, reports, resent, rejected, commands } = fleet.counts();
    console.log(
      `connected ${connected} · acknowledged ${reports} · sent again ${resent} · rejected ${rejected} · orders ${commands}`,
    );
  }, 10_000);
  const stop = () => {
    clearInterval(telling);
    fleet.stop();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
