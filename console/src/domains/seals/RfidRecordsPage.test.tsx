import { sealCalls } from '@plomb/contract/seals/domain';
import { rfidResults } from '@plomb/contract/seals/rfidSteps';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { RfidRecordsPage } from './RfidRecordsPage.tsx';
import { RfidTasksPage } from './RfidTasksPage.tsx';

const { rfidRecords, rfidTasks } = sealCalls;
let server: ReturnType<typeof fakeServer>;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  server.on(rfidRecords.list.path, () => ({ data: { rows: [], more: false } }));
  server.on(rfidRecords.statistics.path, () => ({
    data: { rows: rfidResults.map((result) => ({ result, count: result === 6 ? 52 : 10 })), total: 122 },
  }));
  const group = {
    ...{ cause: 'misaligned', seal_id: null, operator_id: null, name: '', count: 21, locks: 1, stuck: 1 },
    ...{ since: '2026-11-17T08:00:00.000Z', last: '2026-11-18T08:00:00.000Z', reader: 'R-07', at_reader: 20 },
  };
  server.on(rfidRecords.failures.path, () => ({ data: { groups: [group], total: 21 } }));
  server.on(rfidTasks.list.path, () => ({ data: { rows: [], more: false } }));
  server.on(rfidTasks.add.path, () => ({ data: { id: 1 } }));
  server.on(rfidTasks.people.path, () => ({ data: { rows: [{ id: 4, oper_name: 'Wu Tong', org_name: 'O' }] } }));
  signInWith(rfidRecords.list, rfidTasks.list, rfidTasks.add);
});

it('counts each result with its code, and each number opens its records', async () => {
  showPage(<RfidRecordsPage />, '/rfidRecord');
  const link = await screen.findByRole('link', { name: '52' });
  expect(link.getAttribute('href')).toMatch(/^\/rfidRecord\?from=.*&result=6$/);
  expect(screen.getByRole('link', { name: '122' })).toBeDefined();
  // of which days they are, as rows below them may be older
  expect(screen.getByText(/^\d\d-\d\d – \d\d-\d\d$/)).toBeDefined();
});

it('says that what it counts does not follow what the list is narrowed to', async () => {
  showPage(<RfidRecordsPage />, '/rfidRecord?from=2026-11-17T00:00:00.000Z&to=2026-11-18T00:00:00.000Z');
  expect(await screen.findByText('21 in 1 group')).toBeDefined();
  expect(screen.queryByText(/unfiltered/)).toBeNull();
  await userEvent.type(screen.getByRole('searchbox'), '31{Enter}');
  expect(await screen.findByText('All, unfiltered')).toBeDefined();
  expect(screen.getByText('21, unfiltered')).toBeDefined();
});

it('puts failures together by cause, lock or person, and says where somebody has to look', async () => {
  showPage(<RfidRecordsPage />, '/rfidRecord');
  const failures = within(await screen.findByRole('region', { name: 'Failures' }));
  expect(await failures.findByText('Bar not in place')).toBeDefined();
  expect(failures.getByText(/^1 lock · since /)).toBeDefined();
  expect(failures.getByText('20 at R-07')).toBeDefined();
  expect(failures.getByText(/1 lock failed three times in a row/)).toBeDefined();
  const href = failures.getByRole('link', { name: 'Records' }).getAttribute('href');
  expect(Object.fromEntries(new URLSearchParams(href!.split('?')[1]))).toMatchObject({
    good: 'false',
    cause: 'misaligned',
  });
  await userEvent.click(failures.getByText('Person'));
  expect(server.asked.filter(({ path }) => path === rfidRecords.failures.path).at(-1)!.body.by).toBe('person');
});

it('says what a link narrowed it to, and takes it off', async () => {
  showPage(<RfidRecordsPage />, '/rfidRecord?seal_id=31&good=false');
  expect(await screen.findByText('#31')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Chip' }));
  const asked = () => server.asked.filter(({ path }) => path === rfidRecords.list.path).at(-1)!.body;
  await vi.waitFor(() => expect(asked()).toMatchObject({ good: false }));
  expect(asked()).not.toHaveProperty('seal_id');
  expect(screen.getByRole('button', { name: /Outcome: failed/ })).toBeDefined();
});

it('names a chip of 14 digits at least before a task is issued', async () => {
  showPage(<RfidTasksPage />, '/rfidTask');
  await userEvent.click(await screen.findByRole('button', { name: /Issue a task/ }));
  await userEvent.type(await screen.findByLabelText('Chip'), '1234567890123');
  await userEvent.tab();
  expect(await screen.findByText('ID length less than 14 digits')).toBeDefined();
  expect(server.asked.some(({ path }) => path === rfidTasks.add.path)).toBe(false);
});

it('names of a chip or a person by the rows of that one alone, not by those of before', async () => {
  const record = {
    ...{ id: 1, seal_id: 31, number: '31 000 000 000 007', result: 0, good: true, from_state: null, to_state: null },
    ...{ expected: true, failures: 0, at: '2026-11-17T08:00:00.000Z', create_time: '2026-11-17T08:00:00.000Z' },
    ...{ late: false, oper_name: 'Wu Tong', org_name: 'O', reader: '', object: '', cause: null, reason: '', lat: null },
    ...{ lon: null, accuracy: null, photos: [], task_id: null, task_outcome: null },
  };
  const never = new Promise<object>(() => undefined);
  const isKnown = (asked: Record<string, unknown>) => asked.seal_id === 31 || asked.operator_id === 4;
  server.on(rfidRecords.list.path, (asked) =>
    isKnown(asked) ? { data: { rows: [record], more: false } } : (never as never),
  );
  const router = showPage(<RfidRecordsPage />, '/rfidRecord?seal_id=31');
  expect(await screen.findByRole('button', { name: 'Chip: 31 000 000 000 007' })).toBeDefined();
  await act(() => router.navigate('/rfidRecord?seal_id=32'));
  expect(await screen.findByRole('button', { name: 'Chip: #32' })).toBeDefined();
  await act(() => router.navigate('/rfidRecord?operator_id=4'));
  expect(await screen.findByRole('button', { name: 'By: Wu Tong' })).toBeDefined();
  await act(() => router.navigate('/rfidRecord?operator_id=5'));
  expect(await screen.findByRole('button', { name: 'By: #5' })).toBeDefined();
});

it('has room beside the failures for all it says of a record: why it failed and at which reader, too', async () => {
  const record = {
    ...{ id: 1, key: '1', at: '2026-11-28T13:32:37.000Z', create_time: '2026-11-28T13:32:37.000Z', late: false },
    ...{ seal_id: 31, number: '8604110000310048', object: 'A·8P567 left door', from_state: 'open', to_state: 'open' },
    ...{ result: 6, good: false, expected: true, cause: 'misaligned', oper_name: 'Li Guo', reader: 'HS-31' },
  };
  server.on(rfidRecords.list.path, () => ({ data: { rows: [record], more: false } }));
  showPage(<RfidRecordsPage />, '/rfidRecord');
  const row = (await screen.findByText('8604110000310048')).closest('tr')!;
  const said = [...row.cells].map(({ textContent }) => textContent);
  expect(said.slice(1)).toEqual([
    ...['8604110000310048A·8P567 left door', 'Open  Open', 'Lock failed6Bar not in place', 'Li GuoHS-31'],
  ]);
  // of 1440 px menu, failures and what is between them take 598
  const widths = [...row.closest('table')!.querySelectorAll('col')].map(({ style }) =>
    Number.parseInt(style.width, 10),
  );
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1440 - 598);
});

it('has room for all that a task says on a screen of 1440 px, beside the menu', async () => {
  const task = {
    ...{ id: 1, create_time: '2026-11-28T13:32:37.000Z', end_time: '2026-11-28T14:00:00.000Z', seal_id: 31 },
    ...{ number: '8604110000310048', object: 'A·8P567 left door', action: 'lock', state: 'done', rfid_state: 'closed' },
    ...{ assignee: 'Qian', failed: 0, reason: 'bar not in place', opener: 'Li', ender: 'Qian' },
  };
  server.on(rfidTasks.list.path, () => ({ data: { rows: [task], more: false } }));
  showPage(<RfidTasksPage />, '/rfidTask');
  const table = (await screen.findByText('8604110000310048')).closest('table')!;
  expect(screen.getByText('A·8P567 left door')).toBeDefined();
  const widths = [...table.querySelectorAll('col')].map(({ style }) => Number.parseInt(style.width, 10));
  // the menu and the edges take 244
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1440 - 244);
});

it('says nothing on a phone of when a task ended that has not', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} },
  }));
  const task = {
    ...{ id: 1, create_time: '2026-11-28T13:32:37.000Z', end_time: null, seal_id: 31, number: '8604110000310048' },
    ...{ object: '', action: 'lock', state: 'open', rfid_state: 'open', assignee: 'Qian', failed: 0, reason: 'x' },
    ...{ opener: 'Li', ender: '' },
  };
  server.on(rfidTasks.list.path, () => ({ data: { rows: [task], more: false } }));
  showPage(<RfidTasksPage />, '/rfidTask');
  await screen.findByText('8604110000310048');
  expect(screen.queryByText('Ended')).toBeNull();
  vi.unstubAllGlobals();
});
