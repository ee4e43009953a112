import { CLUSTER_MAX_ZOOM } from '@plomb/contract/map/mercator';
import type { Map as GlMap, MapGeoJSONFeature, Point } from 'maplibre-gl';
import { pickLayers } from './areaLayers.ts';
import type { Emitter } from './emitter.ts';
import type { MapEvents } from './handle.ts';
import type { ClusterProperties } from './lockFeatures.ts';
import { hitLayers } from './lockLayers.ts';
import type { Box } from './markIndex.ts';

/** Half a finger. */
const REACH = 6;
/** How far from the cross the Enter key reaches. */
const KEY_REACH = 48;
/** Pixels left around the members of a cluster that is opened. */
const PARTED = 48;
/** More than this cannot be shown as a choice. */
const SEVERAL = 200;

const idOf = (f: MapGeoJSONFeature): number => Number(f.properties.id);
const positionOf = (f: MapGeoJSONFeature): [number, number] => {
  if (f.geometry.type !== 'Point') throw new Error('Locks and clusters are points.');
  const [lon = 0, lat = 0] = f.geometry.coordinates;
  return [lon, lat];
};

/** Turns clicks, touches, hovering and keys on locks and clusters into events. */
export const listenForHits = (
  map: GlMap,
  membersIn: (box: Box, most: number) => number[],
  events: Emitter<MapEvents>,
  /** the pointer draws now and hits nothing */
  isDrawing: () => boolean,
  /** fences and points of interest can be picked */
  picks: boolean,
): void => {
  const around = (p: Point, reach: number, layers: string[] = hitLayers): MapGeoJSONFeature[] =>
    map.isStyleLoaded() || map.getLayer('cluster')
      ? map.queryRenderedFeatures(
          [
            [p.x - reach, p.y - reach],
            [p.x + reach, p.y + reach],
          ],
          { layers },
        )
      : [];
  const distance = (p: Point) => (f: MapGeoJSONFeature) => map.project(positionOf(f)).dist(p);

  const openCluster = (cluster: MapGeoJSONFeature): void => {
    const { west, south, east, north } = cluster.properties as ClusterProperties;
    const zoom = map.cameraForBounds([west, south, east, north], { padding: PARTED })?.zoom ?? 0;
    // nearer than this nothing is merged any more: they lie on one another
    if (zoom > CLUSTER_MAX_ZOOM + 1) events.emit('several', { ids: membersIn([west, south, east, north], SEVERAL) });
    else events.emit('cluster', { box: [west, south, east, north] });
  };

  const choose = (found: MapGeoJSONFeature[], p: Point): boolean => {
    const away = distance(p);
    const [first, ...rest] = found.toSorted((a, b) => away(a) - away(b));
    if (!first) return false;
    if (first.properties.cluster) {
      openCluster(first);
      return true;
    }
    const here = map.project(positionOf(first));
    const stacked = [first, ...rest].filter((f) => !f.properties.cluster && map.project(positionOf(f)).dist(here) < 2);
    const ids = [...new Set(stacked.map(idOf))];
    if (ids.length > 1) events.emit('several', { ids });
    else events.emit('select', { id: idOf(first) });
    return true;
  };

  const pick = (p: Point, reach: number): boolean => {
    const found = picks ? around(p, reach, Object.keys(pickLayers))[0] : undefined;
    const of = found && pickLayers[found.layer.id];
    if (of) events.emit('pick', { of, id: idOf(found) });
    return of !== undefined;
  };

  map.on('click', (e) => {
    if (isDrawing()) return;
    if (choose(around(e.point, REACH), e.point) || pick(e.point, REACH)) return;
    events.emit('click', { at: [e.lngLat.lng, e.lngLat.lat] });
    events.emit('select', { id: null });
  });

  let hovered: number | null = null;
  const hover = (id: number | null): void => {
    if (id === hovered) return;
    hovered = id;
    events.emit('hover', { id });
  };
  map.on('mousemove', (e) => {
    if (isDrawing()) return;
    const [top] = around(e.point, 1);
    const isPick = !top && picks && around(e.point, 2, Object.keys(pickLayers)).length > 0;
    map.getCanvas().style.cursor = top || isPick ? 'pointer' : '';
    hover(top && !top.properties.cluster ? idOf(top) : null);
  });
  map.on('mouseout', () => hover(null));

  map.getCanvas().addEventListener('keydown', (e) => {
    if (isDrawing()) return;
    if (e.key === 'Enter') {
      const cross = map.project(map.getCenter());
      if (choose(around(cross, KEY_REACH), cross) || pick(cross, KEY_REACH)) e.preventDefault();
    } else if (e.key === 'Escape') events.emit('select', { id: null });
  });
};
