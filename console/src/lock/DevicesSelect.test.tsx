import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer } from '../testing/fakeServer.ts';
import { inEnglish } from '../testing/inEnglish.ts';
import { showPage, signInWith } from '../testing/showPage.tsx';
import { DevicesSelect } from './DevicesSelect.tsx';

inEnglish();
const { list } = deviceCalls.devices;
const lock = (id: number) => ({ id, sn: `1480210${1000 + id}`, device_name: '', subject: `沪A·${1000 + id}` });
const known = Array.from({ length: 300 }, (_, i) => lock(i + 1));

it('shows what is sought first, however many were chosen before, and no more names than a form has room for', async () => {
  const user = userEvent.setup();
  const server = fakeServer();
  server.on(list.path, () => ({ data: { rows: [lock(900)], total: 1 } }));
  signInWith(list);
  showPage(<DevicesSelect aria-label="Locks" known={known} value={known.map(({ id }) => id)} />, '/');
  expect(await screen.findByText('+ 280 ...')).toBeTruthy();
  expect(document.querySelectorAll('.ant-select-selection-item-remove').length).toBe(20);
  await user.type(screen.getByRole('combobox', { name: 'Locks' }), '1900');
  await waitFor(() => expect(server.asked.at(-1)?.body).toMatchObject({ keyword: '1900' }));
  await waitFor(() =>
    expect([...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)).toEqual([
      '沪A·1900 · 14802101900',
    ]),
  );
});

it('offers nothing that an older search has found, and after a choice everything again', async () => {
  const user = userEvent.setup();
  const server = fakeServer();
  let answer: (() => void) | undefined;
  server.on(list.path, ({ keyword }) =>
    keyword === undefined
      ? { data: { rows: [lock(1), lock(2)], total: 2 } }
      : new Promise((resolve) => {
          answer = () => resolve({ data: { rows: [lock(900)], total: 1 } });
        }),
  );
  signInWith(list);
  showPage(<DevicesSelect aria-label="Locks" known={[]} />, '/');
  const offered = () => [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent);
  await user.click(screen.getByRole('combobox', { name: 'Locks' }));
  await waitFor(() => expect(offered()).toHaveLength(2));
  await user.keyboard('9');
  await waitFor(() => expect(answer).toBeDefined());
  expect(offered()).toEqual([]);
  answer?.();
  await waitFor(() => expect(offered()).toEqual(['沪A·1900 · 14802101900']));
  await user.click(screen.getByText('沪A·1900 · 14802101900'));
  await waitFor(() => expect(offered()).toHaveLength(2));
});
