import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Modal } from 'antd';
import { Activity } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Key, signsOf, useKeys, useKeysHere, usePlaces } from './keys.ts';

const find = vi.fn();
const search = vi.fn();
const leave = vi.fn();
beforeEach(() => {
  for (const heard of [find, search, leave]) heard.mockReset();
});
const Page = ({ keys }: { keys: Key[] }) => {
  useKeys('Page', keys);
  return (
    <>
      <input aria-label="name" />
      <textarea aria-label="remark" />
      <input type="search" aria-label="search" />
      <input type="checkbox" aria-label="tick" />
      <p contentEditable suppressContentEditableWarning>
        free
      </p>
    </>
  );
};
const keys: Key[] = [
  { keys: ['[Shift]+/'], does: 'find', press: find },
  { keys: ['Control+k', 'Meta+k'], does: 'search', inFields: true, everywhere: true, press: search },
  { keys: ['Escape'], does: 'leave', inFields: true, press: leave },
];

it('hears a key from anywhere on the page, however the keyboard writes it', () => {
  render(<Page keys={keys} />);
  fireEvent.keyDown(document.body, { key: '/' });
  fireEvent.keyDown(document.body, { key: '/', shiftKey: true });
  expect(find).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(document.body, { key: '/', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: '/', altKey: true });
  fireEvent.keyDown(document.body, { key: '/', metaKey: true });
  expect(find).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(document.body, { key: 'K', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true });
  expect(search).toHaveBeenCalledTimes(2);
});

it('hears none that would be typed while somebody types, nor any within a word of an input method', async () => {
  render(<Page keys={keys} />);
  for (const name of ['name', 'remark', 'search']) fireEvent.keyDown(screen.getByLabelText(name), { key: '/' });
  fireEvent.keyDown(screen.getByText('free'), { key: '/' });
  expect(find).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('name'), 'a/b');
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('a/b');
  expect(find).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('tick'), { key: '/' });
  expect(find).toHaveBeenCalledOnce();
  fireEvent.keyDown(screen.getByLabelText('name'), { key: 'k', ctrlKey: true });
  expect(search).toHaveBeenCalledOnce();
  fireEvent.keyDown(screen.getByLabelText('name'), { key: 'Escape', isComposing: true });
  expect(leave).not.toHaveBeenCalled();
});

it('leaves Escape to a search with something in it', async () => {
  render(<Page keys={keys} />);
  const field = screen.getByLabelText('search');
  await userEvent.type(field, 'x');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(leave).not.toHaveBeenCalled();
  await userEvent.clear(field);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(leave).toHaveBeenCalledOnce();
});

it('leaves the keys of the page alone under a dialog, but not those that are heard everywhere', () => {
  render(
    <>
      <Page keys={keys} />
      <Modal open title="Over" />
    </>,
  );
  fireEvent.keyDown(document.body, { key: '/' });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([find, leave].map((heard) => heard.mock.calls.length)).toEqual([0, 0]);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(search).toHaveBeenCalledOnce();
});

it('hears and tells a page only while it is on top, in the language of now, and what is asked of it now', () => {
  const told = () => usePlaces.getState().places.flatMap((place) => place.keys.map((key) => key.does));
  const { rerender, unmount } = render(
    <Activity mode="visible">
      <Page keys={[{ keys: ['x'], does: 'find', press: find }]} />
    </Activity>,
  );
  expect(told()).toEqual(['find']);
  rerender(
    <Activity mode="visible">
      <Page keys={[{ keys: ['x'], does: '查找', press: search }]} />
    </Activity>,
  );
  expect(told()).toEqual(['查找']);
  fireEvent.keyDown(document.body, { key: 'x' });
  expect([find, search].map((heard) => heard.mock.calls.length)).toEqual([0, 1]);
  rerender(
    <Activity mode="hidden">
      <Page keys={[{ keys: ['x'], does: '查找', press: search }]} />
    </Activity>,
  );
  expect(told()).toEqual([]);
  fireEvent.keyDown(document.body, { key: 'x' });
  expect(search).toHaveBeenCalledOnce();
  unmount();
});

it('goes on to whoever stands below when the one that came last does not want it', () => {
  const Above = () => {
    useKeys('Above', [{ keys: ['Escape'], does: 'no', press: () => false }]);
    return null;
  };
  render(
    <>
      <Page keys={keys} />
      <Above />
    </>,
  );
  expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
  expect(leave).toHaveBeenCalledOnce();
});

it('hears the keys of an element in it alone, and tells them', () => {
  const List = () => {
    const pressed = useKeysHere('List', [
      { keys: ['Space'], does: 'select', press: find },
      { keys: ['Enter'], does: 'not now', press: () => false },
    ]);
    return (
      <ul onKeyDown={pressed} aria-label="list">
        <li>one</li>
        <li>
          <input aria-label="amount" />
        </li>
      </ul>
    );
  };
  render(<List />);
  fireEvent.keyDown(document.body, { key: ' ', code: 'Space' });
  expect(find).not.toHaveBeenCalled();
  expect(fireEvent.keyDown(screen.getByText('one'), { key: ' ', code: 'Space' })).toBe(false);
  expect(find).toHaveBeenCalledOnce();
  expect(fireEvent.keyDown(screen.getByText('one'), { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(screen.getByLabelText('amount'), { key: ' ', code: 'Space' })).toBe(true);
  expect(find).toHaveBeenCalledOnce();
  expect(usePlaces.getState().places.map((p) => p.title)).toEqual(['List']);
});

it('names keys as they stand on the keyboard', () => {
  expect(signsOf(['Control+k', 'Meta+k'])).toEqual([['Ctrl', 'K']]);
  expect(signsOf(['[Shift]+?', 'ArrowUp', 'Shift+Enter', '+'])).toEqual([['?'], ['↑'], ['Shift', 'Enter'], ['+']]);
});
