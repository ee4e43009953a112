import { alarmSeverity } from '@plomb/contract/alarmSeverity';
import type { AlarmKind } from '@plomb/contract/lock';
import type { Pool } from 'pg';

/** Raises an alarm that comes from no report; one that is open already is counted instead. Tells its id. */
export const raiseAlarm = async (
  platform: Pool,
  deviceId: number,
  kind: AlarmKind,
  at = Date.now(),
): Promise<number | undefined> => {
  const { rows } = await platform.query<{ id: number }>(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
     select id, org_id, $2, $3, to_timestamp($4 / 1000.0), to_timestamp($4 / 1000.0) from device where id = $1
     on conflict (device_id, org_id, kind) where process_time is null
       do update set hits = alarm.hits + 1, last_time = greatest(alarm.last_time, excluded.last_time) returning id`,
    [deviceId, kind, alarmSeverity[kind], at],
  );
  return rows[0]?.id;
};

/** Alarms that come from no report, and that nobody sends again. */
export interface Raising {
  raise(deviceId: number, kind: AlarmKind): void;
  /** files what waits; what cannot be filed now waits on, and the first failure is thrown */
  flush(): Promise<void>;
}

/** Files each at once, and keeps what could not be filed until it is. `filed` hears the alarm. */
export const openRaising = (platform: Pool, filed: (alarm: number) => void, now: () => number = Date.now): Raising => {
  /** by device and kind: the same that happens again meanwhile is one alarm */
  const waiting = new Map<string, { deviceId: number; kind: AlarmKind; at: number }>();
  let running: Promise<void> | null = null;
  const pass = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const [key, one] of waiting)
      try {
        const alarm = await raiseAlarm(platform, one.deviceId, one.kind, one.at);
        if (waiting.get(key) === one) waiting.delete(key);
        if (alarm) filed(alarm);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  };
  const flush = (): Promise<void> => {
    running ??= pass().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    raise(deviceId, kind) {
      const key = `${deviceId} ${kind}`;
      waiting.set(key, { deviceId, kind, at: waiting.get(key)?.at ?? now() });
      // what fails here waits for the next flush, which says so
      flush().catch(() => undefined);
    },
    flush,
  };
};
