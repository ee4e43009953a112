import { useCallback, useMemo, useState } from 'react';
import { usePlaceWords } from '../../lock/placeWords.ts';
import type { LngLat, Spot } from '../../map/marks.ts';
import { coordinatesOf, placeIn } from './coordinates.ts';
import { useAddress } from './useAddress.ts';

/** A place that was searched for stands in the address, `?at=120.6,31.3`; what is written at it is its name, or where it lies in words. */
export const useSpot = (): [Spot | null, (at: LngLat | null, name?: string) => void] => {
  const [address, change] = useAddress();
  const said = address.get('at') ?? '';
  const at = useMemo(() => placeIn(said), [said]);
  const [named, setNamed] = useState({ said: '', name: '' });
  const words = usePlaceWords(at?.[0] ?? null, at?.[1] ?? null);
  const name = named.said === said ? named.name : '';
  const spot = useMemo(
    () => at && { at, label: name || [coordinatesOf(at), words].filter(Boolean).join(' · ') },
    [at, name, words],
  );
  const put = useCallback(
    (next: LngLat | null, name = '') => {
      const text = next ? coordinatesOf(next).replace(' ', '') : '';
      setNamed({ said: text, name });
      change((address) => {
        if (next) address.set('at', text);
        else address.delete('at');
        return address;
      });
    },
    [change],
  );
  return [spot, put];
};
