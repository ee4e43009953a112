import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { Refused } from '../../platform/answer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { RecordPanel } from './RecordPanel.tsx';
import type { RecordData } from './useRecordData.ts';

inEnglish();
afterEach(cleanup);

const lock = (id: number) => ({
  ...{ id, sn: `86${id}`, device_name: `Container ${id}`, subject: '', lock_status: 2 as const, place_time: null },
});
const fence: RecordData['data'] = {
  of: 'fence',
  record: {
    ...{ id: 5, fence_name: 'Yard', fence_type: 'circle', fence_context: {}, radius: 800, colour: 'teal' },
    ...{
      is_show: false,
      org_name: 'East',
      alarm_on: 'both',
      schedule: null,
      locks: [lock(1), lock(2)],
      total: 73,
      atLeast: false,
    },
  },
};
const show = async (of: Partial<RecordData>) => {
  const [choose, again] = [vi.fn(), vi.fn()];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Suspense>
          <RecordPanel
            picked={{ of: 'fence', id: 5 }}
            of={{ data: null, failed: null, asOf: null, again, ...of }}
            show={() => {}}
            choose={choose}
            close={() => {}}
          />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('region');
  return { choose, again };
};

it('a fence says what it is and which locks are in it now, and leads to each of them', async () => {
  const { choose } = await show({ data: fence });
  const text = screen.getByRole('region', { name: 'Fence Yard' }).textContent ?? '';
  for (const words of ['East', 'radius 800 m', 'Locks in it now73', '71 more', 'drawn while it is looked at'])
    expect(text).toContain(words);
  await userEvent.click(screen.getByRole('button', { name: /Container 2/ }));
  expect(choose).toHaveBeenCalledExactlyOnceWith(2);
  // who may not read the records is not led there
  expect(screen.queryByRole('button', { name: 'Open the record' })).toBeNull();
});

it('of an empty one it says that, and of one that does not come why', async () => {
  await show({ data: { ...fence, record: { ...fence.record, locks: [], total: 0 } } as never });
  expect(screen.getByText('None at the moment.')).toBeTruthy();
  cleanup();
  const { again } = await show({ failed: new Refused('notFound', 'Record not found') });
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  expect(again).toHaveBeenCalledOnce();
});

it('says of a list that could not be renewed of when it is', async () => {
  await show({ data: fence, asOf: '2026-11-26T03:00:00Z' });
  expect(screen.getByRole('alert').textContent).toMatch(/as of 2026-11-2\d .*could not be renewed/);
});
