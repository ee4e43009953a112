import { meteringCalls } from '@plomb/contract/metering/domain';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { MetersPage } from './MetersPage.tsx';

const { meters } = meteringCalls;
inEnglish();

const meter = (id: number, of: object) => ({
  ...{ id, meter_name: `GZ-0${id}`, type_id: 1, type_name: 'pump', factory_number: `CX-${id}`, station: 'Guzhu' },
  ...{ place: 'pump 1', customer: '', accuracy_class: '0.3', state: 'sealed', due: 'valid', due_days: 64 },
  ...{ next_inspection: '2026-12-07', inspection_days: 8, sealed: 4, points: 4, exceptions: 0, stopped: false },
  ...{ verifier_id: null, verifier_name: '', inspector_id: 2, inspector_name: 'Shen Jie', org_name: 'East' },
  ...{ due_date: '2027-02-01', create_time: '2026-10-01T00:00:00.000Z', lat: null, lon: null, ...of },
});

it('shows all that is asked of a meter on a usual screen, and what is open only where something is', async () => {
  const server = fakeServer();
  const rows = [meter(1, {}), meter(2, { exceptions: 3, stopped: true })];
  server.on(meters.list.path, () => ({ data: { rows, total: 2 } }));
  server.on(meters.types.path, () => ({ data: { rows: [] } }));
  signInWith(meters.list, meters.update);
  showPage(<MetersPage />, '/meter');
  const first = (await screen.findByText('GZ-01')).closest('tr')!;
  const widths = [...first.closest('table')!.querySelectorAll('col')].map(({ style }) =>
    Number.parseInt(style.width, 10),
  );
  // the menu and the edges take 244
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1366 - 244);
  expect(within(first).getByText('CX-1')).toBeDefined();
  expect(within(first).getByText('4 of 4 sealed')).toBeDefined();
  expect(within(first).queryByText(/open/)).toBeNull();
  // the row leads to its record: nothing in it leads elsewhere
  expect(document.querySelector('a a')).toBeNull();
  const second = within(screen.getByText('GZ-02').closest('tr')!);
  expect(second.getByText('3 open')).toBeDefined();
  expect(second.getByText('Not to be used')).toBeDefined();
});

it('tells nobody from somebody who is out of sight, in the list and in the form', async () => {
  const server = fakeServer();
  const rows = [meter(1, { inspector_name: '' }), meter(2, { inspector_id: null, inspector_name: '' })];
  server.on(meters.list.path, () => ({ data: { rows, total: 2 } }));
  server.on(meters.types.path, () => ({ data: { rows: [] } }));
  server.on(meters.people.path, () => ({ data: { rows: [] } }));
  server.on(meters.detail.path, () => ({ data: { ...rows[0], version: 'v', seal_points: [], known: true } }));
  signInWith(meters.list, meters.detail, meters.update);
  showPage(<MetersPage />, '/meter?edit=1');
  expect(await screen.findByText('GZ-01')).toBeDefined();
  const elsewhere = 'Somebody out of your sight';
  expect(within(screen.getByText('GZ-01').closest('tr')!).getByText(elsewhere)).toBeDefined();
  expect(within(screen.getByText('GZ-02').closest('tr')!).queryByText(elsewhere)).toBeNull();
  // the second one is in the form
  await vi.waitFor(() => expect(screen.getAllByText(elsewhere)).toHaveLength(2));
});
