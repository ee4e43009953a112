import type { Outline } from '@plomb/contract/lock/outline';
import type { Position } from 'geojson';
import type { Map as GlMap } from 'maplibre-gl';
import {
  type GeoJSONStoreFeatures,
  type HexColor,
  TerraDraw,
  TerraDrawLineStringMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { circleRing } from '../areaFeatures.ts';
import { CircleMode } from './circleMode.ts';
import { circleOf, cornersOf, firstWidth, isDrawn, metresBetween, type Shape } from './drawn.ts';
import { type Edge, snapped } from './snap.ts';

/** One outline on a map, drawn and moved by a pointer. */
export interface Drawing {
  /** shows this outline with the handles it is moved by; while there is none, the pointer draws one of this shape */
  show(outline: Outline | null, shape: Shape, corner: number | null): void;
  end(): void;
}

export interface DrawingOptions {
  colour: HexColor;
  /** of the handles */
  paper: HexColor;
  told(outline: Outline): void;
  /** as it stands while it is still drawn or moved */
  passing(outline: Outline): void;
  /** what it meets when it comes near; Alt holds it off */
  lines(): readonly Edge[];
  /** what the pointer meets now, and how far from it that is; null: nothing */
  met?(what: { name: string; metres: number } | null): void;
}

type Snapping = NonNullable<NonNullable<ConstructorParameters<typeof TerraDrawPolygonMode>[0]>['snapping']>;
const corners = 72;
const id = 'drawn';
let made = 0;
const modes: Record<Shape, string> = { circle: 'circle', polygon: 'polygon', line: 'linestring' };

const featureOf = (outline: Outline): GeoJSONStoreFeatures => {
  const properties = { mode: modes[outline.shape] };
  const ring = (points: Position[]) => ({ type: 'Polygon' as const, coordinates: [points] });
  const geometry =
    outline.shape === 'circle'
      ? ring(circleRing(outline.centre, outline.radius, corners).map(([lon = 0, lat = 0]) => [lon, lat]))
      : outline.shape === 'polygon'
        ? ring([...outline.points, outline.points[0]!])
        : { type: 'LineString' as const, coordinates: outline.points };
  return { id, type: 'Feature', properties, geometry: precise(geometry) };
};
/** The library takes nine decimals at most. */
const precise = <Geometry extends GeoJSONStoreFeatures['geometry']>(geometry: Geometry): Geometry =>
  JSON.parse(JSON.stringify(geometry), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value,
  ) as Geometry;

export const openDrawing = (map: GlMap, { colour, paper, told, passing, lines, met }: DrawingOptions): Drawing => {
  const outlined = { fillColor: colour, fillOpacity: 0.12, outlineColor: colour, outlineWidth: 2 };
  const snapping: Snapping = {
    toCustom: ({ lng, lat, heldKeys }, { project }) => {
      const near = heldKeys.includes('Alt') ? null : snapped([lng, lat], lines(), project);
      met?.(near && { name: near.name, metres: metresBetween([lng, lat], near.at) });
      return near ? [near.at[0], near.at[1]] : undefined;
    },
  };
  const handle = { draggable: true, midpoints: true, deletable: true, snappable: snapping };
  /** of a circle only the four handles of the quarters are seen, of all 72 that the library knows */
  const handleWidth = ({ properties }: GeoJSONStoreFeatures): number => {
    const of = draw.getSnapshotFeature(id)?.properties.mode;
    if (of === modes.circle) return Number(properties.index) % (corners / 4) === 0 ? 6 : 0;
    return isChosen({ properties } as GeoJSONStoreFeatures) ? 8 : 6;
  };
  let chosen: number | null = null;
  const isChosen = ({ properties }: GeoJSONStoreFeatures): boolean =>
    chosen !== null && properties.index === chosen && draw.getSnapshotFeature(id)?.properties.mode !== modes.circle;
  let shown: Outline | null = null;
  const draw = new TerraDraw({
    idStrategy: { isValidId: (one) => typeof one === 'string', getId: () => `drawn-${++made}` },
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9, prefixId: 'drawing' }),
    modes: [
      new CircleMode({ projection: 'globe', segments: corners, styles: outlined }),
      new TerraDrawPolygonMode({
        snapping,
        styles: {
          ...outlined,
          closingPointColor: paper,
          closingPointOutlineColor: colour,
          closingPointOutlineWidth: 2,
        },
      }),
      new TerraDrawLineStringMode({ snapping, styles: { lineStringColor: colour, lineStringWidth: 3 } }),
      new TerraDrawSelectMode({
        allowManualDeselection: false,
        // the keys are the page's: "delete" means a corner in the list, not the whole outline
        keyEvents: null,
        flags: {
          circle: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
          polygon: { feature: { draggable: true, coordinates: handle } },
          linestring: { feature: { draggable: true, coordinates: handle } },
        },
        styles: {
          selectedPolygonColor: colour,
          selectedPolygonFillOpacity: 0.16,
          selectedPolygonOutlineColor: colour,
          selectedPolygonOutlineWidth: 2,
          selectedLineStringColor: colour,
          selectedLineStringWidth: 3,
          selectionPointColor: (point) => (isChosen(point) ? colour : paper),
          selectionPointWidth: handleWidth,
          selectionPointOutlineColor: colour,
          selectionPointOutlineWidth: (point) => (handleWidth(point) === 0 ? 0 : 2),
          midPointColor: colour,
          midPointWidth: 4,
          midPointOutlineColor: paper,
          midPointOutlineWidth: 1,
        },
      }),
    ],
  });
  draw.start();
  const outlineIn = ({ geometry, properties }: GeoJSONStoreFeatures, moved: boolean): Outline | null => {
    if (geometry.type === 'LineString')
      return {
        shape: 'line',
        points: cornersOf(geometry.coordinates, false),
        width: shown?.shape === 'line' ? shown.width : firstWidth,
      };
    if (geometry.type !== 'Polygon') return null;
    if (properties.mode === modes.circle)
      // moved north or south on this projection, it would grow or shrink on the ground
      return circleOf(geometry.coordinates[0]!, moved && shown?.shape === 'circle' ? shown.radius : null);
    return { shape: 'polygon', points: cornersOf(geometry.coordinates[0]!, true) };
  };
  draw.on('finish', (finished, { action }) => {
    const feature = draw.getSnapshotFeature(finished);
    const outline = feature && outlineIn(feature, action === 'dragFeature');
    if (outline) told(outline);
  });
  let showing = false;
  draw.on('change', (ids, type) => {
    if (showing || (type !== 'update' && type !== 'create')) return;
    for (const one of ids) {
      const feature = draw.getSnapshotFeature(one);
      const isDrawing = feature && Object.values(modes).includes(String(feature.properties.mode));
      const outline = isDrawing ? outlineIn(feature, false) : null;
      if (outline) passing(outline);
    }
  });
  return {
    show(outline, shape, corner) {
      shown = outline;
      chosen = corner;
      // not within the library's own telling of what it has just finished
      queueMicrotask(() => {
        if (!draw.enabled || shown !== outline) return;
        showing = true;
        draw.setMode('select');
        draw.clear();
        if (!outline) draw.setMode(modes[shape]);
        else if (isDrawn(outline)) {
          draw.addFeatures([featureOf(outline)]);
          draw.selectFeature(id);
        }
        showing = false;
      });
    },
    end: () => draw.stop(),
  };
};
