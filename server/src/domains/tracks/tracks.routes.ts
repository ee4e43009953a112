import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { LockEvent } from '@plomb/contract/lock/command';
import { MOST_POINTS, tracks } from '@plomb/contract/tracks/tracks';
import { type ReadTrack, trackOf } from '@plomb/contract/tracks/trip';
import type { RawBuilder } from 'kysely';
import type { ClientBase } from 'pg';
import { eachRow } from '../../platform/postgres/eachRow.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Reading, type Served, serve } from '../../platform/serve.ts';
import { intervalsIn } from './intervals.ts';
import { unpacked } from './packed.ts';
import { type Beside, besideOf, happenedIn, intervalsOf, pointsOf, tellers, type Window } from './queries.ts';
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
  /** it ends now: nothing has been told after it */
  open?: boolean;
}
/** What locks told between two times, in the order asked for; so many reports of each at most. `each`: told of each as soon as it is read. */
export type ReadTracks = (
  asked: Asked,
  ctx: Reading,
  most?: number,
  each?: (track: ReadTrack) => void,
) => Promise<ReadTrack[]>;

/** Days in which a lock's nearest report beside a window is looked for. */
const [NEAR, FAR] = [1, 31];

/** Rows by the lock they are of. */
const byLock = async <T>(rows: RawBuilder<T & { of: number }>, { db }: Reading): Promise<(id: number) => T[]> => {
  const found = Map.groupBy((await rows.execute(db)).rows, ({ of }) => of);
  return (id) => found.get(id) ?? [];
};

export const openTracks = ({ records }: TrackDeps): ReadTracks => {
  /** In the order asked for; one that is not in sight is as one that is not there. */
  return async (asked, ctx, most = MOST_POINTS, each = () => undefined) => {
    const { client, operator } = ctx;
    const seen = new Map((await tellers(asked.ids).execute(ctx.db)).rows.map((teller) => [teller.id, teller]));
    const some = [...new Set(asked.ids)].map((id) => {
      const teller = seen.get(id);
      if (!teller) throw new Refusal('notFound');
      return teller;
    });
    if (some.length === 0) return [];
    // most have reported within a day, and of the others alone a month is looked through
    const nearest = async (side: Beside['side']) => {
      const near = await byLock(besideOf(some, asked, side, NEAR), ctx);
      const others = some.filter(({ id }) => near(id).length === 0);
      const far = others.length > 0 ? await byLock(besideOf(others, asked, side, FAR), ctx) : near;
      return (id: number) => [...near(id), ...far(id)][0];
    };
    const beside = { before: await nearest('before'), after: asked.open ? null : await nearest('after') };
    const at = (id: number, side: Beside['side']) => {
      const found = beside[side]?.(id);
      return found ? { at: found.at, lon: found.lon, lat: found.lat } : null;
    };
    // a silence may have begun before the window, and is judged whole
    const silenceOf = (id: number) => ({
      from: Date.parse(at(id, 'before')?.at ?? asked.from),
      to: Date.parse(at(id, 'after')?.at ?? asked.to),
    });
    const held = intervalsOf(some, (id) => new Date(silenceOf(id).to).toISOString());
    const [told, types] = [await byLock(held.told, ctx), await byLock(held.types, ctx)];
    // as on the line of a device's life: its deeds are the map's, its alarms the alarms'
    const happened = async (kind: 'events' | 'alarms') => {
      const found = (await happenedIn(some, asked)[kind].execute(ctx.db)).rows;
      return new Map(found.map(({ id, of }) => [id, of]));
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
    const found = new Map<number, ReadTrack>();
    // they are most of it: one lock's are read while the database looks for the next one's
    await eachRow(client, pointsOf(some, asked, most).compile(ctx.db), ({ of, reports }) => {
      const { offset: _, type, ...lock } = seen.get(of)!;
      const points = unpacked(reports);
      const track = {
        ...lock,
        points: points.slice(0, most),
        cut: points.length > most,
        intervals: intervalsIn(told(of), types(of), type, silenceOf(of)),
        ...{ before: at(of, 'before'), after: at(of, 'after') },
        ...{ events: events(of), alarms: alarms(of) },
      };
      found.set(of, track);
      each(track);
    });
    return some.map(({ id }) => found.get(id)!);
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
