import type { Directory, KnownDevice } from '@plomb/gateway/kit/ports';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type Knock, Knocks } from './knocks.ts';

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

interface Keeping {
  /** what is remembered is out of date */
  forget(): void;
  /** writes who knocked since the last time; not worth a retry: whoever knocks once knocks again */
  flush(): Promise<void>;
}

/**
 * A disabled device is no stranger. Of too many the newest of each network stay: a flood of made-up numbers pushes out its
 * own before it pushes out anybody else's.
 */
const writeKnocks = async (platform: Pool, knocks: readonly Knock[]): Promise<void> => {
  if (knocks.length === 0) return;
  await platform.query(
    `insert into device_unregistered (sn, family, address, network, tries)
     select sn, family, address, network, tries
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[]) as k(sn, family, address, network, tries)
      where not exists (select from device d where d.sn = k.sn)
     on conflict (sn) do update set tries = device_unregistered.tries + excluded.tries, last_time = now(),
       address = excluded.address, network = excluded.network`,
    [
      knocks.map(({ sn }) => sn),
      knocks.map(({ family }) => family),
      knocks.map(({ address }) => address),
      knocks.map(({ network }) => network),
      knocks.map(({ tries }) => tries),
    ],
  );
  await platform.query(
    `delete from device_unregistered
      where (select count(*) from device_unregistered) > $1 and sn in (
       select sn from (
         select sn, last_time, row_number() over (partition by network order by last_time desc) as nth
           from device_unregistered) as r
        order by nth, last_time desc offset $1)`,
    [MOST_UNREGISTERED],
  );
};

/** Which devices may connect, by their identity on the wire. Whoever comes in one turn of the event loop is one question. */
export const openDirectory = (platform: Pool, now: () => number = Date.now): Directory & Keeping => {
  const knocks = new Knocks();
  // a flood of made-up identities pushes out its own, not the locks that come again and again
  const known = new LRUCache<string, Promise<KnownDevice | null>>({
    max: KEPT,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now },
  });
  let asked: Asked[] = [];

  const ask = async (some: Asked[]): Promise<void> => {
    try {
      const { rows } = await platform.query<KnownDevice>(
        `select d.id, d.sn, t.family, t.device_type as model, t.utc_offset_minutes as "utcOffsetMinutes", t.battery_curve as "batteryCurve", t.identity_rule as "identityRule", t.networks,
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
      const held = known.get(sn);
      if (held) return held;
      const device = load(sn);
      known.set(sn, device);
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
    seenUnregistered: (sn, family, remoteAddress) => knocks.add(sn.slice(0, 40), family, remoteAddress),
    flush: () => writeKnocks(platform, knocks.take()),
  };
};
