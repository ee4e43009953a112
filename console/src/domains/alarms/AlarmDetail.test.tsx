import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import { Suspense } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { fakeServer, fleetLock } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { AlarmDetail, AlarmFooter, ProcessDialog } from './AlarmDetail.tsx';

inEnglish();

it('asks first how the alarm ended: the focus is in the answers, not on what closes the dialog', async () => {
  fakeServer();
  const alarm = { id: 1, kind: 'illegal_unlock', subject: '沪A·D7001', device_name: 'Tanker 1', fences: [] };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ConfigProvider theme={{ token: { motion: false } }}>
        <Suspense>
          <ProcessDialog alarm={alarm as never} close={() => undefined} />
        </Suspense>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  const answers = await screen.findAllByRole('radio');
  await waitFor(() => expect(document.activeElement).toBe(answers[0]));
});

it('names whose alarm it is beside the buttons too, and in what it says when it is done', async () => {
  const server = fakeServer();
  server.on('/alarm/process', () => ({ data: {} }));
  const alarm = { id: 1, kind: 'illegal_unlock', subject: '沪A·D7001', device_name: 'Tanker 1', fences: [] };
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <Suspense>
        <ProcessDialog alarm={alarm as never} close={() => undefined} />
      </Suspense>
    </ConfigProvider>,
  );
  const [first] = await screen.findAllByRole('radio');
  expect(document.querySelector('.ant-modal-footer')?.textContent).toContain('沪A·D7001');
  fireEvent.click(first as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: 'Process' }));
  await waitFor(() => expect(useNotices.getState().shown.at(-1)?.text).toMatch(/of 沪A·D7001 is processed/));
});

it('closes only what was read: one that rings meanwhile says so, keeps what was typed and is processed by another press', async () => {
  const server = fakeServer();
  const asked: unknown[] = [];
  const alarm = { id: 1, kind: 'illegal_unlock', subject: '沪A·D7001', device_name: 'Tanker 1', fences: [], hits: 1 };
  server.on('/alarm/process', (body) => {
    asked.push([body.hits, body.remark]);
    return body.hits === 1 ? { sign: 'conflict' } : { data: {} };
  });
  server.on('/alarm/detail', () => ({
    data: { ...alarm, status: 'unprocessed', hits: 2, last_time: '2026-11-21T08:00:00Z' },
  }));
  const close = vi.fn();
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <Suspense>
        <ProcessDialog alarm={alarm as never} close={close} />
      </Suspense>
    </ConfigProvider>,
  );
  fireEvent.click((await screen.findAllByRole('radio'))[0] as HTMLElement);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'a test' } });
  fireEvent.click(screen.getByRole('button', { name: 'Process' }));
  expect(await screen.findByText(/^It rang again, last at .*, 2 times by now/)).toBeTruthy();
  expect(close).not.toHaveBeenCalled();
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Process' }));
  await waitFor(() => expect(close).toHaveBeenCalledWith(true));
  expect(asked).toEqual([
    [1, 'a test'],
    [2, 'a test'],
  ]);
});

it('says before an alarm is processed that a colleague has taken it, and nothing of that to who took it', async () => {
  fakeServer();
  const of = { id: 1, kind: 'illegal_unlock', subject: '沪A·D7001', device_name: 'Tanker 1', fences: [] };
  const alarm = { ...of, owner: 'Chen Li', owner_login: 'duty' };
  const shown = async (login_name: string) => {
    // whatever they call themselves
    useSession.setState({ oper: { oper_name: 'Chen Li', login_name } as never });
    const { unmount } = render(
      <ConfigProvider theme={{ token: { motion: false } }}>
        <Suspense>
          <ProcessDialog alarm={alarm as never} close={() => undefined} />
        </Suspense>
      </ConfigProvider>,
    );
    await screen.findAllByRole('radio');
    const said = screen.queryByText('Chen Li (duty) has taken this alarm and may be dealing with it');
    unmount();
    return said !== null;
  };
  expect([await shown('mei'), await shown('duty')]).toEqual([true, false]);
});

it('says of the age that it is of the first ring, and how the lock stands now', async () => {
  const server = fakeServer();
  server.on('/map/lock', () => ({ data: { ...fleetLock(7), lock_status: 1, lock_time: null } }));
  const buttons = [{ btn_code: 'list', action_url: '/map/list' }];
  useSession.setState({ menus: [{ id: 1, menu_code: 'map', menu_url: 'map', sid: null, buttons }] as never });
  const first_time = new Date(Date.now() - 6.5 * 60_000).toISOString();
  const alarm = {
    id: 1,
    device_id: 7,
    kind: 'illegal_unlock',
    fences: [],
    severity: 'critical',
    status: 'unprocessed',
    owner: 'Chen Li',
    owner_login: 'duty',
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense>
        <AlarmDetail alarm={{ ...alarm, first_time, last_time: first_time, lon: null, lat: null } as never} />
      </Suspense>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Critical · Taken by Chen Li (duty) · first rang 6 min ago')).toBeTruthy();
  expect((await screen.findByText('The lock now')).nextElementSibling?.textContent).toContain('Unsealed, open');
});

it('of a lead seal says its number and what it was said to be on, and leads to what was refused: it is no lock on a map', async () => {
  fakeServer();
  const alarm = {
    ...{
      id: 9,
      kind: 'duplicate_number',
      severity: 'warning',
      device_id: null,
      sn: 'NB 4471 003',
      subject: 'NB 4471 003',
    },
    ...{
      device_name: '浙B·3F911',
      org_name: 'Sunan',
      fences: [],
      hits: 1,
      fault: 0,
      lon: null,
      lat: null,
      status: 'unprocessed',
    },
    ...{
      first_time: '2026-11-21T08:00:00Z',
      last_time: '2026-11-21T08:00:00Z',
      owner: '',
      owner_login: '',
      swipe: null,
    },
    seal: { id: 4, medium: 'qr', operation_id: 55, record_id: null },
  } as never;
  const Where = () => <output>{`${useLocation().pathname}${useLocation().search}`}</output>;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Suspense>
          <AlarmDetail alarm={alarm} />
          <AlarmFooter alarm={alarm} />
          <Where />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect((await screen.findByText('Seal')).nextElementSibling?.textContent).toContain('NB 4471 003');
  expect(screen.getByText('On').nextElementSibling?.textContent).toBe('浙B·3F911');
  expect(screen.queryByText('Serial number')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show on map' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show what was refused' }));
  expect(screen.getByRole('status').textContent).toBe('/qrOperation?id=55');
});
