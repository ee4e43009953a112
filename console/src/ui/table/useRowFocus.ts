import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Key, useKeysHere } from '../keys.ts';
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
  const { t } = useTranslation('ui');
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
  const walk = (event: KeyboardEvent): unknown => {
    const row = rowOf(event.target);
    const next = row ? ids[rowKey(event.key, ids.indexOf(Number(row.dataset.rowKey)), ids.length) ?? -1] : undefined;
    if (next === undefined) return false;
    focus(next);
  };
  // a link or a button in the row keeps its own Enter and space
  const doing =
    (act: (id: number) => void) =>
    ({ target }: KeyboardEvent): unknown => {
      const row = rowOf(target);
      if (!row || target !== row) return false;
      act(Number(row.dataset.rowKey));
    };
  const keys: Key[] = [
    { keys: ['ArrowUp', 'ArrowDown'], does: t('keys.walk'), press: walk },
    { keys: ['PageUp', 'PageDown'], does: t('keys.leap'), press: walk },
    { keys: ['Home', 'End'], does: t('keys.ends'), press: walk },
  ];
  if (open) keys.push({ keys: ['Enter'], does: t('keys.open'), press: doing(open) });
  if (toggle) keys.push({ keys: ['Space'], does: t('keys.select'), press: doing(toggle) });
  const onKeyDown = useKeysHere(t('keys.list'), keys);
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (!row) return;
    holder.current?.querySelector<HTMLElement>('[data-row-key][tabindex="0"]')?.setAttribute('tabindex', '-1');
    row.tabIndex = 0;
    current.current = Number(row.dataset.rowKey);
  };
  return { onKeyDown, onFocus };
};
