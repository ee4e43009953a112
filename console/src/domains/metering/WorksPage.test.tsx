import { meteringCalls } from '@plomb/contract/metering/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { WorksPage } from './WorksPage.tsx';

const { meterWorks } = meteringCalls;
inEnglish();

it('says of an order whose meter failed that it has to pass, also where no verification was asked for', async () => {
  const work = {
    ...{
      id: 7,
      number: 'WO-7',
      meter_id: 5,
      meter_name: 'GZ-03',
      station: 'Guzhu',
      org_name: 'Plomb',
      state: 'signed',
    },
    ...{
      reason: 'drifts',
      opener: 'Xu Lan',
      open_time: '2026-11-12T05:00:00.000Z',
      assignee_id: 2,
      assignee: 'Ma Jun',
    },
    ...{ repairer: 'Ma Jun', repair_time: '2026-11-12T06:20:00.000Z', work: 'encoder replaced', parts: '' },
    ...{ signer: 'Wu Tong', sign_time: '2026-11-12T07:00:00.000Z', close_time: null, canceller: '', cancel_reason: '' },
    ...{ off: 1, on: 0, mine: false, has: false, meter_state: 'maintenance', photos: [] },
    ...{ verify_needed: false, verified: false, failed: true },
  };
  const server = fakeServer();
  server.on(meterWorks.list.path, () => ({ data: { rows: [work], more: false } }));
  server.on(meterWorks.detail.path, () => ({ data: work }));
  signInWith(meterWorks.list);
  showPage(<WorksPage />, '/meterWork');
  const table = (await screen.findByText('WO-7')).closest('table')!;
  const widths = [...table.querySelectorAll('col')].map(({ style }) => Number.parseInt(style.width, 10));
  // all of it is in sight on a screen of 1440 px: the menu and the edges take 244
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1440 - 244);
  // what has no room there is told whole when it is pointed at
  expect(screen.getByText('encoder replaced').title).toBe('encoder replaced');
  await userEvent.click(screen.getByText('WO-7'));
  expect(await screen.findByText(/failed, has to pass/)).toBeDefined();
});
