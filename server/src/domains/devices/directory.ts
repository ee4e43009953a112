import type { LockFamily } from '@plomb/contract/lock';
import type { Directory, KnownDevice } from '@plomb/gateway/ports';
import type { Pool } from 'pg';

/** How long an answer may be old. A device registered a moment ago gets in at its next try. */
const FRESH_MS = 5000;
const KEPT = 50_000;
/** Identities nobody registered that are remembered. */
export const MOST_UNREGISTERED = 10_000;
/** Identities asked for in one statement. */
const AT_ONCE = 1000;

interface Asked {
  sn: string;
  answer(device: KnownDevice | null): void;
  fail(error: unknown): void;
}

/** Which devices may connect, by their identity on the wire. Whoever comes in one turn of the event loop is one question. */
export const openDirectory = (platform: Pool, now: () => number = Date.now): Directory & { forget(): void } => {
  const known = new Map<string, { device: Promise<KnownDevice | null>; until: number }>();
  let asked: Asked[] = [];

  const ask = async (some: Asked[]): Promise<void> => {
    try {
      const { rows } = await platform.query<KnownDevice>(
        `select d.id, d.sn, t.family, t.device_type as model, t.utc_offset_minutes as "utcOffsetMinutes", t.identity_rule as "identityRule", t.networks,
           d.code_generation as "codeGeneration"
         from device d join device_type t on t.id = d.device_type_id where d.sn = any($1) and d.status = 1`,
        [some.map(({ sn }) => sn)],
      );
      const found = new Map(rows.map((row) => [row.sn, row]));
      for (const { sn, answer } of some) answer(found.get(sn) ?? null);
    } catch (error) {
      for (const { fail } of some) fail(error);
    }
  };
  const askAll = () => {
    const all = asked;
    asked = [];
    for (let from = 0; from < all.length; from += AT_ONCE) void ask(all.slice(from, from + AT_ONCE));
  };
  const load = (sn: string): Promise<KnownDevice | null> =>
    new Promise((answer, fail) => {
      if (asked.length === 0) setImmediate(askAll);
      asked.push({ sn, answer, fail });
    });

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
    async registered({ id }, terminal, remoteAddress) {
      // Another terminal than the one that counts writes nothing: whoever likes may come with made-up ones.
      const { rows } = await platform.query<{ terminal: string }>(
        `with held as (select terminal from device_registration where device_id = $1),
         kept as (
           insert into device_registration (device_id, org_id, terminal, address)
           select id, org_id, $2, $3 from device where id = $1 and not exists (select from held where terminal <> $2)
           on conflict (device_id) do update set
             last_time = case when device_registration.terminal = $2 then now() else device_registration.last_time end,
             address = case when device_registration.terminal = $2 then $3 else device_registration.address end
           returning terminal)
         select terminal from kept union select terminal from held`,
        [id, terminal, remoteAddress],
      );
      if (!rows[0]) throw new Error('a device that is gone registers');
      return rows[0].terminal;
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
