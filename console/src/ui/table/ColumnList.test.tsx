import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { setLang } from '../../platform/i18n.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { ColumnList } from './ColumnList.tsx';
import type { ColumnChoice } from './columnModel.ts';

inEnglish();
const titles: Record<string, string> = { sn: 'Serial', name: 'Name', state: 'State', place: 'Place' };
const arranged = vi.fn();
const List = () => {
  const [choices, choose] = useState<ColumnChoice[]>(
    Object.keys(titles).map((id, at) => ({ id, shown: true, pinned: at === 0 })),
  );
  return (
    <ColumnList
      choices={choices}
      titleOf={(id) => titles[id] ?? ''}
      arrange={(next) => {
        arranged(next);
        choose(next);
      }}
    />
  );
};
const show = async () => {
  arranged.mockClear();
  render(
    <Suspense>
      <List />
    </Suspense>,
  );
  await screen.findByRole('list');
};
const order = () => screen.getAllByRole('listitem').map((item) => item.textContent?.replace(' Pinned left', ''));
const grip = (title: string) => screen.getByRole('button', { name: `Move ${title}` });
const told = () => screen.getByRole('status').textContent;
/** Each row is 30 high, whatever stands in it. */
const rowsOf30 = () =>
  vi.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLLIElement) {
    return new DOMRect(0, [...(this.parentElement?.children ?? [])].indexOf(this) * 30, 200, 30);
  });

it('the arrow keys on a grip move its column, keep the focus, and it is told where it stands', async () => {
  await show();
  grip('State').focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(order()).toEqual(['Serial', 'State', 'Name', 'Place']);
  expect(document.activeElement).toBe(grip('State'));
  expect(told()).toBe('State: place 2 of 4');
  // the first stays where it is, so nothing is saved
  await userEvent.keyboard('{ArrowUp}');
  expect(arranged).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(order()).toEqual(['Serial', 'Name', 'Place', 'State']);
  expect(told()).toBe('State: place 4 of 4');
  await act(() => setLang('zh'));
  await waitFor(() => expect(told()).toBe('“State”：第 4 列，共 4 列'));
  await act(() => setLang('en'));
});

it('one press moves a column by one, without drawing', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Move Place up' }));
  expect(order()).toEqual(['Serial', 'Name', 'Place', 'State']);
  expect(told()).toBe('Place: place 3 of 4');
  expect((screen.getByRole('button', { name: 'Move Name up' }) as HTMLButtonElement).disabled).toBe(true);
  expect((screen.getByRole('button', { name: 'Move State down' }) as HTMLButtonElement).disabled).toBe(true);
});

it('a finger draws a column by its grip; it is told on the way, and kept once, at the end', async () => {
  await show();
  rowsOf30();
  const finger = { pointerId: 7, pointerType: 'touch' };
  fireEvent.pointerDown(grip('Place'), { ...finger, button: 0, clientY: 105 });
  fireEvent.pointerMove(window, { ...finger, clientY: 45 });
  // lifted while it moves it throws nothing: the browser would swallow the tap that comes next
  expect(fireEvent.touchMove(grip('Place'))).toBe(false);
  expect(order()).toEqual(['Serial', 'Place', 'Name', 'State']);
  expect(told()).toBe('Place: place 2 of 4');
  // another finger is not the one that holds it
  fireEvent.pointerUp(window, { pointerId: 8, pointerType: 'touch', clientY: 300 });
  fireEvent.pointerMove(window, { ...finger, clientY: 75 });
  expect(arranged).not.toHaveBeenCalled();
  fireEvent.pointerUp(window, { ...finger, clientY: 75 });
  expect(order()).toEqual(['Serial', 'Name', 'Place', 'State']);
  expect(arranged).toHaveBeenCalledTimes(1);
});

it('stands where it was let go, also where the page is too busy to show the last of the way', async () => {
  await show();
  rowsOf30();
  fireEvent.pointerDown(grip('Place'), { pointerId: 7, button: 0, clientY: 105 });
  act(() => {
    for (const kind of ['pointermove', 'pointerup'])
      window.dispatchEvent(new PointerEvent(kind, { pointerId: 7, clientY: 45 }));
  });
  expect(order()).toEqual(['Serial', 'Place', 'Name', 'State']);
});

it('Esc, and a scroll that takes the finger, put back what is in the hand', async () => {
  await show();
  rowsOf30();
  const closes = vi.fn();
  document.body.addEventListener('keydown', closes, { once: true });
  for (const put of [
    () => fireEvent.keyDown(grip('Name'), { key: 'Escape' }),
    () => fireEvent.pointerCancel(window, { pointerId: 1 }),
  ]) {
    fireEvent.pointerDown(grip('Name'), { pointerId: 1, button: 0, clientY: 45 });
    fireEvent.pointerMove(window, { pointerId: 1, clientY: 105 });
    expect(order()).toEqual(['Serial', 'State', 'Place', 'Name']);
    put();
    expect(order()).toEqual(['Serial', 'Name', 'State', 'Place']);
    fireEvent.pointerUp(window, { pointerId: 1, clientY: 105 });
  }
  expect(arranged).not.toHaveBeenCalled();
  expect(closes).not.toHaveBeenCalled();
});
