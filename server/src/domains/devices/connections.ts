import { networkKey } from '@plomb/gateway/addressKey';
import type { ConnectionLog } from '@plomb/gateway/kit/ports';
import type { Pool } from 'pg';

interface Change {
  /** null: nothing but that it was heard */
  connected: boolean | null;
  address: string;
  /** the network it connected from since the last flush; '' = it did not */
  network: string;
  /** ms since 1970 of the connection, when it was made since the last flush */
  since: number | null;
  seen: number;
}

/** Which connection of a device is the one that counts. */
export interface Owner {
  deviceId: number;
  gateway: string;
  /** counts how often it changed hands */
  epoch: number;
}

export interface Connections extends ConnectionLog {
  /** writes what has changed since the last time, in few statements; tells which devices came, went or were heard */
  flush(): Promise<void>;
  /**
   * The epoch under which this gateway has the device's connection, or null when it has not: somebody else may have it by
   * now. A connection that is not written yet is written first.
   */
  owned(deviceId: number): Promise<number | null>;
  /** another gateway has the device now */
  taken(owner: Owner): void;
  /** this process was thought to be gone, and its devices with it: tells of all of them again */
  again(): void;
}

export interface ConnectionsOptions {
  /** id of the process */
  gateway: string;
  changed(rows: readonly Presence[]): void;
  /** this gateway has the device now, and another one had it */
  took(owner: Owner): void;
  /** the device is on a newer connection elsewhere: the one here is to end */
  lost(deviceId: number): void;
  now?: () => number;
}

interface Flushed {
  device_id: number;
  org_id: number;
  connected: boolean;
  seen_time: Date | null;
  epoch: number;
  hands: boolean;
}

interface Presence {
  deviceId: number;
  orgId: number;
  connected: boolean;
  seen: string | null;
}

/** A device that is connected here. */
interface Held {
  address: string;
  since: number;
  /** null: not written yet */
  epoch: number | null;
}

/** Rows of one statement: a hundred thousand heartbeats must not hold the table for long. */
const AT_ONCE = 5000;

/**
 * The connection a gateway tells of counts when it is newer than the one that does; the age of a connection is told, not
 * its time, for the clocks of two gateways differ. Every other word counts only of whoever has the device.
 */
const writeSql = `
  with told as (
    select id, connected, address, network, seen, to_timestamp(since / 1000.0) as there,
      now() - $6 * interval '1 ms' + since * interval '1 ms' as since
    from unnest($1::bigint[], $2::boolean[], $3::text[], $4::float8[], $5::float8[], $8::text[])
      as n(id, connected, address, since, seen, network)),
  was as materialized (
    select c.device_id, c.gateway, c.connected from device_connection c where c.device_id = any($1) order by 1 for no key update)
  update device_connection c set connected = coalesce(n.connected, c.connected), gateway = $7,
    epoch = case when was.gateway = $7 then c.epoch else c.epoch + 1 end,
    remote_address = case when n.connected is null then c.remote_address else n.address end,
    network = coalesce(nullif(n.network, ''), c.network),
    network_before = case when n.network not in ('', c.network) then c.network else c.network_before end,
    network_time = case when n.network not in ('', c.network) then n.there else c.network_time end,
    connect_time = coalesce(n.since, c.connect_time), seen_time = greatest(c.seen_time, to_timestamp(n.seen / 1000.0))
  from told n, was
  where c.device_id = n.id and was.device_id = n.id
    and (was.gateway = $7 or n.since is not null and coalesce(c.connect_time <= n.since, true))
  returning c.device_id, c.org_id, c.connected, c.seen_time, c.epoch, was.connected and was.gateway <> $7 as hands`;

/**
 * Who is on the line. Collected and written together: ten thousand locks reconnecting are a few statements. A row belongs
 * to the gateway that connected the device last; what another still has to say of it changes nothing, and its connection
 * ends.
 */
export const openConnections = (
  platform: Pool,
  { gateway, changed, took, lost, now = Date.now }: ConnectionsOptions,
): Connections => {
  let changes = new Map<number, Change>();
  const held = new Map<number, Held>();
  let writing: Promise<void> = Promise.resolve();

  /** How old a connection is, is told at the moment of asking: time spent waiting for the database would make it younger. */
  const tell = async (rows: (readonly [number, Change])[]): Promise<Flushed[]> => {
    const client = await platform.connect();
    let broken: Error | undefined;
    try {
      const { rows: done } = await client.query<Flushed>(writeSql, [
        rows.map(([id]) => id),
        rows.map(([, c]) => c.connected),
        rows.map(([, c]) => c.address),
        rows.map(([, c]) => c.since),
        rows.map(([, c]) => c.seen),
        now(),
        gateway,
        rows.map(([, c]) => c.network),
      ]);
      return done;
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const write = async (rows: (readonly [number, Change])[]): Promise<void> => {
    const done = await tell(rows);
    const written = new Map(done.map((row) => [row.device_id, row]));
    for (const [id, change] of rows) {
      const here = held.get(id);
      const row = written.get(id);
      // one that came meanwhile is written by the next flush
      if (!here || here.since !== (change.since ?? here.since)) continue;
      if (row) here.epoch = row.epoch;
      else lose(id);
    }
    for (const { device_id, epoch, hands } of done) if (hands) took({ deviceId: device_id, gateway, epoch });
    changed(
      done.map((r) => ({
        deviceId: r.device_id,
        orgId: r.org_id,
        connected: r.connected,
        seen: r.seen_time?.toISOString() ?? null,
      })),
    );
  };

  const lose = (deviceId: number): void => {
    held.delete(deviceId);
    lost(deviceId);
  };

  const writeAll = async (): Promise<void> => {
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
          else if (newer.since === null) Object.assign(newer, { since: change.since, network: change.network });
        }
        throw e;
      }
  };
  const flush = (): Promise<void> => {
    // one after the other: an older word never overtakes a newer one
    writing = writing.catch(() => undefined).then(writeAll);
    return writing;
  };

  return {
    connected: (deviceId, address) => {
      const at = now();
      changes.set(deviceId, { connected: true, address, network: networkKey(address), since: at, seen: at });
      held.set(deviceId, { address, since: at, epoch: null });
    },
    heard: (deviceId) => {
      const change = changes.get(deviceId);
      if (change) change.seen = now();
      else changes.set(deviceId, { connected: null, address: '', network: '', since: null, seen: now() });
    },
    disconnected: (deviceId) => {
      const { since = null, network = '' } = changes.get(deviceId) ?? {};
      changes.set(deviceId, { connected: false, address: '', network, since, seen: now() });
      held.delete(deviceId);
    },
    flush,
    async owned(deviceId) {
      if (held.get(deviceId)?.epoch === null) await flush();
      return held.get(deviceId)?.epoch ?? null;
    },
    taken({ deviceId, gateway: by, epoch }) {
      const here = held.get(deviceId);
      // what is not written yet may be newer than what took it: its flush decides
      if (by !== gateway && here && here.epoch !== null && here.epoch < epoch) lose(deviceId);
    },
    again() {
      for (const [deviceId, { address, since }] of held)
        if (!changes.has(deviceId))
          changes.set(deviceId, { connected: true, address, network: '', since, seen: now() });
    },
  };
};
