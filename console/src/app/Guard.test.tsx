import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setUpNeeded, signedIn, signedOut, useSession } from '../platform/session.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { Guard } from './Guard.tsx';

vi.mock('./Shell.tsx', () => ({ Shell: () => <input aria-label="draft" /> }));
vi.mock('./WallFrame.tsx', () => ({ WallFrame: () => <p>the wall</p> }));
vi.mock('../domains/personal/SetUp.tsx', () => ({
  SetUp: ({ done }: { done: () => void }) => (
    <button type="button" onClick={done}>
      set up
    </button>
  ),
}));

let setUp: 'password' | undefined;
let wall_until: string | undefined;
inEnglish();
beforeEach(() => {
  [setUp, wall_until] = [undefined, undefined];
  const menu_name = { zh: '设备', en: 'Devices' };
  const menu = { id: 1, menu_code: 'device', menu_name, menu_url: '', menu_icon: '', hidden: false, remarks: '' };
  const menus = [{ ...menu, sid: null, buttons: [] }];
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/config.json'
      ? Response.json({ signSecret: 's', title: '', version: '0' })
      : Response.json({
          verify: { sign: 'success', desc: '' },
          data: { token: 't', publicKey: '', menus, setUp, wall_until },
        }),
  );
  const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
  signedIn({ token: 't', publicKey: '', imageServerUrl: '', oper });
  useSession.setState({ menus: null, setUp: null });
});
afterEach(() => {
  cleanup();
  signedOut();
  vi.unstubAllGlobals();
});
const open = (at = '/device') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Suspense>
        <Guard />
      </Suspense>
    </MemoryRouter>,
  );

it('gives back what was typed, once a duty that came in the midst of a session is done', async () => {
  open();
  await userEvent.type(await screen.findByLabelText('draft'), 'half a form');
  setUp = 'password';
  setUpNeeded();
  const button = await screen.findByRole('button', { name: 'set up' });
  expect(screen.queryByRole('textbox')).toBeNull(); // out of sight meanwhile
  setUp = undefined;
  await userEvent.click(button);
  expect(((await screen.findByRole('textbox')) as HTMLInputElement).value).toBe('half a form');
});

it('shows no page at all to whoever has the duty from the start', async () => {
  setUp = 'password';
  open();
  await screen.findByRole('button', { name: 'set up' });
  expect(screen.queryByLabelText('draft')).toBeNull();
});

it('the wall stands without the shell, and what is typed in the shell is there afterwards', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Guard /> }], { initialEntries: ['/device'] });
  render(
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>,
  );
  await userEvent.type(await screen.findByLabelText('draft'), 'half a form');
  await act(() => router.navigate('/map/wall'));
  expect(await screen.findByText('the wall')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  await act(() => router.navigate('/device'));
  expect(((await screen.findByRole('textbox')) as HTMLInputElement).value).toBe('half a form');
  expect(screen.queryByText('the wall')).toBeNull();
});

it('a session that only looks has the wall and no other page', async () => {
  wall_until = '2026-12-05T08:00:00.000Z';
  open('/device');
  expect(await screen.findByText('the wall')).toBeTruthy();
  expect(screen.queryByLabelText('draft', { selector: 'input' })).toBeNull();
});
