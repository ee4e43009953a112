import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { LockEvent } from '@plomb/contract/lock/command';
import { MOST_POINTS, tracks } from '@plomb/contract/tracks/tracks';
import { type ReadTrack, trackOf } from '@plomb/contract/tracks/trip';
import { type RawBuilder, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { Refusal } from '../../platform/refusal.ts';
import { type Reading, type Served, serve } from '../../platform/serve.ts';
import { intervalsIn } from './intervals.ts';
import { besideOf, happenedIn, intervalsOf, pointsOf, type Teller, tellers, type Window } from './queries.ts';
import { trackFile } from './trackFile.ts';

export interface TrackDeps {
  /** records of other domains, by their numbers; events as the reader may see them */
  records: {
    events(ctx: Reading, ids: readonly number[]): Promise<LockEvent[]>;
    alarms(db: ClientBase, ids: readonly number[]): Promise<Alarm[]>;
  };
}

interface Asked extends Window {
  ids: readonly number[];
  /** without what happened to them: whoever asks reads that by itself */
  bare?: boolean;
}
/** What locks told between two times, in the order asked for; so many reports of each at most. */
export type ReadTracks = (asked: Asked, ctx: Reading, most?: number) => Promise<ReadTrack[]>;

/** What is read of each of some locks in its order, in one query; `of`: which lock a row is of. */
const ofEach = async <T>(
  some: readonly Teller[],
  read: (teller: Teller) => RawBuilder<T>,
  { db }: Reading,
): Promise<(id: number) => T[]> => {
  const parts = some.map((teller) => sql`(select ${teller.id}::bigint as of, one.* from (${read(teller)}) one)`);
  const { rows } = await sql<T & { of: number }>`${sql.join(parts, sql` union all `)}`.execute(db);
  const found = new Map(some.map(({ id }) => [id, [] as T[]]));
  for (const row of rows) found.get(row.of)!.push(row);
  return (id) => found.get(id)!;
};

export const openTracks = ({ records }: TrackDeps): ReadTracks => {
  /** In the order asked for; one that is not in sight is as one that is not there. */
  return async (asked, ctx, most = MOST_POINTS) => {
    const { client, operator } = ctx;
    const seen = new Map((await tellers(asked.ids).execute(ctx.db)).rows.map((teller) => [teller.id, teller]));
    const some = [...new Set(asked.ids)].map((id) => {
      const teller = seen.get(id);
      if (!teller) throw new Refusal('notFound');
      return teller;
    });
    if (some.length === 0) return [];
    const points = await ofEach(some, (teller) => pointsOf(teller, asked, most), ctx);
    const beside = await ofEach(some, (teller) => besideOf(teller, asked), ctx);
    const at = (id: number, side: 'before' | 'after') => {
      const found = beside(id).find((one) => one.side === side);
      return found ? { at: found.at, lon: found.lon, lat: found.lat } : null;
    };
    // a silence may have begun before the window, and is judged whole
    const silenceOf = (id: number) => ({
      from: Date.parse(at(id, 'before')?.at ?? asked.from),
      to: Date.parse(at(id, 'after')?.at ?? asked.to),
    });
    const held = (teller: Teller) => intervalsOf(teller, new Date(silenceOf(teller.id).to).toISOString());
    const told = await ofEach(some, (teller) => held(teller).told, ctx);
    const types = await ofEach(some, (teller) => held(teller).types, ctx);
    // as on the line of a device's life: its deeds are the map's, its alarms the alarms'
    const happened = async (kind: 'events' | 'alarms') => {
      const found = await ofEach(some, (teller) => happenedIn(teller, asked)[kind], ctx);
      return new Map(some.flatMap(({ id }) => found(id).map((row) => [row.id, id])));
    };
    const ofLocks = <T extends { id: number }>(whose: Map<number, number>, rows: T[], timeOf: (row: T) => string) => {
      const inOrder = rows.toSorted((a, b) => Date.parse(timeOf(a)) - Date.parse(timeOf(b)) || a.id - b.id);
      return (lock: number) => inOrder.filter(({ id }) => whose.get(id) === lock);
    };
    const mayEvents = !asked.bare && operator.grants.has('map:list');
    const mayAlarms = !asked.bare && operator.grants.has('alarm:list');
    const [toldBy, rangAt] = [
      mayEvents ? await happened('events') : new Map<number, number>(),
      mayAlarms ? await happened('alarms') : new Map<number, number>(),
    ];
    const events = ofLocks(toldBy, mayEvents ? await records.events(ctx, [...toldBy.keys()]) : [], ({ at }) => at);
    const alarms = ofLocks(
      rangAt,
      mayAlarms ? await records.alarms(client, [...rangAt.keys()]) : [],
      ({ first_time }) => first_time,
    );
    return some.map(({ offset: _, type, ...lock }) => ({
      ...lock,
      points: points(lock.id).slice(0, most),
      cut: points(lock.id).length > most,
      intervals: intervalsIn(told(lock.id), types(lock.id), type, silenceOf(lock.id)),
      ...{ before: at(lock.id, 'before'), after: at(lock.id, 'after') },
      ...{ events: events(lock.id), alarms: alarms(lock.id) },
    }));
  };
};

export const trackRoutes = (tracksOf: ReadTracks): Served[] =>
  serve(tracks, {
    read: async (asked, ctx) => ({ tracks: (await tracksOf(asked, ctx)).map(trackOf), now: new Date().toISOString() }),
    async write({ format, time_zone, ...asked }, ctx) {
      const told = (await tracksOf(asked, ctx)).map(trackOf);
      ctx.note(`${told.map(({ sn }) => sn).join(', ')} ${asked.from} – ${asked.to}`);
      return trackFile(told, { ...asked, format, timeZone: time_zone, lang: ctx.lang });
    },
  });
