import { resolve } from 'node:path';
import { buildApi } from './api.ts';
import { openFleetViews } from './domains/map/fleetView.ts';
import { openPasswords } from './domains/orders/passwords.ts';
import { acceptDaysOf, type House, type Running } from './house.ts';
import { openAgain } from './ingest/again.ts';
import type { Ingest } from './ingest/writer.ts';
import { openWriter } from './ingestRole.ts';
import { Hub } from './live/hub.ts';
import { AT_ONCE_MS } from './live/openLocks.ts';
import { openLiveNews, showNews } from './liveNews.ts';
import { every } from './platform/every.ts';
import { openUnknownEnds } from './platform/unknownEnds.ts';

const root = resolve(import.meta.dirname, '../..');

/** Serves people: the calls, the live stream, the console. Each process has a hub of its own. */
export const startApi = async (
  house: House,
  ingest: Pick<Ingest, 'submit'> | null,
): Promise<Running & { url: string }> => {
  const { config, pools, params, bus, vault, log } = house;
  const hub = new Hub(house.processes.clock);
  const views = openFleetViews(pools.readers, hub, log);
  const shown = openLiveNews(pools.platform, hub, log);
  showNews(bus, hub, shown);
  bus.hear('params', () => void params.refresh().catch((err) => log.warn({ err }, 'parameters are read later')));
  const unknownEnds = openUnknownEnds();
  // What is judged again was taken in once: it goes to the database from here, and whoever asked waits for it.
  const writer = ingest ? { submit: ingest.submit, stop: () => Promise.resolve() } : await openWriter(house);
  const api = await buildApi({
    config,
    pools,
    params,
    log,
    hub,
    views,
    bus,
    vault,
    passwords: openPasswords(pools.devices, vault, () => undefined),
    storage: house.storage,
    signSecret: house.signSecret,
    version: house.version,
    consoleDir: resolve(root, 'console/dist'),
    unknownEnds,
    judgeAgain: openAgain(pools.platform, writer.submit, acceptDaysOf(config)),
    ready: house.ready,
  });
  await api.listen({ host: config.HOST, port: config.PORT });

  const hear = async () => {
    const until = await bus.heard();
    await shown.settled();
    if (until !== null) hub.heard(until);
  };
  const work = [
    every(1000, 'live', () => hub.tick(), log),
    every(AT_ONCE_MS, 'open locks', () => hub.tellHeld(), log),
    every(1000, 'what was heard', hear, log),
    every(3000, 'parameters', async () => void ((await params.refresh()) && hub.tellAll('params', {})), log),
    every(1000, 'unknown ends', unknownEnds.look, log),
    every(5000, 'dictionaries', () => shown.dictionaries(), log),
    every(5000, 'places for the map', views.keep, log),
  ];
  return {
    url: addressOf(api.server.address(), config.HOST),
    async stop() {
      await api.close();
      await writer.stop();
      for (const stop of work) await stop();
      await shown.settled();
    },
  };
};

export const addressOf = (address: ReturnType<import('node:net').Server['address']>, host: string): string => {
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
