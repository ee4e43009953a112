export interface Place {
  lon: number;
  lat: number;
}
const EARTH = 6_371_008.8;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;
/** Metres between two places. */
export const metresBetween = (a: Place, b: Place): number => {
  const [φ, ψ] = [rad(b.lat - a.lat), rad(b.lon - a.lon)];
  const h = Math.sin(φ / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(ψ / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)));
};
