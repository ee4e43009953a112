import { AT_POINT, onMap, onMapLimit } from '@plomb/contract/map/onMap';
import { findTowns } from '../../lock/findTowns.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { locksInFence } from './inside.ts';
import {
  fenceOnMap,
  foundFences,
  foundInterests,
  interestOnMap,
  locksNear,
  organisationsOnMap,
} from './onMapQueries.ts';

export const onMapRoutes: Served[] = serve(onMap, {
  organisations: async (_, { client }) => ({ organisations: await organisationsOnMap(client) }),
  find: async ({ text }, { db }) => ({
    towns: findTowns(text, onMapLimit.found),
    fences: await foundFences(db, text),
    interests: await foundInterests(db, text),
  }),
  async fence({ id }, { client }) {
    const fence = await fenceOnMap(client, id);
    const inside = fence && (await locksInFence(client, id, onMapLimit.locks));
    if (!inside) throw new Refusal('notFound');
    return { ...fence, ...inside };
  },
  async interest({ id }, { client }) {
    const interest = await interestOnMap(client, id);
    if (!interest) throw new Refusal('notFound');
    return { ...interest, ...(await locksNear(client, interest, AT_POINT, onMapLimit.locks)) };
  },
});
