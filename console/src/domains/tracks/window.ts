import { MOST_TRACKS, TRACK_WINDOW } from '@plomb/contract/tracks/tracks';

/** What is played, as the address says it: `?ids=12,40&from=…&to=…`, or `&at=…` for the half hour around a moment. */
export interface Asked {
  ids: number[];
  /** ms since 1970 */
  from: number;
  to: number;
  /** where the playback begins; null: at the beginning */
  at: number | null;
  /** the address asked for more than is shown at a time */
  cut: boolean;
}

const MINUTE = 60_000;
const momentIn = (address: URLSearchParams, name: string): number | null => {
  const time = Date.parse(address.get(name) ?? '');
  return Number.isNaN(time) ? null : time;
};

/** A window of the greatest length that ends at `to`. */
export const windowTo = (to: number) => ({ from: to - TRACK_WINDOW, to });

/** What the address asks for; without a time the half hour until `now`. */
export const askedIn = (address: URLSearchParams, now: number): Asked => {
  const ids = [...new Set((address.get('ids') ?? '').split(',').map(Number))]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, MOST_TRACKS);
  const [from, to, at] = [momentIn(address, 'from'), momentIn(address, 'to'), momentIn(address, 'at')];
  const present = Math.ceil(now / MINUTE) * MINUTE;
  if (from !== null || to !== null) {
    const end = to ?? (from ?? 0) + TRACK_WINDOW;
    const begin = from ?? end - TRACK_WINDOW;
    if (end > begin) {
      const cut = end - begin > TRACK_WINDOW;
      return { ids, from: cut ? end - TRACK_WINDOW : begin, to: end, at, cut };
    }
  }
  if (at === null) return { ids, ...windowTo(present), at, cut: false };
  // the moment in the middle, and nothing that is still to come
  const end = Math.min(Math.ceil((at + TRACK_WINDOW / 2) / MINUTE) * MINUTE, present);
  return { ids, ...windowTo(Math.max(end, at)), at, cut: false };
};

/** The address with another window, or other locks. */
export const addressOf = (ids: readonly number[], { from, to }: { from: number; to: number }): URLSearchParams =>
  new URLSearchParams({ ids: ids.join(','), from: new Date(from).toISOString(), to: new Date(to).toISOString() });
