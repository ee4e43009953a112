import { sealCalls } from '@plomb/contract/seals/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { BalancePage } from './BalancePage.tsx';

const { balances } = sealCalls;
const sums = {
  opening: 3,
  received: 20,
  found: 0,
  late: 1,
  used: 2,
  given: 13,
  returned: 1,
  scrapped: 0,
  in_hand: 0,
  unexplained: 7,
};
const handover = {
  ...{ id: 9, medium: 'qr', purpose: 'issue', state: 'partly', numbers: 'x', count: 20, received: 13, missing: 7 },
  ...{ giver_id: 2, giver_name: 'Zhou Hai', giver_org: 'O', taker_id: 1, taker_name: 'Wu Tong', taker_org: 'O' },
  ...{ remark: '', answer: '', offer_time: '2026-10-18T08:00:00.000Z', answer_time: '2026-10-18T09:00:00.000Z' },
};
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  server.on(balances.list.path, () => ({
    data: { rows: [{ holder_id: 2, holder_name: 'Zhou Hai', org_name: 'O', ...sums }], more: false, total: sums },
  }));
  server.on(balances.why.path, () => ({
    data: {
      rows: [
        {
          handover,
          numbers: [
            {
              number: 'ZS 0830 516',
              kind: 'missing',
              at: handover.answer_time,
              open: true,
              scan: {
                at: '2026-10-20T08:00:00.000Z',
                oper_name: 'Chen Bo',
                operation: 0,
                outcome: 'refused',
                refusal: 'sealNotHeld',
              },
            },
            { number: 'ZS 0830 517', kind: 'missing', at: handover.answer_time, open: true, scan: null },
          ],
        },
      ],
      ...{ more: false, moreLate: false },
      late: [
        { number: 'ZS 0830 009', kind: 'used', at: '2026-09-30T08:00:00.000Z', booked: '2026-10-02T08:00:00.000Z' },
      ],
    },
  }));
  signInWith(balances.list);
});

it('says that what holders handed to one another is in their rows alone', async () => {
  const row = { holder_id: 2, holder_name: 'Zhou Hai', org_name: 'O', ...sums };
  let total = sums;
  server.on(balances.list.path, () => ({ data: { rows: [row], more: false, total } }));
  showPage(<BalancePage />, '/sealBalance?month=2026-10');
  await screen.findByText('Zhou Hai');
  expect(screen.queryByText(/handed to one another/)).toBeNull();
  total = { ...sums, given: 0, returned: 0, received: 6 };
  await userEvent.click(screen.getByText('QR'));
  expect(await screen.findByText(/handed to one another counts in their rows/)).toBeDefined();
});

it('names every sum where it stands, in a row that stays one on a phone', async () => {
  showPage(<BalancePage />, '/sealBalance?month=2026-10');
  const cells = (await screen.findByRole('row', { name: /^Zhou Hai/ })).querySelectorAll('td');
  expect([...cells].filter((cell) => !cell.dataset.name || cell.getAttribute('role') !== 'cell')).toEqual([]);
  expect(cells[cells.length - 1]!.dataset.name).toBe('Organisation');
});

it('shows a month as an equation whose last term is what nobody can explain, and opens its why', async () => {
  showPage(<BalancePage />, '/sealBalance?month=2026-10');
  const equation = await screen.findByRole('list', { name: 'The balance of all holders' });
  expect(within(equation).getByText('Unexplained').parentElement?.getAttribute('data-wrong')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: '7' }));
  const why = await screen.findByRole('region', { name: 'Why this is unexplained: Zhou Hai' });
  expect(await within(why).findByText(/offered 20, taken 13/)).toBeDefined();
  expect(within(why).getByText('ZS 0830 516')).toBeDefined();
  expect(within(why).getByText(/last read .* by Chen Bo · You do not hold this seal/)).toBeDefined();
  expect(within(why).getByText('never read in the field')).toBeDefined();
  // what was done in September and told in October corrects October
  expect(within(why).getByText('ZS 0830 009')).toBeDefined();
  expect(within(why).getByText(/^Done in a month before/)).toBeDefined();
  // a month begins where the organisation is, whoever looks at it from wherever
  const asked = server.asked.filter(({ path }) => path === balances.list.path || path === balances.why.path);
  expect(asked.map(({ body }) => body.month)).toEqual(asked.map(() => '2026-10'));
});

it('shows the month that it is where the organisation is, and says so to whoever looks from elsewhere', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-10-31T18:00:00Z'), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const row = { holder_id: 2, holder_name: 'Zhou Hai', org_name: 'O', ...sums };
  server.on(balances.list.path, () => ({
    data: { rows: [row], more: false, total: sums, time_zone: 'Asia/Shanghai' },
  }));
  const router = showPage(<BalancePage />, '/sealBalance');
  expect(await screen.findByText('2026-11')).toBeDefined();
  expect(screen.getByText(/those of the organisation, in Asia\/Shanghai/)).toBeDefined();
  expect(server.asked.find(({ path }) => path === balances.list.path)!.body.month).toBeUndefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Month before' }));
  expect(router.state.location.search).toContain('month=2026-10');
});

it('says when nobody held anything, and goes from month to month', async () => {
  const none = Object.fromEntries(Object.keys(sums).map((term) => [term, 0]));
  server.on(balances.list.path, () => ({ data: { rows: [], more: false, total: none } }));
  const router = showPage(<BalancePage />, '/sealBalance?month=2026-10');
  expect(await screen.findByText('Nobody held a seal in this month.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Month before' }));
  expect(router.state.location.search).toContain('month=2026-09');
});

it('looks for a holder by name', async () => {
  showPage(<BalancePage />, '/sealBalance?month=2026-10');
  await screen.findByText('Zhou Hai');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name of a holder' }), 'zhou');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(server.asked.filter(({ path }) => path === balances.list.path).at(-1)!.body.keyword).toBe('zhou');
});
