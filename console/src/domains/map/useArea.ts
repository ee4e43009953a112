import { useCallback, useMemo } from 'react';
import { type Area, areaFrom, areaText } from './area.ts';
import { useAddress } from './useAddress.ts';

/** The part of the world whose locks are listed stands in the address: `?in=`, so that it can be sent to somebody and gone back from. */
export const useArea = (): [Area | null, (area: Area | null) => void] => {
  const [address, change] = useAddress();
  const said = address.get('in') ?? '';
  const area = useMemo(() => areaFrom(said), [said]);
  const put = useCallback(
    (next: Area | null) =>
      change((address) => {
        if (next) address.set('in', areaText(next));
        else address.delete('in');
        return address;
      }, true),
    [change],
  );
  return [area, put];
};
