import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { startDemoDesk } from './demo/desk.ts';
import { startDemoField } from './demo/field.ts';
import { startDemoFleet } from './demo/fleet.ts';
import { catchDemoMessages } from './demo/messages.ts';
import { giveDemoOrders } from './demo/orders.ts';
import { seedDemo } from './demo/seed.ts';
import { catchDemoWays } from './demo/ways.ts';
import { type Config, ConfigError, readConfig, roleNames } from './platform/config.ts';
import { openStorage } from './platform/files/storage/open.ts';
import { outliveMistakes } from './platform/lastResort.ts';
import { openLog } from './platform/log.ts';
import { placeForData } from './platform/postgres/account.ts';
import { startEmbedded } from './platform/postgres/launcher.ts';
import { DatabaseTrouble } from './platform/postgres/trouble.ts';
import { readSecret } from './platform/secretFile.ts';
import { stopInTurn } from './platform/stopping.ts';
import { type Product, startProduct } from './product.ts';

// what a call reads is alive while the database writes the rest, which V8 takes for "lives long" and puts where only a collection of everything
// (decision 0175) finds it again
setFlagsFromString('--no-allocation-site-pretenuring');

/** Reads the settings, finds or starts the database, starts the product, and stops everything in turn when told to. */
const main = async (): Promise<void> => {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = openLog(config.LOG_LEVEL);
  const stops: (() => Promise<void>)[] = [];
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await stopInTurn(stops, log);
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  outliveMistakes(process, log, () => void stop(1));

  try {
    let url = config.DATABASE_URL;
    const dataDir = url ? resolve(config.DATA_DIR) : await placeForData(resolve(config.DATA_DIR));
    if (!url) {
      const embedded = await startEmbedded({
        dataDir,
        log,
        onDied: () => {
          log.fatal(
            'the embedded database does not come back; stopping, so that whoever watches starts everything again',
          );
          void stop(1);
        },
      });
      stops.push(embedded.stop);
      url = embedded.url;
    }
    const storage = await openStorage(config, dataDir);
    const product = await startProduct(config, url, await readSecret(config, dataDir), storage, log);
    stops.push(product.stop);
    greet(config, product);
    if (config.demo && product.gatewayPort !== null) {
      console.log('  The demonstration is being filled; whom to sign in as stands here in a moment.');
      await seedDemo(product.pools, product.vault, log, storage);
      const messages = await catchDemoMessages(product.pools.platform, console.log);
      stops.push(messages.stop);
      const ways = await catchDemoWays(product.pools.platform, product.vault, console.log);
      stops.push(ways.stop);
      const fleet = await startDemoFleet(product.gatewayPort, product.pools.platform);
      stops.push(async () => fleet.stop());
      const staff = startDemoField(product.url, log);
      stops.push(staff.stop);
      const desk = startDemoDesk(product.url, log);
      stops.push(desk.stop);
      const orders = giveDemoOrders(product.pools.platform, log);
      stops.push(async () => orders.stop());
      console.log(
        '  Demonstration: 200 locks are on the road, one more is on trial. Sign in as demo / demo2026 (or duty, store or guard / demo2026; platform looks after the handset app, lin.tao is of another organisation).\n',
      );
    }
  } catch (e) {
    if (!(e instanceof ConfigError || e instanceof DatabaseTrouble)) log.fatal({ err: e }, 'Plomb could not start');
    console.error(e instanceof Error ? e.message : e);
    await stop(1);
  }
};

const greet = ({ CONSOLE_URL, ROLES }: Config, { url, gatewayPort, administrator }: Product) => {
  console.log(`\n  Plomb is ready: ${CONSOLE_URL ?? url}`);
  if (ROLES.length < roleNames.length) console.log(`  This process does: ${ROLES.join(', ')}.`);
  if (gatewayPort !== null) console.log(`  Devices connect to port ${gatewayPort}.`);
  if (administrator?.password)
    console.log(
      `  First administrator: ${administrator.loginName}, password ${administrator.password}\n` +
        '  This password is shown only now. Change it after signing in.',
    );
  console.log('');
};

await main();
