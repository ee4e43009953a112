import { type ColumnChoice, readChoices } from './columnModel.ts';

/** A named set of filters and order (as an address) and columns. */
export interface SavedView {
  name: string;
  /** `keyword=a&sort=-sn`, as the list's address has it */
  address: string;
  columns: ColumnChoice[];
}

/** More than a person looks through; together they stay below what a preference may hold. */
export const mostViews = 20;
export const longestName = 40;

const isView = (value: unknown): value is { name: string; address: string; columns?: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'address' in value &&
  typeof value.address === 'string';

export const readViews = (stored: unknown): SavedView[] =>
  Array.isArray(stored)
    ? stored.filter(isView).map(({ name, address, columns }) => ({ name, address, columns: readChoices(columns) }))
    : [];

/** With a view of that name in its place, or at the end. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  views.some((v) => v.name === view.name) ? views.map((v) => (v.name === view.name ? view : v)) : [...views, view];

export const isShowing = (view: SavedView, now: { address: string; columns: readonly ColumnChoice[] }): boolean =>
  view.address === now.address && JSON.stringify(view.columns) === JSON.stringify(now.columns);
