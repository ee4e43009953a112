import { orderCalls } from '@plomb/contract/orders/domain';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { OpeningsPage } from './OpeningsPage.tsx';
import { OrdersPage } from './OrdersPage.tsx';

inEnglish();

const time = '2026-11-20T08:00:00.000Z';
const lock = { device_id: 7, sn: '14802100039', device_name: 'Tanker', org_name: 'Depot', reason: '' };
const order = {
  ...{ ...lock, kind: 'query_info', args: {}, state: 'expired', stage: 'expired', needs_person: false, attempt: 1 },
  ...{ oper_name: 'Li', login_name: 'li', create_time: time, expire_time: time, finish_time: time, cause: null },
};
const opening = {
  ...{ ...lock, at: time, receive_time: time, way: 'card', right: 'card', proof: 'reported', who: '1', login_name: '' },
  ...{ order_id: null, answer_time: null, lon: null, lat: null },
};

it.each([
  ['order', orderCalls.orderQueue.list, order, OrdersPage],
  ['opening', orderCalls.openings.list, opening, OpeningsPage],
] as const)('marks the %s of a lock that is lost', async (_, list, row, Page) => {
  const rows = [
    { ...row, id: 1, subject: '沪A·D7001', out_of_use: null },
    { ...row, id: 2, subject: '沪A·D7002', out_of_use: 'lost' },
  ];
  fakeServer().on(list.path, () => ({ data: { rows, more: false } }));
  signInWith(list);
  showPage(<Page />, '/');
  const rowOf = async (plate: string) => within((await screen.findByText(plate)).closest('tr') as HTMLElement);
  expect((await rowOf('沪A·D7002')).getByText('Reported lost')).toBeTruthy();
  expect((await rowOf('沪A·D7001')).queryByText('Reported lost')).toBeNull();
});
