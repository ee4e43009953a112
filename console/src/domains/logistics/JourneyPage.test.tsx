import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { JourneyPage } from './JourneyPage.tsx';

vi.mock('./JourneyMap.tsx', () => ({ JourneyMap: () => <p>map</p> }));

const { logisticsBatches, journeys, evidencePacks } = logisticsCalls;
const place = (address: string, lon: number) => ({ address, lat: 30, lon, radius: 500 });
const step = (id: number, of: object) => ({
  ...{ id, batch_id: 7, serial: 'WL-7', plate: 'B·7K392', position_id: 1, position: 'rear door', step: 0, cause: null },
  ...{
    source: 'operation',
    at: '2026-11-20T01:10:00.000Z',
    device_time: null,
    create_time: '2026-11-20T01:10:00.000Z',
  },
  ...{
    late: false,
    number: 'NB 902',
    seal_id: 1,
    device_id: null,
    operator_id: 1,
    oper_name: 'Wang',
    org_name: 'East',
  },
  ...{ witness: '', reason: '', lat: 30, lon: 121, accuracy: 5, photos: [], ...of },
});
const batch = {
  ...{
    id: 7,
    serial: 'WL-20261120-0731',
    vehicle_id: 1,
    plate: 'B·7K392',
    carrier: 'ZPC',
    driver: '',
    org_name: 'East',
  },
  ...{ owner_id: 1, owner_name: 'Li Chen', state: 'completed', result: 'normal', abnormal: true, scrapped: false },
  ...{ abnormal_info: 'refused_scan', start_address: 'Beilun', end_address: 'Xiasha', destination_address: 'Xiasha' },
  ...{
    plan_start: '2026-11-20T01:00:00.000Z',
    plan_end: '2026-11-20T05:00:00.000Z',
    late: false,
    share: 1,
    lock: null,
  },
  ...{ transit_time: '2026-11-20T01:10:00.000Z', end_time: '2026-11-20T04:00:00.000Z', next_stop: null, creator: 'Li' },
  ...{ create_time: '2026-11-19T01:00:00.000Z', start: place('Beilun', 121), end: place('Xiasha', 120), stops: [] },
  ...{ destination: place('Xiasha', 120), end_reason: '', ended_by: '', amendments: [], version: 'x' },
  limits: { off_route: null, long_stop: null, lock_silent: null },
  positions: [
    {
      ...{ id: 1, nth: 1, position: 'rear door', process_name: '', medium: 'qr', state: 'opened', number: 'NB 902' },
      ...{ planned_number: '', seal_id: 1, device_id: null, photos_asked: [], open_stops: [], second_person: false },
      ...{ openers: [], sealed_time: null, opened_time: null },
    },
  ],
  steps: [
    step(3, { step: 2, at: '2026-11-20T04:00:00.000Z' }),
    step(2, { step: 5, cause: 'refused_scan', number: 'NB 920', at: '2026-11-20T03:59:00.000Z' }),
    step(1, {}),
  ],
};
const reason = (of: object) => ({ from: null, to: null, positions: [], numbers: [], count: 1, rests_on: [], ...of });
const journey = {
  ...{ from: batch.transit_time, to: batch.end_time, verdict: 'breached', ways: [], orders: [] },
  reasons: [
    reason({
      ...{ code: 'refused_scan', weight: 'breached', from: Date.parse('2026-11-20T03:59:00.000Z') },
      ...{ positions: ['rear door'], numbers: ['NB 920'], rests_on: ['step 2'] },
    }),
    reason({ code: 'no_lock', weight: 'note' }),
  ],
  refused: [
    {
      ...{ id: 9, operation: 1, refusal: 'sealPhoto', at: '2026-11-20T02:00:00.000Z', number: 'NB 902' },
      ...{ position: 'rear door', oper_name: 'Sun', photos: [] },
    },
  ],
};
let server: ReturnType<typeof fakeServer>;
inEnglish();
beforeEach(() => {
  server = fakeServer();
  signInWith(logisticsBatches.list, logisticsBatches.detail);
  server.on(logisticsBatches.detail.path, () => ({ data: batch }));
  server.on(journeys.detail.path, () => ({ data: journey }));
});

it('says whether the batch is intact and why, and each reason leads to the rows it rests on', async () => {
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const verdict = await screen.findByRole('region', { name: 'Integrity' });
  expect(verdict.getAttribute('data-verdict')).toBe('breached');
  const why = within(verdict).getByRole('button', { name: /A number was read that is not the one on record/ });
  expect(why.textContent).toContain('NB 920');
  await userEvent.click(why);
  const line = screen.getByRole('region', { name: 'Time line' });
  const lit = within(line)
    .getAllByRole('listitem')
    .filter((row) => row.getAttribute('data-lit') === 'true');
  expect(lit).toHaveLength(1);
  expect(lit[0]!.textContent).toContain('NB 920');
  // a reason that rests on nothing leads nowhere
  expect(within(verdict).queryByRole('button', { name: /No lock/ })).toBeNull();
});

it('lists the numbers by position with what did not belong, and the line of time by kind', async () => {
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const row = (await screen.findByRole('rowheader', { name: 'rear door' })).closest('tr')!;
  expect(row.textContent).toContain('Mismatch');
  expect(row.textContent).toContain('NB 920');
  const line = screen.getByRole('region', { name: 'Time line' });
  const rows = () => within(line).getAllByRole('listitem').length;
  expect(rows()).toBe(4);
  expect(line.textContent).toContain('Refused: ');
  await userEvent.click(within(line).getByRole('button', { name: 'Seals 4' }));
  expect(rows()).toBe(4);
  expect(within(line).queryByRole('button', { name: /Alarms/ })).toBeNull();
});

it('has one moment, put anywhere on the line of time', async () => {
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const scrubber = await screen.findByRole('slider', { name: 'Moment on the time line' });
  expect(Number((scrubber as HTMLInputElement).value)).toBe(Date.parse(batch.end_time));
  await userEvent.click(screen.getByRole('button', { name: /Refused: / }));
  expect(Number((scrubber as HTMLInputElement).value)).toBe(Date.parse('2026-11-20T02:00:00.000Z'));
});

it('of a batch that is out of sight says so, and leads back', async () => {
  server.on(journeys.detail.path, () => ({ sign: 'notFound' }));
  showPage(<JourneyPage />, '/logisticsBatch/7');
  expect(await screen.findByText('This batch cannot be shown')).toBeDefined();
  expect(screen.getByRole('link', { name: 'All batches' })).toBeDefined();
});

it('makes an evidence pack in either language, and tells by its manifest whether one is as it was made', async () => {
  const manifest = '{"form":1}';
  const sum = '8c1b9c9ab2a1a8ff3ef9b94b5cc47ec3a3b6d9b4f4b6ce0ed5a4c0fd8b16ff2b';
  const digest = vi
    .spyOn(crypto.subtle, 'digest')
    .mockImplementation(async () => Uint8Array.from(sum.match(/../g)!.map((byte) => Number.parseInt(byte, 16))).buffer);
  signInWith(logisticsBatches.list, logisticsBatches.detail, evidencePacks.make);
  const row = (of: object) => ({
    ...{
      id: 1,
      oper_name: 'Li Chen',
      lang: 'zh',
      create_time: '2026-11-20T05:00:00.000Z',
      made_time: null,
      as_of: null,
      verdict: null,
    },
    ...{
      files: 0,
      bytes: 0,
      manifest_sha256: '',
      left_out: [],
      cut: [],
      state: 'running',
      done: 1,
      total: 4,
      file: null,
      job_id: 3,
      ...of,
    },
  });
  let rows = [
    row({
      id: 2,
      made_time: '2026-11-20T04:30:00.000Z',
      manifest_sha256: sum,
      left_out: ['frames'],
      state: null,
      verdict: 'breached',
      files: 9,
    }),
  ];
  const asked: unknown[] = [];
  server.on(evidencePacks.packs.path, () => ({ data: { rows } }));
  server.on(evidencePacks.make.path, (body) => {
    asked.push(body);
    rows = [row({}), ...rows];
    return { data: { id: 3 } };
  });
  showPage(<JourneyPage />, '/logisticsBatch/7');
  await userEvent.click(await screen.findByRole('button', { name: 'Evidence pack…' }));
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByText(sum)).closest('li')!.textContent).toContain('may not see these: Raw frames');
  await userEvent.click(within(dialog).getByText('中文'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Make a pack' }));
  expect(await within(dialog).findByRole('progressbar', { name: 'The pack is being made' })).toBeDefined();
  expect(asked).toMatchObject([{ id: 7, lang: 'zh' }]);
  expect((within(dialog).getByRole('button', { name: 'Make a pack' }) as HTMLButtonElement).disabled).toBe(true);

  const field = within(dialog).getByLabelText(/Choose the manifest/);
  await userEvent.upload(field, new File([manifest], 'manifest.json', { type: 'application/json' }));
  expect((await within(dialog).findByRole('status')).textContent).toContain('On record: made');
  digest.mockImplementation(async () => new Uint8Array(32).buffer);
  await userEvent.upload(field, new File(['{}'], 'other.json', { type: 'application/json' }));
  await within(dialog).findByText(/other.json is not the manifest of any pack/);
});
