import { globSync, readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { expect, it, vi } from 'vitest';
import { inEnglish } from '../testing/inEnglish.ts';
import { HourPicker } from './HourPicker.tsx';
import { momentFormats } from './moments.ts';

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

it('keeps an hour that is typed while the form around it is drawn anew', async () => {
  const chosen = vi.fn();
  const shown = () => (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <HourPicker label="From" value="22:00" onChange={chosen} />
    </ConfigProvider>
  );
  const { rerender } = render(shown());
  const hour = screen.getByRole('textbox');
  await userEvent.clear(hour);
  await userEvent.type(hour, '05:06');
  rerender(shown());
  await userEvent.type(hour, '{Enter}');
  expect(chosen.mock.calls).toEqual([['05:06']]);
});

it('is where every picker has its value from: none is given a moment that is made while it is drawn', async () => {
  const root = `${import.meta.dirname}/..`;
  const anew = globSync('**/*.tsx', { cwd: root }).filter((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/<(?:Date|Time)Picker[\s\S]*?\/>/g)].some(([picker]) =>
      /\bvalue=\{[^}]*(?:dayjs\(|\[)/.test(picker),
    ),
  );
  expect(anew).toEqual([]);
});
