import { Pool } from 'pg';

/** Positions per second of one way to write them. */
export type PerSecond = number;

const BATCH = 500;
const WRITERS = 2;
const raw = Buffer.alloc(69, 0x5a);

/** A connection that idles while the database stops is no news. */
const openPool = (url: string, max: number): Pool =>
  new Pool({ connectionString: url, max }).on('error', () => undefined);

const firstTime = Date.now() - 6 * 3_600_000;

/**
 * The yardstick: the same rows by the same driver in sets of 500, and nothing else: no socket, no decoding, no judging,
 * no present to keep.
 */
export const rawInsert = async (url: string, seconds: number): Promise<PerSecond> => {
  const pool = openPool(url, WRITERS);
  const until = performance.now() + seconds * 1000;
  let written = 0;
  const writer = async (lane: number) => {
    for (let batch = 0; performance.now() < until; batch++) {
      const n = Array.from({ length: BATCH }, (_, i) => i);
      await pool.query({
        name: 'raw',
        text: `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat,
                 velocity, heading, altitude, lock_status, fault, electric, voltage, report_reson, raw)
               select u.device, to_timestamp(u.t / 1000.0), u.serial, u.serial, 1, now(), 0, false, u.lon, u.lat, 60, 90, 12,
                 2, 0, 80, 4.0, '0200', $6
               from unnest($1::bigint[], $2::bigint[], $3::int[], $4::float8[], $5::float8[]) as u(device, t, serial, lon, lat)
               on conflict do nothing`,
        values: [
          n.map((i) => 10_000_000 + lane * 1000 + i),
          n.map(() => firstTime + batch * 1000),
          n.map((i) => i),
          n.map((i) => 121 + i / 1e4),
          n.map((i) => 31 + i / 1e4),
          raw,
        ],
      });
      written += BATCH;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, lane) => writer(lane)));
  await pool.end();
  return Math.round(written / seconds);
};

/** How open trackers usually write: a select, an insert and an update for each position, each its own commit. */
export const perRow = async (url: string, seconds: number): Promise<PerSecond> => {
  const pool = openPool(url, 8);
  const until = performance.now() + seconds * 1000;
  let written = 0;
  const writer = async (lane: number) => {
    for (let n = 0; performance.now() < until; n++) {
      const device = 20_000_000 + lane;
      await pool.query({ name: 'find', text: 'select * from device_state where device_id = $1', values: [lane + 1] });
      await pool.query({
        name: 'one',
        text: `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat,
                 velocity, heading, altitude, lock_status, fault, electric, voltage, report_reson, raw)
               values ($1, to_timestamp($2 / 1000.0), $3, $3, 1, now(), 0, false, 121.4, 31.2, 60, 90, 12, 2, 0, 80, 4.0, '0200', $4)`,
        values: [device, firstTime + n * 1000, n % 65_536, raw],
      });
      await pool.query({
        name: 'present',
        text: 'update device_state set lon = 121.4, lat = 31.2, velocity = 60, receive_time = now() where device_id = $1',
        values: [lane + 1],
      });
      written++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, lane) => writer(lane)));
  await pool.end();
  return Math.round(written / seconds);
};
