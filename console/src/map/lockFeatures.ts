import { stateSigns } from '@plomb/contract/lock/signs';
import { shapeOf } from '@plomb/contract/lock/trust';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { LngLat, LockMark } from './marks.ts';

/** What a marker is drawn from. */
export interface LockProperties {
  id: number;
  shape: string;
  connection: string;
  severity: number;
  alarm: 0 | 1;
  outOfUse: 0 | 1;
  placeOld: 0 | 1;
  named: 0 | 1;
  /** −1 = not moving */
  heading: number;
  label: string;
  detail: string;
}

/** What a disc that stands for several is drawn from. */
export interface ClusterProperties {
  cluster: true;
  point_count: number;
  point_count_abbreviated: string;
  severity: number;
  /** pixels of each severity, as the sprite of its bar is named; '' = it shows none */
  bar: string;
  alarm: 0 | 1;
  /** the box its members lie in */
  west: number;
  south: number;
  east: number;
  north: number;
}

export const propertiesOf = (lock: LockMark): LockProperties => {
  const { severity } = stateSigns[lock.status];
  return {
    id: lock.id,
    shape: shapeOf(lock.status, { held: lock.held, stale: false }),
    connection: lock.connection,
    severity,
    alarm: lock.alarm ? 1 : 0,
    outOfUse: lock.outOfUse ? 1 : 0,
    placeOld: lock.placeOld ? 1 : 0,
    named: lock.named ? 1 : 0,
    heading: lock.heading ?? -1,
    label: lock.label,
    detail: lock.detail ?? '',
  };
};

export const lockFeature = (lock: LockMark): Feature<Point> => ({
  type: 'Feature',
  id: lock.id,
  properties: { ...propertiesOf(lock) },
  geometry: { type: 'Point', coordinates: [lock.at[0], lock.at[1]] },
});

export const lngLatOf = ({ geometry }: Feature<Point>): LngLat => [
  geometry.coordinates[0] ?? 0,
  geometry.coordinates[1] ?? 0,
];

export const collectionOf = (features: Feature<Point>[]): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features,
});
