import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { LockEvent } from '@plomb/contract/lock/command';
import { MOST_POINTS, type Track, tracks } from '@plomb/contract/tracks/tracks';
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

/** What locks told between two times, in the order asked for; so many reports of each at most. */
export type ReadTracks = (asked: Window & { ids: readonly number[] }, ctx: Reading, most?: number) => Promise<Track[]>;

export const openTracks = ({ records }: TrackDeps): ReadTracks => {
  const trackOf = async (teller: Teller, window: Window, most: number, ctx: Reading): Promise<Track> => {
    const { db, client, operator } = ctx;
    const { offset: _offset, type, ...lock } = teller;
    const points = (await pointsOf(teller, window, most).execute(db)).rows;
    const beside = (await besideOf(teller, window).execute(db)).rows;
    const at = (side: 'before' | 'after') => {
      const found = beside.find((one) => one.side === side);
      return found ? { at: found.at, lon: found.lon, lat: found.lat } : null;
    };
    const [before, after] = [at('before'), at('after')];
    // a silence may have begun before the window, and is judged whole
    const silence = { from: Date.parse(before?.at ?? window.from), to: Date.parse(after?.at ?? window.to) };
    const held = intervalsOf(teller, new Date(silence.to).toISOString());
    const told = (await held.told.execute(db)).rows;
    const types = (await held.types.execute(db)).rows;
    const happened = happenedIn(teller, window);
    const ids = ({ rows }: { rows: { id: number }[] }) => rows.map((row) => row.id);
    // as on the line of a device's life: its deeds are the map's, its alarms the alarms'
    const events = operator.grants.has('map:list')
      ? await records.events(ctx, ids(await happened.events.execute(db)))
      : [];
    const alarms = operator.grants.has('alarm:list')
      ? await records.alarms(client, ids(await happened.alarms.execute(db)))
      : [];
    return {
      ...lock,
      points: points.slice(0, most),
      cut: points.length > most,
      intervals: intervalsIn(told, types, type, silence),
      before,
      after,
      events: events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id),
      alarms: alarms.toSorted((a, b) => Date.parse(a.first_time) - Date.parse(b.first_time) || a.id - b.id),
    };
  };
  /** In the order asked for; one that is not in sight is as one that is not there. */
  return async (asked, ctx, most = MOST_POINTS) => {
    const found = new Map((await tellers(asked.ids).execute(ctx.db)).rows.map((teller) => [teller.id, teller]));
    const told: Track[] = [];
    for (const id of asked.ids) {
      const teller = found.get(id);
      if (!teller) throw new Refusal('notFound');
      told.push(await trackOf(teller, asked, most, ctx));
    }
    return told;
  };
};

export const trackRoutes = (tracksOf: ReadTracks): Served[] =>
  serve(tracks, {
    read: async (asked, ctx) => ({ tracks: await tracksOf(asked, ctx), now: new Date().toISOString() }),
    async write({ format, time_zone, ...asked }, ctx) {
      const told = await tracksOf(asked, ctx);
      ctx.note(`${told.map(({ sn }) => sn).join(', ')} ${asked.from} – ${asked.to}`);
      return trackFile(told, { ...asked, format, timeZone: time_zone, lang: ctx.lang });
    },
  });
