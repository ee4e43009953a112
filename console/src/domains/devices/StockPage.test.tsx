import { deviceCalls } from '@plomb/contract/devices/domain';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { useScreenPreferences } from '../../platform/screenPreferences.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { StockPage } from './StockPage.tsx';

vi.mock('../../platform/signIn.ts', () => ({ sealedFor: async () => 'sealed' }));

const { stock } = deviceCalls;
const device = (sn: string, change: object = {}) => ({
  id: Number(sn.slice(-3)),
  sn,
  device_name: `Lock ${sn.slice(-3)}`,
  device_type: 'G-300',
  org_name: 'Plomb',
  stock_status: 2,
  device_state: 'in_use',
  lost: false,
  connection: 'online',
  communicate_status: 'online',
  seen_time: null,
  electric: 80,
  ver: '',
  alarms: 0,
  inspect_time: null,
  receiver: '',
  ...change,
});
/** What the server says of each number; any other is unknown to it. */
const known: Record<string, object> = {
  '14805740021': { device: device('14805740021'), refusal: null, failed: [] },
  '14805740022': { device: device('14805740022'), refusal: 'inspectionFailed', failed: ['battery', 'alarms'] },
};
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(() => {
  localStorage.clear();
  useScreenPreferences.setState({ operator: null, values: {}, unsaved: [] });
  server = fakeServer();
  server.on(stock.list.path, () => ({ data: { rows: [], more: false } }));
  server.on(stock.summary.path, () => ({
    data: {
      counts: [{ stock_status: 2, count: 12 }],
      maintenance: 0,
      scrapped: 0,
      lost: 1,
      overdue: 0,
      incoming: 2,
    },
  }));
  server.on(stock.check.path, ({ numbers }) => ({
    data: {
      rows: (numbers as string[]).map((number) => ({
        number,
        ...(known[number] ?? { device: null, refusal: 'deviceMissing', failed: [] }),
      })),
    },
  }));
  server.on(stock.preliminary_inspection.path, () => ({ data: {} }));
  server.on(stock.incoming.path, () => ({ data: { rows: [] } }));
  signInWith(stock.list, stock.preliminary_inspection, stock.receive);
});

const rowOf = async (name: RegExp) => within((await screen.findByText(name)).closest('li') as HTMLElement);

it('counts the stock, and leads to what waits for the reader', async () => {
  const router = showPage(<StockPage />, '/stock');
  const summary = within(await screen.findByRole('region', { name: 'Devices by stock status' }));
  expect(summary.getByText('12').parentElement?.textContent).toBe('12 In inventory');
  expect(summary.getByText('1').parentElement?.textContent).toBe('1 lost');
  await userEvent.click(screen.getByRole('button', { name: 'Receive 2 devices…' }));
  expect(router.state.location.search).toBe('?take=receive');
});

it('offers the steps the operator may take, and no others', async () => {
  showPage(<StockPage />, '/stock');
  await userEvent.click(await screen.findByRole('button', { name: 'Take a step' }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Preliminary inspection',
    'Receive',
  ]);
});

it('judges each number as it is scanned, and goes on with those that are fit', async () => {
  showPage(<StockPage />, '/stock?take=preliminary_inspection');
  const field = await screen.findByRole('textbox', { name: 'Scan or type serial numbers' });
  await userEvent.type(field, '1480 5740 021{Enter}');
  await userEvent.type(field, '14805740022{Enter}');
  await userEvent.type(field, '99999999{Enter}');
  expect((await rowOf(/Lock 021/)).getByText('Fit')).toBeTruthy();
  (await rowOf(/Lock 022/)).getByText('The preliminary inspection is not passed · Battery too low · Open alarms');
  await screen.findByText('The device does not exist');
  // the same number again is not added a second time, and said
  await userEvent.type(field, '14805740021{Enter}');
  expect(await screen.findByText('1 was there already.')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Go on with 1 device' }));
  await waitFor(() => expect(screen.queryByText(/Lock 021/)).toBeNull());
  expect(server.asked.filter(({ path }) => path === stock.preliminary_inspection.path)).toMatchObject([
    { body: { numbers: ['14805740021'] } },
  ]);
  // those that were not fit are still there, with the reason
  expect((await rowOf(/Lock 022/)).getByText(/Battery too low/)).toBeTruthy();
});

it('takes a pasted column, and says what of it is no number', async () => {
  showPage(<StockPage />, '/stock?take=preliminary_inspection');
  await userEvent.click(await screen.findByRole('textbox', { name: 'Scan or type serial numbers' }));
  await userEvent.paste('serial\n14805740021\n14805740022\n');
  expect(await screen.findByText('1 entry is no serial number: serial')).toBeTruthy();
  expect((await rowOf(/Lock 021/)).getByText('Fit')).toBeTruthy();
});

it('keeps a number that is scanned while a step is being saved', async () => {
  const saved = Promise.withResolvers<void>();
  server.on(stock.preliminary_inspection.path, async () => {
    await saved.promise;
    return { data: {} };
  });
  showPage(<StockPage />, '/stock?take=preliminary_inspection');
  const field = await screen.findByRole('textbox', { name: 'Scan or type serial numbers' });
  await userEvent.type(field, '14805740021{Enter}');
  await rowOf(/Lock 021/);
  await userEvent.click(await screen.findByRole('button', { name: 'Go on with 1 device' }));
  await userEvent.type(field, '14805740022{Enter}');
  await rowOf(/Lock 022/);
  saved.resolve();
  await waitFor(() => expect(screen.queryByText(/Lock 021/)).toBeNull());
  await rowOf(/Lock 022/);
});

it('keeps a number that is scanned while the lists are fetched anew', async () => {
  showPage(<StockPage />, '/stock?take=preliminary_inspection');
  const field = await screen.findByRole('textbox', { name: 'Scan or type serial numbers' });
  await userEvent.type(field, '14805740021{Enter}');
  await rowOf(/Lock 021/);
  const fetched = Promise.withResolvers<void>();
  server.on(stock.summary.path, async () => {
    await fetched.promise;
    return { data: { counts: [], maintenance: 0, scrapped: 0, lost: 0, overdue: 0, incoming: 0 } };
  });
  server.on(stock.check.path, async ({ numbers }) => {
    await fetched.promise;
    return { data: { rows: (numbers as string[]).map((number) => ({ number, ...known[number] })) } };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Go on with 1 device' }));
  await waitFor(() => expect(screen.queryByText(/Lock 021/)).toBeNull());
  await userEvent.type(field, '14805740022{Enter}');
  fetched.resolve();
  await rowOf(/Lock 022/);
});

it('a misread stands selected in the field, so that the next scan takes its place', async () => {
  showPage(<StockPage />, '/stock?take=preliminary_inspection');
  const field = (await screen.findByRole('textbox', { name: 'Scan or type serial numbers' })) as HTMLInputElement;
  await userEvent.type(field, 'https://x.example/q{Enter}');
  await screen.findByText('1 entry is no serial number: https://x.example/q');
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('https://x.example/q');
  await userEvent.keyboard('14805740021{Enter}');
  await rowOf(/Lock 021/);
  expect(field.value).toBe('');
});

it('keeps what was scanned when the page is left, says since when, and can begin anew', async () => {
  showPage(<StockPage />, '/stock?take=preliminary_inspection');
  const field = await screen.findByRole('textbox', { name: 'Scan or type serial numbers' });
  await userEvent.type(field, '14805740021{Enter}14805740022{Enter}');
  await rowOf(/Lock 022/);
  expect(screen.queryByText(/still here/)).toBeNull();
  cleanup();

  showPage(<StockPage />, '/stock?take=preliminary_inspection&numbers=99999999');
  await rowOf(/Lock 021/);
  await screen.findByText(/^3 numbers are still here, the last scanned/);
  // of another step they are none
  cleanup();
  showPage(<StockPage />, '/stock?take=receive');
  await screen.findByText(/^Nothing scanned yet/);
  cleanup();

  showPage(<StockPage />, '/stock?take=preliminary_inspection');
  await userEvent.click(await screen.findByRole('button', { name: 'Start with an empty list' }));
  await screen.findByText(/^Nothing scanned yet/);
  expect(screen.queryByText(/still here/)).toBeNull();
});

it('asks what replaces a device that is scrapped in place, suggests it, or takes that nothing does', async () => {
  signInWith(stock.list, stock.scrap);
  server.on(stock.replacements.path, () => ({
    data: {
      rows: [
        {
          sn: '14805740033',
          device_name: 'Spare',
          device_type: 'G-300',
          stock_status: 4,
          electric: 80,
          distance: 1234,
        },
      ],
    },
  }));
  server.on(stock.people.path, () => ({ data: { rows: [{ id: 7, oper_name: 'Wang', org_name: 'Plomb' }] } }));
  server.on(stock.scrap.path, () => ({ data: {} }));
  showPage(<StockPage />, '/stock?take=scrap&numbers=14805740021');
  await rowOf(/Lock 021/);
  const choose = async (field: string, option: RegExp) => {
    fireEvent.mouseDown(screen.getByRole('combobox', { name: field }));
    fireEvent.click((await screen.findAllByText(option)).at(-1)!);
  };
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'cut' } });
  await choose('Witness', /^Wang/);
  const go = screen.getByRole('button', { name: 'Go on with 1 device' });
  fireEvent.click(go);
  // it is to be said, either way
  await waitFor(() => expect(document.querySelector('.ant-form-item-has-error')).not.toBeNull());
  await choose('Replaced by', /^14805740033 · Spare · 1\.2 km away$/);
  await choose('Replaced by', /^Nothing: its use ends by force$/);
  fireEvent.click(go);
  await screen.findByRole('button', { name: 'Take a step' });
  const sent = server.asked.filter(({ path }) => path === stock.scrap.path).map(({ body }) => body);
  expect(sent).toMatchObject([{ replacement: 'none', witness_id: 7 }]);
});

it('has the witness of a scrapping sign in where an organisation wants two people, with a code where that is asked for', async () => {
  signInWith(stock.list, stock.scrap);
  server.on(stock.check.path, ({ numbers }) => ({
    data: { rows: (numbers as string[]).map((number) => ({ number, ...known[number] })), witness_signs: true },
  }));
  server.on(stock.people.path, () => ({ data: { rows: [{ id: 7, oper_name: 'Wang', org_name: 'Plomb' }] } }));
  server.on(stock.replacements.path, () => ({ data: { rows: [] } }));
  server.on(stock.scrap.path, ({ witness_code }) => (witness_code ? { data: {} } : { sign: 'secondFactor' }));
  showPage(<StockPage />, '/stock?take=scrap&numbers=14805740021');
  await rowOf(/Lock 021/);
  const choose = async (field: string, option: RegExp) => {
    fireEvent.mouseDown(screen.getByRole('combobox', { name: field }));
    fireEvent.click((await screen.findAllByText(option)).at(-1)!);
  };
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'cut' } });
  await choose('Witness', /^Wang/);
  await choose('Replaced by', /^Nothing: its use ends by force$/);
  const go = screen.getByRole('button', { name: 'Go on with 1 device' });
  fireEvent.click(go);
  await waitFor(() => expect(document.querySelector('.ant-form-item-has-error')).not.toBeNull());
  expect(server.count(stock.scrap.path)).toBe(0);
  fireEvent.change(screen.getByLabelText('Password of the witness'), { target: { value: 'theirs' } });
  fireEvent.click(go);
  fireEvent.change(await screen.findByLabelText('Code of the witness’s second factor'), {
    target: { value: '123456' },
  });
  fireEvent.click(go);
  await screen.findByRole('button', { name: 'Take a step' });
  const sent = server.asked.filter(({ path }) => path === stock.scrap.path).map(({ body }) => body);
  expect(sent).toMatchObject([{ witness_id: 7, witness_password: 'sealed' }, { witness_code: '123456' }]);
});

const stroke = (field: HTMLElement, ...points: readonly (readonly [number, number])[]): void => {
  const at = ([clientX, clientY]: readonly [number, number]) => ({
    clientX,
    clientY,
    button: 0,
    isPrimary: true,
    pointerId: 1,
  });
  fireEvent.pointerDown(field, at(points[0]!));
  for (const point of points) fireEvent.pointerMove(field, at(point));
  fireEvent.pointerUp(field, at(points.at(-1)!));
};
const received = () => server.asked.filter(({ path }) => path === stock.receive.path).map(({ body }) => body);

it('receives by a signature that is drawn on the sheet, cleared and drawn again', async () => {
  server.on(stock.receive.path, () => ({ data: {} }));
  showPage(<StockPage />, '/stock?take=receive&numbers=14805740021');
  await rowOf(/Lock 021/);
  const go = screen.getByRole('button', { name: 'Go on with 1 device' });
  await userEvent.click(go);
  await screen.findByText('Please sign, or type your name');
  const field = screen.getByTestId('signature');
  // half as large as the sheet: what is drawn is of the sheet
  field.getBoundingClientRect = () => ({ left: 100, top: 50, width: 300, height: 100 }) as DOMRect;
  stroke(field, [100, 50], [110, 60]);
  await userEvent.click(go);
  await screen.findByText('This is too little to be a signature: sign inside the field');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  stroke(field, [110, 60], [210, 110], [999, 60]);
  stroke(field, [250, 70]);
  await userEvent.click(go);
  await waitFor(() => expect(received()).toHaveLength(1));
  expect(received()).toMatchObject([
    { numbers: ['14805740021'], signature: { by: 'drawn', path: 'M20 20L220 120L600 20M300 40L300 40' } },
  ]);
});

it('receives by the own name typed, where nobody can draw, and by no other', async () => {
  server.on(stock.receive.path, () => ({ data: {} }));
  showPage(<StockPage />, '/stock?take=receive&numbers=14805740021');
  await rowOf(/Lock 021/);
  await userEvent.click(screen.getByText('Type my name'));
  const name = screen.getByRole('textbox', { name: 'Your name, in full' });
  await userEvent.type(name, 'B');
  const go = screen.getByRole('button', { name: 'Go on with 1 device' });
  await userEvent.click(go);
  await screen.findByText('This is not your name as it is registered');
  await userEvent.clear(name);
  await userEvent.type(name, 'a');
  await userEvent.click(go);
  await waitFor(() => expect(received()).toMatchObject([{ signature: { by: 'typed', name: 'a' } }]));
});

it('shows a receipt: what was received together, from whom, and the signature', async () => {
  server.on(stock.receipt.path, () => ({
    data: {
      number: 7,
      signature: { by: 'drawn', path: 'M20 20L220 120' },
      receiver: 'Wang Li',
      to_org_name: 'Branch',
      receive_time: '2026-11-20T08:00:00Z',
      rows: [
        {
          id: 5,
          device_id: 1,
          sn: '14805740021',
          device_name: 'Lock 021',
          device_type: 'G-300',
          org_name: 'Plomb',
          issuer: 'Store',
          issue_time: '2026-11-19T08:00:00Z',
        },
      ],
    },
  }));
  showPage(<StockPage />, '/stock?receipt=5');
  await screen.findByText('Receipt 7');
  expect(screen.getByText(/^Wang Li received 1 device for Branch at /)).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Signature of Wang Li' }).querySelector('path')?.getAttribute('d')).toBe(
    'M20 20L220 120',
  );
  expect(screen.getByRole('cell', { name: /^Store 2026/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
});
