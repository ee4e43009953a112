import type { QueuedOrder } from '@plomb/contract/orders/orderQueue';
import { orderQueue } from '@plomb/contract/orders/orderQueue';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { OrderFooter } from './OrderDetail.tsx';

inEnglish();

const order = {
  id: 5,
  device_id: 7,
  kind: 'unseal',
  state: 'uncertain',
  stage: 'uncertain',
  needs_person: true,
} as QueuedOrder;

it('keeps what was typed of what was found until it stands there, or somebody was quicker', async () => {
  signInWith(orderQueue.list, orderQueue.settle);
  const server = fakeServer();
  showPage(<OrderFooter order={{ ...order, connection: null }} />, '/');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Settle…' }));
  const found = await screen.findByRole('textbox');
  await user.type(found, 'open, goods whole');
  server.on(orderQueue.settle.path, () => ({ sign: 'fail' }));
  await user.click(screen.getByRole('button', { name: 'Settle' }));
  await waitFor(() => expect(server.count(orderQueue.settle.path)).toBe(1));
  expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('open, goods whole');
  server.on(orderQueue.settle.path, () => ({ sign: 'conflict' }));
  await user.click(screen.getByRole('button', { name: 'Settle' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
});
