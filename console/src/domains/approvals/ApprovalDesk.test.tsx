import { approvalCalls } from '@plomb/contract/approvals/domain';
import type { Call } from '@plomb/contract/kit/call';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { ApprovalsPage } from './ApprovalsPage.tsx';

inEnglish();

const { approvals } = approvalCalls;
const request = (id: number, subject: string, lapses: string) => ({
  ...{ id, device_id: id, firmware_version: '', rollout: null, kind: 'unseal', state: 'waiting', sn: `8604110${id}` },
  ...{ device_name: '', subject, org_name: 'East', reason_code: null, reason_text: null, reason: 'customs' },
  ...{ oper_name: 'Zhou', login_name: 'zhou', create_time: '2026-11-20T08:00:00.000Z', expire_time: lapses },
  ...{ end_time: null, decider_name: '', decider_login: '', way: null, remark: '', own: false, order_id: null },
  lock: null,
});
const [late, soon] = [request(8, 'LATE', '2126-11-20T12:00:00.000Z'), request(7, 'SOON', '2126-11-20T08:15:00.000Z')];
const open = (address = '/approval', held: readonly Call[] = [approvals.approve, approvals.decline]) => {
  const server = fakeServer();
  signInWith(approvals.list, ...held);
  server.on(approvals.list.path, (input) => {
    const { state, direction } = input as { state: string[]; direction: string };
    const waits = state.includes('waiting') && direction === 'forMe';
    return { data: { rows: waits ? [late, soon] : [], more: false } };
  });
  server.on(approvals.detail.path, (input) => ({
    data: [late, soon].find(({ id }) => id === (input as { id: number }).id),
  }));
  return { server, router: showPage(<ApprovalsPage />, address) };
};

it('the most urgent stands first and is open, what would come of a yes beside it, and keys walk on', async () => {
  open();
  const user = userEvent.setup();
  await waitFor(() => expect(screen.getByRole('article').getAttribute('aria-label')).toContain('SOON'));
  expect(screen.getAllByRole('button', { name: /customs/ }).map((row) => row.textContent)).toEqual([
    expect.stringContaining('SOON'),
    expect.stringContaining('LATE'),
  ]);
  within(screen.getByRole('region', { name: 'How far it came' })).getByText('once it is approved');
  await user.keyboard('j');
  await waitFor(() => expect(screen.getByRole('article').getAttribute('aria-label')).toContain('LATE'));
});

it('says who can decide what waits, and how they hear of it', async () => {
  const { server } = open();
  const person = { id: 4, oper_name: 'Wu', login_name: 'wu', org_name: 'East', mail: 'sent' };
  server.on(approvals.deciders.path, () => ({
    data: {
      rows: [person, { ...person, id: 5, oper_name: 'Li', login_name: 'li', mail: null }],
      others: 3,
      frozen: null,
    },
  }));
  const progress = await screen.findByRole('region', { name: 'How far it came' });
  await within(progress).findByText('Who can approve');
  const people = within(progress).getAllByRole('term');
  expect(people.map((one) => one.textContent)).toEqual(['Wu (wu) East', 'Li (li) East']);
  expect(people.map((one) => one.nextElementSibling?.textContent)).toEqual(['a mail was sent', 'in the console alone']);
  within(progress).getByText('And 3 more.');
});

it('says of people who can decide and are all out of sight that they are', async () => {
  const { server } = open();
  server.on(approvals.deciders.path, () => ({ data: { rows: [], others: 2, frozen: null } }));
  const progress = await screen.findByRole('region', { name: 'How far it came' });
  await within(progress).findByText('2 people of organisations out of your sight.');
});

it('a link to an own request opens it among the own ones', async () => {
  const { server } = open('/approval?id=9');
  const own = { ...request(9, 'OWN', '2126-11-20T12:00:00.000Z'), own: true };
  server.on(approvals.detail.path, () => ({ data: own }));
  const tab = await screen.findByRole('tab', { name: /Asked by me/ });
  await waitFor(() => expect(tab.getAttribute('aria-selected')).toBe('true'));
  expect(screen.getByRole('article').getAttribute('aria-label')).toContain('OWN');
});

it('whoever may look and not decide is told of requests of others, and of none that waits for them', async () => {
  open('/approval', [approvals.export]);
  await screen.findByText(/2 requests of others wait/);
  screen.getByRole('tab', { name: /Asked by others/ });
  expect(screen.queryByText(/for you/)).toBeNull();
});

it('words typed to one request are not carried to another', async () => {
  open();
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Remark (needed to decline)'), 'not here');
  await user.click(screen.getByRole('button', { name: /LATE/ }));
  await waitFor(() => expect(screen.getByRole('article').getAttribute('aria-label')).toContain('LATE'));
  expect(screen.getByLabelText<HTMLInputElement>('Remark (needed to decline)').value).toBe('');
});

it('one that is out of sight is not told of by its row in the list', async () => {
  const { server } = open('/approval?id=7');
  server.on(approvals.detail.path, () => ({ sign: 'notFound' }));
  await waitFor(() => expect(screen.queryByRole('article')?.querySelector('.desk-failed')).toBeTruthy());
  expect(screen.queryByRole('button', { name: 'Approve unseal' })).toBeNull();
});

it('filters and all requests are a list of their own, which stays one until somebody wants what waits', async () => {
  const { router } = open('/approval?state=declined');
  await screen.findByRole('searchbox');
  await waitFor(() => expect(screen.getByRole('button', { name: /To what waits/ })).toBeTruthy());
  await router.navigate('/approval');
  expect(screen.queryByRole('article')).toBeNull();
  await router.navigate('/approval?view=waiting');
  await screen.findByRole('article');
});
