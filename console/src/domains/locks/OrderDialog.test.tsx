import type { MapLock } from '@plomb/contract/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startI18n } from '../../platform/i18n.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { fleetLock } from '../../testing/fakeServer.ts';
import { SealDialog } from './SealDialog.tsx';
import { UnsealDialog } from './UnsealDialog.tsx';

beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
afterEach(cleanup);

const lock = (family: MapLock['family'], lock_status: MapLock['lock_status']): MapLock =>
  ({
    ...fleetLock(1),
    ...{ family, lock_status, lock_since: null, lock_actor: '', lock_source: null },
    lock_time: new Date().toISOString(),
  }) as MapLock;
const open = async (
  Dialog: typeof SealDialog,
  of: MapLock,
  connection: 'online' | 'offline' = 'online',
): Promise<HTMLElement> => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <Dialog lock={of} connection={connection} onClose={() => undefined} />
      </Suspense>
    </QueryClientProvider>,
  );
  return screen.findByRole('dialog');
};

describe('the consequence an order is asked with', () => {
  it.each([
    ['hhd', 2, 'online', 'The seal ends; whoever is there can open the lock'],
    ['hhd', 2, 'offline', 'The seal ends; whoever is there can open the lock'],
    ['jt701', 2, 'online', 'The seal the platform holds ends; whoever is there can open the lock'],
    ['jt701', 0, 'online', 'The lock can be opened'],
    ['hhd', 0, 'offline', 'If it is sealed, the seal ends; the lock can be opened'],
    ['hhd', 3, 'online', 'If it is sealed, the seal ends; the lock can be opened'],
    ['hhd', 255, 'online', 'If it is sealed, the seal ends; the lock can be opened'],
  ] as const)('unseal %s in state %i, %s: %s', async (family, status, connection, consequence) => {
    const dialog = await open(UnsealDialog, lock(family, status), connection);
    const said = [...dialog.querySelectorAll('.order-row strong')].at(-1);
    expect(said?.textContent).toBe(consequence);
  });

  it('of a seal the lock knows nothing of says so beforehand', async () => {
    const held = (await open(SealDialog, lock('jt701', 0))).textContent;
    expect(held).toContain('The platform holds the seal');
    expect(held).toContain('Nothing is sent to the lock');
    expect(held).not.toContain('The lock is sealed');
    cleanup();
    expect((await open(SealDialog, lock('hhd', 0))).textContent).toContain('The lock is sealed');
  });
});

it.each([
  ['seal', SealDialog, lock('hhd', 0), 'Leave it unsealed'],
  ['seal', SealDialog, lock('hhd', 3), 'Do nothing'],
  ['unseal', UnsealDialog, lock('hhd', 2), 'Keep sealed'],
] as const)('the default button of the %s dialog moves no metal', async (_, Dialog, of, word) => {
  const dialog = await open(Dialog, of);
  expect([...dialog.querySelectorAll('.ant-btn-primary')].map((b) => b.textContent)).toEqual([word]);
});
