import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useSession } from '../../platform/session.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { NoTypes, useFirstSteps } from './FirstSteps.tsx';

inEnglish();
afterEach(() => {
  cleanup();
  useSession.setState({ menus: null });
  vi.unstubAllGlobals();
});

const Page = () => {
  const { text, steps = [], action } = useFirstSteps();
  return (
    <>
      <p>{text}</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {action}
      <NoTypes />
    </>
  );
};
const noTypes = 'There is no device type yet, and a device needs one: it says which protocol the lock speaks.';

/** An operator who may add what these menus hold, in a product with these device types. */
const open = async (menus: string[], deviceTypes: object[]) => {
  const button = { btn_code: 'add', btn_name: '', action_url: '/' };
  useSession.setState({ menus: menus.map((menu_code) => ({ menu_code, buttons: [button] })) as never });
  const server = fakeServer();
  server.on('/device/options', () => ({ data: { organizations: [], deviceTypes, manufacturers: [] } }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Suspense>
          <Page />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('list');
};

it('leads to a device type first, for without one no device can be saved', async () => {
  await open(['device', 'deviceType'], []);
  expect(await screen.findByText(noTypes)).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Add the first device type' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add the first device type' })).toBeTruthy();
});

it('names whom to ask where one may add devices and no types', async () => {
  await open(['device'], []);
  expect(await screen.findByText('Ask whoever manages device types to add one.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('asks nothing of who may only look', async () => {
  await open([], [{ id: 1 }]);
  expect(await screen.findByText(/^The locks of your organisations/)).toBeTruthy();
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  expect(screen.queryByText(noTypes)).toBeNull();
});
