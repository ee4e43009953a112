import type { MapLock } from '@plomb/contract/map/map';
import { lockCodes } from '@plomb/contract/orders/lockCodes';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { showPage, signInWith } from '../testing/showPage.tsx';
import { SendCodeForm } from './SendCodeForm.tsx';

inEnglish();

const lock = { id: 7, sn: '13900000001', device_name: 'Lock 7', subject: '陕E·B6590' } as MapLock;
const until_time = '2026-11-20T09:00:00.000Z';
const person = { oper_name: 'Anna', login_name: 'anna', org_name: 'North' };
let server: ReturnType<typeof fakeServer>;
const receivers = (...rows: object[]): void =>
  server.on(lockCodes.receivers.path, () => ({ data: { rows, more: false } }));
beforeEach(() => {
  useNotices.setState({ shown: [] });
  server = fakeServer();
  receivers({ ...person, id: 4, channels: ['mail'] });
  server.on(lockCodes.send.path, () => ({ data: { recipient: 'a***@north.example', until_time, cut: true } }));
  signInWith(lockCodes.send);
});
const sent = () => server.asked.filter(({ path }) => path === lockCodes.send.path).map(({ body }) => body);
const show = () => {
  const close = vi.fn();
  showPage(<SendCodeForm lock={lock} onClose={close} />, '/');
  return close;
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const radio = (name: string) => screen.findByRole('radio', { name });

it('goes to an operator by a way that is confirmed', async () => {
  const close = show();
  await screen.findByText(/Who it went to, when and why is recorded for good/);
  await userEvent.click(await screen.findByLabelText('Operator'));
  await userEvent.click(await screen.findByText('Anna anna · North'));
  expect(((await radio('SMS')) as HTMLInputElement).disabled).toBe(true);
  // the only way to this one, ticked by itself
  await waitFor(async () => expect(((await radio('Mail')) as HTMLInputElement).checked).toBe(true));
  await userEvent.type(screen.getByLabelText('Reason'), 'the driver waits at the gate');
  await press('Send');
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(useNotices.getState().shown.map(({ text }) => text)).toEqual([
    expect.stringContaining('a frozen period begins then'),
  ]);
  expect(sent()).toEqual([
    expect.objectContaining({
      ...{ device_id: 7, receiver_id: 4, channel: 'mail', minutes: 60, reason: 'the driver waits at the gate' },
    }),
  ]);
});

it('goes to somebody else at an address that was typed twice, and to no operator that was chosen before', async () => {
  const close = show();
  await userEvent.click(await screen.findByLabelText('Operator'));
  await userEvent.click(await screen.findByText('Anna anna · North'));
  await userEvent.click(await radio('Somebody else'));
  await userEvent.click(await radio('Mail'));
  await userEvent.type(await screen.findByLabelText('Name'), 'Bo Weir');
  await userEvent.type(screen.getByLabelText('Reason'), 'customs opens it with him');
  await userEvent.type(screen.getByLabelText('Phone number or mail address'), 'bo@road.example');
  const again = screen.getByLabelText('The same once more');
  // typed, not copied: a mistake is not made twice
  await userEvent.click(again);
  await userEvent.paste('bo@road.example');
  expect((again as HTMLInputElement).value).toBe('');
  await userEvent.type(again, 'bo@road.example');
  await press('Send');
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(sent()).toEqual([
    expect.objectContaining({
      ...{ name: 'Bo Weir', channel: 'mail', address: 'bo@road.example', address_again: 'bo@road.example' },
    }),
  ]);
  expect(sent()[0]).not.toHaveProperty('receiver_id');
});

it('says when nobody has confirmed where they are reached, and when the lock has told no password', async () => {
  receivers();
  server.on(lockCodes.send.path, () => ({ sign: 'passwordUnknown' }));
  const close = show();
  await screen.findByText(/No operator in sight has confirmed/);
  await userEvent.click(await radio('Somebody else'));
  await userEvent.type(await screen.findByLabelText('Name'), 'Bo');
  for (const name of ['Phone number or mail address', 'The same once more'])
    await userEvent.type(screen.getByLabelText(name), '13912345678');
  await userEvent.type(screen.getByLabelText('Reason'), 'at the gate');
  await press('Send');
  await waitFor(() => expect(sent()).toHaveLength(1));
  // what was typed stays
  expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('at the gate');
  expect(close).not.toHaveBeenCalled();
});
