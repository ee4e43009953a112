import { errors } from '@plomb/contract/errors';
import type { MapLock } from '@plomb/contract/map/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useSession } from '../platform/session.ts';
import { fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { LockActions } from './LockActions.tsx';

inEnglish();

const plain = { ...fleetLock(1), lock_since: null, lock_actor: '', lock_source: null } as MapLock;
const show = async (codes: string[], lock = plain) => {
  const buttons = codes.map((btn_code) => ({ btn_code, action_url: `/lock/${btn_code}` }));
  useSession.setState({
    menus: [
      { id: 1, menu_code: 'map', menu_url: 'map', menu_icon: '', hidden: false, remarks: 1, sid: null, buttons },
    ] as never,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Suspense>
          <LockActions lock={lock} connection="online" underWay={null} follow={{ on: false, turn: () => {} }} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.findByTestId('unseal');
};

it('says as a line why an order cannot be given: a tip of a button that is off is out of the keyboard’s reach', async () => {
  const unseal = await show([]);
  expect(unseal.hasAttribute('disabled')).toBe(true);
  const why = document.getElementById(unseal.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toBe('Remote unseal: You do not have the right to unseal');
});

it('offers no seal that the platform would hold on a word the server takes for too old, whatever else is heard of the lock', async () => {
  const said = (hours: number): MapLock => ({
    ...plain,
    family: 'jt701',
    lock_status: 0,
    lock_time: new Date(Date.now() - hours * 3_600_000).toISOString(),
  });
  await show(['seal', 'unseal'], said(72));
  const seal = screen.getByTestId('seal');
  expect(seal.hasAttribute('disabled')).toBe(true);
  expect(document.getElementById(seal.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    `Remote seal: ${errors.stateStale.en}`,
  );
  cleanup();
  await show(['seal', 'unseal'], said(0));
  expect(screen.getByTestId('seal').hasAttribute('disabled')).toBe(false);
});

it('offers no seal, no unseal and no password of a lock that is out of use, and says why', async () => {
  const user = userEvent.setup();
  const unseal = await show(['seal', 'unseal', 'unlockPassword'], { ...plain, out_of_use: 'lost' });
  expect(unseal.hasAttribute('disabled')).toBe(true);
  expect(screen.getByTestId('seal').hasAttribute('disabled')).toBe(true);
  expect(document.getElementById(unseal.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    errors.deviceLost.en,
  );
  await user.click(screen.getByRole('button', { name: 'More' }));
  const password = await screen.findByRole('menuitem', { name: /Show the one-time password/ });
  expect(password.getAttribute('aria-disabled')).toBe('true');
  expect(password.textContent).toContain(errors.deviceLost.en);
});

it('gives the focus back to the button when its dialog is left', async () => {
  const user = userEvent.setup();
  const unseal = await show(['seal', 'unseal'], { ...plain, lock_time: new Date().toISOString() });
  await user.click(unseal);
  await user.click(await screen.findByRole('button', { name: 'Keep sealed' }));
  await waitFor(() => expect(document.activeElement).toBe(unseal));
});
