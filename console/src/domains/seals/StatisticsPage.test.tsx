import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { StatisticsPage } from './StatisticsPage.tsx';

const { sealStatistics, sealFigures, qrOperations } = sealCalls;
const rest = { kinds: 0, count: 0 };
const none = { qr: 0, nfc: 0, rfid: 0, reader: 0, wrong: 0 };
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  server.on(sealStatistics.list.path, () => ({
    data: {
      times: [
        { ...none, start: '2026-11-17T16:00:00.000Z', qr: 7, reader: 3 },
        { ...none, start: '2026-11-16T16:00:00.000Z', qr: 4, reader: 6, wrong: 5 },
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
      time_zone: 'Asia/Shanghai',
    },
  }));
  const row = {
    ...{ source: 'qr', id: 9, at: '2026-11-17T08:00:00.000Z', number: 'NB 4471 655', what: 0, outcome: 'refused' },
    ...{ refusal: 'sealReuse', object: 'left door', oper_name: 'Chen Bo', reader: '', lat: null, lon: null },
  };
  server.on(sealStatistics.rows.path, () => ({ data: { rows: [row], more: false } }));
  signInWith(sealStatistics.list, qrOperations.list, logisticsCalls.logisticsBatches.list);
});
const asked = (path: string) => server.asked.filter((one) => one.path === path).map(({ body }) => body);

it('says the same numbers as a chart and as a table, and of every number the rows behind it', async () => {
  const router = showPage(<StatisticsPage />, '/sealStatistics');
  const chart = within(await screen.findByRole('region', { name: 'Over time' }));
  // its day is that of the organisation, which begins before that of this browser
  expect(chart.getAllByRole('button', { name: /^Tue,? 17 Nov.*QR operations 4.*Failed or refused 5/ })).toHaveLength(1);
  expect(screen.getByText(/those of the organisation, in Asia\/Shanghai/)).toBeDefined();
  const table = within(screen.getByRole('region', { name: 'Same numbers' }));
  // what went wrong on a day: the day, and only what went wrong
  await userEvent.click(table.getByRole('button', { name: '5' }));
  const address = new URLSearchParams(router.state.location.search);
  expect([address.get('at'), address.get('wrong')]).toEqual(['2026-11-16T16:00:00.000Z', 'true']);
  expect(asked(sealStatistics.rows.path).at(-1)).toMatchObject({ to: '2026-11-17T16:00:00.000Z', wrong: true });
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

describe('patrols that were due', () => {
  beforeEach(() => {
    const none = { rows: [], kinds: 0, count: 0 };
    const nowhere = { lat: null, lon: null };
    server.on(sealFigures.list.path, () => ({
      data: {
        times: [
          { start: '2026-11-18T00:00:00.000Z', counts: { done: 3 } },
          { start: '2026-11-17T00:00:00.000Z', counts: { done: 1, missed: 2 } },
        ],
        place: {
          ...none,
          rows: [{ key: 'Guzhu station', name: 'Guzhu station', ...nowhere, counts: { done: 4, missed: 2 }, count: 6 }],
        },
        org: none,
        ...{ reason: none, carrier: none },
        person: { ...none, rows: [{ key: '0', name: '', ...nowhere, counts: { missed: 2 }, count: 2 }] },
        series: { done: 4, missed: 2 },
        ...{ total: 6, judging: 0, time_zone: 'Asia/Shanghai' },
      },
    }));
    const row = {
      ...{ id: 'patrol 7 s1', at: '2026-11-17T08:00:00.000Z', series: 'missed', batch_id: 7, serial: 'WL-0007' },
      ...{ device_id: null, seal_id: null, medium: null, operation_id: null, number: 'ZL 1', object: 'Guzhu station' },
      ...{ oper_name: '', org_name: 'East', done_at: null, seen: 0, seals: 2, lat: 30, lon: 121, reasons: [] },
    };
    const part = { ...row, id: 'patrol 8 s1', done_at: '2026-11-17T07:58:00.000Z', seen: 1 };
    const ofLocks = { ...row, id: 'patrol 9 s1', seals: 0 };
    server.on(sealFigures.rows.path, () => ({ data: { rows: [row, part, ofLocks], more: false } }));
  });

  it('are a view of their own, whose numbers open their rows', async () => {
    const router = showPage(<StatisticsPage />, '/sealStatistics?days=30&source=qr');
    const address = () => Object.fromEntries(new URLSearchParams(router.state.location.search));
    await userEvent.click(await screen.findByText('Patrols'));
    // what operations were narrowed to is not asked of patrols
    expect(address()).toEqual({ days: '30', view: 'patrols' });
    const table = within(await screen.findByRole('region', { name: 'Same numbers' }));
    expect(table.getByText('66.7 %')).toBeDefined();
    await userEvent.click(table.getByRole('button', { name: '2' }));
    expect(address()).toMatchObject({ at: '2026-11-17T00:00:00.000Z', series: 'missed' });
    expect(asked(sealFigures.rows.path).at(-1)).toMatchObject({
      ...{ view: 'patrols', series: 'missed', from: '2026-11-17T00:00:00.000Z', to: '2026-11-18T00:00:00.000Z' },
    });
    const rows = within(screen.getByRole('region', { name: '6 rows behind it' }));
    expect(rows.getAllByRole('link', { name: 'WL-0007' })[0]!.getAttribute('href')).toBe('/logisticsBatch/7');
    expect(rows.getByText('0 of 2')).toBeDefined();
    // a look at one seal of two is no patrol, and of a lock there is none
    expect(rows.getByText(/^Missed · in part 2026-11-17 /)).toBeDefined();
    expect(rows.getByText('nothing but locks on it')).toBeDefined();
  });
  it('are narrowed by stop and by who looked, also to those at which nobody did', async () => {
    showPage(<StatisticsPage />, '/sealStatistics?view=patrols');
    const press = async (region: string, name: RegExp) =>
      userEvent.click(within(await screen.findByRole('region', { name: region })).getByRole('button', { name }));
    await press('By stop', /Guzhu station/);
    await press('By who looked', /Nobody/);
    expect(asked(sealFigures.list.path).at(-1)).toMatchObject({ place: 'Guzhu station', operator_id: 0 });
  });
});

describe('journeys', () => {
  beforeEach(() => {
    const none = { rows: [], kinds: 0, count: 0 };
    const named = (key: string, name: string, counts: object, count: number) => ({
      ...none,
      rows: [{ key, name, lat: null, lon: null, counts, count }],
    });
    server.on(sealFigures.list.path, () => ({
      data: {
        times: [{ start: '2026-11-18T00:00:00.000Z', counts: { intact: 6, gap: 1, breached: 1 } }],
        ...{ place: none, org: none, person: named('3', 'Li Chen', { intact: 6 }, 6) },
        ...{ reason: named('silent', '', { gap: 1 }, 1), carrier: named('ZPC', 'ZPC', { intact: 6, gap: 1 }, 7) },
        ...{ series: { intact: 6, gap: 1, breached: 1 }, total: 8, judging: 1, time_zone: 'Asia/Shanghai' },
      },
    }));
    const row = {
      ...{ id: 'journey 7', at: '2026-11-18T08:00:00.000Z', series: 'gap', batch_id: 7, serial: 'WL-0007' },
      ...{ device_id: null, seal_id: null, medium: null, operation_id: null, number: 'ZL 1', object: 'ZPC' },
      ...{ oper_name: 'Li Chen', org_name: 'East', done_at: null, seen: null, seals: null, lat: null, lon: null },
      reasons: ['silent', 'patrol_missed'],
    };
    server.on(sealFigures.rows.path, () => ({ data: { rows: [row], more: false } }));
  });

  it('are counted by verdict, reason, carrier and owner, and each number opens its journeys', async () => {
    showPage(<StatisticsPage />, '/sealStatistics?view=journeys');
    const press = async (region: string, name: RegExp) =>
      userEvent.click(within(await screen.findByRole('region', { name: region })).getByRole('button', { name }));
    const rows = within(await screen.findByRole('region', { name: '8 rows behind it' }));
    expect(screen.getByText(/1 batch is being judged again; until then it is counted by/)).toBeDefined();
    expect((await rows.findByRole('link', { name: 'WL-0007' })).getAttribute('href')).toBe('/logisticsBatch/7');
    expect(rows.getByText('The lock was silent: no evidence · A planned patrol is not on record')).toBeDefined();
    expect(screen.getByText('12.5 %')).toBeDefined();
    await press('By reason', /The lock was silent/);
    await press('By carrier', /ZPC/);
    await press('By owner', /Li Chen/);
    await press('By verdict', /Gap/);
    const filter = { view: 'journeys', reason: 'silent', carrier: 'ZPC', operator_id: 3, series: 'gap' };
    expect(asked(sealFigures.list.path).at(-1)).toMatchObject(filter);
    expect(asked(sealFigures.rows.path).at(-1)).toMatchObject(filter);
    // where a journey went is told by its page
    expect(screen.queryByRole('region', { name: 'By place' })).toBeNull();
  });
});
