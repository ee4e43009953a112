import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { Suspense, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { FilterChip } from './FilterChip.tsx';
import { type List, ListContext } from './useList.ts';

let asked: Record<string, unknown>[];
inEnglish();
beforeEach(() => {
  asked = [];
});

const Chip = ({ several, options }: { several: boolean; options: { value: number; label: string }[] }) => {
  const [query, setQuery] = useState<Record<string, unknown>>({});
  const change = (changes: Record<string, unknown>): void => {
    asked.push(changes);
    const text = String(changes.state ?? '');
    setQuery({ state: text === '' ? undefined : text.split(',').map(Number) });
  };
  return (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <Suspense>
        <ListContext value={{ query, change } as unknown as List}>
          <FilterChip name="state" label="State" options={options} several={several} />
        </ListContext>
      </Suspense>
    </ConfigProvider>
  );
};
const few = ['Sealed', 'Open', 'Abnormal'].map((label, value) => ({ value, label }));
const many = Array.from({ length: 40 }, (_, value) => ({ value, label: `Depot ${value}` }));

it('takes several values, one after the other, and gives one back', async () => {
  render(<Chip several options={few} />);
  await userEvent.click(await screen.findByRole('button', { name: /State/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sealed' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Abnormal' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sealed' }));
  expect(asked.map((a) => a.state)).toEqual(['0', '0,2', '2']);
});

it('has a search where the choice is long', async () => {
  render(<Chip several={false} options={many} />);
  await userEvent.click(await screen.findByRole('button', { name: /State/ }));
  await userEvent.type(await screen.findByLabelText('State: Search'), 'depot-37');
  expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Depot 37' }));
  expect(asked).toEqual([{ state: 37 }]);
});
