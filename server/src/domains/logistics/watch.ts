import { alarmSeverity } from '@plomb/contract/alarms/severity';
import { BatchStep } from '@plomb/contract/logistics/batchSteps';
import {
  type LimitKind,
  type Limits,
  limitKinds,
  type Seen,
  unwatched,
  type Watched,
  watched,
} from '@plomb/contract/logistics/limits';
import type { BatchPlace, BatchStop } from '@plomb/contract/logistics/plan';
import type { ClientBase, Pool } from 'pg';
import { connection, seenTime } from '../../lock/state.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { GONE_MS } from '../../platform/processes.ts';
import { holdBatch, moveBatch, writeSteps } from './hold.ts';

/** Looked at together. */
const MANY = 1000;
/** So long it rings in a pass, ms: where very many fall silent at once the rest waits for the next, and all others are looked at. */
const TURN = 5000;
/** A place that is told later than this rings nothing: where the lock is by now the next one says. */
const LATE_MS = 5 * 60_000;

interface Row {
  position_id: number;
  batch_id: number;
  device_id: number;
  sn: string;
  limits: Limits;
  places: (BatchPlace | BatchStop)[];
  now: string;
  lon: number | null;
  lat: number | null;
  place_time: string | null;
  /** since when nothing was heard of it, though it is overdue; null: it is heard */
  silent_since: string | null;
  state: Watched | null;
  rang: LimitKind[];
  /** its plan is another than the one that it was held to */
  amended: boolean;
}
/** Since when somebody listens to locks, null: nobody does. What was told to nobody was not kept silent; but one that rang ends when it is heard. */
const LISTENED = `(select min(start_time) from process where 'gateway' = any (roles) and seen_time > now() - interval '${GONE_MS} ms')`;

/**
 * Locks of batches on the road of which something is new: a place, a limit, that they are silent for too long, or heard again. In the order of
 * the index of open positions that have a lock: one row for each, whatever else there is.
 */
const ROWS = `
  select p.id as position_id, p.batch_id, p.device_id, d.sn, b.limits, now() as now, l.lon, l.lat, l.place_time, l.silent_since,
    w.state, coalesce(w.rang, '{}') as rang,
    l.places, w.position_id is not null and (w.limits, w.places) is distinct from (b.limits, l.places) as amended
  from batch_position p join logistics_batch b on b.id = p.batch_id and b.state = 'in_transit'
    join device d on d.id = p.device_id join device_type t on t.id = d.device_type_id
    join lock_state s on s.device_id = p.device_id left join device_connection c on c.device_id = p.device_id
    left join batch_watch w on w.position_id = p.id
    cross join (select coalesce(${LISTENED}, now()) as since) u
    cross join lateral (select case when s.place_time >= b.transit_time then s.place_time end as place_time, s.lon, s.lat,
      case when ${connection} in ('late', 'offline') then greatest(${seenTime}, b.transit_time,
        case when 'lock_silent' = any (coalesce(w.rang, '{}')) then null else u.since end) end as silent_since,
      jsonb_build_array(b.start_place) || b.stops || jsonb_build_array(b.end_place, b.destination) as places) l
  where p.open and p.device_id > $1
    and (w.position_id is not null or b.limits <> '{"off_route": null, "long_stop": null, "lock_silent": null}')
    and ((w.limits, w.places) is distinct from (b.limits, l.places) or l.place_time > coalesce(w.place_time, '-infinity')
      or ('lock_silent' = any (w.rang)) <> coalesce(l.silent_since < now() - make_interval(mins => (b.limits #>> '{lock_silent,minutes}')::int), false))
  order by p.device_id limit $2`;

interface Beyond {
  at: Date;
  here: Seen | null;
}
interface Judged {
  row: Row;
  state: Watched;
  here: Seen | null;
  begins: [LimitKind, Beyond][];
  goesOn: LimitKind[];
  ends: LimitKind[];
}
/** What was known of a lock, to be judged once more by where it is: a run may be none by another plan. */
const undecided = ({ off_route, long_stop }: Watched, here: Seen): Watched => ({
  at: here.at - 1,
  off_route: off_route && { ...off_route, over: false },
  long_stop: long_stop && {
    ...{ ...long_stop, over: false },
    strayed: long_stop.strayed?.at === here.at ? null : long_stop.strayed,
  },
});
/** What is known of a lock by now, and what began or ended by it. */
const judge = (row: Row): Judged => {
  const { limits, lon, lat, place_time, places, rang, silent_since } = row;
  const now = Date.parse(row.now);
  const here = lon !== null && lat !== null && place_time ? { at: Date.parse(place_time), lon, lat } : null;
  const known = row.state ?? unwatched;
  const before = row.amended && here && known.at === here.at ? undecided(known, here) : known;
  const after = here ? watched(before, here, { limits, places }) : before;
  // what is not watched any more is over, whatever comes
  const state = {
    ...after,
    off_route: limits.off_route && after.off_route,
    long_stop: limits.long_stop && after.long_stop,
  };
  const isLate = here !== null && now - here.at > LATE_MS;
  const isSilent =
    limits.lock_silent && silent_since && now - Date.parse(silent_since) > limits.lock_silent.minutes * 60_000;
  const goesOn = limitKinds.filter((kind) => (kind === 'lock_silent' ? isSilent : state[kind]?.over));
  return {
    ...{ row, state, here },
    begins: goesOn.flatMap((kind): [LimitKind, Beyond][] => {
      if (rang.includes(kind)) return [];
      if (kind === 'lock_silent') return [[kind, { at: new Date(now), here }]];
      return here && !isLate ? [[kind, { at: new Date(here.at), here }]] : [];
    }),
    goesOn: goesOn.filter((kind) => rang.includes(kind)),
    ends: rang.filter((kind) => !goesOn.includes(kind)),
  };
};

/** `rings`: what rang is another by now, and the batch is held. Of two passes at once the one that knows an older place keeps nothing. */
const keep = (client: Pick<ClientBase, 'query'>, judged: readonly Judged[], { rings }: { rings: boolean }) =>
  client.query(
    `insert into batch_watch as w (position_id, batch_id, device_id, place_time, limits, places, state, rang)
     select u.position_id, u.batch_id, u.device_id, u.place_time, u.limits, u.places, u.state, u.rang
       from jsonb_to_recordset($1::jsonb) u(position_id bigint, batch_id bigint, device_id bigint, place_time timestamptz, limits jsonb, places jsonb,
         state jsonb, rang text[])
     on conflict (position_id) do update set (place_time, limits, places, state, rang) =
       (greatest(excluded.place_time, w.place_time), excluded.limits, excluded.places, excluded.state, case when $2 then excluded.rang else w.rang end)
       where $2 or w.place_time is null or excluded.place_time is null or excluded.place_time >= w.place_time`,
    [
      JSON.stringify(
        judged.map(({ row: { position_id, batch_id, device_id, limits, places }, state, here, begins, goesOn }) => ({
          ...{ position_id, batch_id, device_id, limits, places, state },
          ...{ rang: [...goesOn, ...begins.map(([kind]) => kind)], place_time: here && new Date(here.at) },
        })),
      ),
      rings,
    ],
  );

const RAISE = `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, lon, lat, batch_id)
  select id, org_id, $2, $3, $4, $4, $5, $6, $7 from device where id = $1
  on conflict (device_id, org_id, kind) where process_time is null do nothing returning id`;
const END = `update alarm set process_time = now(), result = 'ceased'
  where device_id = $1 and batch_id = $2 and kind = any($3) and process_time is null returning id`;

/** Rings what begins, once for each run, and ends what is over; of two who do so at once one finds it done. Tells the alarms. */
const ring = (platform: Pool, judged: Judged): Promise<number[]> =>
  transaction(platform, async (client) => {
    await client.query("set local lock_timeout = '3s'");
    const { row, begins, ends } = judged;
    const batch = await holdBatch(client, row.batch_id);
    const position = batch?.positions.find(({ id }) => id === row.position_id);
    if (batch?.state !== 'in_transit' || !position) return [];
    const { rows: known } = await client.query<{ rang: LimitKind[] }>(
      'select rang from batch_watch where position_id = $1',
      [row.position_id],
    );
    if (String(known[0]?.rang ?? []) !== String(row.rang)) return [];
    const alarms: number[] = [];
    for (const [kind, { at, here }] of begins) {
      const of = { position, source: 'lock', at, here, number: row.sn, deviceId: row.device_id } as const;
      await writeSteps(client, batch, of, [{ step: BatchStep.abnormal, cause: kind }]);
      const { rows } = await client.query<{ id: number }>(RAISE, [
        ...[row.device_id, kind, alarmSeverity[kind], at, here?.lon ?? null, here?.lat ?? null, batch.id],
      ]);
      alarms.push(...rows.map(({ id }) => id));
    }
    const [first] = begins;
    if (first) {
      const standing = { state: batch.state, abnormal: true, scrapped: batch.scrapped, position: null };
      await moveBatch(client, batch, standing, { at: first[1].at, cause: first[0] });
    }
    const { rows } = await client.query<{ id: number }>(END, [row.device_id, row.batch_id, ends]);
    await keep(client, [judged], { rings: true });
    return [...alarms, ...rows.map(({ id }) => id)];
  });

const isOfSilence = ({ begins, ends }: Judged): boolean =>
  [...begins.map(([kind]) => kind), ...ends].every((kind) => kind === 'lock_silent');

/** What is on the road no more is watched no more, and rings no more. */
const drop = async (platform: Pool): Promise<number[]> => {
  const { rows } = await platform.query<{ id: number }>(
    `with gone as (
       delete from batch_watch w where not exists (
         select from batch_position p join logistics_batch b on b.id = p.batch_id where p.id = w.position_id and p.open and b.state = 'in_transit')
       returning device_id, batch_id)
     update alarm a set process_time = now(), result = 'ceased' from gone
      where a.device_id = gone.device_id and a.batch_id = gone.batch_id and a.kind = any($1) and a.process_time is null returning a.id`,
    [limitKinds],
  );
  return rows.map(({ id }) => id);
};

/**
 * Holds the locks of batches on the road to what their plans say, each by its newest place and by when it was heard. What other locks report
 * costs nothing, and a report of these costs nothing where it comes in: the pass reads what changed since the last. Tells the alarms.
 */
export const watchLimits = async (platform: Pool): Promise<number[]> => {
  const alarms = await drop(platform);
  const until = performance.now() + TURN;
  let failed: unknown;
  for (let after = 0; ; ) {
    const { rows } = await platform.query<Row>(ROWS, [after, MANY]);
    const judged = rows.map(judge);
    const [rare, plain] = [true, false].map((is) =>
      judged.filter(({ begins, ends }) => begins.length + ends.length > 0 === is),
    ) as [Judged[], Judged[]];
    if (plain.length > 0) await keep(platform, plain, { rings: false });
    // one that is silent is silent a while longer
    for (const one of rare.toSorted((a, b) => Number(isOfSilence(a)) - Number(isOfSilence(b))))
      try {
        if (performance.now() > until) break;
        alarms.push(...(await ring(platform, one)));
      } catch (error) {
        failed ??= error;
      }
    if (rows.length < MANY) break;
    after = rows.at(-1)!.device_id;
  }
  // the job says so; the others are watched by now
  if (failed) throw failed;
  return alarms;
};
