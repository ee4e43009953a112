import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { rememberedJson } from '../platform/storage.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { type Asked, serveWith, signInAs } from '../testing/serveWith.ts';
import { showPage } from '../testing/showPage.tsx';
import { PreferencesDialog } from './PreferencesDialog.tsx';
import { useSystemTitle } from './useSystemTitle.ts';

let asked: Asked;
let kept: Record<string, unknown>;
const close = vi.fn();

inEnglish();
beforeEach(() => {
  signInAs('A');
  close.mockClear();
  useNotices.setState({ shown: [] });
  kept = {
    id: 7,
    title: '',
    map_type: 'baidu',
    map_level: 16,
    lat: null,
    lon: null,
    is_voice: 'T',
    is_police_voice: 'T',
  };
  asked = serveWith((path, { langue, timestamp, sign, ...body }) => {
    if (path === '/oper/hobbyConfig/update') kept = { ...kept, ...body };
    return ['success', '', path.startsWith('/oper') ? { ...kept, system_title: 'Seals' } : {}];
  });
});

const Page = () => (
  <>
    <h1>{useSystemTitle()}</h1>
    <PreferencesDialog close={close} />
  </>
);
const sent = () => asked.find((a) => a.path === '/oper/hobbyConfig/update')?.body;

it('sends what is not empty, says so, keeps it in the browser, and the title follows at once', async () => {
  showPage(<Page />, '/');
  await userEvent.type(await screen.findByLabelText('System title'), ' Port seals ');
  await userEvent.click(screen.getByLabelText('Speak alarms aloud'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent()).toMatchObject({
    id: 7,
    title: 'Port seals',
    map_type: 'baidu',
    map_level: 16,
    is_voice: 'F',
    is_police_voice: 'T',
  });
  expect(sent()).not.toHaveProperty('lat');
  expect(useNotices.getState().shown.map((n) => [n.kind, n.text])).toEqual([['success', 'Modified successfully']]);
  expect(screen.getByRole('heading', { name: 'Port seals' })).toBeTruthy();
  expect(rememberedJson('hobbyConfig')).toMatchObject({ title: 'Port seals', is_voice: 'F' });
});

it('says which maps need a key, and asks before what was typed is lost', async () => {
  showPage(<Page />, '/');
  await screen.findByText('Baidu (needs a key)');
  expect(screen.getByText('No key of this provider is set up here: the offline map is shown.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Latitude'), '31.2');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const discard = await screen.findByRole('button', { name: 'Discard it' });
  expect(close).not.toHaveBeenCalled();
  await userEvent.click(discard);
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent()).toBeUndefined();
});
