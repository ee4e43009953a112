import { searchKey } from '@plomb/contract/kit/search';
import { type FoundTown, onMap } from '@plomb/contract/map/onMap';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LngLat } from '../../map/marks.ts';
import { send } from '../../platform/client.ts';
import { placesTyped } from './coordinates.ts';

/** What a search finds beside locks. */
export type FoundPlace =
  | { kind: 'coordinate'; at: LngLat }
  | { kind: 'fence'; id: number; name: string }
  | { kind: 'interest'; id: number; name: string }
  | { kind: 'town'; town: FoundTown };
export interface Found {
  places: readonly FoundPlace[];
  /** they answer this text; null: none yet */
  of: string | null;
}

/** One Latin letter is in every name. */
const isEnough = (text: string): boolean => text.length > 1 || /\p{Script=Han}/u.test(text);

/** Coordinates, fences, points of interest and towns that a text finds. */
export const useFound = (typed: string): Found => {
  const text = typed.trim();
  const coordinates = useMemo(() => placesTyped(text), [text]);
  const wanted = coordinates.length === 0 && searchKey(text) !== '' && isEnough(text);
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: [onMap.find.path, text],
    queryFn: ({ signal }) => send(onMap.find, { text: text.slice(0, 60) }, { quiet: true, signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  return useMemo((): Found => {
    if (!wanted) return { places: coordinates.map((at) => ({ kind: 'coordinate', at })), of: typed };
    const places: FoundPlace[] = data
      ? [
          ...data.fences.map(({ id, fence_name: name }) => ({ kind: 'fence' as const, id, name })),
          ...data.interests.map(({ id, interest_name: name }) => ({ kind: 'interest' as const, id, name })),
          ...data.towns.map((town) => ({ kind: 'town' as const, town })),
        ]
      : [];
    return { places, of: isError || (data && !isPlaceholderData) ? typed : null };
  }, [wanted, coordinates, data, isPlaceholderData, isError, typed]);
};
