import { useCallback } from 'react';
import { useAddress } from './useAddress.ts';

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;

/**
 * The chosen lock is part of the address: `?lock=7`, so that it can be sent to somebody. Links from elsewhere in the
 * console say `?id=7`, as for every other record.
 */
export const useChosen = (): [number | null, (id: number | null) => void] => {
  const [address, change] = useAddress();
  const chosen = idOf(address.get('lock')) ?? idOf(address.get('id'));
  const choose = useCallback(
    (id: number | null) =>
      change((next) => {
        next.delete('id');
        if (id === null) next.delete('lock');
        else next.set('lock', String(id));
        return next;
      }),
    [change],
  );
  return [chosen, choose];
};
