import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { FieldPage } from './FieldPage.tsx';

/** What the scanner reads of the pictures, one after the other. */
const seen = vi.hoisted(() => ({ pictures: [] as string[][] }));
vi.mock('./labels/reader.ts', () => ({ readDrawn: async () => seen.pictures.shift() ?? [] }));

const { field } = sealCalls;
const seal = {
  ...{
    id: 1,
    number: 'NB 4471 004',
    kind_name: 'Bolt',
    iso_class: 'H',
    state: 'sealed',
    abnormal: false,
  },
  ...{ holder_name: '', mine: false, object: 'B·3F911 left door', seal_time: '2026-11-20T08:00:00.000Z' },
};
let server: ReturnType<typeof fakeServer>;
const scanned = (told: object): void =>
  server.on(field.scan.path, () => ({
    data: { number: 'NB 4471 004', label: 'genuine', seal, may: [1, 2, 3, 4], unseal: null, ...told },
  }));
const read = async (text: string): Promise<void> => {
  await userEvent.type(await screen.findByLabelText('Code or number'), `${text}{Enter}`);
};

const sent = (path: string) => server.asked.flatMap((one) => (one.path === path ? [one.body] : []));

inEnglish();
beforeEach(() => {
  server = fakeServer();
  signInWith(field.scan, field.seal, field.patrol, field.unseal, field.abnormal);
});

it('says what was read and what may be done by whom, and tells what came of it', async () => {
  scanned({});
  server.on(field.unseal.path, () => ({ data: { id: 5, outcome: 'done', refusal: null, words: '', state: 'spent' } }));
  showPage(<FieldPage />, '/field');
  await read('NB 4471 004');
  expect(await screen.findByRole('heading', { name: 'Sealed' })).toBeDefined();
  expect(screen.getByText('On: B·3F911 left door')).toBeDefined();
  // once is enough
  expect(screen.getAllByText('Sealed')).toHaveLength(1);
  // to scrap it is not theirs, and it is on already
  expect(screen.queryByRole('button', { name: 'Scrapped' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sealed' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Unpacked (unsealed)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take it off' }));
  expect(await screen.findByText('NB 4471 004: taken off and recorded')).toBeDefined();
  expect(sent(field.unseal.path)).toMatchObject([{ medium: 'qr', read: 'NB 4471 004', photos: [] }]);
});

it('says of one that was wrong and is scrapped that it is over, not that it is on', async () => {
  scanned({ seal: { ...seal, state: 'scrapped', abnormal: true }, may: [] });
  showPage(<FieldPage />, '/field');
  await read('NB 4471 004');
  expect(await screen.findByRole('heading', { name: 'Never valid again' })).toBeDefined();
  expect(screen.getByText('Scrapped')).toBeDefined();
  expect(screen.getByText('Was on: B·3F911 left door')).toBeDefined();
});

it('shows the last seal no more while the next is looked up, and what is answered late of the last is not shown as the next', async () => {
  scanned({});
  const { promise, resolve } = Promise.withResolvers<{ data: object }>();
  showPage(<FieldPage />, '/field');
  await read('NB 4471 004');
  await screen.findByRole('heading', { name: 'Sealed' });
  server.on(field.scan.path, () => promise);
  await read('NB 4471 005');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Sealed' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Unpacked (unsealed)' })).toBeNull();
  resolve({ data: { number: 'NB 4471 005', label: 'genuine', seal, may: [1], unseal: null } });
  expect(await screen.findByText('NB 4471 005')).toBeDefined();
});

it('shows a refusal as one, in the words of the server', async () => {
  scanned({});
  server.on(field.unseal.path, () => ({
    data: {
      id: 5,
      outcome: 'refused',
      refusal: 'sealMismatch',
      words: 'The number is not the one on record here',
      state: 'sealed',
    },
  }));
  showPage(<FieldPage />, '/field');
  await read('NB 4471 004');
  await userEvent.click(await screen.findByRole('button', { name: 'Unpacked (unsealed)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take it off' }));
  const said = await screen.findByText('NB 4471 004: The number is not the one on record here');
  expect(said.closest('.ant-alert-error')).not.toBeNull();
});

it('sends nothing until all is there, and says what is missing', async () => {
  scanned({ seal: { ...seal, state: 'blank', object: '', seal_time: null, mine: true }, may: [0, 3] });
  showPage(<FieldPage />, '/field');
  await read('NB 4471 004');
  await userEvent.click(await screen.findByRole('button', { name: 'Sealed' }));
  expect(screen.getByText('Still missing: what it is put on, a photo')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply the seal' }).disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('What it is put on'), 'left door');
  expect(screen.getByText('Still missing: a photo')).toBeDefined();
  expect(sent(field.seal.path)).toEqual([]);
});

it('calls a forged label forged, whatever number it bears', async () => {
  scanned({ label: 'forged', seal: null, may: [] });
  showPage(<FieldPage />, '/field');
  await read('PLB1:NB4471004:X');
  expect(await screen.findByRole('heading', { name: 'Forged label' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sealed' })).toBeNull();
});

it('tells the same again after a line that broke, and another thing as another', async () => {
  scanned({});
  server.on(field.unseal.path, () => 'broken');
  showPage(<FieldPage />, '/field');
  await read('NB 4471 004');
  await userEvent.click(await screen.findByRole('button', { name: 'Unpacked (unsealed)' }));
  const press = async (): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: 'Take it off' }));
    await screen.findByRole('alert');
  };
  await press();
  await press();
  await userEvent.type(screen.getByLabelText('Remark'), 'at the gate');
  await press();
  const [first, again, other] = sent(field.unseal.path);
  const stamp = ({ key, time, counter }: Record<string, unknown> = {}) => ({ key, time, counter });
  expect(stamp(again)).toEqual(stamp(first));
  expect(other?.key).not.toBe(first?.key);
  expect(Number(other?.counter)).toBe(Number(first?.counter) + 1);
});

it('asks anew what waits once something was done, and says that more waits than it shows', async () => {
  const { tasks } = logisticsCalls.fieldTasks;
  signInWith(field.scan, field.unseal, tasks);
  const task = (position: number) => ({
    ...{ kind: 'patrol', position, position_name: `door ${position}`, process_name: '', medium: 'qr', number: 'NB 1' },
    ...{
      photos_asked: ['number', 'door'],
      second_person: false,
      batch_id: 1,
      serial: 'WL-1',
      plate: 'B·3F911',
      address: 'Guzhu',
    },
    ...{ plan_time: null, patrol_time: null },
  });
  let rows = [task(1), task(2)];
  server.on(tasks.path, () => ({ data: { rows, more: true } }));
  scanned({});
  server.on(field.unseal.path, () => ({ data: { id: 5, outcome: 'done', refusal: null, words: '', state: 'spent' } }));
  showPage(<FieldPage />, '/field');
  expect(await screen.findByText('Others wait, too: only the first 2 are shown.')).toBeDefined();
  expect(screen.getByText(/door 1/)).toBeDefined();
  expect(screen.getAllByText('Guzhu · photos: number, door')).toHaveLength(2);
  rows = [task(2)];
  await read('NB 4471 004');
  await userEvent.click(await screen.findByRole('button', { name: 'Unpacked (unsealed)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take it off' }));
  await screen.findByText('NB 4471 004: taken off and recorded');
  await waitFor(() => expect(screen.queryByText(/door 1/)).toBeNull());
  expect(screen.getByText(/door 2/)).toBeDefined();
});

it('marks what should have been done by now, and since how long it waits', async () => {
  const { tasks } = logisticsCalls.fieldTasks;
  signInWith(field.scan, tasks);
  const task = (position: number, hours: number | null) => ({
    ...{ kind: 'unseal', position, position_name: `door ${position}`, process_name: '', medium: 'qr', number: 'NB 1' },
    ...{ photos_asked: [], second_person: false, batch_id: 1, serial: 'WL-1', plate: 'B·3F911', address: 'Guzhu' },
    ...{ plan_time: hours === null ? null : new Date(Date.now() + hours * 3_600_000).toISOString(), patrol_time: null },
  });
  server.on(tasks.path, () => ({ data: { rows: [task(1, -3.1), task(2, 2), task(3, null)], more: false } }));
  showPage(<FieldPage />, '/field');
  const rows = await screen.findAllByText(/door \d/);
  expect(rows.map(({ textContent }) => textContent?.match(/Overdue.*h/)?.[0])).toEqual([
    ...['Overdue 3 h', undefined, undefined],
  ]);
});

it('brings into sight what was looked up from what waits, and says beside it when it could not be', async () => {
  const { tasks } = logisticsCalls.fieldTasks;
  signInWith(field.scan, tasks);
  const task = {
    ...{ kind: 'unseal', position: 1, position_name: 'door 1', process_name: '', medium: 'qr', number: 'NB 1' },
    ...{ photos_asked: [], second_person: false, batch_id: 1, serial: 'WL-1', plate: 'B·3F911', address: 'Guzhu' },
    ...{ plan_time: null, patrol_time: null },
  };
  server.on(tasks.path, () => ({ data: { rows: [task], more: false } }));
  server.on(field.scan.path, () => ({ sign: 'internal', desc: 'It went wrong here' }));
  // as browsers have it since lately: it tells when it is done
  const brought = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
  showPage(<FieldPage />, '/field');
  await userEvent.click(await screen.findByRole('button', { name: 'Look up NB 1' }));
  expect((await screen.findByRole('alert')).closest('li')?.textContent).toContain('door 1');
  scanned({});
  await userEvent.click(screen.getByRole('button', { name: 'Look up NB 1' }));
  const verdict = (await screen.findByRole('heading', { name: 'Sealed' })).closest('section');
  expect(brought.mock.contexts).toContain(verdict);
  expect(screen.queryByRole('alert')).toBeNull();
  // the next one takes its place
  scanned({ seal: null });
  await userEvent.click(screen.getByRole('button', { name: 'Look up NB 1' }));
  expect(await screen.findByRole('heading', { name: 'Unknown number' })).toBeDefined();
  brought.mockRestore();
});

describe('taking one off', () => {
  const may = { refusal: null, words: '', with_reason: false, with_witness: false };
  const begin = async (unseal: object | null): Promise<void> => {
    scanned({ unseal });
    showPage(<FieldPage />, '/field');
    await read('NB 4471 004');
  };
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Unpacked (unsealed)' }));
  const takeOff = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Take it off' });

  it('asks for nobody else where one may', async () => {
    await begin(may);
    expect(await screen.findByText('May be opened here.')).toBeDefined();
    await open();
    expect(screen.queryByLabelText('Login name')).toBeNull();
    expect(takeOff().disabled).toBe(false);
  });
  it('asks for a second person where it takes two, and sends nothing without', async () => {
    await begin({ ...may, with_witness: true });
    expect(await screen.findByText('May be opened here, beside a second person.')).toBeDefined();
    await open();
    expect(screen.getByText('Still missing: the second person')).toBeDefined();
    expect(takeOff().disabled).toBe(true);
  });
  it('elsewhere says so before anybody tries, and asks for two and why', async () => {
    await begin({ ...may, with_witness: true, with_reason: true });
    expect(await screen.findByRole('heading', { name: 'Not to be opened here' })).toBeDefined();
    expect(screen.getByText(/Nobody knows where you are/)).toBeDefined();
    await open();
    expect(screen.getByText('Still missing: why, the second person')).toBeDefined();
  });
  it('that is not to be opened is not offered, and what is wrong is reported', async () => {
    await begin({ ...may, refusal: 'sealRight', words: 'Not yours to open' });
    expect(await screen.findByRole('heading', { name: 'Do not open' })).toBeDefined();
    expect(screen.getByText('Not yours to open')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Unpacked (unsealed)' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Abnormal' })).toBeDefined();
  });
  it('is asked of the place where whoever asks stands', async () => {
    vi.stubGlobal('navigator', {
      ...navigator,
      geolocation: {
        getCurrentPosition: (tell: (at: object) => void) =>
          tell({ coords: { latitude: 30, longitude: 121, accuracy: 8 } }),
      },
    });
    await begin({ ...may, with_witness: true, with_reason: true });
    expect(await screen.findByText(/neither the destination nor a stop/)).toBeDefined();
    expect(sent(field.scan.path).at(-1)).toMatchObject({ read: 'NB 4471 004', lat: 30, lon: 121, accuracy: 8 });
    vi.unstubAllGlobals();
  });
});

describe('the camera', () => {
  const stop = vi.fn();
  const open = (camera: () => Promise<unknown>): void => {
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: camera } });
  };
  beforeEach(() => {
    stop.mockClear();
    for (const side of ['videoWidth', 'videoHeight'] as const)
      Object.defineProperty(HTMLVideoElement.prototype, side, { configurable: true, get: () => 64 });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      drawImage: () => {},
      getImageData: () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 }),
    } as never);
    seen.pictures = [];
  });
  afterEach(() => vi.restoreAllMocks());

  it('reads a code, which is looked up like one that was typed, and is let go', async () => {
    open(async () => Object.assign(new MediaStream(), { getTracks: () => [{ stop }] }));
    seen.pictures = [[], ['PL1:NB 4471 004:x']];
    scanned({});
    showPage(<FieldPage />, '/field');
    await userEvent.click(await screen.findByRole('button', { name: /Read with the camera/ }));
    expect(await screen.findByRole('heading', { name: 'Sealed' })).toBeDefined();
    expect(sent(field.scan.path)).toMatchObject([{ medium: 'qr', read: 'PL1:NB 4471 004:x' }]);
    expect(stop).toHaveBeenCalled();
    // and the next one is read by another look
    expect(screen.getByRole('button', { name: /Read with the camera/ })).toBeDefined();
  });
  it('that nobody lets look says so, and a number is typed beside it', async () => {
    open(async () => {
      throw Object.assign(new Error('no'), { name: 'NotAllowedError' });
    });
    scanned({});
    showPage(<FieldPage />, '/field');
    await userEvent.click(await screen.findByRole('button', { name: /Read with the camera/ }));
    expect(await screen.findByText(/does not let this page use its camera/)).toBeDefined();
    await read('NB 4471 004');
    expect(await screen.findByRole('heading', { name: 'Sealed' })).toBeDefined();
  });
  it('reads codes, and no chips', async () => {
    showPage(<FieldPage />, '/field');
    await userEvent.click(await screen.findByText('NFC'));
    expect(screen.queryByRole('button', { name: /Read with the camera/ })).toBeNull();
  });
});

it('says whether nothing waits, or that it is not known', async () => {
  const { tasks } = logisticsCalls.fieldTasks;
  signInWith(field.scan, tasks);
  server.on(tasks.path, () => ({ sign: 'fail' }));
  showPage(<FieldPage />, '/field');
  expect((await screen.findByRole('status', undefined, { timeout: 10_000 })).textContent).toContain('What waits: fail');
  server.on(tasks.path, () => ({ data: { rows: [], more: false } }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing waits for you.')).toBeDefined();
});

it('says of when what waits is once it cannot be asked for anew, and is silent again when it can', async () => {
  const { tasks } = logisticsCalls.fieldTasks;
  signInWith(field.scan, tasks);
  const task = {
    ...{ kind: 'patrol', position: 1, position_name: 'door 1', process_name: '', medium: 'qr', number: 'NB 1' },
    ...{ photos_asked: [], second_person: false, batch_id: 1, serial: 'WL-1', plate: 'B·3F911', address: 'Guzhu' },
    ...{ plan_time: null, patrol_time: null },
  };
  const askAgain = (): boolean => window.dispatchEvent(new Event('visibilitychange'));
  for (const [rows, shown] of [
    [[], 'Nothing waits for you.'],
    [[task], /door 1/],
  ] as const) {
    cleanup();
    server.on(tasks.path, () => ({ data: { rows, more: false } }));
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'] });
    showPage(<FieldPage />, '/field');
    await screen.findByText(shown);
    expect(screen.queryByRole('status')).toBeNull();
    server.on(tasks.path, () => ({ sign: 'fail' }));
    vi.setSystemTime(Date.now() + 61_000);
    askAgain();
    expect((await screen.findByRole('status')).textContent).toMatch(/^As of \d{4}-.*, could not be renewed: fail/);
    expect(screen.getByText(shown)).toBeDefined();
    server.on(tasks.path, () => ({ data: { rows, more: false } }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    vi.useRealTimers();
  }
});
