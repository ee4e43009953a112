import { meteringCalls } from '@plomb/contract/metering/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import dayjs from 'dayjs';
import { beforeEach, expect, it } from 'vitest';
import { serverNow } from '../../platform/clock.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { CalendarPage } from './CalendarPage.tsx';
import { dayOf, moved, weeksOf } from './month.ts';

const { meterCalendar, meters } = meteringCalls;
const today = dayOf(dayjs(serverNow()));
const item = (meter_id: number, day: string) => ({
  ...{
    meter_id,
    meter_name: `GZ-0${meter_id}`,
    station: 'Guzhu',
    type_name: 'Dispenser',
    kind: 'verification' as const,
  },
  day,
});
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  const day = { verifications: 0, inspections: 0, overdue: 0, verified: 0, inspected: 0 };
  server.on(meterCalendar.month.path, () => ({
    data: {
      days: weeksOf(today)
        .flat()
        .map((one) => ({ ...day, day: one, ...(one === today && { verifications: 6, overdue: 1 }) })),
      ...{ overdue: 1, capacity: 2, today },
      people: [
        {
          ...{ operator_id: 1, oper_name: 'Xu Lan', overdue: 1, week: 3, more: 0 },
          items: [item(1, moved(today, -8, 'day')), item(2, today), item(3, moved(today, 1, 'day'))],
        },
        { operator_id: 2, oper_name: 'Ma Jun', overdue: 0, week: 1, more: 0, items: [item(4, today)] },
      ],
    },
  }));
  server.on(meterCalendar.day.path, () => ({ data: { rows: [], more: false } }));
  server.on(meters.types.path, () => ({ data: { rows: [] } }));
  server.on(meters.assign.path, () => ({ data: {} }));
  signInWith(meterCalendar.month, meters.list, meters.assign);
});

it('goes from day to day and week to week by the arrows, and back to today by T', async () => {
  const router = showPage(<CalendarPage />, '/meterCalendar');
  const day = () => new URLSearchParams(router.state.location.search).get('day');
  expect(await screen.findByRole('button', { name: new RegExp(`^${today}: verifications due 6`) })).toBeDefined();
  await userEvent.keyboard('{ArrowRight}');
  expect(day()).toBe(moved(today, 1, 'day'));
  await userEvent.keyboard('{ArrowDown}');
  expect(day()).toBe(moved(today, 8, 'day'));
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
  expect(day()).toBeNull();
  await userEvent.keyboard('{ArrowUp}t');
  expect(day()).toBeNull();
});

it('says who has too much, and gives what is due last to who has room', async () => {
  showPage(<CalendarPage />, '/meterCalendar');
  const people = within(await screen.findByRole('region', { name: 'By person' }));
  expect(people.getByRole('img', { name: 'Xu Lan: 3 of 2 this week' })).toBeDefined();
  expect(people.getByText('8 days overdue')).toBeDefined();
  // also of what is late
  expect(within(people.getByText('8 days overdue').closest('li')!).getByText('Verify · Guzhu')).toBeDefined();
  await userEvent.click(people.getByRole('button', { name: 'Give 1 to Ma Jun' }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path === meters.assign.path)?.body).toMatchObject({
      ...{ ids: [3], as: 'verifier', operator_id: 2 },
    }),
  );
});

it('shows the day of the organisation, whatever day it is where one looks', async () => {
  const theirs = moved(today, 1, 'day');
  server.on(meterCalendar.month.path, () => ({
    data: { days: [], overdue: 0, capacity: 2, people: [], today: theirs },
  }));
  showPage(<CalendarPage />, '/meterCalendar');
  expect(await screen.findByRole('button', { name: new RegExp(`^${theirs}:`), current: 'date' })).toBeDefined();
});

it('calls somebody of an organisation out of sight neither nobody nor by a name', async () => {
  const load = { oper_name: '', overdue: 0, week: 1, more: 0, items: [] };
  server.on(meterCalendar.month.path, () => ({
    data: {
      ...{ days: [], overdue: 0, capacity: 2, today },
      people: [
        { ...load, operator_id: 9 },
        { ...load, operator_id: null },
      ],
    },
  }));
  showPage(<CalendarPage />, '/meterCalendar');
  const people = within(await screen.findByRole('region', { name: 'By person' }));
  expect(await people.findByText('Somebody out of your sight')).toBeDefined();
  expect(people.getAllByText('Nobody yet')).toHaveLength(1);
});

it('draws no days of which nothing could be learnt, and asks for them again', async () => {
  server.on(meterCalendar.month.path, () => ({ sign: 'internal' }));
  showPage(<CalendarPage />, '/meterCalendar');
  const failed = within(await screen.findByRole('alert'));
  expect(failed.getByRole('heading', { name: 'What is due cannot be shown' })).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  const asked = server.count(meterCalendar.month.path);
  await userEvent.click(failed.getByRole('button', { name: 'Load again' }));
  await waitFor(() => expect(server.count(meterCalendar.month.path)).toBeGreaterThan(asked));
});

it('says of one day that what is due on it could not be learnt', async () => {
  server.on(meterCalendar.day.path, () => ({ sign: 'internal' }));
  showPage(<CalendarPage />, '/meterCalendar');
  expect(within(await screen.findByRole('alert')).getByRole('button', { name: 'Load again' })).toBeDefined();
  expect(screen.getByRole('table')).toBeDefined();
});
