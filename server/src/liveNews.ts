import type { Pool } from 'pg';
import type { Bus } from './bus/bus.ts';
import { alarmsById } from './domains/alarms/queries.ts';
import { mapLocksByIds } from './domains/map/queries.ts';
import { commandsById } from './domains/orders/queries.ts';
import { dictionaryVersion } from './domains/system/dictionaries/queries.ts';
import { type Changes, patchOf } from './ingest/changes.ts';
import type { Hub } from './live/hub.ts';
import type { Logger } from './platform/log.ts';

/** What is told of changes; whoever shows them reads them. */
export interface News {
  command(id: number): void;
  alarm(id: number): void;
  device(id: number): void;
  /** devices came, went or changed; those that were there before are named with the organisation they were in */
  devices(ids: readonly number[], before: readonly { id: number; org_id: number }[]): void;
  /** tells everybody when the words have changed since the last look, here or in another process */
  dictionaries(): void;
}

export interface LiveNews extends News {
  /** resolves when everything told so far has been passed on, whatever is told meanwhile */
  settled(): Promise<void>;
}

/** Rows read by one statement. */
const AT_ONCE = 500;
/** More than this waiting is not told one by one: consoles fetch anew. */
export const MOST_WAITING = 20_000;

const emptyWaiting = () => ({
  commands: new Set<number>(),
  alarms: new Set<number>(),
  devices: new Set<number>(),
  /** organisations in which a device was before it changed */
  before: new Map<number, Set<number>>(),
  words: false,
  passed: Promise.withResolvers<void>(),
});
type Waiting = ReturnType<typeof emptyWaiting>;
const sizeOf = ({ commands, alarms, devices, words }: Waiting): number =>
  commands.size + alarms.size + devices.size + Number(words);

const inParts = async (ids: Iterable<number>, run: (part: number[]) => Promise<void>): Promise<void> => {
  const all = [...ids];
  for (let at = 0; at < all.length; at += AT_ONCE) await run(all.slice(at, at + AT_ONCE));
};

/**
 * Turns "this changed" into the rows people see, and passes them to the live stream. What is told while rows are being
 * read waits together, each thing once, and is read by sets: a storm of alarms is a few statements.
 */
export const openLiveNews = (platform: Pool, hub: Hub, log: Logger): LiveNews => {
  let waiting = emptyWaiting();
  let version: string | null = null;
  let isRunning = false;
  /** what is being read now */
  let underWay = Promise.resolve();

  const lost = (what: string) => (err: unknown) => {
    log.warn({ err, what }, 'live news could not be read; consoles fetch anew');
    hub.resync();
  };

  const tellDevices = async (ids: Iterable<number>, before: Waiting['before']): Promise<void> =>
    inParts(ids, async (part) => {
      const found = await hub.rows(() => mapLocksByIds(platform, part));
      for (const id of part)
        for (const org of before.get(id) ?? []) if (org !== found.get(id)?.org_id) hub.left(org, id);
    });

  /** A lock's most severe open alarm may be another now. The report that rang has told everything else itself. */
  const tellAlarmed = async (ids: Iterable<number>): Promise<void> =>
    inParts(ids, async (part) => {
      for (const { id, org_id, alarm, alarm_severity } of await mapLocksByIds(platform, part))
        hub.lock(org_id, { id, alarm, alarm_severity });
    });

  const pass = async (): Promise<void> => {
    const { commands, alarms, devices, before, words, passed } = waiting;
    waiting = emptyWaiting();
    underWay = passed.promise;
    await inParts(commands, async (part) => {
      for (const { org_id, ...command } of await commandsById(platform, part)) hub.command(org_id, command);
    }).catch(lost('commands'));
    const alarmed = new Set<number>();
    await inParts(alarms, async (part) => {
      for (const { org_id, ...alarm } of await alarmsById(platform, part)) {
        hub.alarm(org_id, alarm);
        if (alarm.device_id !== null && !devices.has(alarm.device_id)) alarmed.add(alarm.device_id);
      }
    }).catch(lost('alarms'));
    await tellAlarmed(alarmed).catch(lost('devices'));
    await tellDevices(devices, before).catch(lost('devices'));
    if (words) await tellWords().catch(lost('dictionaries'));
    passed.resolve();
  };
  const tellWords = async (): Promise<void> => {
    const now = await dictionaryVersion(platform);
    if (now === version) return;
    version = now;
    hub.tellAll('dictionaries', { version: now });
  };

  /** one pass after the other, so that an older row never overtakes a newer one */
  const run = async (): Promise<void> => {
    while (sizeOf(waiting) > 0) await pass();
    isRunning = false;
  };
  const wake = (): void => {
    if (sizeOf(waiting) > MOST_WAITING) {
      waiting.passed.resolve();
      waiting = emptyWaiting();
      hub.resync();
    }
    if (isRunning) return;
    isRunning = true;
    // what is told in the same breath is read together
    void Promise.resolve().then(run);
  };

  return {
    command: (id) => {
      waiting.commands.add(id);
      wake();
    },
    alarm: (id) => {
      waiting.alarms.add(id);
      wake();
    },
    device: (id) => {
      waiting.devices.add(id);
      wake();
    },
    devices: (ids, before) => {
      for (const id of ids) waiting.devices.add(id);
      for (const { id, org_id } of before)
        waiting.before.set(id, (waiting.before.get(id) ?? new Set<number>()).add(org_id));
      wake();
    },
    dictionaries: () => {
      waiting.words = true;
      wake();
    },
    settled: () => (sizeOf(waiting) > 0 ? waiting.passed.promise : underWay),
  };
};

/** News that any part of the product tells, wherever it is shown. */
export const tellNews = (bus: Bus): News => ({
  command: (id) => bus.tell('command', { id }),
  alarm: (id) => bus.tell('alarm', { id }),
  device: (id) => bus.tell('device', { id, left: [] }),
  devices: (ids, before) => {
    const was = Map.groupBy(before, ({ id }) => id);
    for (const id of new Set(ids)) bus.tell('device', { id, left: was.get(id)?.map(({ org_id }) => org_id) ?? [] });
  },
  dictionaries: () => bus.tell('dictionaries', {}),
});

/** Tells what a batch of reports changed. */
export const tellChanges =
  (bus: Bus) =>
  (changes: Changes): void => {
    for (const device of changes.devices) bus.tell('lock', { orgId: device.orgId, patch: patchOf(device) });
    for (const { id } of changes.alarms) bus.tell('alarm', { id });
    for (const id of changes.commands) bus.tell('command', { id });
  };

/** A hub shows what is told on the bus. */
export const showNews = (bus: Bus, hub: Hub, news: LiveNews): void => {
  bus.hear('lock', ({ orgId, patch }) => hub.lock(orgId, patch));
  bus.hear('command', ({ id }) => news.command(id));
  bus.hear('alarm', ({ id }) => news.alarm(id));
  bus.hear('device', ({ id, left }) =>
    news.devices(
      [id],
      left.map((org_id) => ({ id, org_id })),
    ),
  );
  bus.hear('dictionaries', () => news.dictionaries());
  bus.hear('params', () => hub.tellAll('params', {}));
  bus.hear('personal', ({ operators }) => hub.tellPeople(operators));
  bus.hear('resync', () => hub.resync());
};
