import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { ReportDetail, type WholeReport } from './ReportDetail.tsx';

inEnglish();
const time = '2026-11-21T08:00:00.000Z';
const report = {
  ...{ key: 'k', device_id: 1, sn: '14802100039', device_name: 'Tanker 1', subject: '', org_name: 'Depot' },
  ...{ device_time: time, receive_time: time, told: 'live', delay: 0, communicate_status: 'online', msg_type: 0 },
  ...{ position_status: 'none', lon: null, lat: null, velocity: null, heading: null, satellites: null, lst: null },
  ...{ lock_status: 2, lock_state: '2 held', lso: null, fault: 0, rang: [], electric: 80, authenticated: true },
  ...{ altitude: 4520.4, voltage: null, temperature: null, mileage: 123_456.7, signal: 20, report_reson: '' },
  ...{ mcc: null, mnc: null, lac: null, cid: null, frame: null, last_place: null, before: null, after: null },
};

it('says a signal in dBm, and groups the thousands of a mileage and an altitude', async () => {
  fakeServer();
  signInWith();
  showPage(<ReportDetail report={report as unknown as WholeReport} />, '/locationRecord');
  expect(await screen.findByText('−73 dBm')).toBeTruthy();
  expect(screen.getByText('123,456.7 km')).toBeTruthy();
  expect(screen.getByText('4,520 m')).toBeTruthy();
});
