import { errors, fieldErrors } from '@plomb/contract/errors';
import type { Connection } from '@plomb/contract/lock/connection';
import { abilities } from '@plomb/contract/lock/orderKinds';
import type { MapLock } from '@plomb/contract/map/map';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from 'antd';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { Refused } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { useSession } from '../platform/session.ts';
import { fleetLock } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { MoreOrdersDialog } from './MoreOrdersDialog.tsx';
import { inputOf, listedKinds } from './orderFields.ts';

vi.mock('../platform/client.ts', async (original) => ({ ...(await original<object>()), send: vi.fn() }));
inEnglish();
// what a hook returns would be called after the test
beforeEach(() => {
  vi.mocked(send).mockReset();
});

const show = async (
  family: MapLock['family'],
  codes: readonly string[] = listedKinds,
  connection: Connection = 'online',
) => {
  const buttons = codes.map((btn_code) => ({ btn_code, action_url: `/lock/${btn_code}` }));
  useSession.setState({
    menus: [
      { id: 1, menu_code: 'map', menu_url: 'map', menu_icon: '', hidden: false, remarks: 1, sid: null, buttons },
    ] as never,
  });
  const lock = { ...fleetLock(1), family, lock_status: 0 } as MapLock;
  const closed = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <App>
          <Suspense>
            <MoreOrdersDialog lock={lock} connection={connection} onClose={closed} />
          </Suspense>
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('More orders to this lock');
  return closed;
};
const radio = (kind: string) => screen.getByRole('radio', { name: kind }) as HTMLInputElement;
const lineOf = (kind: string) =>
  document.getElementById(radio(kind).closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? '')
    ?.textContent;

it('offers what the family can be told and says of the rest why not, as a line', async () => {
  await show('hhd');
  expect(radio('Restart the device').disabled).toBe(false);
  expect(radio('Add IC cards').disabled).toBe(true);
  expect(screen.getAllByText(errors.commandUnsupported.en)).toHaveLength(
    listedKinds.filter((kind) => abilities.hhd[kind] === 'no').length,
  );
  expect(lineOf('Send a text')).toBe('Unverified: nobody has seen this kind of lock obey it');
});

it('says before an order of a lock that is late that it may not come in time', async () => {
  await show('hhd', listedKinds, 'late');
  expect(screen.getByRole('dialog').textContent).toContain(
    'LateThe lock has not been heard when it was due; it may not come in time.',
  );
});

it('asks before what was typed is lost, and of nothing typed does not', async () => {
  const closed = await show('hhd');
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledTimes(1);
  await userEvent.click(radio('Send a text'));
  await userEvent.type(screen.getByRole('textbox'), 'come home');
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledTimes(1);
  await userEvent.click(await screen.findByRole('button', { name: 'Discard it' }), { pointerEventsCheck: 0 });
  expect(closed).toHaveBeenCalledTimes(2);
});

it('offers nothing without its button', async () => {
  await show('jt701', ['restart']);
  expect(radio('Restart the device').disabled).toBe(false);
  expect(radio('Factory reset').disabled).toBe(true);
  expect(screen.getAllByText(errors.noPermission.en).length).toBeGreaterThan(5);
});

it('says beside the field what the server would refuse, and sends what is right once', async () => {
  const user = userEvent.setup();
  vi.mocked(send).mockRejectedValue(new Refused('unavailable', ''));
  const given = () => vi.mocked(send).mock.calls.filter(([{ path }]) => path === '/lock/set_intervals');
  const closed = await show('jt701');
  await user.click(radio('Set report and sleep intervals'));
  await user.type(screen.getByLabelText('Report every, s'), '30');
  await user.type(screen.getByLabelText('Wake every, s'), '330');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Only whole minutes are possible')).toBeTruthy();
  expect(screen.getByLabelText('Wake every, s').getAttribute('aria-invalid')).toBe('true');
  expect(given()).toEqual([]);
  await user.clear(screen.getByLabelText('Wake every, s'));
  await user.type(screen.getByLabelText('Wake every, s'), '600');
  vi.mocked(send).mockResolvedValue({ id: 1, device_id: 1, state: 'queued' } as never);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(given()).toHaveLength(1);
  expect(given()[0]).toMatchObject([
    { path: '/lock/set_intervals' },
    { device_id: 1, report_interval: 30, sleep_interval: 600 },
    {},
  ]);
  expect(closed).toHaveBeenCalled();
});

it('says what the type of the lock allows before anything is refused, and asks nothing that it does not', async () => {
  const user = userEvent.setup();
  vi.mocked(send).mockImplementation(async (call) => {
    expect(call.path).toBe('/lock/intervalLimits');
    return {
      type_name: 'G-300',
      family: 'hhd',
      report_interval_min: 30,
      report_interval_max: 600,
      sleep_interval_min: 300,
      sleep_interval_max: 3600,
    } as never;
  });
  await show('hhd');
  await user.click(radio('Set report and sleep intervals'));
  await screen.findByText('30–600 s (device type G-300)');
  expect(screen.getByText('300–3,600 s (device type G-300)')).toBeTruthy();
  const field = screen.getByLabelText(/^Report every/);
  expect(document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent).toContain(
    '30–600 s',
  );
  await user.type(field, '601');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(fieldErrors.intervalLimits.en)).toBeTruthy();
});

it('says beside a text that the lock has not all of its characters', async () => {
  const user = userEvent.setup();
  await show('hhd');
  await user.click(radio('Send a text'));
  await user.type(screen.getByLabelText('Text'), 'Gate 7 🚛');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('It has characters that the lock cannot show, like emoji')).toBeTruthy();
  expect(screen.getByLabelText('Text').getAttribute('aria-invalid')).toBe('true');
  expect(send).not.toHaveBeenCalled();
});

it('says beside its field what the server alone knows to be wrong with it', async () => {
  const user = userEvent.setup();
  const words = fieldErrors.intervalLimits.en;
  vi.mocked(send).mockRejectedValue(
    new Refused('validation', 'The form information is wrong', { report_interval: words }),
  );
  await show('hhd');
  await user.click(radio('Set report and sleep intervals'));
  const field = screen.getByLabelText(/^Report every/);
  await user.type(field, '30');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText(words);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('says before a factory reset what is lost by it, and nothing of the kind before a question', async () => {
  const user = userEvent.setup();
  await show('jt701');
  await user.click(radio('Ask for basic information'));
  expect(screen.queryByText(/which everybody knows/)).toBeNull();
  await user.click(radio('Factory reset'));
  expect(await screen.findByText(/the password of the factory, which everybody knows, opens it/)).toBeTruthy();
});

it('closes its fields while nobody knows whether the order arrived: the same is sent again, or nothing', async () => {
  const user = userEvent.setup();
  await show('jt701');
  await user.click(radio('Set the low-battery limit'));
  await user.type(screen.getByLabelText('Complain at, %'), '20');
  vi.mocked(send).mockRejectedValue(new Refused('unavailable', 'The database is away'));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText(/Whether the command arrived is not known/);
  expect((screen.getByLabelText('Complain at, %') as HTMLInputElement).disabled).toBe(true);
  expect(radio('Restart the device').disabled).toBe(true);
  // its sign of work may still be leaving
  await user.click(screen.getByRole('button', { name: /Send$/ }));
  const [first, second] = vi.mocked(send).mock.calls;
  expect(second?.[1]).toEqual(first?.[1]);
});

it('makes of what was typed what the call takes', () => {
  expect(inputOf('add_cards', { cards: '12345678, 87654321\n5', reason: ' new ' })).toEqual({
    cards: ['12345678', '87654321', '5'],
    reason: 'new',
  });
  expect(inputOf('set_intervals', { report_interval: '30', sleep_interval: '' })).toEqual({ report_interval: 30 });
  expect(inputOf('factory_reset', {})).toEqual({ reason: '' });
});

it('sends the area that was drawn or typed, and says beside its field what is wrong with it', async () => {
  const user = userEvent.setup();
  const given = () => vi.mocked(send).mock.calls.filter(([{ path }]) => path === '/lock/set_area');
  await show('jt701');
  await user.click(radio('Set an area'));
  const corners = await screen.findByLabelText('Corners, one a line: longitude, latitude (WGS-84, 3-50)');
  expect((screen.getByRole('radio', { name: 'Circle' }) as HTMLInputElement).disabled).toBe(true);
  expect(screen.getByText(fieldErrors.polygonOnly.en)).toBeTruthy();
  await user.type(screen.getByLabelText('Number in the lock (1-10)'), '3');
  await user.type(screen.getByLabelText('Name (up to 12 characters)'), 'Depot');
  await user.type(corners, 'here');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(corners.getAttribute('aria-invalid')).toBe('true');
  expect(given()).toEqual([]);
  await user.clear(corners);
  await user.paste('121.4, 31.2\n121.5, 31.2\n121.5, 31.3\n9, 9');
  await user.click(screen.getByRole('button', { name: 'Remove the last corner' }));
  vi.mocked(send).mockResolvedValue({ id: 1, device_id: 1, state: 'queued' } as never);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(given()).toHaveLength(1);
  const points = [
    [121.4, 31.2],
    [121.5, 31.2],
    [121.5, 31.3],
  ];
  expect(given()[0]![1]).toMatchObject({ number: 3, name: 'Depot', area: { shape: 'polygon', points } });
});

it('asks of an area to delete its number and shape', async () => {
  expect(inputOf('delete_area', { number: '4', shape: 'circle' })).toEqual({ number: 4, shape: 'circle' });
  expect(inputOf('delete_area', {})).toEqual({ number: undefined, shape: 'polygon' });
});
