import { metresFromLine } from '@plomb/contract/lock/metres';
import type { Limits } from '@plomb/contract/logistics/limits';

/** A field of the form by its path, or the line that is drawn. */
export type Pointed = readonly (string | number)[];
interface PlaceTyped {
  address?: string;
  lat?: number | null;
  lon?: number | null;
  radius?: number | null;
}
/** A plan as it is typed: any of it may be missing yet. */
export interface RoutePlan {
  start?: PlaceTyped;
  stops?: (PlaceTyped | undefined)[];
  end?: PlaceTyped;
  destination?: PlaceTyped;
  limits?: Limits;
}
export interface Spot {
  path: Pointed;
  /** of a stop, from 1 */
  nth: number;
  address: string;
  lat: number | null;
  lon: number | null;
  radius: number;
}
export const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

const isDegrees = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
/** Its places in their order, with where each stands in the form. */
export const spotsOf = ({ start, stops = [], end, destination }: RoutePlan): Spot[] =>
  (
    [
      [['start'], start, 0],
      ...stops.map((stop, nth) => [['stops', nth], stop, nth + 1] as const),
      [['end'], end, 0],
      [['destination'], destination, 0],
    ] as const
  ).map(([path, place, nth]) => ({
    ...{ path, nth, address: place?.address ?? '', radius: place?.radius ?? 0 },
    lat: isDegrees(place?.lat) ? place.lat : null,
    lon: isDegrees(place?.lon) ? place.lon : null,
  }));
export const isPut = <S extends Spot>(spot: S): spot is S & { lat: number; lon: number } =>
  spot.lat !== null && spot.lon !== null;
/** Places that a drawn line does not lead past: it was drawn before they were moved, or along another road. */
export const astrayOf = <S extends Spot>(
  spots: readonly S[],
  { line, metres }: NonNullable<Limits['off_route']>,
): S[] =>
  line.length < 2
    ? []
    : spots.filter(
        (spot) =>
          isPut(spot) &&
          metresFromLine(
            line.map(([lon, lat]) => ({ lon, lat })),
            spot,
          ) > Math.max(metres, spot.radius),
      );
/** Those that have a place, as a line. */
export const routeOf = (plan: RoutePlan): { lat: number; lon: number }[] =>
  spotsOf(plan)
    .filter(isPut)
    .map(({ lat, lon }) => ({ lat, lon }));
