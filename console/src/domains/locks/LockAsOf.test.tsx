import type { MapLock } from '@plomb/contract/map';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startI18n } from '../../platform/i18n.ts';
import { useLive } from '../../platform/live.ts';
import { useSession } from '../../platform/session.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { fleetLock } from '../../testing/fakeServer.ts';
import { LockAsOf } from './LockAsOf.tsx';

beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
beforeEach(() => void useLive.setState({ state: 'open', since: Date.now() }));
afterEach(cleanup);

const show = async (times: Partial<MapLock>, rights: { btn_code: string; action_url: string }[] = []) => {
  useSession.setState({
    menus: [{ id: 1, menu_code: 'quarantine', menu_url: 'q', sid: null, buttons: rights }] as never,
  });
  render(
    <MemoryRouter>
      <Suspense>
        <LockAsOf lock={{ ...fleetLock(1), ...times } as MapLock} connection="online" />
      </Suspense>
    </MemoryRouter>,
  );
  return (await screen.findByText('Online')).closest('p')?.textContent;
};

it('says of a lock that is heard and none of whose reports was accepted just that, not that it is silent', async () => {
  const heard = { seen_time: new Date().toISOString(), report_time: null };
  expect(await show(heard)).toBe('Onlineheard just now, no report accepted yet ');
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  await show(heard, [{ btn_code: 'list', action_url: '/quarantine/list' }]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/quarantine?device_id=1');
});

it('says of a lock that was never heard that it was not', async () => {
  expect(await show({ seen_time: null, report_time: null })).toBe('Onlinenot heard yet');
});
