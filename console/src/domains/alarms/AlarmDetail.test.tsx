import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../platform/i18n.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { ProcessDialog } from './AlarmDetail.tsx';

beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('asks first how the alarm ended: the focus is in the answers, not on what closes the dialog', async () => {
  fakeServer();
  const alarm = { id: 1, kind: 'illegal_unlock', subject: '沪A·D7001', device_name: 'Tanker 1' };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <Suspense>
          <ProcessDialog alarm={alarm as never} close={() => undefined} />
        </Suspense>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  const answers = await screen.findAllByRole('radio');
  await waitFor(() => expect(document.activeElement).toBe(answers[0]));
});
