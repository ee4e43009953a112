import { type KeyboardEvent, useRef, useState } from 'react';

/**
 * A grid is one stop of the Tab key; the arrows walk its cells, Home and End its row, with Ctrl the whole grid, Page up and down
 * ten rows. A cell says where it stands by `cellProps`.
 */
export const useGridKeys = (rows: number, columns: number) => {
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<readonly [row: number, column: number]>([0, 0]);
  const [row, column] = [Math.min(at[0], rows - 1), Math.min(at[1], columns - 1)];
  const go = (to: readonly [number, number]): void => {
    const next = [Math.max(0, Math.min(rows - 1, to[0])), Math.max(0, Math.min(columns - 1, to[1]))] as const;
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.join(' ')}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const ends = event.ctrlKey;
    const steps: Record<string, readonly [number, number]> = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [ends ? 0 : row, 0],
      End: [ends ? rows - 1 : row, columns - 1],
      PageUp: [row - 10, column],
      PageDown: [row + 10, column],
    };
    const to = steps[event.key];
    if (!to || (ends && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    go(to);
  };
  const cellProps = (atRow: number, atColumn: number) => ({
    'data-cell': `${atRow} ${atColumn}`,
    tabIndex: atRow === row && atColumn === column ? 0 : -1,
    onFocus: () => setAt([atRow, atColumn]),
  });
  return { grid, onKeyDown, cellProps };
};
