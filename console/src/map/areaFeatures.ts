import type { Feature, FeatureCollection, Position } from 'geojson';
import type { FenceMark, LngLat, PlaceMark, Spot, TrackMark, TrackSign } from './marks.ts';

/** Metres: the mean radius. */
export const EARTH = 6_371_008.8;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const deg = (radians: number): number => (radians * 180) / Math.PI;

/** The ring of points `metres` around a centre on the sphere; closed. */
export const circleRing = ([lon = 0, lat = 0]: Position, metres: number, corners = 72): Position[] => {
  const angle = metres / EARTH;
  const ring = Array.from({ length: corners }, (_, i): Position => {
    const bearing = (2 * Math.PI * i) / corners;
    const φ = Math.asin(
      Math.sin(rad(lat)) * Math.cos(angle) + Math.cos(rad(lat)) * Math.sin(angle) * Math.cos(bearing),
    );
    const λ = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(rad(lat)),
      Math.cos(angle) - Math.sin(rad(lat)) * Math.sin(φ),
    );
    return [lon + deg(λ), deg(φ)];
  });
  return [...ring, ring[0]!];
};

/** Pixels at zoom 0 (a world of 512) that `metres` measure at a latitude. */
export const pixelsAtZoom0 = (metres: number, lat: number): number =>
  (metres * 512) / (2 * Math.PI * EARTH * Math.cos(rad(lat)));

const middle = (points: Position[]): Position => {
  const [lons, lats] = [points.map((p) => p[0] ?? 0), points.map((p) => p[1] ?? 0)];
  return [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2];
};

const fenceFeatures = ({
  id,
  name,
  geometry,
  radius,
  colour = 'violet',
  picked = false,
  afar,
  margin,
}: FenceMark): Feature[] => {
  const properties = { id, name, colour, picked, ...(afar && { afar }) };
  // one without a name has no sign of its own either, which would stand where the name of what it is around has to
  const named = (at: Position): Feature[] =>
    name === '' ? [] : [{ type: 'Feature', properties, geometry: { type: 'Point', coordinates: at } }];
  /** by how many pixels the line where "out" begins lies beyond an edge */
  const beyond = (lat: number) => (margin === undefined ? {} : { out0: -pixelsAtZoom0(margin, lat) });
  switch (geometry.type) {
    case 'Polygon': {
      const at = middle(geometry.coordinates[0] ?? []);
      return [{ type: 'Feature', properties: { ...properties, ...beyond(at[1] ?? 0) }, geometry }, ...named(at)];
    }
    case 'Point': {
      const ring = circleRing(geometry.coordinates, radius ?? 0);
      const edge = { ...properties, ...beyond(geometry.coordinates[1] ?? 0) };
      const circle: Feature = { type: 'Feature', properties: edge, geometry: { type: 'Polygon', coordinates: [ring] } };
      return [circle, ...named(geometry.coordinates)];
    }
    case 'LineString': {
      const halfway = geometry.coordinates[Math.floor(geometry.coordinates.length / 2)] ?? [0, 0];
      const width0 = pixelsAtZoom0(2 * (radius ?? 0), halfway[1] ?? 0);
      const out0 = pixelsAtZoom0(2 * ((radius ?? 0) + (margin ?? 0)), halfway[1] ?? 0);
      const edges = margin === undefined ? {} : { gap0: out0 };
      return [{ type: 'Feature', properties: { ...properties, width0, ...edges }, geometry }, ...named(halfway)];
    }
  }
};

export const fenceCollection = (fences: readonly FenceMark[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: fences.flatMap(fenceFeatures),
});

export const placeCollection = (places: readonly PlaceMark[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: places.map(({ id, name, picked = false, afar = false, at: [lon, lat] }) => ({
    type: 'Feature',
    properties: { id, name, picked, afar },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })),
});

export const trackCollection = (tracks: readonly TrackMark[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: tracks
    .filter((t) => t.points.length > 1)
    .map((t) => ({
      type: 'Feature',
      properties: { id: t.id, look: t.look ?? 'way' },
      geometry: { type: 'LineString', coordinates: t.points.map(([lon, lat]) => [lon, lat]) },
    })),
});

export const signCollection = (signs: readonly TrackSign[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: signs.map(({ id, at: [lon, lat], sign, alarm = false, words }) => ({
    type: 'Feature',
    properties: { id, sign, alarm, ...(words && { words }) },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  })),
});

/** A place that was searched for. */
export const spotCollection = (spot: Spot | null): FeatureCollection => ({
  type: 'FeatureCollection',
  features: spot
    ? [{ type: 'Feature', properties: { label: spot.label }, geometry: { type: 'Point', coordinates: [...spot.at] } }]
    : [],
});

/** The one ring that is drawn around what is looked at together. */
export const ringCollection = (ring: readonly LngLat[] | null): FeatureCollection => ({
  type: 'FeatureCollection',
  features: ring?.[0]
    ? [
        {
          type: 'Feature',
          properties: {},
          geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]].map(([lon, lat]) => [lon, lat])] },
        },
      ]
    : [],
});
