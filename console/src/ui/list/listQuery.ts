import type { z } from 'zod';

export type Query = Record<string, unknown>;

/** What is not a filter: it says where in the list one is, not what is in it. */
const placing = new Set(['page', 'size', 'sort', 'before']);
/** Of a grid, whose columns have pages too: `card_page`. */
const isOfColumns = (name: string): boolean => /_(page|size)$/.test(name);
const isPlacing = (name: string): boolean => placing.has(name) || isOfColumns(name);
/** Names of the address that belong to the page around the list. */
const ofThePage = new Set(['id', 'edit']);

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text));

/** A value of the address as the call's schema wants it; undefined when it cannot be. */
const valueFor = (field: z.core.$ZodType, text: string): unknown => {
  const candidates: unknown[] = [text];
  if (isNumber(text)) candidates.push(Number(text));
  if (text === 'true' || text === 'false') candidates.push(text === 'true');
  // several values of one filter: `2,0`
  const several = text.split(',');
  if (several.length > 1) candidates.push(several, several.filter(isNumber).map(Number));
  const check = field as z.ZodType;
  return candidates.find((value) => check.safeParse(value).success);
};

/** The query a list's address asks for: names the call does not know, and values it would refuse, are left out. */
export const readQuery = (input: z.ZodObject, address: URLSearchParams): Query => {
  const query: Query = {};
  for (const [name, field] of Object.entries(input.shape)) {
    const text = address.get(name);
    const value = text === null || text === '' ? undefined : valueFor(field, text);
    if (value !== undefined) query[name] = value;
  }
  return query;
};

/** The address after a change. Whatever narrows or orders the list anew starts it at its first page. */
export const changedAddress = (address: URLSearchParams, changes: Query): URLSearchParams => {
  const next = new URLSearchParams(address);
  if (!('page' in changes))
    for (const name of [...next.keys()]) if (name === 'page' || name.endsWith('_page')) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
};

/** The address without its filters. */
export const resetAddress = (address: URLSearchParams): URLSearchParams => {
  const next = new URLSearchParams();
  for (const name of ['size', 'sort']) {
    const value = address.get(name);
    if (value !== null) next.set(name, value);
  }
  return next;
};

/** The filters and the order alone, by name: what a saved view keeps, and by which it is known again. */
export const viewAddress = (query: Query): string => {
  const kept = Object.entries(query).filter(([name]) => name === 'sort' || !(isPlacing(name) || ofThePage.has(name)));
  return `${new URLSearchParams(kept.map(([name, value]) => [name, String(value)]).sort())}`;
};

export const isFiltered = (query: Query): boolean => Object.keys(query).some((n) => !isPlacing(n) && !ofThePage.has(n));

/** What is asked of all pages: the filters and the order. */
export const withoutPlace = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name === 'sort' || !isPlacing(name)));
