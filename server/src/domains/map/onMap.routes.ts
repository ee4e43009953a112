import { AT_POINT, onMap, onMapLimit } from '@plomb/contract/map/onMap';
import { findTowns } from '../../lock/findTowns.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { type LockThere, locksInFence } from './inside.ts';
import {
  fenceOnMap,
  foundFences,
  foundInterests,
  interestOnMap,
  locksNear,
  organisationsOnMap,
} from './onMapQueries.ts';

const there = (locks: readonly LockThere[]) => ({ locks: locks.slice(0, onMapLimit.locks), total: locks.length });

export const onMapRoutes: Served[] = serve(onMap, {
  organisations: async (_, { client }) => ({ organisations: await organisationsOnMap(client) }),
  find: async ({ text }, { db }) => ({
    towns: findTowns(text, onMapLimit.found),
    fences: await foundFences(db, text),
    interests: await foundInterests(db, text),
  }),
  async fence({ id }, { client }) {
    const fence = await fenceOnMap(client, id);
    const inside = fence && (await locksInFence(client, id));
    if (!inside) throw new Refusal('notFound');
    return { ...fence, ...there(inside) };
  },
  async interest({ id }, { client }) {
    const interest = await interestOnMap(client, id);
    if (!interest) throw new Refusal('notFound');
    return { ...interest, ...there(await locksNear(client, interest, AT_POINT)) };
  },
});
