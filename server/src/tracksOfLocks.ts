import { alarmsById } from './domains/alarms/queries.ts';
import { eventsById } from './domains/orders/queries.ts';
import { eventsSeenBy } from './domains/orders/rules.ts';
import { openTracks, type TrackDeps } from './domains/tracks/tracks.routes.ts';

/** Words of locks as the reader may see them, and what rang. */
export const recordsOfLocks: TrackDeps['records'] = {
  events: async ({ client, operator }, ids) => eventsSeenBy(operator, await eventsById(client, ids)),
  alarms: alarmsById,
};
/** What locks told, with both. */
export const tracksOfLocks = openTracks({ records: recordsOfLocks });
