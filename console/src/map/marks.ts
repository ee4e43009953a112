import type { LockStatus } from '@plomb/contract/lock/codes';
import type { Connection } from '@plomb/contract/lock/connection';
import type { ShapeId } from '@plomb/contract/lock/signs';
import type { fenceColours } from '@plomb/contract/map/fences';
import type { LineString, Point, Polygon } from 'geojson';

/** WGS-84 degrees, as everything outside the map and inside it. */
export type LngLat = readonly [lon: number, lat: number];

/** What the map needs to know of one lock. A lock without a position is simply not given. */
export interface LockMark {
  id: number;
  at: LngLat;
  status: LockStatus;
  /** the platform holds its seal */
  held: boolean;
  connection: Connection;
  /** degrees clockwise from north while it moves; null = standing or unknown */
  heading: number | null;
  /** an unprocessed alarm: a red halo, also around the cluster that hides it */
  alarm: boolean;
  /** it may be elsewhere by now: see `isPlaceOld` */
  placeOld?: boolean;
  /** one of a few that are looked at together: its label always stands beside it */
  named?: boolean;
  /** lost, in maintenance or scrapped: no mark of a lock that is in use, so its label stands beside it */
  outOfUse: boolean;
  /** shown when selected, abnormal or out of use: a plate or a name, and a word beside it (speed, reason of the alarm, why it is out of use) */
  label: string;
  detail?: string;
}

/** An area as the contract gives it: a point with a radius is a circle, a line with one a corridor. Metres. */
export interface FenceMark {
  id: number;
  name: string;
  geometry: Polygon | LineString | Point;
  radius: number | null;
  /** one of `fenceColours`; without it the first */
  colour?: (typeof fenceColours)[number];
  /** it is looked at now */
  picked?: boolean;
  /** metres beyond its edge from which a lock is out of it: a dashed line there, and the edge itself a solid one */
  margin?: number;
  /** it is named on a map of half a continent too */
  afar?: true;
}

/** A place worth a name. */
export interface PlaceMark {
  id: number;
  name: string;
  at: LngLat;
  picked?: boolean;
  /** it is drawn and named on a map of half a continent too */
  afar?: true;
}

/** A place that somebody looked for, with what is written at it. */
export interface Spot {
  at: LngLat;
  label: string;
}

export type ComparedLook = `compared${0 | 1 | 2 | 3}`;
export interface TrackMark {
  id: string;
  points: readonly LngLat[];
  /** how it is drawn: where it was; what is still planned; where nobody saw it; beside another that is looked at, each in its own colour and dashes; and of those that are followed each by its own dashes */
  look?: 'way' | 'planned' | 'unseen' | ComparedLook | `trail${0 | 1 | 2 | 3 | 4}`;
}

/** A sign on a track: a point that was told late, where it stood, what its metal did, an alarm. */
export interface TrackSign {
  id: string;
  at: LngLat;
  sign: 'late' | 'stop' | ShapeId;
  /** a critical alarm */
  alarm?: boolean;
  /** said beside it, where there is room: how long it stood, how many points of these were told late */
  words?: string;
}

export interface MapViewState {
  centre: LngLat;
  zoom: number;
  /** west, south, east, north */
  bounds: readonly [number, number, number, number];
}
