import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Rotation } from '@plomb/simulator/rotation';
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

/** Whose rows: of how many locks in turn, and the frame of each. */
export interface Rows {
  locks: number;
  /** of the nth report */
  frame(n: number): Buffer;
}

/** A thousand locks that report in a burst of five hundred, all with one frame: the least a row can cost. */
export const fewLocks: Rows = { locks: BATCH * WRITERS, frame: () => raw };

/**
 * The yardstick: the same rows by the same driver in sets of 500, and nothing else: no socket, no decoding, no judging,
 * no present to keep.
 */
export const rawInsert = async (url: string, seconds: number, { locks, frame }: Rows): Promise<PerSecond> => {
  const pool = openPool(url, WRITERS);
  const until = performance.now() + seconds * 1000;
  const own = Math.floor(locks / WRITERS);
  let written = 0;
  const writer = async (lane: number) => {
    for (let first = 0; performance.now() < until; first += BATCH) {
      const n = Array.from({ length: BATCH }, (_, i) => first + i);
      const frames = n.map(frame);
      const starts = [1];
      for (const { length } of frames) starts.push(starts.at(-1)! + length);
      await pool.query({
        name: 'raw',
        text: `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat,
                 velocity, heading, altitude, lock_status, fault, electric, voltage, report_reson, raw)
               select u.device, to_timestamp(u.t / 1000.0), u.serial, u.serial, 1, now(), 0, false, u.lon, u.lat, 60, 90, 12,
                 2, 0, 80, 4.0, '0200', substring($6::bytea from u.start for u.length)
               from unnest($1::bigint[], $2::bigint[], $3::int[], $4::float8[], $5::float8[], $7::int[], $8::int[])
                 as u(device, t, serial, lon, lat, start, length)
               on conflict do nothing`,
        values: [
          n.map((i) => (frame === fewLocks.frame ? 10_000_000 : 30_000_000) + lane * own + (i % own)),
          n.map((i) => firstTime + Math.floor(i / own) * 1000),
          n.map((i) => i % 65_536),
          n.map((i) => 121 + (i % 5000) / 1e4),
          n.map((i) => 31 + (i % 5000) / 1e4),
          Buffer.concat(frames),
          starts.slice(0, BATCH),
          frames.map(({ length }) => length),
        ],
      });
      written += BATCH;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, lane) => writer(lane)));
  await pool.end();
  return Math.round(written / seconds);
};

/** What the sockets alone can do: the same load on a server that acknowledges at once and keeps nothing. */
export const bareAcknowledging = async (
  phones: readonly string[],
  inFlight: number,
  seconds: number,
): Promise<PerSecond> => {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'bareServer.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(server, 'exit');
  try {
    const [port] = (await once(createInterface(server.stdout), 'line')) as [string];
    const fleet = new Rotation({ host: '127.0.0.1', port: Number(port), phones });
    await fleet.open();
    const { perSecond } = await fleet.run({ inFlight }, seconds);
    await fleet.cut();
    return perSecond;
  } finally {
    server.kill();
    await gone;
  }
};

/** How open trackers usually write: a select, an insert and an update for each position, each its own commit. */
export const perRow = async (url: string, seconds: number): Promise<PerSecond> => {
  const pool = openPool(url, 8);
  const until = performance.now() + seconds * 1000;
  let written = 0;
  const writer = async (lane: number) => {
    for (let n = 0; performance.now() < until; n++) {
      const device = 20_000_000 + lane;
      await pool.query({ name: 'find', text: 'select * from lock_state where device_id = $1', values: [lane + 1] });
      await pool.query({
        name: 'one',
        text: `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat,
                 velocity, heading, altitude, lock_status, fault, electric, voltage, report_reson, raw)
               values ($1, to_timestamp($2 / 1000.0), $3, $3, 1, now(), 0, false, 121.4, 31.2, 60, 90, 12, 2, 0, 80, 4.0, '0200', $4)`,
        values: [device, firstTime + n * 1000, n % 65_536, raw],
      });
      await pool.query({
        name: 'present',
        text: 'update lock_state set lon = 121.4, lat = 31.2, velocity = 60, receive_time = now() where device_id = $1',
        values: [lane + 1],
      });
      written++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, lane) => writer(lane)));
  await pool.end();
  return Math.round(written / seconds);
};
