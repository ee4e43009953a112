import { map as mapCalls } from '@plomb/contract/map/map';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FenceMark, PlaceMark } from '../../map/marks.ts';
import { send } from '../../platform/client.ts';
import { useScreenPreference } from '../../platform/screenPreferences.ts';
import { fenceMarks } from './fenceMarks.ts';
import type { Record as Looked } from './useRecordData.ts';

/** What lies on the map beside the locks is shown until somebody hides it, for good. */
const readShown = (stored: unknown): boolean => stored !== false;

export interface Layers {
  fences: boolean;
  setFences: (on: boolean) => void;
  places: boolean;
  setPlaces: (on: boolean) => void;
  drawnFences: readonly FenceMark[];
  drawnPlaces: readonly PlaceMark[];
  /** of more than a browser is told it draws the first, and they are no longer all there are */
  told: Record<'fences' | 'places', { drawn: number; total: number } | undefined>;
}

/** Fences and points of interest that are shown; what is looked at is drawn whatever else is. */
export const useLayers = (picked: Looked | null): Layers => {
  const [fences, setFences] = useScreenPreference('map.fences', readShown);
  const [places, setPlaces] = useScreenPreference('map.places', readShown);
  const { data: shownFences } = useQuery({
    queryKey: [mapCalls.fences.path],
    queryFn: ({ signal }) => send(mapCalls.fences, {}, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const { data: shownPlaces } = useQuery({
    queryKey: [mapCalls.interests.path],
    queryFn: ({ signal }) => send(mapCalls.interests, {}, { quiet: true, signal }),
    staleTime: 60_000,
  });
  const fence = picked?.of === 'fence' ? picked.record : null;
  const drawnFences = useMemo(() => {
    const others = fenceMarks(fences ? (shownFences?.fences ?? []) : []).filter(({ id }) => id !== fence?.id);
    return fence
      ? [...others, ...fenceMarks([{ ...fence, is_show: true }]).map((one) => ({ ...one, picked: true }))]
      : others;
  }, [fences, shownFences, fence]);
  const place = picked?.of === 'interest' ? picked.record : null;
  const drawnPlaces = useMemo(() => {
    const others = (places ? (shownPlaces?.interests ?? []) : []).filter(({ id }) => id !== place?.id);
    return [...others, ...(place ? [place] : [])].map(({ id, interest_name, lng, lat }) => ({
      ...{ id, name: interest_name, at: [lng, lat] as const, picked: id === place?.id },
    }));
  }, [places, shownPlaces, place]);
  const told = {
    fences: shownFences && { drawn: shownFences.fences.length, total: shownFences.total },
    places: shownPlaces && { drawn: shownPlaces.interests.length, total: shownPlaces.total },
  };
  return { fences, setFences, places, setPlaces, drawnFences, drawnPlaces, told };
};
