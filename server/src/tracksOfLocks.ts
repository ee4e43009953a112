import { alarmsById } from './domains/alarms/queries.ts';
import { eventsById } from './domains/orders/queries.ts';
import { eventsSeenBy } from './domains/orders/rules.ts';
import { openTracks } from './domains/tracks/tracks.routes.ts';

/** What locks told, with their words as the reader may see them and what rang. */
export const tracksOfLocks = openTracks({
  records: {
    events: async ({ client, operator }, ids) => eventsSeenBy(operator, await eventsById(client, ids)),
    alarms: alarmsById,
  },
});
