import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { FilterBar } from './FilterBar.tsx';
import { useArea } from './useArea.ts';
import { useMapFilter } from './useMapFilter.ts';

inEnglish();
afterEach(cleanup);

const organisations = Array.from({ length: 60 }, (_, at) => ({
  value: at + 1,
  label: `Depot ${at + 1}`,
  depth: at % 3,
}));
const Page = () => {
  const [filter, change] = useMapFilter();
  const [area, setArea] = useArea();
  return (
    <Suspense>
      <FilterBar
        box={null}
        filter={filter}
        change={change}
        organisations={organisations}
        area={area}
        closeArea={() => setArea(null)}
        spot={null}
        clearSpot={() => {}}
      />
    </Suspense>
  );
};
const open = async (address: string) => {
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('region', { name: 'What the map is narrowed to' });
  return () => router.state.location.search;
};
const whole = '/map?q=A12&org=7&state=3,1&connection=late&alarm=1&heard=over24h&in=100,20,120,40';

it('says all that the address narrows the map to', async () => {
  await open(whole);
  const bar = screen.getByRole('region', { name: 'What the map is narrowed to' });
  expect(bar.querySelectorAll('.chip')).toHaveLength(8);
  for (const words of ['Depot 7 and below', 'over 24 hours ago', '“A12”', 'Late', 'In alarm', 'Locks here'])
    expect(bar.textContent).toContain(words);
});

it('takes them off one by one, each from the address, and all at once', async () => {
  const address = await open(whole);
  const left = () => [...new URLSearchParams(address()).keys()].toSorted().join();
  const off = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
  await off('Remove the filter Organisation');
  await off('Remove the filter Last heard');
  expect(left()).toBe('alarm,connection,in,q,state');
  await off('Remove the filter Drawn area');
  await off('Remove the filter In alarm');
  expect(left()).toBe('connection,q,state');
  const [state] = screen.getAllByRole('button', { name: /Remove the filter/ }).slice(1, 2);
  await userEvent.click(state!);
  expect(new URLSearchParams(address()).get('state')).toBe('1');
  await off('Clear');
  expect(left()).toBe('');
  expect(screen.queryByRole('button', { name: /Remove the filter/ })).toBeNull();
});

it('narrows to an organisation that is found by its name, and to when locks were heard', async () => {
  const address = await open('/map');
  await userEvent.click(screen.getByRole('button', { name: /^Organisation/ }));
  expect(await screen.findByText('10 more. Type some of the name.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /^Organisation/ }), 'depot 55{Enter}');
  expect(address()).toBe('?org=55');
  await userEvent.click(screen.getByRole('button', { name: /^Last heard/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'never' }));
  expect(address()).toBe('?org=55&heard=never');
});
