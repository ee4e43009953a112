import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { send } from '../platform/client.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useScreenPreference } from '../platform/screenPreferences.ts';
import { useSession } from '../platform/session.ts';
import type { BaseMap } from './baseMap.ts';
import { type Chosen, pickBase, readChosen } from './pickBase.ts';
import { useDrawable } from './useDrawable.ts';

const none: BaseMap[] = [];
const AGAIN_MS = 5 * 60_000;

/** The base map of this person's maps, those there are to choose from, and the one of the preferences that is missing. */
export const useBaseMap = () => {
  const isSignedIn = useSession((s) => s.oper !== null);
  const { data } = useQuery({
    enabled: isSignedIn,
    queryKey: [baseMaps.shown.path],
    queryFn: ({ signal }) => send(baseMaps.shown, {}, { quiet: true, signal }),
    staleTime: 60_000,
    // a map on a wall is never opened anew, and one that was switched off is not drawn for ever
    refetchInterval: AGAIN_MS,
  });
  const mapType = usePreferences()?.map_type;
  const [chosen, choose] = useScreenPreference<Chosen>('map.base', readChosen);
  const rows = data?.rows ?? none;
  const picked = useMemo(() => pickBase(rows, chosen, mapType), [rows, chosen, mapType]);
  const { drawable, refused, renew } = useDrawable(picked.base);
  return {
    base: drawable,
    rows,
    chosen: picked.base,
    choose: (next: number | 'offline') => choose(next),
    // while nobody knows what there is, nothing is said to be missing
    missing: data ? picked.missing : null,
    /** why the vendor's map is not shown */
    refused,
    /** what it was told to be fetched by is not taken any more */
    renew,
  };
};
