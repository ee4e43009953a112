import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage } from '../../../testing/showPage.tsx';
import type { Device } from '../device.ts';
import { Rights } from './Rights.tsx';

inEnglish();

const time = '2026-11-20T08:00:00.000Z';
const none = { may: 0, approval: 0, against: 0, uncertain: 0, refused: 0 };
const counts = { person: none, key: none, assigned: none, authorised: none, card: none, code: none, password: none };
const held = { unseal_password: 'none', password: null, cards: [], unlisted: null };
const before = { cards: 0, password: false };
const show = (change: object, path = '/device/7?tab=rights') => {
  const asked: unknown[] = [];
  const server = fakeServer();
  server.on(deviceCalls.deviceRights.detail.path, () => ({ data: { ...held, before, ...change } }));
  server.on(deviceCalls.openers.list.path, (body) => {
    asked.push(body);
    return {
      data: {
        ...{ rows: [], total: 0, counts, changes: [], above: false, cut: [], cards: true, areas: [], place: null },
        judge_time: time,
      },
    };
  });
  showPage(<Rights device={{ id: 7 } as Device} />, path);
  return asked;
};

it('asks the same question as the page of who can open', async () => {
  const asked = show({}, '/device/7?tab=rights&operation=seal');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ device_id: 7, operation: 'seal' }));
});

it('says how each card is known to be held', async () => {
  show({ cards: (['told', 'taken', 'perhaps'] as const).map((known, at) => ({ number: `100${at}`, time, known })) });
  await screen.findByText('1002');
  const cards = screen.getAllByRole('listitem').filter((one) => one.closest('.rights-cards'));
  expect(cards.map(({ textContent }) => textContent?.replace(/\d{4}-.*?\d\d:\d\d(:\d\d)?/, 'then'))).toEqual([
    '1000 the lock told of it then',
    '1001 taken by the lock then',
    '1002 perhaps: ordered then, and no answer says whether the lock has taken it',
  ]);
});

it('says what whoever had the lock before left in it, and what to do about it', async () => {
  show({ unseal_password: 'factory', before: { cards: 2, password: true } });
  await screen.findByText(/^2 cards of whoever had the lock before may still open it\. Reset the lock/);
  screen.getByText(/^The password that stays was set by whoever had the lock before/);
  expect(screen.queryByText(/No card is known/)).toBeNull();
});

it.each([0, 1])('says how many more the lock holds than the %i that are listed', async (listed) => {
  const card = { number: '1000', time, known: 'told' };
  show({ cards: [card].slice(0, listed), unlisted: { count: 20, time } });
  await screen.findByText(/^And 20 more in the lock, by its own count at 2026-11-20/);
  expect(screen.queryByText(/No card is known/)).toBeNull();
});

it.each([
  ['is in force', { stale: false, exposed: false }, 'In force since'],
  ['was shown, and not used', { stale: false, exposed: true }, 'It was shown and not used in its time'],
  ['may be another by now', { stale: true, exposed: false }, 'The lock was silent for a day'],
])('says of a one-time password that it %s', async (_, password, word) => {
  show({ unseal_password: 'dynamic', password: { told_time: time, ...password } });
  await screen.findByText(word, { exact: false });
  expect(screen.queryAllByText('not used in its time', { exact: false })).toHaveLength(password.exposed ? 1 : 0);
});
