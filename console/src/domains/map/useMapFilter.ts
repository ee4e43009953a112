import { LockStatusCode } from '@plomb/contract/lock/codes';
import { Connection } from '@plomb/contract/lock/connection';
import { heards } from '@plomb/contract/map/fleetFilter';
import { useCallback, useMemo, useState } from 'react';
import { idFrom } from './ids.ts';
import { type LockFilter, noFilter } from './lockFilter.ts';
import { useAddress } from './useAddress.ts';

const listed = (text: string | null): string[] => (text ?? '').split(',').filter((part) => part !== '');

/** Locks that the address names: whoever led here meant these. */
const onlyFrom = (address: URLSearchParams): LockFilter['only'] => {
  const ids = listed(address.get('only'))
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  return ids.length > 0 ? ids : null;
};

/** What the address says of the filter; what it does not understand is left out. */
export const filterFrom = (address: URLSearchParams): Omit<LockFilter, 'only'> => ({
  text: address.get('q') ?? '',
  org: idFrom(address.get('org')),
  statuses: listed(address.get('state')).flatMap((code) => {
    const found = LockStatusCode.safeParse(Number(code));
    return found.success ? [found.data] : [];
  }),
  connections: listed(address.get('connection')).flatMap((code) => {
    const found = Connection.safeParse(code);
    return found.success ? [found.data] : [];
  }),
  alarm: address.get('alarm') === '1',
  heard: heards.find((one) => one === address.get('heard')) ?? null,
});

/** Puts the filter into the address; what is not chosen is not mentioned. */
export const filterInto = (before: URLSearchParams, filter: LockFilter): URLSearchParams => {
  const next = new URLSearchParams(before);
  const put = (name: string, value: string): void => {
    if (value === '') next.delete(name);
    else next.set(name, value);
  };
  put('q', filter.text);
  put('org', filter.org === null ? '' : String(filter.org));
  put('state', filter.statuses.join(','));
  put('connection', filter.connections.join(','));
  put('alarm', filter.alarm ? '1' : '');
  put('heard', filter.heard ?? '');
  return next;
};

/** The filter is part of the address, so that what one sees can be sent to somebody; a choice of one spot is not, but locks can be named in it. */
export const useMapFilter = (): [LockFilter, (part: Partial<LockFilter>) => void] => {
  const [address, changeAddress] = useAddress();
  const [only, setOnly] = useState<LockFilter['only']>(noFilter.only);
  const named = address.get('only') ?? '';
  const said = filterInto(new URLSearchParams(), { ...filterFrom(address), only: null }).toString();
  const filter = useMemo(
    () => ({ ...filterFrom(new URLSearchParams(said)), only: only ?? onlyFrom(new URLSearchParams({ only: named })) }),
    [said, only, named],
  );
  const change = useCallback(
    (part: Partial<LockFilter>) => {
      if (part.only !== undefined) setOnly(part.only);
      changeAddress((before) => {
        const next = filterInto(before, { ...filterFrom(before), only: null, ...part });
        // another choice of locks takes the place of theirs
        if (part.only !== undefined) next.delete('only');
        return next;
        // what is typed is one step with all its letters
      }, part.text === undefined);
    },
    [changeAddress],
  );
  return [filter, change];
};
