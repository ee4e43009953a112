import { areaOf, sideOf } from '../../ingest/fences.ts';

/** A fence as it is drawn, and its box. */
export interface DrawnFence {
  id: number;
  fence_context: unknown;
  radius: number | null;
}
/** Where a lock is by its newest place, and what was decided of fences on whose edge that is. */
export interface LockPlace {
  lon: number;
  lat: number;
  fence_edges: { fence: number; inside: boolean }[] | null;
}

/** Whether a lock is in a fence now: as it is judged, also where it has told nothing since the fence was drawn. */
export const isIn = (fence: DrawnFence): ((lock: LockPlace) => boolean) => {
  const area = areaOf(fence.fence_context, fence.radius);
  if (!area) return () => false;
  return ({ lon, lat, fence_edges }) =>
    sideOf(area, lon, lat) ?? (fence_edges ?? []).some((edge) => edge.fence === fence.id && edge.inside);
};

/** Locks d, with s, that a fence f is for. */
export const isForLock = `d.retired_time is null and d.org_id in (select orgs_below(f.org_id)) and case f.bound
  when 'all' then true
  when 'types' then exists (select from fence_device_type x where x.fence_id = f.id and x.device_type_id = d.device_type_id)
  else exists (select from fence_device x where x.fence_id = f.id and x.device_id = d.id) end`;
/** Degrees beyond the box of a fence within which a lock may still be held to be in it. */
export const nearBox = `s.lon between f.west - 0.01 and f.east + 0.01 and s.lat between f.south - 0.001 and f.north + 0.001`;
