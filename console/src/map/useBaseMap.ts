import { baseMaps } from '@plomb/contract/basemaps/baseMaps';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { send } from '../platform/client.ts';
import { usePreferences } from '../platform/preferences.ts';
import { useScreenPreference } from '../platform/screenPreferences.ts';
import { useSession } from '../platform/session.ts';
import { baseIsAway, forgiveBase, useAwayBases } from './awayBases.ts';
import type { BaseMap } from './baseMap.ts';
import { type Chosen, following, pickBase, readChosen } from './pickBase.ts';
import { useDrawable } from './useDrawable.ts';

const none: BaseMap[] = [];
const AGAIN_MS = 5 * 60_000;

/** The base map of this person's maps or the one that follows it, those there are to choose from, and what of the preferences is missing. */
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
  const away = useAwayBases((s) => s.away);
  const own = useDrawable(picked.base);
  const { refused } = own;
  const known = useMemo(
    () => (picked.base && refused ? { ...away, [picked.base.id]: refused } : away),
    [away, picked.base, refused],
  );
  const wanted = following(rows, picked.base, known);
  const isOwn = wanted === picked.base;
  const next = useDrawable(isOwn ? null : wanted);
  const { drawable, renew } = isOwn ? own : next;
  const id = wanted?.id;
  useEffect(() => {
    if (id !== undefined && next.refused) baseIsAway(id, next.refused);
  }, [id, next.refused]);
  const lost = isOwn ? own.failed : next.failed;
  useEffect(() => {
    if (id !== undefined && lost) baseIsAway(id, 'away');
  }, [id, lost]);
  return {
    base: drawable,
    rows,
    chosen: picked.base,
    choose: (next: number | 'offline') => {
      if (next !== 'offline') forgiveBase(next);
      choose(next);
    },
    // while nobody knows what there is, nothing is said to be missing
    missing: data ? picked.missing : null,
    /** why the vendor's map is not shown */
    refused,
    /** what is drawn instead of the one that was chosen, which does not come; null: that one is */
    instead: isOwn || refused ? null : wanted,
    /** nothing follows, and there is nothing to draw it by: the offline map stands alone */
    lost,
    /** it does not come: what it was told to be fetched by is not taken any more, or another one follows */
    failed: (): void => {
      if (!renew() && id !== undefined) baseIsAway(id, 'away');
    },
  };
};
