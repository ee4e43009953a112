import { stateSigns } from '@plomb/contract/stateSigns';
import type { Feature, FeatureCollection, Point } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { LockMark } from './marks.ts';

/** What a marker is drawn from. A cluster carries `severity` and `alarm` of its worst member under the same names. */
export interface LockProperties {
  id: number;
  shape: string;
  connection: string;
  severity: number;
  alarm: 0 | 1;
  /** −1 = not moving */
  heading: number;
  label: string;
  detail: string;
}

export const propertiesOf = (lock: LockMark): LockProperties => {
  const { shape, severity } = stateSigns[lock.status];
  return {
    id: lock.id,
    shape,
    connection: lock.connection,
    severity,
    alarm: lock.alarm ? 1 : 0,
    heading: lock.heading ?? -1,
    label: lock.label,
    detail: lock.detail ?? '',
  };
};

const pointOf = ({ at: [lon, lat] }: LockMark): Point => ({ type: 'Point', coordinates: [lon, lat] });

export const lockFeature = (lock: LockMark): Feature<Point> => ({
  type: 'Feature',
  id: lock.id,
  properties: { ...propertiesOf(lock) },
  geometry: pointOf(lock),
});

export const lockCollection = (locks: Iterable<LockMark>): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: Array.from(locks, lockFeature),
});

/** How a cluster sums up its members: the worst state and whether any has an unprocessed alarm. */
export const clusterProperties = {
  severity: ['max', ['get', 'severity']],
  alarm: ['max', ['get', 'alarm']],
} as const;

/** The smallest change that leads from `known` to `next`; null when nothing on the map would differ. */
export const lockDiff = (known: ReadonlyMap<number, LockMark>, next: readonly LockMark[]): GeoJSONSourceDiff | null => {
  const add: Feature[] = [];
  const update: NonNullable<GeoJSONSourceDiff['update']> = [];
  for (const lock of next) {
    const before = known.get(lock.id);
    if (!before) {
      add.push(lockFeature(lock));
      continue;
    }
    const moved = before.at[0] !== lock.at[0] || before.at[1] !== lock.at[1];
    const old = propertiesOf(before);
    const changed = Object.entries(propertiesOf(lock)).filter(
      ([key, value]) => old[key as keyof LockProperties] !== value,
    );
    if (!moved && changed.length === 0) continue;
    update.push({
      id: lock.id,
      ...(moved ? { newGeometry: pointOf(lock) } : {}),
      addOrUpdateProperties: changed.map(([key, value]) => ({ key, value })),
    });
  }
  return add.length || update.length ? { add, update } : null;
};
