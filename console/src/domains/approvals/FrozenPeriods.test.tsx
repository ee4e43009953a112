import { approvalCalls } from '@plomb/contract/approvals/domain';
import type { FrozenPeriod } from '@plomb/contract/approvals/frozenPeriods';
import type { Call } from '@plomb/contract/kit/call';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { FrozenPeriods } from './FrozenPeriods.tsx';

inEnglish();

const { frozenPeriods, approvalRules } = approvalCalls;
const held: FrozenPeriod = {
  ...{ id: 7, org_id: 3, org_name: 'East', period_name: 'Holiday', from_time: '2026-11-20T08:00:00.000Z' },
  ...{
    until_time: '2126-11-20T12:00:00.000Z',
    oper_name: 'Zhou',
    login_name: 'zhou',
    create_time: '2026-11-20T08:00:00.000Z',
  },
  ...{ end_time: null, ender_name: '', ender_login: '', end_reason: '', holds: true, open: true, own_until: null },
};
const over: FrozenPeriod = {
  ...{ ...held, id: 6, period_name: 'Typhoon', holds: false, open: false, end_time: '2026-11-19T12:00:00.000Z' },
  ...{ ender_name: 'Li', ender_login: 'li', end_reason: 'it has passed' },
};
const slip: FrozenPeriod = { ...held, id: 9, period_name: 'Slip', own_until: '2126-11-20T08:10:00.000Z' };
const open = (...may: Call[]) => {
  const server = fakeServer();
  signInWith(frozenPeriods.list, ...may);
  server.on(frozenPeriods.list.path, (body) => ({
    data: {
      rows: (body as { page: number }).page === 1 ? [held, over] : [slip],
      more: (body as { page: number }).page === 1,
      above: [{ period_name: 'Fair', from_time: held.from_time, until_time: held.until_time, holds: true }],
    },
  }));
  server.on(approvalRules.list.path, () => ({
    data: { rows: [{ org_id: 3, org_name: 'East', kinds: [], areas: [], above: [], areas_above: [] }] },
  }));
  server.on(frozenPeriods.add.path, () => ({ data: { id: 8 } }));
  server.on(frozenPeriods.end.path, () => ({ data: {} }));
  server.on(frozenPeriods.callOff.path, () => ({ data: {} }));
  server.on(frozenPeriods.codes.path, () => ({ data: { codes: 4, numbers: ['1', '2', '3'] } }));
  showPage(<FrozenPeriods close={() => undefined} />, '/approval');
  const asked = (call: Call) => server.asked.find(({ path }) => path === call.path)?.body;
  return { asked, server, user: userEvent.setup() };
};

it('says which holds and who ended which and why, and offers nothing to whoever may not', async () => {
  open();
  const first = (await screen.findByText('Holiday')).closest('li')!;
  expect(first.textContent).toContain('Frozen now');
  const second = screen.getByText('Typhoon').closest('li')!;
  expect(second.textContent).toMatch(/Ended early.*ended by Li \(li\).*it has passed/);
  expect(screen.queryByRole('button', { name: 'End' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Declare a frozen period' })).toBeNull();
});

it('says which of an organisation above holds here, too, and lets nobody end it', async () => {
  open(frozenPeriods.end);
  const above = (await screen.findByText('Fair')).closest('li')!;
  expect(above.textContent).toMatch(/Frozen now.*Declared by an organisation above/);
  expect(within(above).queryByRole('button')).toBeNull();
});

it('is declared from now on where no beginning is said', async () => {
  const { asked, user } = open(frozenPeriods.add);
  await user.click(await screen.findByRole('button', { name: 'Declare a frozen period' }));
  await user.type(await screen.findByLabelText('Name'), 'Fair');
  await user.click(screen.getByRole('combobox', { name: 'Organisation' }));
  await user.click(await screen.findByTitle('East'));
  await user.click(screen.getByRole('button', { name: 'Declare' }));
  await waitFor(() =>
    expect(asked(frozenPeriods.add)).toMatchObject({ org_id: 3, period_name: 'Fair', from_time: null }),
  );
});

it('is ended in words', async () => {
  const { asked, user } = open(frozenPeriods.end);
  await user.click(await screen.findByRole('button', { name: 'End' }));
  await screen.findByText('End “Holiday”?');
  await user.type(await screen.findByLabelText('Reason'), 'goods are needed');
  await user.click(screen.getAllByRole('button', { name: 'End' }).at(-1)!);
  await waitFor(() => expect(asked(frozenPeriods.end)).toMatchObject({ id: 7, reason: 'goods are needed' }));
});

it('reads on where there are more, and lets whoever has just declared one call off that alone', async () => {
  const { asked, user } = open(frozenPeriods.callOff);
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('Slip');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Call off \(until 2126-/ }));
  await user.type(await screen.findByLabelText('Reason'), 'wrong day');
  await user.click(screen.getByRole('button', { name: 'Call off' }));
  await waitFor(() => expect(asked(frozenPeriods.callOff)).toMatchObject({ id: 9, reason: 'wrong day' }));
  expect(asked(frozenPeriods.end)).toBeUndefined();
});

it('says before it is declared how many codes stand into it, and that nobody calls them back', async () => {
  const { asked, user } = open(frozenPeriods.add, frozenPeriods.codes);
  await user.click(await screen.findByRole('button', { name: 'Declare a frozen period' }));
  expect(asked(frozenPeriods.codes)).toBeUndefined();
  await user.click(await screen.findByRole('combobox', { name: 'Organisation' }));
  await user.click(await screen.findByTitle('East'));
  await screen.findByText(/^4 one-time passwords .* of 1, 2, 3 and others\. .* nobody can call them back/);
  expect(asked(frozenPeriods.codes)).toMatchObject({ org_id: 3 });
});

it('says that they could not be counted, and not nothing', async () => {
  const { server, user } = open(frozenPeriods.add, frozenPeriods.codes);
  server.on(frozenPeriods.codes.path, () => 'broken');
  await user.click(await screen.findByRole('button', { name: 'Declare a frozen period' }));
  await user.click(await screen.findByRole('combobox', { name: 'Organisation' }));
  await user.click(await screen.findByTitle('East'));
  await screen.findByText(/^The server (cannot be reached|gave)/);
});
