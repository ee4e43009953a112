import type { Pool } from 'pg';
import { alarmById } from './domains/alarms/queries.ts';
import { commandById } from './domains/locks/queries.ts';
import type { Hub } from './domains/map/hub.ts';
import { mapLocksByIds } from './domains/map/queries.ts';
import { dictionaryVersion } from './domains/system/dictionaries/queries.ts';
import type { Logger } from './platform/log.ts';

export interface LiveNews {
  command(id: number): void;
  alarm(id: number): void;
  device(id: number): void;
  /** tells everybody when the words have changed since the last look, here or in another process */
  dictionaries(): void;
  /** resolves when everything told so far has been passed on */
  settled(): Promise<void>;
}

/** Turns "this changed" into the row people see, and passes it to the live stream. */
export const openLiveNews = (platform: Pool, hub: Hub, log: Logger): LiveNews => {
  let last: Promise<void> = Promise.resolve();
  // one after the other, so that an older row never overtakes a newer one
  const tell = (what: string, run: () => Promise<void>) => {
    last = last
      .then(run)
      .catch((err) => log.warn({ err, what }, 'live news was lost; consoles see it at their next fetch'));
  };
  let version: string | null = null;
  const device = async (id: number) => {
    for (const lock of await mapLocksByIds(platform, [id])) hub.lock(lock.org_id, lock);
  };
  return {
    command: (id) =>
      tell('command', async () => {
        const row = await commandById(platform, id);
        if (!row) return;
        const { org_id, ...command } = row;
        hub.command(org_id, command);
      }),
    alarm: (id) =>
      tell('alarm', async () => {
        const row = await alarmById(platform, id);
        if (!row) return;
        const { org_id, ...alarm } = row;
        hub.alarm(org_id, alarm);
        await device(row.device_id); // the lock's most severe open alarm may be another now
      }),
    device: (id) => tell('device', () => device(id)),
    dictionaries: () =>
      tell('dictionaries', async () => {
        const now = await dictionaryVersion(platform);
        if (now === version) return;
        version = now;
        hub.tellAll('dictionaries', { version: now });
      }),
    settled: () => last,
  };
};
