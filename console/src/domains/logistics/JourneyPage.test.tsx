import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import yazl from 'yazl';
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
  ...{ destination: place('Xiasha', 120), end_reason: '', ended_by: '', amendments: [], beyond: [], version: 'x' },
  more_steps: false,
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
  judged: { at: '2026-11-20T04:00:01.000Z', rules: 3, kept: false },
  ...{ failures: [], alarms: [], untold: [], cut: [] },
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
  signInWith(logisticsBatches.list, logisticsBatches.detail, logisticsCalls.stepRecords.list);
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
  expect(verdict.textContent).toMatch(/Rules 3 · judged 2026-11-20 \d\d:\d\d/);
  // a reason that rests on nothing leads nowhere
  expect(within(verdict).queryByRole('button', { name: /No lock/ })).toBeNull();
});

it('says where a verdict rests on a track that is past its keeping', async () => {
  server.on(journeys.detail.path, () => ({ data: { ...journey, judged: { ...journey.judged, kept: true } } }));
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const verdict = await screen.findByRole('region', { name: 'Integrity' });
  expect(verdict.textContent).toContain('as it was judged while the track could be read');
});

it('lists the numbers by position with what did not belong, and the line of time by kind', async () => {
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const row = (await screen.findByRole('rowheader', { name: 'rear door' })).closest('tr')!;
  expect(row.textContent).toContain('Mismatch');
  expect(row.textContent).toContain('NB 920');
  // on a phone there is no row of titles
  const cells = within(row).getAllByRole('cell');
  expect(cells.map(({ dataset }) => dataset.name)).toEqual(['Sealed', 'Looked at', 'Opened', 'Result']);
  const line = screen.getByRole('region', { name: 'Time line' });
  const rows = () => within(line).getAllByRole('listitem').length;
  expect(rows()).toBe(4);
  expect(line.textContent).toContain('Refused: ');
  await userEvent.click(within(line).getByRole('button', { name: 'Seals 4' }));
  expect(rows()).toBe(4);
  expect(within(line).queryByRole('button', { name: /Alarms/ })).toBeNull();
});

it('counts photos on the line of time as the lane beside it does, and not the rows that have some', async () => {
  const [first, ...others] = batch.steps;
  const steps = [{ ...first, photos: ['a', 'b'] }, ...others];
  server.on(logisticsBatches.detail.path, () => ({ data: { ...batch, steps } }));
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const line = await screen.findByRole('region', { name: 'Time line' });
  expect(await within(line).findByRole('button', { name: 'Photos 2' })).toBeDefined();
  const lanes = screen.getByRole('region', { name: 'Time line by kind' });
  expect(lanes.querySelector('.journey-count')?.textContent).toBe('2');
});

it('says on paper by whose clock its times are', async () => {
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect((await screen.findByText(/^All times are in /)).textContent).toContain(`(${zone})`);
});

it('says where it has more steps than are shown', async () => {
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const line = await screen.findByRole('region', { name: 'Time line' });
  expect(line.textContent).not.toContain('Not every step');
  cleanup();
  server.on(logisticsBatches.detail.path, () => ({ data: { ...batch, more_steps: true } }));
  showPage(<JourneyPage />, '/logisticsBatch/7');
  expect(await screen.findByText(/^Not every step is shown here/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'All steps' }).getAttribute('href')).toBe('/batchStep?batch_id=7');
});

it('says of a patrol that was planned of nothing but locks that there is no seal to look at', async () => {
  const [stop] = batch.stops;
  const stops = [{ ...(stop ?? batch.start), id: 's', plan_time: batch.plan_end, patrol: true }];
  const positions = batch.positions.map((one) => ({ ...one, medium: 'lock' }));
  server.on(logisticsBatches.detail.path, () => ({ data: { ...batch, stops, positions } }));
  showPage(<JourneyPage />, '/logisticsBatch/7');
  expect(await screen.findByText(/there is no seal to look at/)).toBeDefined();
});

it('says of each moment to the second when, where by the names of the plan, and who', async () => {
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const line = await screen.findByRole('region', { name: 'Time line' });
  const row = (id: number) => line.querySelector(`[id="moment step ${id}"]`)!.textContent!;
  expect(row(1)).toMatch(/\d\d:10:00.*rear door · NB 902 · Wang.*Beilun/);
  expect(line.querySelector('.journey-now')).toBeNull();
});

it('has a reader that closed what was closed on the line of time, which the reason leads to', async () => {
  const at = '2026-11-20T02:00:00.000Z';
  const key = `reading 1 ${Date.parse(at)}`;
  const untold = [{ step_id: 1, at, result: 7, position: 'rear door', number: 'CHIP 1' }];
  const why = reason({ code: 'untold', weight: 'gap', positions: ['rear door'], rests_on: [key] });
  server.on(journeys.detail.path, () => ({ data: { ...journey, reasons: [why], untold } }));
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const line = await screen.findByRole('region', { name: 'Time line' });
  const row = line.querySelector(`[id="moment ${key}"]`)!;
  expect(row.textContent).toMatch(/Closed by a reader, though it was closed.*rear door · CHIP 1/);
  expect(row.getAttribute('data-bad')).toBe('true');
});

it('shows patrols that were missed and how late it is where they were due, and the present between what was and what is planned', async () => {
  const stop = { ...place('Shangyu', 120.5), id: 'a', plan_time: '2026-11-20T02:30:00.000Z', patrol: true };
  const next = { ...place('Keqiao', 120.2), id: 'b', plan_time: '2026-11-20T06:00:00.000Z', patrol: false };
  server.on(logisticsBatches.detail.path, () => ({
    data: { ...batch, state: 'in_transit', result: null, end_time: null, steps: [batch.steps[2]], stops: [stop, next] },
  }));
  const missed = reason({
    code: 'patrol_missed',
    weight: 'gap',
    from: Date.parse(stop.plan_time),
    rests_on: ['stop a'],
  });
  server.on(journeys.detail.path, () => ({
    data: { ...journey, verdict: 'gap', reasons: [missed], refused: [], to: '2026-11-20T05:40:00.000Z' },
  }));
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200);
  showPage(<JourneyPage />, '/logisticsBatch/7');
  const line = await screen.findByRole('region', { name: 'Time line' });
  const rows = within(line)
    .getAllByRole('listitem')
    .map((row) => row.textContent!);
  expect(rows[0]).toContain('Planned: Keqiao');
  expect(rows[1]).toMatch(/^Now \d\d:40:00/);
  expect(rows[2]).toMatch(/Planned arrival: Xiasha.*40 min late by now/);
  expect(rows[3]).toMatch(/Patrol planned: Shangyu.*not on record/);
  // the hour that the present lies on is not told below it
  const hours = [...document.querySelectorAll<HTMLElement>('.journey-axis span')];
  expect(hours.map(({ dataset }) => dataset.under)).toEqual(['false', 'false', 'true', 'true', 'true']);
  vi.restoreAllMocks();
  await userEvent.click(screen.getByRole('button', { name: /A planned patrol is not on record/ }));
  expect(line.querySelector('[id="moment stop a"]')!.getAttribute('data-lit')).toBe('true');
});

it('draws how the lock stood over time, and keeps its room until all of it is here', async () => {
  const at = (minute: number) => Date.parse(batch.transit_time) + minute * 60_000;
  const way = {
    ...{ id: 3, sn: '86031904', device_name: '', family: 'jt709', events: [], alarms: [], metres: 1000 },
    runs: [
      [
        [at(0), 121, 30, 0, 2],
        [at(20), 120.9, 30, 60, 2],
      ],
      [
        [at(50), 120.5, 30, 0, 1],
        [at(170), 120, 30, 60, 1],
      ],
    ],
    gaps: [{ kind: 'silent', from: at(20), to: at(50) }],
  };
  let answer: (value: unknown) => void = () => undefined;
  server.on(journeys.detail.path, () => new Promise((done) => (answer = done)) as never);
  showPage(<JourneyPage />, '/logisticsBatch/7');
  // what is known of it stands there, and nothing is drawn of what is not
  expect(await screen.findByRole('heading', { name: batch.serial })).toBeDefined();
  expect(document.querySelector('.journey[aria-busy=true] .journey-map-slot')).not.toBeNull();
  answer({ data: { ...journey, ways: [way] } });
  const lanes = await screen.findByRole('region', { name: 'Time line by kind' });
  expect([...lanes.querySelectorAll('.journey-stand')].map((one) => one.getAttribute('data-stand'))).toEqual([
    ...['sealed', 'unknown', 'open'],
  ]);
  const legend = within(lanes)
    .getAllByRole('listitem')
    .map((one) => one.textContent!.trim());
  expect(legend).toEqual(['Sealed', 'Open', 'Unknown']);
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

const packOf = (of: object) => ({
  ...{ id: 1, oper_name: 'Li Chen', lang: 'zh', create_time: '2026-11-20T05:00:00.000Z', made_time: null, as_of: null },
  ...{ verdict: null, files: 0, bytes: 0, manifest_sha256: '', left_out: [], cut: [], state: 'running', done: 1 },
  ...{ total: 4, file: null, job_id: 3, ...of },
});
const sum = (text: string): string => createHash('sha256').update(text).digest('hex');
const made = (of: object) =>
  packOf({
    ...{
      id: 2,
      made_time: '2026-11-20T04:30:00.000Z',
      as_of: '2026-11-20T04:29:00.000Z',
      state: null,
      files: 9,
      ...of,
    },
  });
const openPacks = async () => {
  showPage(<JourneyPage />, '/logisticsBatch/7');
  await userEvent.click(await screen.findByRole('button', { name: 'Evidence pack…' }));
  return within(await screen.findByRole('dialog'));
};

it('makes an evidence pack in either language, and says what an older one does not hold', async () => {
  signInWith(logisticsBatches.list, logisticsBatches.detail, evidencePacks.make);
  const first = sum('first');
  let rows = [made({ manifest_sha256: first, left_out: ['frames'], verdict: 'breached' })];
  const asked: unknown[] = [];
  server.on(evidencePacks.packs.path, () => ({ data: { rows } }));
  server.on(evidencePacks.make.path, (body) => {
    asked.push(body);
    rows = [packOf({}), ...rows];
    return { data: { id: 3 } };
  });
  const dialog = await openPacks();
  expect((await dialog.findByText(first)).closest('li')!.textContent).toContain('may not see these: Raw frames');
  await userEvent.click(dialog.getByText('中文'));
  await userEvent.click(dialog.getByRole('button', { name: 'Make a pack' }));
  expect(await dialog.findByRole('progressbar', { name: 'The pack is being made' })).toBeDefined();
  expect(asked).toMatchObject([{ id: 7, lang: 'zh' }]);
  expect((dialog.getByRole('button', { name: 'Make a pack' }) as HTMLButtonElement).disabled).toBe(true);
});

it('says of a pack that was made before the batch was found breached what it was then, and what it is today', async () => {
  server.on(evidencePacks.packs.path, () => ({
    data: { rows: [made({ manifest_sha256: sum('old'), verdict: 'intact' }), made({ id: 3, verdict: 'breached' })] },
  }));
  const dialog = await openPacks();
  const [old, fresh] = await dialog.findAllByRole('listitem');
  expect(old!.textContent).toMatch(/was Intact by .*Judged today: Breached/);
  expect(within(old!).queryByText('Intact')).toBeNull();
  expect(fresh!.textContent).not.toContain('Judged today');
  expect(within(fresh!).getByText('Breached')).toBeDefined();
});

it('tells whether each file of a pack is as it was made, and of a manifest alone no more than that', async () => {
  const manifest = JSON.stringify({ files: [{ name: 'data.json', bytes: 2, sha256: sum('{}') }] });
  server.on(evidencePacks.packs.path, (body) => {
    const { sum: asked } = body as { sum?: string };
    const isKnown = asked === undefined || asked === sum(manifest);
    return { data: { rows: isKnown ? [made({ manifest_sha256: sum(manifest) })] : [] } };
  });
  const zipped = async (files: Record<string, string>): Promise<File> => {
    const zip = new yazl.ZipFile();
    for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
    zip.end();
    return new File([new Uint8Array(await buffer(zip.outputStream))], 'pack.zip', { type: 'application/zip' });
  };
  const dialog = await openPacks();
  const choose = async (file: File): Promise<HTMLElement> => {
    await userEvent.upload(await dialog.findByLabelText(/Choose the zip of a pack/), file);
    return dialog.findByRole('status');
  };
  const json = (text: string) => new File([text], 'manifest.json', { type: 'application/json' });
  const known = await choose(await zipped({ 'manifest.json': manifest, 'data.json': '{}' }));
  expect([known.dataset.known, known.textContent]).toEqual(['yes', expect.stringContaining('there is no other')]);
  const forged = await choose(await zipped({ 'manifest.json': manifest, 'data.json': '[]', 'more.csv': '' }));
  await dialog.findByText('Differs: data.json');
  expect(dialog.getByRole('status').dataset.known).toBe('no');
  expect(dialog.getByRole('status').textContent).toContain('Not of this pack: more.csv');
  expect(forged).toBeDefined();
  await choose(json(manifest));
  await dialog.findByText(/Only the manifest is on record/);
  expect(dialog.getByRole('status').dataset.known).toBe('part');
  await choose(json('{}'));
  await dialog.findByText(/manifest.json is no pack of this batch/);
  await userEvent.upload(dialog.getByLabelText(/Choose the zip of a pack/), new File(['x'], 'torn.zip'));
  await dialog.findByText(/torn.zip is no whole pack/);
  // taken away meanwhile: nothing is known of what it is
  const gone = Object.assign(new File(['x'.repeat(99)], 'gone.zip'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotReadableError')) }),
  });
  await userEvent.upload(dialog.getByLabelText(/Choose the zip of a pack/), gone);
  await dialog.findByText(/gone.zip could not be read/);
});
