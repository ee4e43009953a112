import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { takeWords } from '../platform/farewell.ts';
import { signedIn, signedOut, useSession } from '../platform/session.ts';
import { forgetUnsaved, hasUnsaved, markUnsaved } from '../platform/unsaved.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { useWindows } from './useWindows.ts';

inEnglish();
afterEach(() => {
  cleanup();
  forgetUnsaved();
  signedOut();
  vi.unstubAllGlobals();
});

it('keeps what is typed when another window signs out, and asks who goes on', async () => {
  const organization = { id: 1, org_name: 'O', logo: '' };
  signedIn({
    token: 't',
    publicKey: '',
    imageServerUrl: '',
    oper: { id: 1, oper_name: 'Mei', login_name: 'mei', organization },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  renderHook(() => useWindows(), { wrapper });
  markUnsaved('/device');
  const other = new BroadcastChannel('session');
  other.postMessage('');
  await waitFor(() => expect(useSession.getState().expired).toBe('asking'));
  expect([hasUnsaved(), useSession.getState().oper?.login_name]).toEqual([true, 'mei']);
  // and why: nothing has run out
  expect(useSession.getState().elsewhere).toBe(true);
  other.postMessage('mei');
  await waitFor(() => expect(useSession.getState().expired).toBe('no'));
  expect(useSession.getState().elsewhere).toBe(false);
  other.close();
});

it('tells whoever had nothing typed why they stand at the sign-in', async () => {
  vi.stubGlobal('location', { pathname: '/device', search: '', hash: '', replace: vi.fn() });
  useSession.setState({ oper: { id: 1, oper_name: 'Mei', login_name: 'mei' } as never });
  renderHook(() => useWindows(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>{children}</Suspense>
      </QueryClientProvider>
    ),
  });
  await waitFor(() => expect(i18next.hasLoadedNamespace('app')).toBe(true));
  const other = new BroadcastChannel('session');
  other.postMessage('');
  await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/login?redirect=%2Fdevice'));
  expect(takeWords()).toBe('You were signed out in another window of this browser.');
  other.close();
});
