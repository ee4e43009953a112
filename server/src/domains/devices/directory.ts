import type { LockFamily } from '@plomb/contract/lock';
import type { Directory, KnownDevice } from '@plomb/gateway/ports';
import type { Pool } from 'pg';

/** How long an answer may be old. A device registered a moment ago gets in at its next try. */
const FRESH_MS = 5000;
const KEPT = 50_000;
/** Identities nobody registered that are remembered. */
export const MOST_UNREGISTERED = 10_000;

/** Which devices may connect, by their identity on the wire. */
export const openDirectory = (platform: Pool, now: () => number = Date.now): Directory & { forget(): void } => {
  const known = new Map<string, { device: Promise<KnownDevice | null>; until: number }>();

  const load = async (sn: string): Promise<KnownDevice | null> => {
    const { rows } = await platform.query<KnownDevice>(
      `select d.id, d.sn, t.family, t.utc_offset_minutes as "utcOffsetMinutes"
       from device d join device_type t on t.id = d.device_type_id where d.sn = $1 and d.status = 1`,
      [sn],
    );
    return rows[0] ?? null;
  };

  return {
    forget: () => known.clear(),
    find(sn) {
      const at = now();
      const held = known.get(sn);
      if (held && held.until > at) return held.device;
      if (known.size >= KEPT) known.clear(); // a flood of made-up identities must not fill the memory
      const device = load(sn);
      known.set(sn, { device, until: at + FRESH_MS });
      device.catch(() => known.delete(sn));
      return device;
    },
    seenUnregistered(sn: string, family: LockFamily, remoteAddress: string) {
      // Not worth a retry: whoever knocks once knocks again. A disabled device is no stranger, and a flood of made-up
      // numbers pushes out those not heard of for longest.
      platform
        .query(
          `with gone as (delete from device_unregistered where sn in (
             select sn from device_unregistered order by last_time desc offset ${MOST_UNREGISTERED - 1}) and sn <> $1)
           insert into device_unregistered (sn, family, address)
           select $1, $2, $3 where not exists (select from device where sn = $1)
           on conflict (sn) do update set tries = device_unregistered.tries + 1, last_time = now(), address = excluded.address`,
          [sn.slice(0, 40), family, remoteAddress],
        )
        .catch(() => undefined);
    },
  };
};
