import { useCallback, useMemo } from 'react';
import type { MapEvents } from '../../map/handle.ts';
import { idFrom } from './ids.ts';
import { useAddress } from './useAddress.ts';

/** A fence or a point of interest that is looked at. */
export type Picked = MapEvents['pick'];
const kinds = ['fence', 'interest'] as const;

/** It stands in the address, `?fence=5` or `?interest=7`, in the place of a lock: one thing is looked at. */
export const useRecord = (): [Picked | null, (picked: Picked | null) => void] => {
  const [address, change] = useAddress();
  const [fence, interest] = kinds.map((of) => idFrom(address.get(of)));
  const picked = useMemo((): Picked | null => {
    if (fence) return { of: 'fence', id: fence };
    return interest ? { of: 'interest', id: interest } : null;
  }, [fence, interest]);
  const pick = useCallback(
    (next: Picked | null) =>
      change((address) => {
        for (const name of [...kinds, ...(next ? ['lock', 'id'] : [])]) address.delete(name);
        if (next) address.set(next.of, String(next.id));
        return address;
      }),
    [change],
  );
  return [picked, pick];
};
