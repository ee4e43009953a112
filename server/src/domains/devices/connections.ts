import type { ConnectionLog } from '@plomb/gateway/ports';
import type { Pool } from 'pg';

interface Change {
  /** null: nothing but that it was heard */
  connected: boolean | null;
  address: string;
  /** ms since 1970 of the connection, when it was made since the last flush */
  since: number | null;
  seen: number;
}

export interface Connections extends ConnectionLog {
  /** writes what has changed since the last time, in few statements; tells which devices came, went or were heard */
  flush(): Promise<void>;
  /** after a start nobody is connected here yet, whatever the last run left behind */
  reset(): Promise<void>;
}

interface Flushed {
  device_id: number;
  org_id: number;
  connected: boolean;
  seen_time: Date | null;
}

interface Presence {
  deviceId: number;
  orgId: number;
  connected: boolean;
  seen: string | null;
}

/** Rows of one statement: a hundred thousand heartbeats must not hold the table for long. */
const AT_ONCE = 5000;

/**
 * Who is on the line. Collected and written together: ten thousand locks reconnecting are a few statements. A row belongs
 * to the gateway, and the run of it, that connected the device last; what another still has to say of it changes nothing.
 * `epoch`: ms since 1970 of the start of this run.
 */
export const openConnections = (
  platform: Pool,
  { gateway, epoch }: { gateway: string; epoch: number },
  changed: (rows: Presence[]) => void,
  now: () => number = Date.now,
): Connections => {
  let changes = new Map<number, Change>();

  const write = async (rows: (readonly [number, Change])[]): Promise<void> => {
    const { rows: done } = await platform.query<Flushed>(
      `update device_connection c set connected = coalesce(n.connected, c.connected), gateway = $6, epoch = $7,
         remote_address = case when n.connected is null then c.remote_address else n.address end,
         connect_time = case when n.since is null then c.connect_time else to_timestamp(n.since / 1000.0) end,
         seen_time = greatest(c.seen_time, to_timestamp(n.seen / 1000.0))
       from unnest($1::bigint[], $2::boolean[], $3::text[], $4::bigint[], $5::bigint[]) as n(id, connected, address, since, seen)
       where c.device_id = n.id and (c.gateway = $6 and c.epoch = $7
         or n.since is not null and coalesce(c.connect_time <= to_timestamp(n.since / 1000.0), true))
       returning c.device_id, c.org_id, c.connected, c.seen_time`,
      [
        rows.map(([id]) => id),
        rows.map(([, c]) => c.connected),
        rows.map(([, c]) => c.address),
        rows.map(([, c]) => c.since),
        rows.map(([, c]) => c.seen),
        gateway,
        epoch,
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
  };

  return {
    connected: (deviceId, address) => {
      const at = now();
      changes.set(deviceId, { connected: true, address, since: at, seen: at });
    },
    heard: (deviceId) => {
      const change = changes.get(deviceId);
      if (change) change.seen = now();
      else changes.set(deviceId, { connected: null, address: '', since: null, seen: now() });
    },
    disconnected: (deviceId) => {
      const since = changes.get(deviceId)?.since ?? null;
      changes.set(deviceId, { connected: false, address: '', since, seen: now() });
    },

    async flush() {
      const taken = [...changes].sort(([a], [b]) => a - b);
      changes = new Map();
      for (let from = 0; from < taken.length; from += AT_ONCE)
        try {
          await write(taken.slice(from, from + AT_ONCE));
        } catch (e) {
          // the database is away: keep what nothing newer has replaced, and try again at the next flush
          for (const [id, change] of taken.slice(from)) {
            const newer = changes.get(id);
            if (!newer) changes.set(id, change);
            else if (newer.connected === null) changes.set(id, { ...change, seen: newer.seen });
            else newer.since ??= change.since;
          }
          throw e;
        }
    },

    async reset() {
      await platform.query(
        'update device_connection set connected = false where connected and gateway = $1 and epoch < $2',
        [gateway, epoch],
      );
    },
  };
};
