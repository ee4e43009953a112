interface Point {
  lon: number;
  lat: number;
  /** ms since 1970 on our clock */
  at: number;
}

/** Nothing a lock hangs on goes faster; within this far a bad fix may explain it. */
const FASTEST_KMH = 1000;
const NEAR_KM = 50;
const MOST = 500_000;
const EARTH_KM = 6371;
const radians = Math.PI / 180;

const kmBetween = (a: Point, b: Point): number => {
  const h =
    Math.sin(((b.lat - a.lat) * radians) / 2) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(((b.lon - a.lon) * radians) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, h)));
};

/**
 * Whether a device is somewhere it cannot have come to from where it was: its satellites are being lied to, or somebody
 * else speaks for it. Looks at newest places only; what it remembers ends with the process, so the first place after a
 * start is compared with nothing.
 */
export const watchJumps = () => {
  const last = new Map<number, Point>();
  return (deviceId: number, place: Point): boolean => {
    const before = last.get(deviceId);
    if (before && place.at < before.at) return false;
    if (last.size >= MOST && !before) last.clear();
    last.set(deviceId, { lon: place.lon, lat: place.lat, at: place.at });
    if (!before) return false;
    const km = kmBetween(before, place);
    return km > NEAR_KM && km > (FASTEST_KMH * (place.at - before.at)) / 3_600_000;
  };
};
