import { deviceCalls } from '@plomb/contract/devices/domain';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { inEnglish } from '../../../testing/inEnglish.ts';
import { showPage } from '../../../testing/showPage.tsx';
import type { Device } from '../device.ts';
import { Rights } from './Rights.tsx';

inEnglish();

const time = '2026-11-20T08:00:00.000Z';
const may = { answer: 'may', why: null, until: null };
const refused = (zh: string, en: string, until: string | null = null) => ({
  answer: 'refused',
  why: { zh, en },
  until,
});
const now = { unseal: may, password: may, cards: may };
const guard = { oper_name: 'Li', login_name: 'li', org_name: 'East', unseal: true, password: false, cards: false };

it('says how each card is known to be held, and of whose role each person is', async () => {
  fakeServer().on(deviceCalls.deviceRights.detail.path, () => ({
    data: {
      now,
      operators: [
        { ...guard, id: 1, roleName: 'Guards' },
        { ...guard, id: 2, roleName: '' },
      ],
      ...{
        more: false,
        keys: 0,
        above: false,
        assigned: [],
        authorised: [],
        unseal_password: 'none',
        password: null,
        unlisted: null,
      },
      before: { cards: 0, password: false },
      cards: (['told', 'taken', 'perhaps'] as const).map((known, at) => ({ number: `100${at}`, time, known })),
    },
  }));
  showPage(<Rights device={{ id: 7 } as Device} />, '/device/7');
  await screen.findByText('1002');
  const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
  expect(texts('listitem').map((text) => text?.replace(/\d{4}-.*?\d\d:\d\d(:\d\d)?/, 'then'))).toEqual([
    '1000 the lock told of it then',
    '1001 taken by the lock then',
    '1002 perhaps: ordered then, and no answer says whether the lock has taken it',
  ]);
  expect(texts('row').slice(1)).toEqual([
    expect.stringContaining('role “Guards” at East'),
    expect.stringContaining('a role of an organisation above yours, at East'),
  ]);
});

it('says what whoever had the lock before left in it, and what to do about it', async () => {
  fakeServer().on(deviceCalls.deviceRights.detail.path, () => ({
    data: {
      now,
      ...{
        operators: [],
        more: false,
        keys: 0,
        above: false,
        assigned: [],
        authorised: [],
        unseal_password: 'factory',
        password: null,
        cards: [],
      },
      unlisted: null,
      before: { cards: 2, password: true },
    },
  }));
  showPage(<Rights device={{ id: 7 } as Device} />, '/device/7');
  await screen.findByText(/^2 cards of whoever had the lock before may still open it\. Reset the lock/);
  screen.getByText(/^The password that stays was set by whoever had the lock before/);
  expect(screen.queryByText(/No card is known/)).toBeNull();
});

it.each([0, 1])('says how many more the lock holds than the %i that are listed', async (listed) => {
  const card = { number: '1000', time, known: 'told' };
  fakeServer().on(deviceCalls.deviceRights.detail.path, () => ({
    data: {
      now,
      ...{
        operators: [],
        more: false,
        keys: 0,
        above: false,
        assigned: [],
        authorised: [],
        unseal_password: 'factory',
        password: null,
      },
      ...{ cards: [card].slice(0, listed), unlisted: { count: 20, time }, before: { cards: 0, password: false } },
    },
  }));
  showPage(<Rights device={{ id: 7 } as Device} />, '/device/7');
  await screen.findByText(/^And 20 more in the lock, by its own count at 2026-11-20/);
  expect(screen.queryByText(/No card is known/)).toBeNull();
});

it.each([
  ['nobody was shown', { stale: false, exposed: false, shown: [] }, ['It was shown to nobody.']],
  ['somebody was shown', { stale: false, exposed: false, shown: [{ oper_name: 'Wang', time, sent: null }] }, ['Wang']],
  [
    'somebody was shown, and did not use',
    { stale: false, exposed: true, shown: [{ oper_name: 'Wang', time, sent: null }] },
    ['Wang', 'It was shown and not used in its time'],
  ],
  ['may be another by now', { stale: true, exposed: false, shown: [] }, ['The lock was silent for a day']],
])('says of a one-time password that %s', async (_, password, words) => {
  fakeServer().on(deviceCalls.deviceRights.detail.path, () => ({
    data: {
      now,
      ...{
        operators: [],
        more: false,
        keys: 0,
        above: false,
        assigned: [],
        authorised: [],
        unseal_password: 'dynamic',
        cards: [],
      },
      ...{ unlisted: null, before: { cards: 0, password: false } },
      password: { told_time: time, ...password },
    },
  }));
  showPage(<Rights device={{ id: 7 } as Device} />, '/device/7');
  for (const word of words) await screen.findByText(word, { exact: false });
  expect(screen.queryAllByText('not used in its time', { exact: false })).toHaveLength(password.exposed ? 1 : 0);
});

it('says to which organisations it is distributed, for what, and how many people there may open it', async () => {
  const given = { oper_name: 'Zhou', create_time: time };
  fakeServer().on(deviceCalls.deviceRights.detail.path, () => ({
    data: {
      now,
      ...{
        operators: [],
        more: false,
        keys: 0,
        above: false,
        assigned: [],
        authorised: [],
        unseal_password: 'none',
        password: null,
        cards: [],
      },
      assigned: [
        { ...given, org_name: 'Port', orders: 'unseal', sending: true, people: 2, now: may },
        {
          ...given,
          org_name: 'Depot',
          orders: 'unseal',
          sending: false,
          people: 0,
          now: refused('该设备禁止下发', 'Sending to this device is forbidden'),
        },
      ],
      ...{ unlisted: null, before: { cards: 0, password: false } },
    },
  }));
  showPage(<Rights device={{ id: 7 } as Device} />, '/device/7');
  await screen.findByText('Organisations it is distributed to');
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(said[0]).toMatch(/^Port · .*2 people there may unseal it · by Zhou/);
  expect(said[1]).toMatch(/^Depot · .*Sending to this device is forbidden/);
  expect(said[1]).not.toMatch(/people/);
});

it('says what may be done at this moment, and of the rest why not and until when at the latest', async () => {
  const underWay = refused('该锁已有一条未完成的指令', 'This lock has a command under way already', time);
  fakeServer().on(deviceCalls.deviceRights.detail.path, () => ({
    data: {
      now: { unseal: underWay, password: refused('动态密码未知', 'The password is not known'), cards: may },
      ...{
        operators: [],
        more: false,
        keys: 0,
        above: false,
        assigned: [],
        authorised: [],
        unseal_password: 'none',
        password: null,
      },
      ...{ cards: [], unlisted: null, before: { cards: 0, password: false } },
    },
  }));
  showPage(<Rights device={{ id: 7 } as Device} />, '/device/7');
  await screen.findByText('At this moment');
  const of = (way: string) => screen.getByText(way).nextElementSibling?.textContent;
  expect(of('remote unseal')).toMatch(
    /Not possible This lock has a command under way already · at the latest until 2026-11-20/,
  );
  expect(of('is shown the one-time password')).toMatch(/Not possible The password is not known$/);
  expect(of('adds cards')).toMatch(/Possible for whoever holds the button/);
});
