import { deviceCalls } from '@plomb/contract/devices/domain';
import type { LifeEntry } from '@plomb/contract/devices/life';
import { orderCalls } from '@plomb/contract/orders/domain';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../../testing/showPage.tsx';
import { LifeRow } from './LifeRow.tsx';

inEnglish();

const time = '2026-11-20T08:00:00.000Z';
const order = (id: number, evidence: string | null): LifeEntry =>
  ({
    ...{ kind: 'order', id, time },
    command: {
      ...{ id, device_id: 7, kind: 'unseal', args: {}, state: 'answered_ok', cause: null, evidence },
      ...{ oper_name: 'Chen Li', login_name: 'duty', reason: 'inspection', attempt: 1 },
      ...{ create_time: time, sent_time: time, answer_time: time, finish_time: time, evidence_time: evidence && time },
    },
  }) as never;
const show = () =>
  showPage(
    <ol>
      <LifeRow entry={order(1, 'confirmed')} family="hhd" />
      <LifeRow entry={order(2, null)} family="hhd" />
    </ol>,
    '/device/7?tab=life',
  );

it('leads from an order to its paper, and says whether that is a card or a report', async () => {
  fakeServer();
  signInWith(deviceCalls.deviceLife.list, orderCalls.evidence.card);
  show();
  expect((await screen.findByRole('link', { name: 'Evidence card' })).getAttribute('href')).toBe('/evidence?order=1');
  expect(screen.getByRole('link', { name: 'Order report' }).getAttribute('href')).toBe('/evidence?order=2');
});

it('leads nobody there who may not see it', async () => {
  fakeServer();
  signInWith(deviceCalls.deviceLife.list);
  show();
  expect(await screen.findAllByText(/unseal/)).not.toHaveLength(0);
  expect(screen.queryByRole('link')).toBeNull();
});
