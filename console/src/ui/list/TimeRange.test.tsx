import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { TimeRange } from './TimeRange.tsx';
import { type List, ListContext } from './useList.ts';

inEnglish();

it('is typed by whoever has no mouse, with the year or without, while the list goes on changing', async () => {
  const asked: Record<string, unknown>[] = [];
  const change = (changes: Record<string, unknown>) => asked.push(changes);
  const shown = () => (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <ListContext value={{ query: { from: '2026-03-01T00:00:00.000Z' }, change } as unknown as List}>
        <TimeRange label="Time" />
      </ListContext>
    </ConfigProvider>
  );
  const { rerender } = render(shown());
  const [from, to] = screen.getAllByRole('textbox');
  await userEvent.clear(from!);
  await userEvent.type(from!, '2026-03-04 05:06');
  rerender(shown());
  await userEvent.type(from!, '{Enter}');
  rerender(shown());
  await userEvent.type(to!, '2026-03-04 07:08');
  rerender(shown());
  await userEvent.type(to!, '{Enter}');
  expect(asked).toEqual([
    { from: dayjs('2026-03-04T05:06').toISOString(), to: dayjs('2026-03-04T07:08').toISOString() },
  ]);
});
