import type { BatchEvidence } from '@plomb/contract/batches/batches';
import { batchCalls } from '@plomb/contract/batches/domain';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { EvidencePage } from './EvidencePage.tsx';

const { evidence } = batchCalls.batches;
const row: BatchEvidence['rows'][number] = {
  device_id: 1,
  sn: '14802100007',
  device_name: 'Lock 7',
  subject: '沪A·1',
  outcome: 'proved',
  refusal: '',
  command_id: 31,
  cause: null,
  create_time: '2026-11-22T08:00:00.000Z',
  sent_time: '2026-11-22T08:00:01.000Z',
  answer_time: '2026-11-22T08:00:02.000Z',
  proved_time: '2026-11-22T08:00:03.000Z',
};
const batch: BatchEvidence = {
  id: 7,
  kind: 'unseal',
  args: {},
  state: 'done',
  total: 3,
  unfit: 1,
  given: 2,
  answered: 2,
  open: 0,
  reason: 'customs check',
  reason_code: null,
  reason_text: null,
  oper_name: 'Li Hai',
  login_name: 'lihai',
  create_time: '2026-11-22T08:00:00.000Z',
  start_time: '2026-11-22T08:00:00.000Z',
  outcomes: [
    { outcome: 'proved', count: 1 },
    { outcome: 'answered_ok', count: 1 },
    { outcome: 'unfit', count: 1 },
  ],
  rows: [
    row,
    { ...row, device_id: 2, sn: '14802100008', command_id: 32, outcome: 'answered_ok', proved_time: null },
    {
      ...row,
      device_id: 3,
      sn: '14802100009',
      command_id: null,
      outcome: 'unfit',
      refusal: 'It is lost',
      create_time: null,
      sent_time: null,
      answer_time: null,
      proved_time: null,
    },
  ],
  parts: 2,
};
let server: FakeServer;

inEnglish();
beforeEach(() => {
  server = fakeServer();
  server.on(evidence.path, () => ({ data: batch }));
  signInWith(evidence);
});

it('says of each device of a batch how far its order came, and calls nothing proved that its lock did not tell', async () => {
  showPage(<EvidencePage />, '/evidence?batch=7');
  await screen.findByText('1 of 3 locks reported the movement themselves.');
  expect(screen.getByText('customs check')).toBeTruthy();
  expect(screen.getByText('Part 1 of 2')).toBeTruthy();
  const [, first, second, third] = screen.getAllByRole('row');
  const times = (device: HTMLElement | undefined) =>
    within(device!)
      .getAllByRole('cell')
      .slice(1, 5)
      .map(({ textContent }) => textContent !== '–');
  expect(times(first)).toEqual([true, true, true, true]);
  expect(times(second)).toEqual([true, true, true, false]);
  expect(times(third)).toEqual([false, false, false, false]);
  expect(within(third!).getByText('It is lost')).toBeTruthy();
});

it('says of an order that moves no lock that there is nothing to be proved', async () => {
  server.on(evidence.path, () => ({ data: { ...batch, kind: 'restart' } }));
  showPage(<EvidencePage />, '/evidence?batch=7');
  await screen.findByText('This order moves no lock: there is no movement to be proved.');
  expect(screen.queryByText(/reported the movement themselves/)).toBeNull();
});
