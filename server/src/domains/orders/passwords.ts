import { alarmSeverity } from '@plomb/contract/alarms/severity';
import type { LockReport } from '@plomb/contract/lock/report';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Vault } from '../../platform/vault.ts';

/** How long a password told again is known without asking the database. */
const FRESH_MS = 10 * 60_000;
const KEPT = 100_000;
/** Passwords of one statement, and how long the first waits for company, ms. */
const AT_ONCE = 500;
const LINGER_MS = 20;
/** Whoever wants to know about an opening asks within this. */
const HISTORY = '30 days';

const USE = 'unlock password';
/** Those that stay, set from here; apart from the one-time ones, so that neither can be read as the other. */
const STATIC = 'static password';
const ownerOf = (deviceId: number): string => `device ${deviceId}`;

interface Told {
  deviceId: number;
  password: string;
  time: number;
  done(): void;
  fail(error: unknown): void;
}

/** The one-time passwords of the locks: in the database they are sealed, in the log and on the wire they never are. */
export interface Passwords {
  /** resolves when the password of a report, if there is one to believe, is durable */
  keep(
    deviceId: number,
    report: Pick<LockReport, 'unlockPassword' | 'authenticated' | 'replay' | 'deviceTime' | 'receiveTime'>,
  ): Promise<void>;
  /** what a lock's password is in clear; null = not known, or sealed with a secret that is lost */
  open(deviceId: number, sealed: Buffer): string | null;
  /** a password that stays, as it is kept; `fingerprint` is the same for the same one of a device */
  sealStatic(deviceId: number, password: string): { sealed: Buffer; fingerprint: Buffer };
  /** as `open` */
  openStatic(deviceId: number, sealed: Buffer): string | null;
  /**
   * Raises an alarm for each device whose password was used although nobody was shown it and nothing was ordered; tells the
   * alarms. Each use is judged once, and that stands with its alarm or not at all.
   */
  leaked(): Promise<number[]>;
  /** marks those that were shown and not used within so many minutes; they stay in force */
  expose(minutes: number): Promise<void>;
  /** forgets passwords that ended long ago */
  forget(): Promise<void>;
}

/** `stored`: a new password of this device is in force, and an order waits for it. */
export const openPasswords = (
  platform: Pool,
  vault: Vault,
  stored: (deviceId: number) => void,
  now: () => number = Date.now,
): Passwords => {
  /** What each device told last, so that a password repeated in every report costs nothing. Never leaves this process. */
  const known = new LRUCache<number, { password: string; time: number }>({
    max: KEPT,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
  });
  let waiting: Told[] = [];

  const write = async (some: Told[]): Promise<void> => {
    try {
      const { rows } = await platform.query<{ nth: number; kept: boolean; awaited: boolean }>(
        `select n.nth::int, keep_unlock_password(n.id, n.sealed, n.fingerprint, to_timestamp(n.told / 1000.0)) as kept,
           exists (select from command c where c.device_id = n.id and c.state = 'queued') as awaited
         from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::float8[]) with ordinality as n(id, sealed, fingerprint, told, nth)
         order by n.id, n.nth`,
        [
          some.map((one) => one.deviceId),
          some.map((one) => vault.seal(USE, ownerOf(one.deviceId), Buffer.from(one.password))),
          some.map((one) => vault.digest(USE, `${one.deviceId} ${one.password}`)),
          some.map((one) => one.time),
        ],
      );
      const kept = new Set(rows.filter((row) => row.kept).map((row) => row.nth));
      const told = some.filter((_, i) => kept.has(i + 1));
      for (const { deviceId, password, time } of told) {
        known.set(deviceId, { password, time });
      }
      for (const { done } of some) done();
      // a fleet that comes for the first time tells thousands: each asked for its orders would keep everybody waiting
      const awaited = new Set(rows.filter((row) => row.kept && row.awaited).map((row) => some[row.nth - 1]!.deviceId));
      for (const deviceId of awaited) stored(deviceId);
    } catch (error) {
      for (const { fail } of some) fail(error);
    }
  };
  const opened = (use: string, deviceId: number, sealed: Buffer): string | null => {
    try {
      return vault.open(use, ownerOf(deviceId), sealed).toString();
    } catch {
      return null;
    }
  };
  const writeAll = () => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += AT_ONCE) void write(all.slice(from, from + AT_ONCE));
  };

  return {
    keep(deviceId, { unlockPassword: password, authenticated, replay, deviceTime, receiveTime }) {
      // Whoever has not proved to be the lock shall not choose what opens it.
      if (password === null || !authenticated) return Promise.resolve();
      const time = replay ? Math.min(deviceTime, receiveTime) : receiveTime;
      const held = known.get(deviceId);
      if (held && (held.password === password || held.time > time)) return Promise.resolve();
      return new Promise((done, fail) => {
        if (waiting.length === 0) setTimeout(writeAll, LINGER_MS);
        waiting.push({ deviceId, password, time, done, fail });
      });
    },

    open: (deviceId, sealed) => opened(USE, deviceId, sealed),
    openStatic: (deviceId, sealed) => opened(STATIC, deviceId, sealed),
    sealStatic: (deviceId, password) => ({
      sealed: vault.seal(STATIC, ownerOf(deviceId), Buffer.from(password)),
      fingerprint: vault.digest(STATIC, `${deviceId} ${password}`),
    }),

    async leaked() {
      const { rows } = await platform.query<{ id: number }>(
        // the devices first, as whoever gives one away: the alarm names its device
        `with held as materialized (select p.id from device d join unlock_password p on p.device_id = d.id
           where p.state = 'consumed' and not p.judged order by d.id for key share of d),
         used as (update unlock_password p set judged = true from held where p.id = held.id and not p.judged
           returning p.device_id,
             not exists (select from password_disclosure d where d.password_id = p.id and d.org_id = p.org_id and not d.never_left)
             and not exists (select from command c where c.device_id = p.device_id and c.kind = 'unseal'
               and c.sent_time between p.end_time - interval '10 minutes' and p.end_time + interval '1 minute') as leaked)
         insert into alarm (device_id, org_id, kind, severity, first_time, last_time)
           select d.id, d.org_id, 'password_leak', $1, now(), now() from device d
           where d.id in (select device_id from used where leaked)
         on conflict (device_id, org_id, kind) where process_time is null
           do update set hits = alarm.hits + 1, last_time = now() returning id`,
        [alarmSeverity.password_leak],
      );
      return rows.map((row) => row.id);
    },

    async expose(minutes) {
      // what is shown or used in this moment is left to the next look
      await platform.query(
        `update unlock_password set state = 'current', exposed = true where id in (
           select p.id from unlock_password p where p.state = 'disclosed' and not exists (
             select from password_disclosure x where x.password_id = p.id and not x.never_left
               and greatest(x.disclose_time + make_interval(mins => $1), x.until_time) > now())
           for update of p skip locked)`,
        [minutes],
      );
    },

    async forget() {
      await platform.query(`delete from unlock_password where end_time < now() - interval '${HISTORY}'`);
    },
  };
};
