import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useChosen } from './useChosen.ts';
import { useMapFilter } from './useMapFilter.ts';

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
