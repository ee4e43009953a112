import { useCallback } from 'react';
import { idFrom } from './ids.ts';
import { useAddress } from './useAddress.ts';

/**
 * The chosen lock is part of the address: `?lock=7`, so that it can be sent to somebody. Links from elsewhere in the
 * console say `?id=7`, as for every other record.
 */
export const useChosen = (): [number | null, (id: number | null) => void] => {
  const [address, change] = useAddress();
  const chosen = idFrom(address.get('lock')) ?? idFrom(address.get('id'));
  const choose = useCallback(
    (id: number | null) =>
      change((next) => {
        next.delete('id');
        if (id === null) next.delete('lock');
        else {
          // one thing is looked at
          for (const other of ['fence', 'interest']) next.delete(other);
          next.set('lock', String(id));
        }
        return next;
      }),
    [change],
  );
  return [chosen, choose];
};
