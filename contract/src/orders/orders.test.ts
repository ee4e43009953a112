import { expect, it } from 'vitest';
import { orders } from './orders.ts';

it('files as a command what a lock is told, not a password that was shown nor an order that was taken back', () => {
  const filed = Object.values(orders).filter(({ business }) => business === 'command');
  expect(filed).toContain(orders.unseal);
  expect(filed).not.toContain(orders.unlockPassword);
  expect(filed).not.toContain(orders.cancel);
});
