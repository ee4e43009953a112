import { watchJumps } from './domains/devices/jumps.ts';
import { openNotUnderstood } from './domains/devices/notUnderstoodStore.ts';
import { openPasswords } from './domains/orders/passwords.ts';
import { acceptDaysOf, type House, type Running } from './house.ts';
import type { Changes } from './ingest/changes.ts';
import { openFences } from './ingest/fenceCache.ts';
import { exposeIngest } from './ingest/metrics.ts';
import { openRaising } from './ingest/raise.ts';
import { type Ingest, openIngest } from './ingest/writer.ts';
import { tellChanges } from './liveNews.ts';
import { every } from './platform/every.ts';
import { registry } from './platform/metrics.ts';

/** A way into the database for reports, and the areas they are judged by. */
export const openWriter = async (
  { config, pools, bus, log }: House,
  onCommitted: (changes: Changes) => void = tellChanges(bus),
) => {
  const fences = openFences(pools.platform, log);
  await fences.refresh();
  const ingest = openIngest({
    pool: pools.platform,
    fences,
    log,
    onCommitted,
    onUntold: () => bus.tell('resync', {}),
    acceptDays: acceptDaysOf(config),
  });
  const stopFences = every(5000, 'fences', () => fences.refresh(), log);
  const stop = async () => {
    await ingest.close();
    await stopFences();
  };
  return { ...ingest, stop };
};

/** Stores the reports of the bus, and tells what they changed. */
export const startIngest = async (house: House): Promise<Running & Pick<Ingest, 'submit'>> => {
  const { pools, bus, news, vault, log } = house;
  const { raise, flush: raiseAgain, flushAll: raiseAll } = openRaising(pools.platform, news.alarm);
  const jumped = watchJumps();
  const tell = tellChanges(bus);
  const ingest = await openWriter(house, (changes) => {
    tell(changes);
    for (const { deviceId, readings, present } of changes.devices) {
      const { place } = readings ?? {};
      const at = present.presentTime;
      if (place && at !== null && jumped(deviceId, { lon: place.lon, lat: place.lat, at }))
        raise(deviceId, 'implausible_jump');
    }
  });
  exposeIngest(ingest, registry);
  const passwords = openPasswords(pools.devices, vault, (deviceId) => bus.tell('hint', { deviceId }));
  const strange = openNotUnderstood(pools.platform);
  bus.reports.storeBy((device, report) => {
    const stored = ingest.submit(device, report);
    // counted once it is stored: a report that comes again counts once
    if (report.notUnderstood.length > 0)
      stored.then(
        () => strange.note(device.id, report),
        () => undefined,
      );
    if (report.unlockPassword === null) return stored;
    // A password that is acknowledged is kept, as a report is.
    return Promise.all([stored, passwords.keep(device.id, report)]).then(() => undefined);
  });

  const work = [every(1000, 'alarms', raiseAgain, log), every(250, 'not understood', () => strange.flush(), log)];
  return {
    submit: ingest.submit,
    async stop() {
      await ingest.stop();
      for (const stop of work) await stop();
      await raiseAll().catch((err) => log.error({ err }, 'alarms that come from no report could not be filed'));
      await strange.flush().catch(() => undefined);
    },
  };
};
