interface Tracked {
  id: number;
  subject: string;
  device_name: string;
  lon: number | null;
  lat: number | null;
}
/** Where a fence is drawn that a lock is tracked by, around where the lock is: it rings when the lock leaves it or comes back. */
export const trackingAddress = ({ id, subject, device_name, lon, lat }: Tracked): string => {
  const at = lon === null || lat === null ? '' : `&at=${lon},${lat}`;
  return `/fence?edit=new&track=${id}&name=${encodeURIComponent(subject || device_name)}${at}`;
};

/** Where the track of a lock is played: the half hour until now, or the one around a moment. */
export const trackAddress = (id: number, at?: string): string =>
  `/track?ids=${id}${at === undefined ? '' : `&at=${encodeURIComponent(at)}`}`;
