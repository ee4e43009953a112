import { alarmSeverity } from '@plomb/contract/alarms/severity';
import type { AlarmKind } from '@plomb/contract/lock/codes';
import type { Pool } from 'pg';

/** When it rang, in ms since 1970, and how often since it was filed last. */
interface Rung {
  first: number;
  last: number;
  hits: number;
}

/** Raises an alarm that comes from no report; one that is open already is counted instead. Tells its id. */
export const raiseAlarm = async (
  platform: Pool,
  deviceId: number,
  kind: AlarmKind,
  { first, last, hits }: Rung = { first: Date.now(), last: Date.now(), hits: 1 },
): Promise<number | undefined> => {
  const { rows } = await platform.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, hits)
     select id, org_id, $2, $3, to_timestamp($4 / 1000.0), to_timestamp($5 / 1000.0), $6 from device where id = $1
     on conflict (device_id, org_id, kind) where process_time is null
       do update set hits = alarm.hits + excluded.hits, last_time = greatest(alarm.last_time, excluded.last_time) returning id`,
    [deviceId, kind, alarmSeverity[kind], first, last, hits],
  );
  return rows[0]?.id;
};

/** Alarms that come from no report, and that nobody sends again. */
export interface Raising {
  raise(deviceId: number, kind: AlarmKind): void;
  /** files what waits and is due; what cannot be filed now waits on, and the first failure is thrown */
  flush(): Promise<void>;
  /** the same with all that waits: nobody asks again */
  flushAll(): Promise<void>;
}

interface Waiting extends Rung {
  deviceId: number;
  kind: AlarmKind;
}

const together = (earlier: Waiting, later: Waiting | undefined): Waiting =>
  later ? { ...earlier, last: later.last, hits: earlier.hits + later.hits } : earlier;

/** An alarm of a device is filed and told at once, and then at most this often: whoever makes it ring fills no time with it. */
const PACE_MS = 60_000;

/** Keeps each until it is filed; what rings again meanwhile is counted. `filed` hears the alarm. */
export const openRaising = (platform: Pool, filed: (alarm: number) => void, now: () => number = Date.now): Raising => {
  /** by device and kind: the same that happens again meanwhile is one alarm */
  const waiting = new Map<string, Waiting>();
  /** when each was filed last, the oldest in front */
  const filedAt = new Map<string, number>();
  let running: Promise<void> | null = null;
  const pass = async (isDue: (key: string) => boolean): Promise<void> => {
    const failed: { key: string; one: Waiting; error: unknown }[] = [];
    const tried = new Set<string>();
    for (const [key, one] of waiting) {
      if (tried.has(key) || !isDue(key)) continue;
      tried.add(key);
      waiting.delete(key);
      try {
        const alarm = await raiseAlarm(platform, one.deviceId, one.kind, one);
        filedAt.delete(key);
        filedAt.set(key, now());
        if (alarm) filed(alarm);
      } catch (error) {
        failed.push({ key, one, error });
      }
    }
    for (const { key, one } of failed) waiting.set(key, together(one, waiting.get(key)));
    if (failed[0]) throw failed[0].error;
  };
  const due = (key: string): boolean => {
    for (const [oldest, at] of filedAt) {
      if (now() - at < PACE_MS) break;
      filedAt.delete(oldest);
    }
    return !filedAt.has(key);
  };
  const flush = (): Promise<void> => {
    running ??= pass(due).finally(() => {
      running = null;
    });
    return running;
  };
  return {
    raise(deviceId, kind) {
      const key = `${deviceId} ${kind}`;
      const at = now();
      const one = { deviceId, kind, first: at, last: at, hits: 1 };
      const before = waiting.get(key);
      waiting.set(key, before ? together(before, one) : one);
      // what fails here waits for the next flush, which says so
      if (due(key)) flush().catch(() => undefined);
    },
    flush,
    async flushAll() {
      await running?.catch(() => undefined);
      await pass(() => true);
    },
  };
};
