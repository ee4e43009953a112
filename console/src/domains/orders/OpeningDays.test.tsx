import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import { OpeningDays, type Summary } from './OpeningDays.tsx';
import { weekUntil } from './weekUntil.ts';

inEnglish();
const days = weekUntil(dayjs('2026-11-22T12:00:00')).slice(5);
const data: Summary = {
  total: 5,
  locks: 2,
  without_right: 1,
  ways: [
    { way: 'remote', count: 3 },
    { way: 'forced', count: 2 },
  ],
  days: [
    { from: days[0]!, total: 0, without_right: 0, ways: [] },
    {
      from: days[1]!,
      total: 5,
      without_right: 1,
      ways: [
        { way: 'remote', count: 3 },
        { way: 'forced', count: 2 },
      ],
    },
  ],
};

it('says of each day how many were opened, how and how many without right, as a chart and as a table, and chooses it', async () => {
  fakeServer();
  const choose = vi.fn();
  const user = userEvent.setup();
  showPage(<OpeningDays data={data} choose={choose} />, '/opening');
  await user.click(await screen.findByRole('button', { name: /^11-22: 5 openings, .* 3, .* 2, without right 1$/ }));
  // today goes on
  expect(choose).toHaveBeenLastCalledWith({ from: days[1], to: undefined });
  await user.click(screen.getByText('Table'));
  const [, empty, full] = screen.getAllByRole('row');
  const figures = (of: HTMLElement | undefined) =>
    within(of!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(figures(empty)).toEqual(['0', '0', '0', '0']);
  expect(figures(full)).toEqual(['3', '2', '5', '1']);
  await user.click(screen.getByRole('button', { name: '11-21' }));
  expect(choose).toHaveBeenLastCalledWith({
    from: days[0],
    to: new Date(Date.parse(days[1]!) - 1).toISOString(),
  });
});
