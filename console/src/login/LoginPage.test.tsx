import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeWords } from '../platform/farewell.ts';
import { useNotices } from '../platform/notices.ts';
import { signedOut, token } from '../platform/session.ts';
import { setLangChoice } from '../platform/settings.ts';
import { type Asked, serveWith } from '../testing/serveWith.ts';
import { LoginPage } from './LoginPage.tsx';

const ahead = vi.hoisted(() => ({ running: 0 }));
vi.mock('./ahead.ts', () => ({
  fetchAhead: () => {
    ahead.running++;
    return () => void ahead.running--;
  },
}));

const oper = { id: 1, oper_name: 'A', login_name: 'a', organization: { id: 1, org_name: 'O', logo: '' } };
const granted = { token: 't', publicKey: '', imageServerUrl: '', oper };
let asked: Asked;
const replace = vi.fn();

/** A server whose operator has a second factor, with one good code and one backup code. */
beforeEach(() => {
  setLangChoice('en');
  signedOut();
  takeWords();
  useNotices.setState({ shown: [] });
  replace.mockClear();
  vi.spyOn(location, 'replace').mockImplementation(replace);
  asked = serveWith((_, { code }) => {
    if (code === undefined) return ['secondFactor', 'Please enter the 6-digit code of your authenticator app'];
    if (code === '000000') return ['secondFactor', 'The code is wrong or has expired'];
    if (code === 'slow') return ['tooMany', 'Too many tries, please wait 2 s'];
    if (code === 'late') return ['fail', 'The user name or the password is wrong'];
    return ['success', '', code === 'ABCDE-FGHJK' ? { ...granted, backupCodesLeft: 9 } : granted];
  });
  render(<LoginPage />);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const first = async () => {
  await userEvent.type(screen.getByLabelText('User name'), 'a');
  await userEvent.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  return screen.findByLabelText('Code of your authenticator app');
};

it('fetches nothing ahead while a sign-in is on its way, which would wait behind it, and goes on once it was refused', async () => {
  expect(ahead.running).toBe(1);
  let whileAsked = -1;
  vi.stubGlobal('fetch', async () => {
    whileAsked = ahead.running;
    throw new TypeError('no network');
  });
  await userEvent.type(screen.getByLabelText('User name'), 'a');
  await userEvent.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  await screen.findByRole('alert');
  expect(whileAsked).toBe(0);
  expect(ahead.running).toBe(1);
});

describe('the second step', () => {
  it('follows on the same page, takes the focus, and says nothing wrong happened', async () => {
    const code = await first();
    expect(document.activeElement).toBe(code);
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(replace).not.toHaveBeenCalled();
    expect(token()).toBe('');
  });

  it('says in place what was wrong with a code, and takes the next', async () => {
    await userEvent.type(await first(), '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong or has expired');
    const code = screen.getByLabelText('Code of your authenticator app') as HTMLInputElement;
    expect(code.value).toBe('');
    expect(document.activeElement).toBe(code);
    await userEvent.type(code, '123456{Enter}');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/map'));
    // each try carries a password sealed anew
    expect(new Set(asked.map((a) => a.body.password)).size).toBe(3);
    expect(takeWords()).toBeNull();
  });

  it('asks for something to be typed', async () => {
    await userEvent.type(await first(), ' {Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter the code');
    expect(asked).toHaveLength(1);
  });

  it('stays while one has to wait, and goes back when the password no longer holds', async () => {
    const code = await first();
    await userEvent.type(code, 'slow{Enter}');
    await waitFor(() => expect(asked).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy());
    await userEvent.clear(screen.getByLabelText('Code of your authenticator app'));
    await userEvent.type(screen.getByLabelText('Code of your authenticator app'), 'late{Enter}');
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.value).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe('a');
  });

  it('tells, after the page has changed, that a backup code was used and how many are left', async () => {
    await userEvent.type(await first(), 'ABCDE-FGHJK{Enter}');
    await waitFor(() => expect(replace).toHaveBeenCalled());
    expect(takeWords()).toContain('Codes left: 9');
  });

  it('can be left again', async () => {
    await first();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });
});

it('says beside the form why nobody was let in, until something is typed', async () => {
  cleanup();
  serveWith(() => ['fail', 'The user name or the password is wrong']);
  render(<LoginPage />);
  await userEvent.type(screen.getByLabelText('User name'), 'a');
  await userEvent.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  const form = screen.getByRole('button', { name: 'Sign in' }).closest('form') as HTMLElement;
  await within(form).findByText('The user name or the password is wrong');
  expect(useNotices.getState().shown).toEqual([]); // once is enough
  await userEvent.type(screen.getByLabelText('Password'), 's');
  expect(within(form).queryByRole('alert')).toBeNull();
});

it('keeps the password where no answer came: it was not wrong', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  await userEvent.type(screen.getByLabelText('User name'), 'a');
  await userEvent.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be reached/);
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('secret1');
});

it('says why one stands here, where it was not one’s own wish, and goes on saying it', async () => {
  cleanup();
  render(<LoginPage why="You were signed out in another window of this browser." />);
  await userEvent.type(screen.getByLabelText('User name'), 'a');
  expect(screen.getByRole('status').textContent).toBe('You were signed out in another window of this browser.');
});

describe('a code that is sent', () => {
  const sent = (seconds: number): ['secondFactor', string, unknown] => [
    'secondFactor',
    'A code was sent to g***@port.example; it holds for ten minutes',
    { recipient: 'g***@port.example', seconds },
  ];
  const field = () => screen.findByLabelText('Code sent to g***@port.example');
  const begin = async (seconds: number) => {
    cleanup();
    asked = serveWith((_, { code }) =>
      code === undefined ? sent(seconds) : ['secondFactor', 'The code is wrong or has expired'],
    );
    render(<LoginPage />);
    await userEvent.type(screen.getByLabelText('User name'), 'a');
    await userEvent.type(screen.getByLabelText('Password'), 'secret1{Enter}');
  };

  it('says where it went, and another is not asked for while the seconds run', async () => {
    await begin(60);
    expect(document.activeElement).toBe(await field());
    expect(screen.queryByRole('alert')).toBeNull();
    const again = screen.getByRole('button', { name: /^Send another code \(\d+ s\)$/ });
    expect(again.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(again);
    expect(asked).toHaveLength(1);
  });

  it('is asked for again once they have run, and a wrong one leaves where it went', async () => {
    await begin(0);
    await userEvent.type(await field(), '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong or has expired');
    await field();
    await userEvent.click(screen.getByRole('button', { name: 'Send another code' }));
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked[2]?.body.code).toBeUndefined();
  });

  it('that cannot be sent says so where a backup code can be typed', async () => {
    cleanup();
    serveWith(() => ['secondFactor', 'No code can be sent now', { recipient: '', seconds: 60 }]);
    render(<LoginPage />);
    await userEvent.type(screen.getByLabelText('User name'), 'a');
    await userEvent.type(screen.getByLabelText('Password'), 'secret1{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('No code can be sent now');
    expect(screen.getByLabelText('Code of your authenticator app')).toBeTruthy();
  });
});
