import { places } from '@plomb/contract/basemaps/places';
import type { Command } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useLive } from '../platform/live.ts';
import { fakeServer, fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { SealDialog } from './SealDialog.tsx';
import { UnsealDialog } from './UnsealDialog.tsx';

vi.mock('../platform/params.ts', () => ({
  useShownParams: () => ({ unseal_lifetime_seconds: 1800, seal_lifetime_seconds: 7200 }),
}));
inEnglish();
beforeEach(() =>
  fakeServer().on(places.words.path, ({ points }) => ({
    data: { rows: (points as unknown[]).map(() => ({ zh: '江苏苏州东 3 公里', en: '3 km E of Suzhou, Jiangsu' })) },
  })),
);

const lock = (family: MapLock['family'], lock_status: MapLock['lock_status']): MapLock =>
  ({
    ...fleetLock(1),
    ...{ family, lock_status, lock_since: null, lock_actor: '', lock_source: null },
    lock_time: new Date().toISOString(),
  }) as MapLock;
const open = async (
  Dialog: typeof SealDialog,
  of: MapLock,
  connection: Connection = 'online',
  onClose = (): void => undefined,
): Promise<HTMLElement> => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <Dialog lock={of} connection={connection} onClose={onClose} />
      </Suspense>
    </QueryClientProvider>,
  );
  return screen.findByRole('dialog');
};

it('says where the metal is in words, and by its figures', async () => {
  const dialog = await open(UnsealDialog, { ...lock('hhd', 2), lon: 120.65, lat: 31.3 });
  const place = await screen.findByText('3 km E of Suzhou, Jiangsu');
  expect(dialog.contains(place)).toBe(true);
  expect(place.closest('.order-row')?.textContent).toContain('31.30000, 120.65000');
});

describe('the consequence an order is asked with', () => {
  it.each([
    ['hhd', 2, 'online', 'The seal ends; whoever is there can open the lock'],
    ['hhd', 2, 'offline', 'If it is sealed, the seal ends; the lock can be opened'],
    ['jt701', 2, 'online', 'The seal the platform holds ends; whoever is there can open the lock'],
    ['jt701', 0, 'online', 'The lock can be opened'],
    ['hhd', 0, 'offline', 'If it is sealed, the seal ends; the lock can be opened'],
    ['hhd', 3, 'online', 'If it is sealed, the seal ends; the lock can be opened'],
    ['hhd', 255, 'online', 'If it is sealed, the seal ends; the lock can be opened'],
  ] as const)('unseal %s in state %i, %s: %s', async (family, status, connection, consequence) => {
    const dialog = await open(UnsealDialog, lock(family, status), connection);
    const said = [...dialog.querySelectorAll('.order-row strong')].at(-1);
    expect(said?.textContent).toBe(consequence);
  });

  it('of a seal the lock knows nothing of says so beforehand', async () => {
    const held = (await open(SealDialog, lock('jt701', 0))).textContent;
    expect(held).toContain('The platform holds the seal');
    expect(held).toContain('Nothing is sent to the lock');
    expect(held).not.toContain('The lock is sealed');
    cleanup();
    expect((await open(SealDialog, lock('hhd', 0))).textContent).toContain('The lock is sealed');
  });
});

it.each([
  ['seal', SealDialog, lock('hhd', 0), 'Leave it unsealed'],
  ['seal', SealDialog, lock('hhd', 3), 'Do nothing'],
  ['unseal', UnsealDialog, lock('hhd', 2), 'Keep sealed'],
] as const)('the default button of the %s dialog moves no metal', async (_, Dialog, of, word) => {
  const dialog = await open(Dialog, of);
  expect([...dialog.querySelectorAll('.ant-btn-primary')].map((b) => b.textContent)).toEqual([word]);
});

it('names the order before it of which nobody knows whether it moved the lock', async () => {
  const uncertain = {
    kind: 'unseal',
    oper_name: 'Administrator',
    login_name: 'duty',
    create_time: new Date().toISOString(),
  } as Command;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <UnsealDialog lock={lock('hhd', 2)} connection="online" uncertain={uncertain} onClose={() => undefined} />
      </Suspense>
    </QueryClientProvider>,
  );
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'Remote unseal by Administrator (duty) just now: whether it moved the lock is not known yet.',
  );
});

it('where nothing is heard says the place and the speed as the last, with their time, and nothing of now', async () => {
  const moving = { ...lock('hhd', 2), velocity: 91, place_time: new Date().toISOString(), lat: 23.0, lon: 113.6 };
  const now = (await open(UnsealDialog, moving)).textContent;
  expect(now).toMatch(/as of just now · 91 km\/h.*Moving/);
  cleanup();
  useLive.setState({ state: 'lost', since: Date.now() });
  const lost = (await open(UnsealDialog, moving)).textContent;
  useLive.setState({ state: 'open', since: Date.now() });
  expect(lost).toMatch(/as of \d\d:\d\d.*last 91 km\/h.*Was moving/);
  expect(lost).not.toMatch(/just now|while it is moving/);
});

it('an order on its way is closed by nothing, and its end is said where it was asked for', async () => {
  const server = fakeServer();
  const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const through = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (String(url).endsWith('/lock/seal')) {
      sent.resolve();
      await answered.promise;
    }
    return through(url, init);
  });
  server.on('/lock/seal', () => ({ sign: 'conflict' }));
  const closed = vi.fn();
  const dialog = await open(SealDialog, lock('hhd', 0), 'online', closed);
  const keep = screen.getByRole<HTMLButtonElement>('button', { name: 'Leave it unsealed' });
  fireEvent.click(screen.getByRole('button', { name: 'Request seal' }));
  await sent.promise;
  expect(keep.disabled).toBe(true);
  expect(dialog.querySelector('.ant-modal-close')).toBeNull();
  fireEvent.keyDown(dialog, { key: 'Escape', keyCode: 27 });
  fireEvent.click(keep);
  expect(closed).not.toHaveBeenCalled();
  answered.resolve();
  expect(await screen.findByText(/This order was not sent/)).toBeDefined();
  expect(keep.disabled).toBe(false);
});

it('sends the reason as the item that was chosen and the words that were typed', async () => {
  const server = fakeServer();
  server.on('/lock/unseal', () => ({ sign: 'conflict' }));
  const dialog = await open(UnsealDialog, lock('hhd', 2));
  const request = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Request unseal' }));
  const choose = async (word: string): Promise<void> => {
    fireEvent.mouseDown(screen.getByRole('combobox'));
    fireEvent.click(await screen.findByTitle(word));
  };
  request();
  expect(dialog.textContent).toContain('Please choose a reason');
  await choose('Other');
  request();
  expect(dialog.textContent).toContain('Please state the reason');
  await choose('Customs inspection');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'order 2332' } });
  request();
  await screen.findByText(/This order was not sent/);
  const orders = server.asked.filter(({ path }) => path === '/lock/unseal');
  expect(orders.map(({ body }) => [body.reason_code, body.reason])).toEqual([['customs', 'order 2332']]);
});

it.each([
  ['is put aside', { aside_since: new Date().toISOString() }],
  ['comes without a place', { place_time: new Date(Date.now() - 600_000).toISOString() }],
])('speaks of an old position, and of no motion, where what the lock reports %s', async (_, over) => {
  const driving = { ...lock('hhd', 2), report_time: new Date().toISOString(), place_time: new Date().toISOString() };
  const still = await open(UnsealDialog, { ...driving, velocity: 62 } as MapLock);
  expect(still.textContent).toContain('while it is moving');
  cleanup();
  const dialog = await open(UnsealDialog, { ...driving, velocity: 62, ...over } as MapLock);
  expect(dialog.textContent).not.toContain('while it is moving');
  expect(dialog.querySelector('.order-warning')?.textContent).toContain('Old position');
});

describe('what becomes of an order is said before it is given', () => {
  // of the next day, where that comes in between
  const until = '(?:\\d\\d-\\d\\d )?\\d\\d:\\d\\d(?: at the latest), then it expires and is never sent late';
  const seen_time = new Date(Date.now() - 60_000).toISOString();
  it.each([
    [
      'hhd',
      'online',
      600,
      {},
      /OnlineIt is sent as soon as the lock can be reached and has done with the orders before it. The order waits until UNTIL/,
    ],
    [
      'hhd',
      'sleeping',
      600,
      {},
      /SleepingThe lock sleeps; it should wake by (?:\d\d-\d\d )?\d\d:\d\d. The order waits until UNTIL/,
    ],
    [
      'hhd',
      'sleeping',
      3600,
      {},
      /SleepingThe lock sleeps and may wake only after .* expired. The order waits until UNTIL/,
    ],
    [
      'hhd',
      'sleeping',
      600,
      { velocity: 62 },
      /Not connectedThe lock lost its connection on the way.*The order waits until UNTIL/,
    ],
    ['hhd', 'offline', 600, {}, /OfflineThe lock has not been heard when it was due.* The order waits until UNTIL/],
  ] as const)(
    'to a %s that is %s and wakes every %i s: %o',
    async (family, connection, sleep_interval, over, words) => {
      const of = { ...lock(family, 2), seen_time, sleep_interval, ...over } as MapLock;
      const dialog = await open(UnsealDialog, of, connection);
      expect(dialog.textContent).toMatch(new RegExp(words.source.replace('UNTIL', until)));
    },
  );

  it('nothing is sent to a lock whose seal the platform holds', async () => {
    const dialog = await open(SealDialog, lock('jt701', 0), 'sleeping');
    expect(dialog.textContent).toContain('SleepingNothing is sent to the lock');
    expect(dialog.textContent).not.toContain('The order waits until');
  });
});
