import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { type Asked, serveWith, signInAs } from '../../testing/serveWith.ts';
import { showPage } from '../../testing/showPage.tsx';
import { AccountPage } from './AccountPage.tsx';

const time = '2026-11-21T10:00:00Z';
const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Safari/537.36';
let asked: Asked;
let own: Record<string, unknown>;
let factor: {
  since: string | null;
  channel: string | null;
  recipient: string;
  ways: string[];
  required: boolean;
  codesLeft: number;
};
let sessions: {
  id: number;
  address: string;
  user_agent: string;
  create_time: string;
  seen_time: string;
  current: boolean;
}[];
let keys: Record<string, unknown>[];

let ways: string[];

inEnglish();
beforeEach(() => {
  ways = [];
  signInAs('Zhou Min');
  own = {
    id: 1,
    operCode: '',
    operName: 'Zhou Min',
    operPhone: '',
    loginName: 'zhou',
    orgName: 'Port',
    roleName: 'Duty',
  };
  factor = { since: null, channel: null, recipient: '', ways: [], required: false, codesLeft: 0 };
  const session = { user_agent: agent, create_time: time, seen_time: time };
  sessions = [
    { ...session, id: 1, address: '10.0.0.1', current: true },
    { ...session, id: 2, address: '10.0.0.2', current: false },
  ];
  keys = [];
  asked = serveWith((path, { langue, timestamp, sign, ...body }) => {
    if (path === '/account/detail')
      return ['success', '', { ...own, create_time: time, password_time: time, second_factor: factor }];
    if (path === '/account/update') own = { ...own, ...body };
    if (path === '/browser/list') return ['success', '', { key: '', may: true, rows: [] }];
    if (path === '/contact/list') return ['success', '', { rows: [], ways }];
    if (path === '/contact/begin') return ['success', '', { recipient: 'z***@port.example', seconds: 60 }];
    if (path === '/contact/confirm') return ['fail', 'The code is wrong or has expired'];
    if (path === '/account/sessions') return ['success', '', { rows: sessions }];
    if (path === '/account/endSession') sessions = sessions.filter((s) => s.id !== body.id);
    if (path === '/apiKey/list') return ['success', '', { rows: keys }];
    if (path === '/apiKey/options')
      return [
        'success',
        '',
        {
          menus: [
            {
              id: 1,
              sid: null,
              menu_name: { zh: '地图', en: 'Map' },
              buttons: [{ scope: 'map:list', btn_name: { zh: '看', en: 'See the map' } }],
            },
          ],
        },
      ];
    if (path === '/apiKey/add') {
      keys = [
        {
          id: 5,
          key_name: body.key_name,
          hint: 'wxyz',
          scope: body.scope,
          addresses: [],
          create_time: time,
          expire_time: body.expire_time,
          use_time: null,
          use_address: '',
          state: 'active',
        },
      ];
      return ['success', '', { id: 5, key: 'plk_the-secret-wxyz' }];
    }
    if (path === '/apiKey/revoke') keys = keys.map((k) => ({ ...k, state: 'revoked' }));
    if (path === '/secondFactor/begin')
      return [
        'success',
        '',
        { secret: 'GEZDGNBVGY3TQOJQ', secretUri: 'otpauth://totp/Plomb:zhou?secret=GEZDGNBVGY3TQOJQ' },
      ];
    if (path === '/secondFactor/beginByMessage' || path === '/secondFactor/sendCode')
      return ['success', '', { recipient: 'z***@port.example', seconds: 0 }];
    if (path === '/secondFactor/confirm') {
      if (body.code !== '123456') return ['secondFactor', 'The code is wrong or has expired'];
      factor = { ...factor, since: time, channel: 'app', required: false, codesLeft: 10 };
      return ['success', '', { codes: ['AAAAA-BBBBB', 'CCCCC-DDDDD'] }];
    }
    return ['success', ''];
  });
});
const calls = (path: string) => asked.filter((a) => a.path === path).map((a) => a.body);
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('my data', () => {
  it('are shown, and the phone can be changed; the name is the administrator’s', async () => {
    showPage(<AccountPage />, '/account');
    expect(await screen.findByText('Port')).toBeTruthy();
    await click('Edit');
    await userEvent.type(await screen.findByLabelText('Phone'), '13800138000');
    expect(screen.queryByLabelText('Name')).toBeNull();
    await click('Save');
    await waitFor(() => expect(calls('/account/update')[0]).toMatchObject({ operPhone: '13800138000' }));
    expect(await screen.findByText('13800138000')).toBeTruthy();
  });

  it('with a wrong phone are not sent', async () => {
    showPage(<AccountPage />, '/account?open=profile');
    await userEvent.type(await screen.findByLabelText('Phone'), 'abc');
    await click('Save');
    expect(await screen.findByText('Phone number wrong')).toBeTruthy();
    expect(calls('/account/update')).toEqual([]);
  });
});

describe('sessions', () => {
  it('are named by what they are; this one cannot be signed out here, another can after asking', async () => {
    showPage(<AccountPage />, '/account?tab=sessions');
    const rows = await screen.findAllByText('Chrome 149 on Windows');
    expect(rows).toHaveLength(2);
    expect(screen.getByText('This one')).toBeTruthy();
    await click('Sign out Chrome 149 on Windows');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('10.0.0.2');
    expect(calls('/account/endSession')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(calls('/account/endSession')[0]).toMatchObject({ id: 2 }));
    expect(await screen.findByText('You are signed in nowhere else.')).toBeTruthy();
  });
});

describe('API keys', () => {
  it('are made with the permissions ticked, shown once, and revoked after asking', async () => {
    showPage(<AccountPage />, '/account?tab=apiKeys');
    await screen.findByText('No API keys yet');
    await userEvent.click(screen.getByRole('button', { name: /Add API key/ }));
    await userEvent.type(await screen.findByLabelText('Name'), 'Customs');
    await click('Save');
    expect(await screen.findByText('Please select at least one record')).toBeTruthy();
    expect(calls('/apiKey/add')).toEqual([]);
    await userEvent.click(
      await screen.findByText('Map').then((n) => n.closest('.ant-tree-treenode')!.querySelector('.ant-tree-checkbox')!),
    );
    await click('Save');
    expect(await screen.findByText(/Bearer plk_the-secret-wxyz/)).toBeTruthy();
    expect(calls('/apiKey/add')[0]).toMatchObject({ key_name: 'Customs', scope: ['map:list'], addresses: [] });
    await click('I have kept it');
    await waitFor(() => expect(screen.queryByText(/plk_the-secret/)).toBeNull());
    await click('Revoke Customs');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Revoked')).toBeTruthy();
  });
});

it('says beside the field that the code of an address was wrong, for as long as it stands there', async () => {
  useNotices.setState({ shown: [] });
  ways = ['mail'];
  showPage(<AccountPage />, '/account');
  await click('Set…');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your mail address' }), 'z@port.example');
  await click('Send a code');
  await userEvent.type(await screen.findByLabelText('Code that was sent to you'), '000000');
  await click('Confirm');
  // a message says it first, and leaves
  const words = 'The code is wrong or has expired';
  await waitFor(() => expect(useNotices.getState().shown.map(({ text }) => text)).toEqual([words]));
  expect(screen.queryByText(words)).toBeNull();
  act(() => useNotices.setState({ shown: [] }));
  const said = await screen.findByText(words);
  expect(said.closest('.ant-form-item')?.querySelector('input')?.value).toBe('000000');
});

describe('two-factor sign-in', () => {
  it('is set up with the password, a code and the backup codes', async () => {
    showPage(<AccountPage />, '/account?tab=secondFactor');
    await click('Set up');
    await userEvent.type(await screen.findByLabelText('Password'), 'secret1');
    await click('Next');
    expect(await screen.findByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
    const code = screen.getByLabelText('Code of your authenticator app');
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    await userEvent.type(code, '000000');
    await click('Switch on');
    expect(await screen.findByText('The code is wrong or has expired')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Code of your authenticator app'), '123456');
    await click('Switch on');
    expect(await screen.findByText('AAAAA-BBBBB')).toBeTruthy();
    await click('I have kept them');
    expect(await screen.findByText('10 backup codes left')).toBeTruthy();
    expect(screen.queryByText('AAAAA-BBBBB')).toBeNull();
  });

  it('is set up by mail, and another code is sent to the address that waits', async () => {
    factor = { ...factor, ways: ['mail'] };
    showPage(<AccountPage />, '/account?tab=secondFactor');
    await click('Set up');
    await userEvent.type(await screen.findByLabelText('Password'), 'secret1');
    await userEvent.click(screen.getByRole('radio', { name: 'By mail' }));
    await userEvent.type(await screen.findByLabelText('Your mail address'), 'z@port.example');
    await click('Next');
    await click('Send another code');
    await waitFor(() => expect(calls('/secondFactor/sendCode')).toHaveLength(1));
    expect(calls('/secondFactor/beginByMessage')).toEqual([
      expect.objectContaining({ channel: 'mail', address: 'z@port.example' }),
    ]);
    expect(calls('/secondFactor/sendCode')[0]).toMatchObject({ set_up: true });
  });

  it('that the role requires offers no switching off; few codes are told', async () => {
    factor = { ...factor, since: time, channel: 'app', required: true, codesLeft: 1 };
    showPage(<AccountPage />, '/account?tab=secondFactor');
    expect(await screen.findByText('Your role requires it: it cannot be switched off.')).toBeTruthy();
    expect(screen.getByText('1 backup code left')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull();
  });
});

it('says what failed, and tries again', async () => {
  vi.unstubAllGlobals();
  serveWith(() => ['unavailable', 'The service is unavailable']);
  showPage(<AccountPage />, '/account?tab=sessions');
  expect((await screen.findByRole('alert')).textContent).toContain('The service is unavailable');
  serveWith(() => ['success', '', { rows: sessions }]);
  await click('Load again');
  expect(await screen.findByText('This one')).toBeTruthy();
});
