import { sealCalls } from '@plomb/contract/seals/domain';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { LabelsPage } from './LabelsPage.tsx';

/** What the scanner reads, and what is saved: this browser draws no pictures. */
const scanner = vi.hoisted(() => ({ fails: [] as string[], paper: [] as string[], saved: [] as string[] }));
vi.mock('./labels/run.ts', () => ({
  readBack: async (_: unknown, labels: { number: string }[], told: (from: number, readable: boolean[]) => void) =>
    told(
      0,
      labels.map(({ number }) => !scanner.fails.includes(number)),
    ),
  readPaper: async () => new Set(scanner.paper),
  fileOf: async () => new Blob(['%PDF']),
}));
vi.mock('../../ui/saveFile.ts', () => ({ save: (_: Blob, name: string) => scanner.saved.push(name) }));

const { labels } = sealCalls;
const series = {
  id: 7,
  prefix: 'NB 4472',
  first: 400,
  count: 100,
  kind_name: 'bolt',
  iso_class: 'H',
  reusable: false,
  blank: 400,
  unprinted: 400,
};
const numbers = ['NB 4472 400', 'NB 4472 401', 'NB 4472 402'];
const label = (number: string, more: object = {}) => ({
  ...{ number, payload: `PLB1:${number.replaceAll(' ', '')}:${'8'.repeat(96)}`, state: 'blank', printed: 0 },
  ...more,
});
let server: ReturnType<typeof fakeServer>;
const serve = (rows: object[], next: number | null = null): void =>
  server.on(labels.list.path, () => ({ data: { rows, next } }));
const asked = () => server.asked.filter(({ path }) => path === labels.list.path).map(({ body }) => body);
const printed = () => server.asked.filter(({ path }) => path === labels.print.path).map(({ body }) => body);

inEnglish();
beforeEach(() => {
  localStorage.clear();
  Object.assign(scanner, { fails: [], paper: [], saved: [] });
  server = fakeServer();
  server.on(labels.series.path, () => ({ data: { rows: [series] } }));
  server.on(labels.runs.path, () => ({ data: { rows: [], more: false } }));
  server.on(labels.print.path, () => ({ data: { id: 1, count: 3, again: 0 } }));
  serve(numbers.map((number) => label(number)));
  signInWith(labels.list, labels.print);
});
const show = () => showPage(<LabelsPage />, '/sealLabel?series_id=7&first=400&last=402');

it('reads every label back, takes the printing down, and only then hands the file over', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: /Print labels/ }));
  expect(await screen.findByText('Each of 3 labels was read back')).toBeDefined();
  expect(screen.queryByText(/stands? before the last/)).toBeNull();
  await vi.waitFor(() => expect(scanner.saved).toEqual(['NB 4472 400 – NB 4472 402.pdf']));
  expect(printed()).toMatchObject([{ series_id: 7, first: 400, last: 402, reason: '' }]);
});

it('prints nothing as long as one of them cannot be read, and names it', async () => {
  scanner.fails = ['NB 4472 401'];
  show();
  await userEvent.click(await screen.findByRole('button', { name: /Print labels/ }));
  expect(await screen.findByText('1 label cannot be read: it is not printed')).toBeDefined();
  expect(printed()).toEqual([]);
  expect(scanner.saved).toEqual([]);
});

it('keeps no file for itself that the server does not know of', async () => {
  server.on(labels.print.path, () => ({ sign: 'conflict' }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: /Print labels/ }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(scanner.saved).toEqual([]);
});

it('asks why labels are printed again, and prints no number that was used', async () => {
  serve([label('NB 4472 400', { printed: 1 }), label('NB 4472 401')]);
  show();
  const print = await screen.findByRole('button', { name: /Print labels/ });
  expect(print.hasAttribute('disabled')).toBe(true);
  await userEvent.type(screen.getByLabelText('1 label was printed before. Why again?'), 'scratched');
  await userEvent.click(print);
  await vi.waitFor(() => expect(printed()).toMatchObject([{ reason: 'scratched' }]));
});

it('prints no number that was used', async () => {
  serve([label('NB 4472 400', { state: 'sealed' }), label('NB 4472 401')]);
  show();
  expect(await screen.findByText('1 of these numbers was used: only blank ones are printed')).toBeDefined();
  expect(screen.getByRole('button', { name: /Print labels/ }).hasAttribute('disabled')).toBe(true);
});

it('warns where a phone would fail, and mends it by one click', async () => {
  show();
  const gap = await screen.findByLabelText('White below');
  await userEvent.clear(gap);
  await userEvent.type(gap, '1.3{Tab}');
  expect(await screen.findByText('Too little white below the code')).toBeDefined();
  expect(screen.getByText(/The number starts 1.3 mm under the code; four modules, 2.16 mm/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'White below: 2.2' }));
  expect(screen.queryByText('Too little white below the code')).toBeNull();
});

it('ticks what was read off the paper', async () => {
  scanner.paper = numbers.slice(0, 2).map((number) => label(number).payload);
  show();
  const photos = await screen.findByLabelText('Read photos of the paper', { selector: 'input' });
  await userEvent.upload(photos, new File(['x'], 'sheet.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByText('2 of 3 were read back')).toBeDefined();
  expect(screen.getByText('2 of them off the paper')).toBeDefined();
});

it('says where more was printed than is shown', async () => {
  const run = {
    ...{ id: 1, series_id: 7, first_number: 'NB 4472 400', last_number: 'NB 4472 402', count: 3, again: 0 },
    ...{ reason: '', oper_name: 'Xu Lan', create_time: '2026-11-12T08:00:00.000Z' },
  };
  server.on(labels.runs.path, () => ({ data: { rows: [run], more: true } }));
  show();
  expect(await screen.findByText(/^The newest 1 /)).toBeDefined();
});

it('opens on the newest series that has numbers left, and goes on after those that were used', async () => {
  const spent = { ...series, id: 8, prefix: 'NB 4473', unprinted: null };
  server.on(labels.series.path, ({ id }) => ({ data: { rows: id === 7 ? [series] : [spent, series] } }));
  serve(numbers.map((number, at) => label(number, at === 0 ? { state: 'sealed' } : {})));
  showPage(<LabelsPage />, '/sealLabel');
  await userEvent.click(await screen.findByRole('button', { name: 'Take NB 4472 401 – NB 4472 402' }));
  await vi.waitFor(() => expect(asked()).toMatchObject([{ series_id: 7 }, { series_id: 7, first: 401 }]));
});

it('opens where the first blank number of a long series is', async () => {
  const long = { ...series, first: 1, count: 3000, blank: 1201, unprinted: 1201 };
  server.on(labels.series.path, () => ({ data: { rows: [long] } }));
  showPage(<LabelsPage />, '/sealLabel');
  await vi.waitFor(() => expect(asked()).toMatchObject([{ series_id: 7, first: 1201, last: 2200 }]));
});

it('opens where labels were never printed, though others that were are blank', async () => {
  server.on(labels.series.path, () => ({ data: { rows: [{ ...series, unprinted: 480 }] } }));
  showPage(<LabelsPage />, '/sealLabel');
  await vi.waitFor(() => expect(asked()).toMatchObject([{ series_id: 7, first: 480, last: 499 }]));
});

it('offers those that were never printed beside those that were, in what is shown or beyond it', async () => {
  server.on(labels.series.path, () => ({ data: { rows: [{ ...series, unprinted: 450 }] } }));
  serve(numbers.map((number, at) => label(number, { printed: at === 1 ? 0 : 1 })));
  show();
  expect(await screen.findByRole('button', { name: 'Never printed: NB 4472 401 – NB 4472 401' })).toBeDefined();
  cleanup();
  serve(numbers.map((number) => label(number, { printed: 1 })));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Never printed: NB 4472 450 – NB 4472 499' }));
  await vi.waitFor(() => expect(asked().at(-1)).toMatchObject({ series_id: 7, first: 450, last: 499 }));
});

it('stays on what was printed, and offers what is next', async () => {
  server.on(labels.print.path, () => {
    server.on(labels.series.path, () => ({ data: { rows: [{ ...series, unprinted: 403 }] } }));
    serve(numbers.map((number) => label(number, { printed: 1 })));
    return { data: { id: 1, count: 3, again: 0 } };
  });
  showPage(<LabelsPage />, '/sealLabel');
  await userEvent.click(await screen.findByRole('button', { name: /Print labels/ }));
  expect(await screen.findByRole('button', { name: 'Never printed: NB 4472 403 – NB 4472 499' })).toBeDefined();
  // what was read back stands
  expect(screen.getByText('Each of 3 labels was read back')).toBeDefined();
  expect(asked().every((one) => (one as { first: number }).first === 400)).toBe(true);
});

it('leads on to what is blank, before the last that was used and beyond all that is shown', async () => {
  const long = { ...series, first: 1, count: 3000, blank: 2, unprinted: 2 };
  server.on(labels.series.path, () => ({ data: { rows: [long] } }));
  const used = { state: 'sealed' };
  const four = [1, 2, 3, 4].map((one) => label(`NB 4472 000${one}`, one % 2 === 0 ? {} : used));
  serve([...four, label('NB 4472 0005', used)], 1001);
  showPage(<LabelsPage />, '/sealLabel?series_id=7&first=1&last=5');
  const take = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(/^2 blank numbers stand before the last/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Take NB 4472 0002 – NB 4472 0002' })).toBeDefined();
  await take('Take NB 4472 1001 – NB 4472 2000');
  await vi.waitFor(() => expect(asked().at(-1)).toMatchObject({ first: 1001, last: 2000 }));
  // all of these are used, and so is what stands behind
  serve([label('NB 4472 2999', used), label('NB 4472 3000', used)]);
  await userEvent.clear(screen.getByLabelText('First'));
  await userEvent.type(screen.getByLabelText('First'), '1999');
  await take('Take NB 4472 0002 – NB 4472 1001');
  await vi.waitFor(() => expect(asked().at(-1)).toMatchObject({ first: 2, last: 1001 }));
});

it('says that no number of a series is blank', async () => {
  server.on(labels.series.path, () => ({ data: { rows: [{ ...series, blank: null, unprinted: null }] } }));
  serve([label('NB 4472 400', { state: 'sealed' })]);
  showPage(<LabelsPage />, '/sealLabel');
  expect(await screen.findByText('No number of this series is blank.')).toBeDefined();
});

it('says why there is no series to choose, and asks again', async () => {
  server.on(labels.series.path, () => ({ sign: 'fail' }));
  showPage(<LabelsPage />, '/sealLabel');
  expect((await screen.findByRole('alert', undefined, { timeout: 10_000 })).textContent).toContain('fail');
  server.on(labels.series.path, () => ({ data: { rows: [series] } }));
  await userEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByText('Sheet 1 of 1')).toBeDefined();
});

it('folds the measures of a sheet as it is sold on a phone, and none of those of its own', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} },
  }));
  show();
  const measures = (await screen.findByText('Measures')).closest('details')!;
  expect(measures.open).toBe(false);
  await userEvent.type(screen.getByLabelText('White below'), '{Control>}a{/Control}3{Tab}');
  expect(measures.open).toBe(true);
  vi.unstubAllGlobals();
});

it('says that there is no such series where an address names one that is none', async () => {
  server.on(labels.series.path, ({ id }) => ({ data: { rows: id === 4 ? [] : [series] } }));
  showPage(<LabelsPage />, '/sealLabel?series_id=4&first=1&last=9');
  expect(await screen.findByText(/^There is no such series/)).toBeDefined();
});

it('says what is wrong with a range that is none of the series', async () => {
  server.on(labels.list.path, () => ({ sign: 'validation', data: { last: 'both of the series' } }));
  show();
  expect(await screen.findByText('both of the series')).toBeDefined();
});
