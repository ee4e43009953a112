import type { HobbyConfig } from '@plomb/contract/session/session';
import type { BaseMap } from './baseMap.ts';

/** What a person chose on a map: a base map by its id, the offline one, or nothing yet. */
export type Chosen = number | 'offline' | null;
export const readChosen = (stored: unknown): Chosen =>
  stored === 'offline' || typeof stored === 'number' ? stored : null;

type MapType = HobbyConfig['map_type'];

/**
 * What a map shows: what was chosen on it, else the map of the preferences, else what the organisation's maps open with, else the offline
 * map. `missing`: the vendor of the preferences, which nobody has set up here.
 */
export const pickBase = (
  rows: readonly BaseMap[],
  chosen: Chosen,
  mapType: MapType | undefined,
): { base: BaseMap | null; missing: Exclude<MapType, 'offline'> | null } => {
  const one = rows.find(({ id }) => id === chosen);
  if (one || chosen === 'offline') return { base: one ?? null, missing: null };
  if (mapType === 'offline') return { base: null, missing: null };
  const wanted = rows.find(({ kind }) => kind === mapType);
  const usual = rows.find(({ is_default }) => is_default);
  return { base: wanted ?? usual ?? null, missing: wanted || mapType === undefined ? null : mapType };
};

/** Why a base map is not drawn: it does not come, its vendor does not take the key, or this page may not ask its server. */
export type Why = 'away' | 'refused' | 'barred';

/** What is drawn instead of a base map that does not come: the next of those that do. Where none does, itself: it may come back. */
export const following = (
  rows: readonly BaseMap[],
  picked: BaseMap | null,
  away: Readonly<Record<number, Why>>,
): BaseMap | null => {
  if (!picked || !(picked.id in away)) return picked;
  return rows.find(({ id }) => !(id in away)) ?? picked;
};
