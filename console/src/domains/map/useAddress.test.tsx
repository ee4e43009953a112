import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { noFilter } from './lockFilter.ts';
import { useChosen } from './useChosen.ts';
import { useMapFilter } from './useMapFilter.ts';
import { useRecord } from './useRecord.ts';

it('a change of the address takes back none that is not shown yet', async () => {
  let close: () => void = () => undefined;
  let empty: () => void = () => undefined;
  const Page = () => {
    const [, choose] = useChosen();
    const [, change] = useMapFilter();
    close = () => choose(null);
    empty = () => change({ text: '' });
    return null;
  };
  const router = createMemoryRouter([{ path: '*', Component: Page }], {
    initialEntries: ['/map?q=1480&lock=7&state=2'],
  });
  render(<RouterProvider router={router} />);
  const late = empty; // as a pause in the typing calls it
  await act(async () => {
    empty();
    close();
    late();
  });
  expect(router.state.location.search).toBe('?state=2');
});

it('shows the locks alone that the address names, until others are chosen', async () => {
  let filter = noFilter;
  let change: ReturnType<typeof useMapFilter>[1] = () => undefined;
  const Page = () => {
    [filter, change] = useMapFilter();
    return null;
  };
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: ['/map?only=9,7,x,-1'] });
  render(<RouterProvider router={router} />);
  expect(filter.only).toEqual([9, 7]);
  await act(async () => change({ text: 'A' }));
  expect(filter).toMatchObject({ text: 'A', only: [9, 7] });
  await act(async () => change({ only: [3] }));
  expect(filter.only).toEqual([3]);
  await act(async () => change(noFilter));
  expect(filter).toEqual(noFilter);
  expect(router.state.location.search).toBe('');
});

it('one thing is looked at: a lock, a fence or a point of interest', async () => {
  let pick: ReturnType<typeof useRecord>[1] = () => undefined;
  let choose: ReturnType<typeof useChosen>[1] = () => undefined;
  const Page = () => {
    [, pick] = useRecord();
    [, choose] = useChosen();
    return null;
  };
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: ['/map?state=2&lock=7'] });
  render(<RouterProvider router={router} />);
  const search = () => router.state.location.search;
  await act(async () => pick({ of: 'fence', id: 5 }));
  expect(search()).toBe('?state=2&fence=5');
  await act(async () => pick({ of: 'interest', id: 6 }));
  expect(search()).toBe('?state=2&interest=6');
  await act(async () => choose(8));
  expect(search()).toBe('?state=2&lock=8');
  await act(async () => pick(null));
  expect(search()).toBe('?state=2&lock=8');
});
