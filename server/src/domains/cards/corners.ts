import type { Area } from '@plomb/contract/lock/orderKinds';

type Point = [longitude: number, latitude: number];

/** Corners of a circle, all on it: what lies between them is inside of it, so no lock opens outside. */
const CORNERS = 32;
const EARTH = 6_371_008.8; // mean radius, metres
const radian = Math.PI / 180;
/** As finely as locks keep corners. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** An outline as a lock keeps it that knows corners alone. */
export const cornersOf = (area: Area): Point[] => {
  if (area.shape === 'polygon') return area.points;
  const [longitude, latitude] = area.centre;
  const arc = area.radius / EARTH;
  const [sin, cos] = [Math.sin(latitude * radian), Math.cos(latitude * radian)];
  return Array.from({ length: CORNERS }, (_, at): Point => {
    const course = (2 * Math.PI * at) / CORNERS;
    const up = Math.asin(sin * Math.cos(arc) + cos * Math.sin(arc) * Math.cos(course));
    const aside = Math.atan2(Math.sin(course) * Math.sin(arc) * cos, Math.cos(arc) - sin * Math.sin(up));
    return [rounded(longitude + aside / radian), rounded(up / radian)];
  });
};
