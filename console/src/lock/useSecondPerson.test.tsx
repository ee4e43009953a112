import { approvals } from '@plomb/contract/approvals/approvals';
import type { MapLock } from '@plomb/contract/map/map';
import { orders } from '@plomb/contract/orders/orders';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { type FakeServer, fakeServer, fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { showPage, signInWith } from '../testing/showPage.tsx';
import { MoreOrdersDialog } from './MoreOrdersDialog.tsx';
import { UnsealDialog } from './UnsealDialog.tsx';

vi.mock('../platform/signIn.ts', () => ({ sealedFor: async () => 'sealed' }));
vi.mock('../platform/params.ts', () => ({
  useShownParams: () => ({ unseal_lifetime_seconds: 1800, seal_lifetime_seconds: 7200 }),
}));
inEnglish();

let server: FakeServer;
const closed = vi.fn();
beforeEach(() => {
  closed.mockReset();
  useNotices.setState({ shown: [] });
  server = fakeServer();
  signInWith(approvals.needed);
  server.on(approvals.needed.path, () => ({ data: { kinds: ['unseal'], minutes: 15, frozen: null, waiting: [] } }));
});

/** The dialog with its reason given. */
const show = async (): Promise<void> => {
  const lock = { ...fleetLock(1), lock_since: null, lock_actor: '', lock_source: null } as unknown as MapLock;
  showPage(<UnsealDialog lock={lock} connection="online" onClose={closed} />, '/map');
  await screen.findByText('A second person has to approve it');
  fireEvent.mouseDown(screen.getByRole('combobox'));
  fireEvent.click(await screen.findByTitle('Customs inspection'));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'order 2332' } });
};
const here = (): void => {
  fireEvent.click(screen.getByRole('radio', { name: /^Here/ }));
  fireEvent.change(screen.getByLabelText('Login name of the second person'), { target: { value: 'lina' } });
  fireEvent.change(screen.getByLabelText('Password of the second person'), { target: { value: 'secret1' } });
};
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const password = () => screen.getByLabelText<HTMLInputElement>('Password of the second person').value;

it('what may have been requested is changed no more, and requested again by the same key', async () => {
  server.on(approvals.ask.path, () => 'broken');
  await show();
  press('Send the request');
  await screen.findByText(/Whether the command arrived is not known/);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').disabled).toBe(true);
  // no later refusal says that nothing was requested
  server.on(approvals.ask.path, () => ({ sign: 'tooMany' }));
  press('Send the request');
  await waitFor(() => expect(useNotices.getState().shown.map(({ text }) => text)).toContain('tooMany'));
  act(() => useNotices.setState({ shown: [] }));
  expect(screen.getByText(/tooMany/)).toBeTruthy();
  expect(screen.queryByText(/This order was not sent/)).toBeNull();
  const keys = server.asked.filter(({ path }) => path === approvals.ask.path).map(({ body }) => body.idempotency_key);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

it('the password of the second person does not stay at the screen of who asks', async () => {
  server.on(approvals.present.path, () => ({ sign: 'conflict' }));
  await show();
  here();
  press('Request unseal');
  await screen.findByText(/This order was not sent/);
  expect(password()).toBe('');
});

it('but waits for the code that belongs to it', async () => {
  server.on(approvals.present.path, () => ({ sign: 'secondFactor' }));
  await show();
  here();
  press('Request unseal');
  await screen.findByLabelText(/second factor/);
  expect(password()).toBe('secret1');
});

it.each([
  ['waiting', /^Requested\./],
  ['approved', /^Approved; the order is given/],
  ['declined', /settled already/],
])('says of a request that is %s just that', async (state, words) => {
  server.on(approvals.present.path, () => ({ data: { state } }));
  await show();
  here();
  press('Request unseal');
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(useNotices.getState().shown.map(({ text }) => text)).toEqual([expect.stringMatching(words)]);
});

it('in a frozen period no order that lets somebody open it is sent, and which period that is is said', async () => {
  server.on(approvals.needed.path, () => ({
    data: {
      ...{ kinds: [], minutes: 15, waiting: [] },
      frozen: { name: 'Holiday', until: '2126-11-20T12:00:00.000Z', binds: false },
    },
  }));
  signInWith(approvals.needed, orders.factory_reset, orders.restart);
  const lock = {
    ...fleetLock(1),
    lock_status: 0,
    lock_since: null,
    lock_actor: '',
    lock_source: null,
  } as unknown as MapLock;
  showPage(<MoreOrdersDialog lock={lock} connection="online" onClose={closed} />, '/map');
  const given = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  fireEvent.click(await screen.findByRole('radio', { name: /^Factory reset/ }));
  await screen.findByText(/^Frozen period “Holiday” until 2126-.*: nobody is newly let open it/);
  expect(given().disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /^Restart/ }));
  await waitFor(() => expect(given().disabled).toBe(false));
});

it('in a frozen period it says which and until when, and requests nothing', async () => {
  server.on(approvals.needed.path, () => ({
    data: {
      kinds: ['unseal'],
      minutes: 15,
      frozen: { name: 'Holiday', until: '2126-11-20T12:00:00.000Z', binds: true },
      waiting: [],
    },
  }));
  await show();
  screen.getByText(/Frozen period “Holiday” until 2126-/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send the request' }).disabled).toBe(true);
});
