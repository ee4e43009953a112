import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { VirtualList } from './VirtualList.tsx';

const shown = (onChoose: (index: number) => void = () => {}, selected = -1) =>
  render(
    <VirtualList
      count={10_000}
      rowHeight={60}
      label="Locks"
      selected={selected}
      keyOf={(index) => index}
      indexOf={(key) => key}
      row={(index) => <span>lock {index}</span>}
      onChoose={onChoose}
    />,
  );

it('draws only what is in sight, and tells how many there are', () => {
  shown();
  const rows = screen.getAllByRole('option');
  expect(rows.length).toBeLessThan(40);
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('10000');
});

it('is walked through by keys; Enter chooses', () => {
  const chosen = vi.fn();
  shown(chosen);
  const list = screen.getByRole('listbox');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'Enter']) fireEvent.keyDown(list, { key });
  expect(chosen).toHaveBeenLastCalledWith(1);
  for (const key of ['End', 'Enter']) fireEvent.keyDown(list, { key });
  expect(chosen).toHaveBeenLastCalledWith(9999);
  for (const key of ['Home', 'ArrowUp', 'Enter']) fireEvent.keyDown(list, { key });
  expect(chosen).toHaveBeenLastCalledWith(0);
});

it('chooses nothing by Enter before anything is reached', () => {
  const chosen = vi.fn();
  shown(chosen);
  fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Enter' });
  expect(chosen).not.toHaveBeenCalled();
});

it('says which row is chosen', () => {
  shown(undefined, 3);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('lock 3');
});

it('keeps the cursor on its row when the list is sorted anew, and Enter chooses that row', () => {
  const chosen = vi.fn();
  const list = (order: number[]) => (
    <VirtualList
      count={order.length}
      rowHeight={60}
      label="Locks"
      selected={-1}
      keyOf={(index) => order[index] ?? 0}
      indexOf={(key) => order.indexOf(key)}
      row={(index) => <span>lock {order[index]}</span>}
      onChoose={(index) => chosen(order[index])}
    />
  );
  const { rerender } = render(list([11, 12, 13]));
  const box = screen.getByRole('listbox');
  for (const key of ['ArrowDown', 'ArrowDown']) fireEvent.keyDown(box, { key });
  rerender(list([13, 11, 12]));
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(chosen).toHaveBeenLastCalledWith(12);
  rerender(list([13, 11]));
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(chosen).toHaveBeenLastCalledWith(11);
});
