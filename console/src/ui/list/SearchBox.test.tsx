import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchBox } from './SearchBox.tsx';
import { type List, ListContext } from './useList.ts';

let asked: unknown[];
/** The address as it arrives: later than it was asked for, as in a transition. */
const Box = ({ keyword }: { keyword: string }) => {
  const list = { query: { keyword }, change: (c: { keyword: string }) => asked.push(c.keyword) };
  return (
    <ListContext value={list as unknown as List}>
      <SearchBox placeholder="Search" />
    </ListContext>
  );
};
const field = () => screen.getByRole('searchbox') as HTMLInputElement;
const type = (value: string): void => void fireEvent.change(field(), { target: { value } });
const pause = (): void =>
  act(() => {
    vi.advanceTimersByTime(400);
  });

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('keeps a letter that is typed while the address is still on its way', () => {
  const { rerender } = render(<Box keyword="" />);
  type('ab');
  pause();
  expect(asked).toEqual(['ab']);
  type('abc');
  rerender(<Box keyword="ab" />);
  expect(field().value).toBe('abc');
  pause();
  expect(asked).toEqual(['ab', 'abc']);
  rerender(<Box keyword="abc" />);
  expect(field().value).toBe('abc');
});

it('follows the address when another hand changes it, also back to what was typed before', () => {
  const { rerender } = render(<Box keyword="" />);
  type('ab');
  pause();
  rerender(<Box keyword="ab" />);
  rerender(<Box keyword="" />);
  expect(field().value).toBe('');
  rerender(<Box keyword="ab" />);
  expect(field().value).toBe('ab');
  pause();
  expect(asked).toEqual(['ab']);
});

it('does not search for half a word of an input method', () => {
  render(<Box keyword="" />);
  fireEvent.compositionStart(field());
  type('hu');
  pause();
  expect(asked).toEqual([]);
  type('沪');
  fireEvent.compositionEnd(field());
  pause();
  expect(asked).toEqual(['沪']);
});
