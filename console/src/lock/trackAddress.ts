/** Where the track of a lock is played: the half hour until now, or the one around a moment. */
export const trackAddress = (id: number, at?: string): string =>
  `/track?ids=${id}${at === undefined ? '' : `&at=${encodeURIComponent(at)}`}`;
