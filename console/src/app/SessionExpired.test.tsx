import type { SessionEnd } from '@plomb/contract/session/session';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSession } from '../platform/session.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { SessionExpired } from './SessionExpired.tsx';

inEnglish();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useSession.setState({ oper: null, expired: 'no' });
});

const ended = (why: SessionEnd): void => {
  fakeServer().on('/login/ended', () => ({ data: { why } }));
  const oper = { id: 1, oper_name: 'Mei', login_name: 'mei', organization: { id: 1, org_name: 'O', logo: '' } };
  useSession.setState({ oper, expired: 'asking' });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <SessionExpired />
      </Suspense>
    </QueryClientProvider>,
  );
};

it.each([
  ['expired', /login status has expired/],
  ['elsewhere', /was ended from elsewhere/],
  ['password', /password of this account was changed/],
] as const)('says why a session ended: %s, and asks for the password', async (why, words) => {
  ended(why);
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.getByLabelText('Password of mei')).toBeDefined();
});

it('asks for no password where the account is disabled: it would be refused', async () => {
  ended('disabled');
  expect(await screen.findByText(/This account is disabled/)).toBeDefined();
  expect(screen.queryByLabelText('Password of mei')).toBeNull();
});
