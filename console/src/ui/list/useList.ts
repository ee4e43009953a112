import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import type { z } from 'zod';
import { tableName, useTablePreference } from '../table/useTable.ts';
import { useOwnAddress } from '../useOwnAddress.ts';
import { changedAddress, isFiltered, type Query, readQuery, resetAddress, viewAddress } from './listQuery.ts';

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
  /** the filters and the order, and how to get to others */
  address: string;
  goTo: (address: string) => void;
  /** rows of a page, remembered for the person; an address that says its own wins */
  setSize: (size: number) => void;
}

const idOf = (text: string | null): number | null => {
  const id = Number(text);
  return text !== null && Number.isInteger(id) && id > 0 ? id : null;
};

/** Of the call that lists; with its input alone the number of rows of a page is not remembered. */
export const useList = (of: { path: string; input: z.ZodObject } | z.ZodObject): List => {
  const [address, setAddress] = useOwnAddress();
  const [input, table] = 'path' in of ? [of.input, tableName(of)] : [of, 'table'];
  const [{ size }, remember] = useTablePreference(table);
  const query = useMemo(() => {
    const said = readQuery(input, address);
    const own = size === null ? {} : readQuery(input, new URLSearchParams({ size: String(size) }));
    return { ...own, ...said };
  }, [input, address, size]);
  // what was asked for and is not drawn yet: two steps in a row are both taken
  const asked = useRef(address);
  useEffect(() => {
    asked.current = address;
  }, [address]);
  const go = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams, options?: { replace: true }) => {
      asked.current = next(asked.current);
      setAddress(asked.current, options);
    },
    [setAddress],
  );
  const change = useCallback((changes: Query) => go((now) => changedAddress(now, changes), { replace: true }), [go]);
  return {
    query,
    filtered: isFiltered(query),
    change,
    reset: () => go(resetAddress, { replace: true }),
    open: { id: idOf(address.get('id')), edit: address.get('edit') === 'new' ? 'new' : idOf(address.get('edit')) },
    show: (open) => go((now) => changedAddress(now, { page: now.get('page'), ...open })),
    hrefOf: (id) => `?${changedAddress(address, { page: address.get('page'), id })}`,
    address: viewAddress(query),
    goTo: (to) => go(() => new URLSearchParams(to)),
    setSize: (next) => {
      remember({ size: next });
      change({ size: undefined });
    },
  };
};

export const ListContext = createContext<List | null>(null);
export const useTheList = (): List => {
  const list = useContext(ListContext);
  if (!list) throw new Error('a filter stands outside of a list');
  return list;
};
