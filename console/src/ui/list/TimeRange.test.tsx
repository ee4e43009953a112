import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { momentFormats, TimeRange } from './TimeRange.tsx';
import { type List, ListContext } from './useList.ts';

inEnglish();

const [short, full] = ['MM-DD HH:mm', 'YYYY-MM-DD HH:mm'];
const now = dayjs('2027-01-02T08:00');
it.each([
  ['this year alone', ['2027-01-01T08:00', '2027-01-02T07:00'], short],
  ['an end that is open', ['2027-01-01T08:00', null], short],
  ['nothing', [null, null], short],
  ['last December', ['2026-12-31T08:00', '2027-01-02T07:00'], full],
])('shows the year unless it is this one: %s', (_, moments, first) => {
  const formats = momentFormats(
    moments.map((one) => (one ? dayjs(one) : null)),
    now,
  );
  expect(formats[0]).toBe(first);
  expect([...formats].sort()).toEqual([short, full]);
});

it('is typed by whoever has no mouse, with the year or without', async () => {
  const asked: Record<string, unknown>[] = [];
  const change = (changes: Record<string, unknown>) => asked.push(changes);
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <ListContext value={{ query: {}, change } as unknown as List}>
        <TimeRange label="Time" />
      </ListContext>
    </ConfigProvider>,
  );
  const [from, to] = screen.getAllByRole('textbox');
  await userEvent.type(from!, '2026-03-04 05:06{Enter}');
  await userEvent.type(to!, '2026-03-04 07:08{Enter}');
  expect(asked).toEqual([
    { from: dayjs('2026-03-04T05:06').toISOString(), to: dayjs('2026-03-04T07:08').toISOString() },
  ]);
});
