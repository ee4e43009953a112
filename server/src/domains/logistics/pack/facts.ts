import { createHash } from 'node:crypto';
import { filePurposes } from '@plomb/contract/files/purposes';
import type { LockFamily } from '@plomb/contract/lock/codes';
import type { LogisticsBatchDetail } from '@plomb/contract/logistics/logisticsBatches';
import { type Journey, type Moment, momentsOf, photosOf as photosIn } from '@plomb/contract/logistics/moments';
import { PACK_LIMITS, type PackCut, type PackPart } from '@plomb/contract/logistics/packs';
import { BLIND_MINUTES } from '@plomb/contract/logistics/verdict';
import type { Track } from '@plomb/contract/tracks/tracks';
import { type ReadTrack, trackOf } from '@plomb/contract/tracks/trip';
import type { ClientBase } from 'pg';
import { explainedOf } from '../../../lock/coveredFrame.ts';
import type { Reading } from '../../../platform/serve.ts';
import { readBatch } from '../detail.ts';
import { type JourneyDeps, readJourney } from '../journey.routes.ts';

export interface PackPhoto {
  /** P-001 */
  name: string;
  id: string;
  /** null: there is no such file any more */
  sha256: string | null;
  bytes: number;
  type: string;
  thumb_sha256: string | null;
  /** the row that it belongs to */
  of: Numbered;
}
export interface PackFrame {
  sn: string;
  device_time: string;
  receive_time: string;
  /** why it is here: the row that rests on it, or a gap that it begins or ends */
  of: string;
  /** of the bytes as they were received */
  sha256: string;
  length: number;
  authenticated: boolean;
  replay: boolean;
  /** hexadecimal; what opens the lock, and numbers of cards to whoever may not read them, covered */
  content: string;
  what: string;
  fields: { name: string; hex: string; value: string | null }[];
}
/** The moments of what began something, and where it ended of what ended it. */
export interface Clocks {
  device: string[];
  came: string[];
}
export type Numbered = Moment & { name: string };

/** All that goes into a pack, of one moment, as whoever makes it may see it. */
export interface PackFacts {
  batch: LogisticsBatchDetail;
  journey: Journey;
  tracks: Track[];
  /** oldest first, by E-001 */
  moments: Numbered[];
  photos: PackPhoto[];
  frames: PackFrame[];
  as_of: string;
  left_out: PackPart[];
  cut: PackCut[];
  /** locks whose reports are past keeping or out of sight, by serial number */
  gone: string[];
  /** words of locks whose frame is not kept any more */
  frames_missing: number;
  /** of alarms and of times without evidence, by their keys: the clock of the device, and when it came */
  clocks: ReadonlyMap<string, Clocks>;
  /** names to sign in with, by the number of the person: two of one display name are two */
  logins: ReadonlyMap<number, string>;
}

const number = (letter: string, nth: number): string => `${letter}-${String(nth + 1).padStart(3, '0')}`;

const photosOf = async (client: ClientBase, batch: number, moments: readonly Numbered[]): Promise<PackPhoto[]> => {
  const asked = moments.flatMap((of) => photosIn(of).map((id) => ({ id, of })));
  const { rows } = await client.query<Omit<PackPhoto, 'name' | 'of'>>(
    'select id, sha256, bytes, type, thumb_sha256 from photos_of_batch($1) where id = any($2)',
    [batch, asked.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  // what a record names and nobody finds any more is named too
  return asked
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .map(({ id, of }, nth) => ({
      ...(found.get(id) ?? { id, sha256: null, type: '', thumb_sha256: null }),
      ...{ bytes: Number(found.get(id)?.bytes ?? 0), of, name: number('P', nth) },
    }));
};

const operatorsOf = (of: Numbered): (number | null)[] => {
  if (of.what === 'step') return [of.step.operator_id, of.step.witness_id];
  if (of.what === 'refused') return [of.refused.operator_id];
  if (of.what === 'failed') return [of.failed.operator_id];
  if (of.what === 'order') return [of.order.operator_id];
  return of.what === 'amended' ? [of.amendment.operator_id, of.amendment.witness_id] : [];
};
const loginsOf = async (client: ClientBase, moments: readonly Numbered[]): Promise<PackFacts['logins']> => {
  const { rows } = await client.query<{ id: number; login_name: string }>(
    'select id, login_name from operator where id = any($1)',
    [[...new Set(moments.flatMap(operatorsOf).filter((id) => id !== null))]],
  );
  return new Map(rows.map(({ id, login_name }) => [id, login_name]));
};

interface Raw {
  sn: string;
  device_time: string;
  receive_time: string;
  authenticated: boolean;
  replay: boolean;
  raw: Buffer;
  family: LockFamily;
  model: string;
  utcOffsetMinutes: number;
  former: boolean;
  event: number | null;
  at: string;
}
const lockOf = `d.sn, t.family, t.device_type as model, t.utc_offset_minutes as "utcOffsetMinutes",
  coalesce(p.receive_time <= s.exchange_time, false) as former, p.device_time, p.receive_time, p.authenticated, p.replay, p.raw`;
const ofLock = `join device d on d.id = p.device_id join device_type t on t.id = d.device_type_id left join lock_state s on s.device_id = d.id`;

/** As `toldTime`, to the millisecond by which tracks tell it. */
const TOLD = `date_trunc('milliseconds', least(p.device_time - coalesce(s.clock_offset_ms, 0) * interval '1 millisecond', p.receive_time))`;

/** The frames of words and alarms, and those between which nothing is known. */
const framesOf = async (
  { client, operator }: Reading,
  moments: readonly Numbered[],
  tracks: readonly ReadTrack[],
): Promise<{ frames: PackFrame[]; missing: number; cut: boolean }> => {
  const byEvent = new Map<number, string>();
  for (const one of moments) if (one.what === 'event') byEvent.set(one.event.id, one.name);
  const words = await client.query<Raw>(
    `select ${lockOf}, e.id as event, e.at from lock_event e
       join position p on p.device_id = e.device_id and p.device_time = e.device_time and p.serial = e.serial and p.hash = e.hash
       ${ofLock} where e.id = any($1) order by cardinality(e.rang) = 0, e.at, e.id limit $2`,
    [[...byEvent.keys()], PACK_LIMITS.frames],
  );
  const edges: { name: string; raw: Raw }[] = [];
  for (const gap of moments) {
    if (gap.what !== 'gap') continue;
    if (words.rows.length + edges.length >= PACK_LIMITS.frames) break;
    const track = tracks.find(({ id }) => gap.key.startsWith(`gap ${id} `));
    if (!track) continue;
    const times = [gap.at, gap.to].map((ms) => new Date(ms).toISOString());
    const { rows } = await client.query<Raw>(
      `select ${lockOf}, null::bigint as event, ${TOLD} as at
         from position p ${ofLock}
         where p.device_id = $1 and p.device_time between $2::timestamptz - interval '1 day' and $3::timestamptz + interval '1 day'
           and ${TOLD} = any($4::timestamptz[])
         order by p.device_time limit 4`,
      [track.id, times[0], times[1], times],
    );
    edges.push(...rows.map((raw) => ({ name: gap.name, raw })));
  }
  const all = [...words.rows.map((raw) => ({ name: byEvent.get(raw.event!)!, raw })), ...edges];
  const isCut = all.length >= PACK_LIMITS.frames;
  const told = new Set(words.rows.map(({ event }) => event));
  const frames = all.map(({ name, raw }) => {
    const read = explainedOf(raw.raw, raw, {
      former: raw.former,
      readsCards: operator.grants.has('map:add_cards'),
    });
    return {
      ...{ sn: raw.sn, device_time: raw.device_time, receive_time: raw.receive_time, of: name },
      ...{ sha256: createHash('sha256').update(raw.raw).digest('hex'), length: raw.raw.length },
      ...{ authenticated: raw.authenticated, replay: raw.replay, content: read.content, what: read.what },
      fields: read.fields.map((field) => ({ name: field.name, hex: field.hex, value: field.value })),
    };
  });
  return { frames, missing: isCut ? 0 : byEvent.size - told.size, cut: isCut };
};

/** An alarm rings by the word of a lock, or by what was done with a seal: by the clocks of that. What we noticed ourselves has none but ours. */
const clocksOfAlarms = async (
  client: ClientBase,
  batch: number,
  moments: readonly Numbered[],
): Promise<[string, Clocks][]> => {
  const ids = moments.flatMap((of) => (of.what === 'alarm' ? of.alarm.id : []));
  const { rows } = await client.query<{ id: number; device: string | null; came: string | null }>(
    `select a.id, coalesce(e.device_time, o.device_time) as device, coalesce(e.receive_time, o.create_time) as came from alarm a
       left join lateral (select device_time, receive_time from lock_event where device_id = a.device_id and at = a.first_time order by id limit 1) e on true
       left join lateral (select device_time, create_time from seal_operation where a.device_id is null and alarm = a.kind and at = a.first_time
         and thing = 'position' and thing_id = any (array(select id from batch_position where batch_id = $2)) order by id limit 1) o on true
     where a.id = any($1)`,
    [ids, batch],
  );
  return rows.flatMap(({ id, device, came }): [string, Clocks][] =>
    device && came ? [[`alarm ${id}`, { device: [device], came: [came] }]] : [],
  );
};
/** A time without evidence lies between two reports: by the clocks of both. */
const clocksOfGaps = async (
  client: ClientBase,
  moments: readonly Numbered[],
  tracks: readonly ReadTrack[],
): Promise<[string, Clocks][]> => {
  const all: [string, Clocks][] = [];
  for (const { id } of tracks) {
    const gaps = moments.filter((of) => of.what === 'gap' && of.key.startsWith(`gap ${id} `)) as (Numbered & {
      to: number;
    })[];
    if (gaps.length === 0) continue;
    const edges = gaps.flatMap(({ at, to }) => [at, to]);
    const { rows } = await client.query<{ at: string; device_time: string; receive_time: string }>(
      `select distinct on (at) * from (select ${TOLD} as at, p.device_time, p.receive_time from position p join lock_state s on s.device_id = p.device_id
         where p.device_id = $1 and p.device_time between $2::timestamptz - interval '1 day' and $3::timestamptz + interval '1 day') r
       where at = any($4::timestamptz[]) order by at, receive_time`,
      [
        ...[id, new Date(Math.min(...edges)).toISOString(), new Date(Math.max(...edges)).toISOString()],
        [...new Set(edges)].map((ms) => new Date(ms).toISOString()),
      ],
    );
    const told = new Map(rows.map((row) => [Date.parse(row.at), row]));
    for (const { key, at, to } of gaps) {
      // before its first report, or after its last, there is nothing
      const ends = [at, to].flatMap((ms) => told.get(ms) ?? []);
      all.push([key, { device: ends.map((end) => end.device_time), came: ends.map((end) => end.receive_time) }]);
    }
  }
  return all;
};

/** What whoever makes it may not see of a lock or of photos. */
const leftOut = ({ operator: { grants } }: Reading): PackPart[] => [
  ...(grants.has('map:list') && !grants.has('track:list') ? (['frames', 'positions'] as const) : []),
  ...(filePurposes.seal.shown.some((permit) => grants.has(permit)) ? [] : (['photos'] as const)),
  ...(grants.has('map:list') ? [] : (['frames', 'positions', 'events', 'orders'] as const)),
  ...(grants.has('alarm:list') ? [] : (['alarms'] as const)),
];

export const gather = async (id: number, ctx: Reading, deps: JourneyDeps): Promise<PackFacts> => {
  const { amendments, ...whole } = await readBatch(id, ctx, {
    ...{ steps: PACK_LIMITS.steps, amendments: PACK_LIMITS.amendments + 1 },
  });
  const batch = { ...whole, amendments: amendments.slice(0, PACK_LIMITS.amendments) };
  const { journey, tracks, asOf } = await readJourney(id, ctx, deps, { ways: Infinity, rows: PACK_LIMITS.rows });
  const left_out = leftOut(ctx);
  const moments = momentsOf(batch, journey)
    .filter(({ what }) => what !== 'planned')
    .toReversed()
    .map((one, nth): Numbered => ({ ...one, name: number('E', nth) }));
  const photos = left_out.includes('photos') ? [] : await photosOf(ctx.client, id, moments);
  const { frames, ...more } = left_out.includes('frames')
    ? { frames: [], missing: 0, cut: false }
    : await framesOf(ctx, moments, tracks);
  let megabytes = 0;
  const fit = photos.filter(({ bytes }, nth) => {
    megabytes += bytes / 1e6;
    return nth < PACK_LIMITS.photos && megabytes <= PACK_LIMITS.photoMegabytes;
  });
  return {
    ...{ batch, journey, moments, frames, as_of: asOf, left_out, photos: fit, frames_missing: more.missing },
    tracks: left_out.includes('positions') ? [] : tracks.map(trackOf),
    gone: journey.ways.filter(({ kept }) => !kept).map(({ sn }) => sn),
    clocks: new Map([
      ...(await clocksOfAlarms(ctx.client, id, moments)),
      ...(await clocksOfGaps(ctx.client, moments, tracks)),
    ]),
    logins: await loginsOf(ctx.client, moments),
    cut: [
      ...(batch.more_steps ? (['steps'] as const) : []),
      ...(amendments.length > PACK_LIMITS.amendments ? (['amendments'] as const) : []),
      ...journey.cut,
      ...(fit.length < photos.length ? (['photos'] as const) : []),
      ...(more.cut ? (['frames'] as const) : []),
      ...(tracks.some(({ cut }) => cut) ? (['positions'] as const) : []),
    ],
  };
};

/** The rows a reason rests on, by the numbers they have here. */
export const namesOf = (keys: readonly string[], moments: readonly Numbered[]): string[] =>
  keys.flatMap((key) => moments.find((one) => one.key === key)?.name ?? []);
/** Whether a photo is of a record: what a refused deed showed is of the step that it made, too. */
export const isPhotoOf = (key: string, { of }: PackPhoto): boolean =>
  of.key === key || (of.what === 'refused' && `step ${of.refused.step_id}` === key);
/** Minutes above which a time without evidence counts. */
export const blindMinutes = BLIND_MINUTES;
