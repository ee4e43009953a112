import type { KeyboardEvent, PointerEvent, ThHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { drawn } from '../drawn.ts';
import { narrowest, widest } from './columnModel.ts';
import { headingDrag, type Moving } from './headingDrag.ts';

export interface HeaderCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  moving?: Moving;
  sizing?: {
    title: string;
    width: number;
    /** without a width the column has its own again */
    resize: (width?: number) => void;
  };
}

/** The edge of a heading: drawn by hand or moved with the arrows; a double click gives the column its own width back. */
const Edge = ({ title, width, resize }: NonNullable<HeaderCellProps['sizing']>) => {
  const { t } = useTranslation('ui');
  const grabbed = (down: PointerEvent<HTMLSpanElement>): void => {
    if (down.button !== 0) return;
    const edge = down.currentTarget;
    const cell = edge.closest('th');
    if (!cell) return;
    const from = cell.offsetWidth;
    let by = 0;
    edge.setPointerCapture(down.pointerId);
    const area = cell.closest('.list-scroll')?.getBoundingClientRect();
    edge.style.setProperty('--top', `${area?.top ?? 0}px`);
    edge.style.setProperty('--line', `${area?.height ?? 0}px`);
    // only a line follows the hand; the table is drawn anew once, at the end
    const moving = (move: globalThis.PointerEvent): void => {
      by = Math.min(widest, Math.max(narrowest, from + move.clientX - down.clientX)) - from;
      edge.dataset.drawn = 'true';
      edge.style.setProperty('--left', `${down.clientX + by}px`);
    };
    const released = (): void => {
      edge.removeEventListener('pointermove', moving);
      delete edge.dataset.drawn;
      if (by !== 0) resize(from + by);
    };
    edge.addEventListener('pointermove', moving);
    edge.addEventListener('lostpointercapture', released, { once: true });
  };
  const pressed = (event: KeyboardEvent<HTMLSpanElement>): void => {
    const step = event.shiftKey ? 50 : 10;
    if (event.key === 'ArrowRight') resize(width + step);
    else if (event.key === 'ArrowLeft') resize(width - step);
    else if (event.key === 'Home' || event.key === 'Delete') resize();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot take the focus nor be drawn; this is ARIA's window splitter
    <span
      ref={drawn}
      className="column-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('columnWidth', { title })}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onPointerDown={grabbed}
      onKeyDown={pressed}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => resize()}
    />
  );
};

/** A heading whose width and place can be changed. */
export const HeaderCell = ({ sizing, moving, children, ...cell }: HeaderCellProps) => (
  <th {...cell} {...(moving && headingDrag(moving))}>
    {children}
    {sizing && <Edge {...sizing} />}
  </th>
);
