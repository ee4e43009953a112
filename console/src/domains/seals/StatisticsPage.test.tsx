import { sealCalls } from '@plomb/contract/seals/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { StatisticsPage } from './StatisticsPage.tsx';

const { sealStatistics, qrOperations } = sealCalls;
const rest = { kinds: 0, count: 0 };
const none = { qr: 0, nfc: 0, rfid: 0, reader: 0, wrong: 0 };
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  server.on(sealStatistics.list.path, () => ({
    data: {
      times: [
        { ...none, start: '2026-11-18T00:00:00.000Z', qr: 7, reader: 3 },
        { ...none, start: '2026-11-17T00:00:00.000Z', qr: 4, reader: 6, wrong: 5 },
      ],
      places: [{ place: 'none', lat: null, lon: null, count: 20 }],
      morePlaces: rest,
      persons: [{ operator_id: 3, oper_name: 'Wang Jianguo', count: 12 }],
      morePersons: { kinds: 2, count: 8 },
      types: [
        { source: 'qr', what: 0, count: 11 },
        { source: 'reader', what: 6, count: 9 },
      ],
      outcomes: [
        { outcome: 'done', count: 15 },
        { outcome: 'failed', count: 5 },
      ],
      total: 20,
    },
  }));
  const row = {
    ...{ source: 'qr', id: 9, at: '2026-11-17T08:00:00.000Z', number: 'NB 4471 655', what: 0, outcome: 'refused' },
    ...{ refusal: 'sealReuse', object: 'left door', oper_name: 'Chen Bo', reader: '', lat: null, lon: null },
  };
  server.on(sealStatistics.rows.path, () => ({ data: { rows: [row], more: false } }));
  signInWith(sealStatistics.list, qrOperations.list);
});
const asked = (path: string) => server.asked.filter((one) => one.path === path).map(({ body }) => body);

it('says the same numbers as a chart and as a table, and of every number the rows behind it', async () => {
  const router = showPage(<StatisticsPage />, '/sealStatistics');
  const chart = within(await screen.findByRole('region', { name: 'Over time' }));
  expect(chart.getAllByRole('button', { name: /QR operations 4.*Failed or refused 5/ })).toHaveLength(1);
  const table = within(screen.getByRole('region', { name: 'Same numbers' }));
  // what went wrong on a day: the day, and only what went wrong
  await userEvent.click(table.getByRole('button', { name: '5' }));
  const address = new URLSearchParams(router.state.location.search);
  expect([address.get('at'), address.get('wrong')]).toEqual(['2026-11-17T00:00:00.000Z', 'true']);
  expect(asked(sealStatistics.rows.path).at(-1)).toMatchObject({ to: '2026-11-18T00:00:00.000Z', wrong: true });
  const rows = within(screen.getByRole('region', { name: /rows behind it/ }));
  expect(rows.getByRole('link', { name: 'NB 4471 655' }).getAttribute('href')).toBe('/qrOperation?id=9');
  expect(rows.getByText(/^Refused: This seal was taken off/)).toBeDefined();
});

it('is narrowed by place, person, type and result, and widened again', async () => {
  const router = showPage(<StatisticsPage />, '/sealStatistics');
  const address = () => Object.fromEntries(new URLSearchParams(router.state.location.search));
  const press = async (region: string, name: RegExp) =>
    userEvent.click(within(await screen.findByRole('region', { name: region })).getByRole('button', { name }));
  await press('By person', /Wang Jianguo/);
  await press('By type', /RFID · Lock failed/);
  await press('By result', /Failed/);
  await press('By place', /Place unknown/);
  const filter = { operator_id: '3', source: 'reader', what: '6', outcome: 'failed', place: 'none' };
  expect(address()).toEqual(filter);
  expect(asked(sealStatistics.list.path).at(-1)).toMatchObject({ ...filter, operator_id: 3, what: 6 });
  // the rest is counted, and has no bar
  expect(within(screen.getByRole('region', { name: 'By person' })).getByText('Other, 2')).toBeDefined();
  await press('By type', /RFID · Lock failed/);
  expect(address()).toEqual({ operator_id: '3', outcome: 'failed', place: 'none' });
});
