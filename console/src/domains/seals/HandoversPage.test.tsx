import { sealCalls } from '@plomb/contract/seals/domain';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { HandoverAnswer } from './HandoverAnswer.tsx';

const { handovers } = sealCalls;
/** Offered by 2 to whoever is signed in, who is 1. */
const offered = {
  ...{
    id: 9,
    medium: 'qr' as const,
    purpose: 'issue' as const,
    state: 'offered' as const,
    numbers: 'NB 1 001–003',
    count: 3,
  },
  ...{
    received: 0,
    missing: 0,
    giver_id: 2,
    giver_name: 'B',
    giver_org: 'O',
    taker_id: 1,
    taker_name: 'A',
    taker_org: 'O',
  },
  ...{ remark: '', answer: '', offer_time: '2026-11-20T08:00:00.000Z', answer_time: null },
  items: ['001', '002', '003'].map((one) => ({ number: `NB 1 ${one}`, outcome: null })),
};
type Of = Parameters<typeof HandoverAnswer>[0]['of'];
let server: ReturnType<typeof fakeServer>;
const sent = (path: string) => server.asked.filter((one) => one.path === path).map(({ body }) => body);
const show = (more: Partial<Of> = {}) => showPage(<HandoverAnswer of={{ ...offered, ...more }} />, '/sealHandover');

inEnglish();
beforeEach(() => {
  server = fakeServer();
  for (const { path } of [handovers.accept, handovers.decline, handovers.withdraw, handovers.settle])
    server.on(path, () => ({ data: { id: 9, count: 3, received: 3, missing: 0, gone: 0 } }));
  signInWith(handovers.list, handovers.offer, handovers.accept);
});

it('is taken by its taker, all of it or all but what is not there', async () => {
  show();
  await userEvent.type(await screen.findByLabelText('Numbers that are not there'), 'NB 1 002 - 003');
  await userEvent.click(screen.getByRole('button', { name: 'Take all but 2' }));
  await vi.waitFor(() =>
    expect(sent(handovers.accept.path)).toMatchObject([{ id: 9, missing: ['NB 1 002', 'NB 1 003'], answer: '' }]),
  );
});

it('is declined for a reason alone', async () => {
  show();
  const decline = await screen.findByRole('button', { name: 'Decline all' });
  expect(decline.hasAttribute('disabled')).toBe(true);
  await userEvent.type(screen.getByLabelText('Remark of the taker'), 'wrong kind');
  await userEvent.click(decline);
  await vi.waitFor(() => expect(sent(handovers.decline.path)).toMatchObject([{ id: 9, answer: 'wrong kind' }]));
});

it('offers whoever gives nothing but to withdraw it, and nobody else anything', async () => {
  show({ giver_id: 1, taker_id: 2 });
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await vi.waitFor(() => expect(sent(handovers.withdraw.path)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /Take|Decline/ })).toBeNull();
});

it('lets both account for what was missing, and shows a refusal where it was asked', async () => {
  server.on(handovers.settle.path, () => ({ sign: 'conflict' }));
  const items = offered.items.map((item, at) => ({
    ...item,
    outcome: at === 2 ? ('missing' as const) : ('received' as const),
  }));
  show({ state: 'partly', answer_time: '2026-11-20T09:00:00.000Z', items });
  await userEvent.type(await screen.findByLabelText('Missing numbers that came after all'), 'NB 1 003');
  await userEvent.click(screen.getByRole('button', { name: 'Take 1 now' }));
  await waitFor(() => expect(useNotices.getState().shown.filter(({ kind }) => kind === 'error')).toHaveLength(1));
  act(() => useNotices.setState({ shown: [] }));
  expect(screen.getByRole('alert')).toBeDefined();
  expect(sent(handovers.settle.path)).toMatchObject([{ id: 9, numbers: ['NB 1 003'] }]);
});

it('refuses a range that is none before it is sent', async () => {
  show();
  await userEvent.type(await screen.findByLabelText('Numbers that are not there'), 'NB 1 003 - 001');
  expect(screen.getByRole('button', { name: /3 are there/ }).hasAttribute('disabled')).toBe(true);
});
