import '../testing/inEnglish.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { AvatarMenu } from './AvatarMenu.tsx';
import { closePanel, openPanel } from './panel.ts';

it('the card of who one is lies under nothing that opens, and does not come back by itself', async () => {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AvatarMenu narrow={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await user.hover(await screen.findByRole('button'));
  const card = await screen.findByRole('tooltip');
  const hidden = (): boolean => card.closest('.ant-popover-hidden') !== null;
  act(() => openPanel('settings'));
  await expect.poll(hidden, { timeout: 20_000 }).toBe(true);
  act(() => closePanel());
  expect(hidden()).toBe(true);
});
