import type { ConnectionLog } from '@plomb/gateway/ports';
import type { Pool } from 'pg';

interface Change {
  connected: boolean | null;
  address: string;
  seen: number;
}

export interface Connections extends ConnectionLog {
  /** writes what has changed since the last time, in one statement; tells which devices came or went */
  flush(): Promise<void>;
}

interface Flushed {
  device_id: number;
  org_id: number;
  connected: boolean;
  seen_time: Date | null;
}

/** Who is on the line. Collected and written together: ten thousand locks reconnecting are a few statements. */
export const openConnections = (
  platform: Pool,
  gateway: string,
  changed: (rows: { deviceId: number; orgId: number; connected: boolean; seen: string | null }[]) => void,
): Connections & { reset(): Promise<void> } => {
  let changes = new Map<number, Change>();
  const note = (deviceId: number, connected: boolean, address: string) =>
    void changes.set(deviceId, { connected, address, seen: Date.now() });

  return {
    connected: (deviceId, address) => note(deviceId, true, address),
    disconnected: (deviceId) => note(deviceId, false, ''),

    async flush() {
      if (changes.size === 0) return;
      const taken = changes;
      changes = new Map();
      const rows = [...taken].sort(([a], [b]) => a - b);
      try {
        const { rows: done } = await platform.query<Flushed>(
          `update device_connection c set connected = n.connected, gateway = $5, remote_address = n.address,
             connect_time = case when n.connected then to_timestamp(n.seen / 1000.0) else c.connect_time end,
             seen_time = greatest(c.seen_time, to_timestamp(n.seen / 1000.0))
           from unnest($1::bigint[], $2::boolean[], $3::text[], $4::bigint[]) as n(id, connected, address, seen)
           where c.device_id = n.id returning c.device_id, c.org_id, c.connected, c.seen_time`,
          [
            rows.map(([id]) => id),
            rows.map(([, c]) => c.connected),
            rows.map(([, c]) => c.address),
            rows.map(([, c]) => c.seen),
            gateway,
          ],
        );
        changed(
          done.map((r) => ({
            deviceId: r.device_id,
            orgId: r.org_id,
            connected: r.connected,
            seen: r.seen_time?.toISOString() ?? null,
          })),
        );
      } catch (e) {
        // the database is away: keep what nothing newer has replaced, and try again at the next flush
        for (const [id, change] of taken) if (!changes.has(id)) changes.set(id, change);
        throw e;
      }
    },

    /** after a start nobody is connected here yet, whatever the last run left behind */
    async reset() {
      await platform.query('update device_connection set connected = false where connected and gateway = $1', [
        gateway,
      ]);
    },
  };
};
