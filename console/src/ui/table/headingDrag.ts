import type { PointerEvent } from 'react';

export interface Moving {
  id: string;
  /** headings of one group keep among themselves: those that are pinned, and the others */
  group: string;
  put: (other: string, side: 'before' | 'after') => void;
}

/** A press that stays within is a click, which sorts. Pixels. */
const slack = 6;

/** Where a heading would come to stand: beside which, on which side. */
const placeAt = (x: number, group: readonly HTMLElement[]) => {
  const over = group.find((th) => x < th.getBoundingClientRect().right) ?? group.at(-1);
  if (!over) return null;
  const { left, width } = over.getBoundingClientRect();
  return { over, side: x < left + width / 2 ? ('before' as const) : ('after' as const) };
};

/**
 * A heading that a mouse or a pen draws to another place. A finger scrolls the table by its headings, and has the list of
 * columns (ColumnList.tsx). Only a line shows where it goes: the table is drawn anew once, at the end.
 */
export const headingDrag = ({ id, group, put }: Moving) => ({
  'data-column': id,
  'data-group': group,
  onPointerDown: (down: PointerEvent<HTMLTableCellElement>): void => {
    const onEdge = down.target instanceof Element && down.target.closest('.column-edge');
    if (down.button !== 0 || down.pointerType === 'touch' || onEdge) return;
    const cell = down.currentTarget;
    const row = [...(cell.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
    const among = row.filter((th) => th.dataset.group === group);
    let place: ReturnType<typeof placeAt> = null;
    const unmark = (): void => {
      if (place) delete place.over.dataset.drop;
      place = null;
    };
    const over = new AbortController();
    const hear = <K extends keyof WindowEventMap>(kind: K, heard: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(kind, heard, { capture: true, signal: over.signal });
    const end = (): void => {
      unmark();
      delete cell.dataset.held;
      over.abort();
    };
    hear('pointermove', (event) => {
      if (event.pointerId !== down.pointerId) return;
      if (!cell.dataset.held && Math.abs(event.clientX - down.clientX) < slack) return;
      cell.dataset.held = 'true';
      unmark();
      const next = placeAt(event.clientX, among);
      if (!next || next.over === cell) return;
      place = next;
      next.over.dataset.drop = next.side;
      next.over.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    hear('pointerup', (event) => {
      if (event.pointerId !== down.pointerId) return;
      const { held } = cell.dataset;
      const to = place;
      end();
      if (!held) return;
      // the press ends as a click, which would sort by the heading that was drawn
      const noClick = new AbortController();
      window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, signal: noClick.signal });
      setTimeout(() => noClick.abort());
      if (to) put(to.over.dataset.column ?? '', to.side);
    });
    hear('pointercancel', end);
    hear('keydown', (event) => {
      if (event.key !== 'Escape' || !cell.dataset.held) return;
      event.preventDefault();
      event.stopPropagation();
      end();
    });
  },
});
