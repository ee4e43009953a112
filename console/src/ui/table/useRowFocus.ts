import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { rowKey } from './rowKeys.ts';

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row-key]') : null;

/**
 * One row of the list is in the tab order, the arrows lead from there. The rows are told directly: moving the focus
 * draws nothing anew.
 */
export const useRowFocus = (props: {
  holder: RefObject<HTMLElement | null>;
  ids: readonly number[];
  /** brings a row on the screen that a long list has not drawn */
  reveal: (id: number) => void;
  open: ((id: number) => void) | undefined;
  toggle: ((id: number) => void) | undefined;
}) => {
  const { holder, ids, reveal, open, toggle } = props;
  const current = useRef<number | null>(null);

  useEffect(() => {
    const rows = holder.current?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [];
    const at = current.current !== null && ids.includes(current.current) ? current.current : ids[0];
    for (const row of rows) row.tabIndex = Number(row.dataset.rowKey) === at ? 0 : -1;
  });

  const focus = (id: number): void => {
    const found = holder.current?.querySelector<HTMLElement>(`[data-row-key="${id}"]`);
    found?.focus();
    if (!found) {
      reveal(id);
      requestAnimationFrame(() => holder.current?.querySelector<HTMLElement>(`[data-row-key="${id}"]`)?.focus());
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('input:not([type=checkbox]), textarea, select')) return;
    const id = Number(row.dataset.rowKey);
    const to = rowKey(event.key, ids.indexOf(id), ids.length);
    // a link or a button in the row keeps its own Enter and space
    if (to === null || (typeof to === 'string' && event.target !== row)) return;
    const next = typeof to === 'number' ? ids[to] : undefined;
    if (next !== undefined) focus(next);
    else if (to === 'open' && open) open(id);
    else if (to === 'toggle' && toggle) toggle(id);
    else return;
    event.preventDefault();
  };
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (!row) return;
    holder.current?.querySelector<HTMLElement>('[data-row-key][tabindex="0"]')?.setAttribute('tabindex', '-1');
    row.tabIndex = 0;
    current.current = Number(row.dataset.rowKey);
  };
  return { onKeyDown, onFocus };
};
