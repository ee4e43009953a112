import { createContext, useCallback, useContext, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { changedAddress, isFiltered, type Query, readQuery, resetAddress } from './listQuery.ts';

/** A list whose filters, page and order stand in the address bar. */
export interface List {
  query: Query;
  filtered: boolean;
  change: (changes: Query) => void;
  reset: () => void;
  /** what is open beside the list: `id` a record, `edit` a form */
  open: { id: number | null; edit: number | 'new' | null };
  show: (open: { id?: number | null; edit?: number | 'new' | null }) => void;
  hrefOf: (id: number) => string;
}

const idOf = (text: string | null): number | null => {
  const id = Number(text);
  return text !== null && Number.isInteger(id) && id > 0 ? id : null;
};

export const useList = (input: z.ZodObject): List => {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => readQuery(input, address), [input, address]);
  const change = useCallback(
    (changes: Query) => setAddress((now) => changedAddress(now, changes), { replace: true }),
    [setAddress],
  );
  return {
    query,
    filtered: isFiltered(query),
    change,
    reset: () => setAddress((now) => resetAddress(now), { replace: true }),
    open: { id: idOf(address.get('id')), edit: address.get('edit') === 'new' ? 'new' : idOf(address.get('edit')) },
    show: (open) => setAddress((now) => changedAddress(now, { page: now.get('page'), ...open })),
    hrefOf: (id) => `?${changedAddress(address, { page: address.get('page'), id })}`,
  };
};

export const ListContext = createContext<List | null>(null);
export const useTheList = (): List => {
  const list = useContext(ListContext);
  if (!list) throw new Error('a filter stands outside of a list');
  return list;
};
