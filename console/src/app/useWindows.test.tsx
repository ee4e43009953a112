import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { signedIn, signedOut, useSession } from '../platform/session.ts';
import { forgetUnsaved, hasUnsaved, markUnsaved } from '../platform/unsaved.ts';
import { useWindows } from './useWindows.ts';

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
  other.postMessage('mei');
  await waitFor(() => expect(useSession.getState().expired).toBe('no'));
  other.close();
});
