import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { AlsoGuarded } from './AlsoGuarded.tsx';

inEnglish();
afterEach(() => vi.unstubAllGlobals());

it('says which other lock guards what is typed, however it is spaced, and nothing of itself or of what only resembles it', async () => {
  const server = fakeServer();
  const rows = [
    { sn: '14802100003', subject: '沪D·Z5623' },
    { sn: '14802100777', subject: '沪D Z5623' },
  ];
  server.on('/device/list', ({ guards }) => ({ data: { rows: guards === '沪dz5623' ? rows : [], total: 2 } }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <Form initialValues={{ sn: '14802100777' }}>
          <Form.Item name="sn" noStyle>
            <Input aria-label="Serial" />
          </Form.Item>
          <Form.Item name="subject" noStyle>
            <Input aria-label="Guards" />
          </Form.Item>
          <AlsoGuarded />
        </Form>
      </Suspense>
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByLabelText('Guards'), '沪d z5623');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Also guarded by lock 14802100003'));
  await userEvent.clear(screen.getByLabelText('Guards'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
});
