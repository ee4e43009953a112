import type { RecipientWay, Trouble } from '@plomb/contract/mailbox/alarmConfig';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { Recipient } from './Recipient.tsx';
import { SentList } from './SentList.tsx';
import { Troubles } from './Troubles.tsx';

inEnglish();

const { alarmConfigs, alarmWays } = mailboxCalls;
const left: Trouble = {
  ...{
    config_id: 7,
    config_name: 'Quay',
    org_name: 'Port',
    channel: 'mail',
    kind: 'left',
    address: 'quay@port.example',
  },
  ...{ since: '2026-11-23T08:00:00.000Z', told_time: '2026-11-23T08:00:05.000Z', told: 2, invite_time: null },
};
const one = {
  ...{ id: 7, mail_box: 'quay@port.example', phone: '13812342071', mail_left: true },
};
const figures = { sent: 0, not_sent: 3, retrying: 0, answer: 'HTTP 500' };
let ways: RecipientWay[];
let server: ReturnType<typeof fakeServer>;
let rows: Trouble[];
beforeEach(() => {
  signInWith(alarmConfigs.update, alarmConfigs.list, alarmWays.save);
  rows = [left];
  ways = [
    { channel: 'mail', on: true, health: 'left' },
    { channel: 'sms', on: true, health: 'broken' },
  ];
  server = fakeServer();
  server.on('/alarmConfig/troubles', () => ({ data: { rows } }));
  server.on('/alarmConfig/invite', () => {
    rows = [{ ...left, invite_time: '2026-11-23T09:00:00.000Z' }];
    return { data: {} };
  });
  server.on('/alarmWay/list', () => ({ data: { rows: [], ways, day: [{ channel: 'sms', ...figures }], browsers: 4 } }));
  server.on('/alarmWay/sent', () => ({ data: { rows: [], more: false } }));
  let id = 0;
  server.on('/alarmWay/test', () => ({ data: { id: ++id } }));
});
const asked = (path: string) => server.asked.filter((each) => each.path === path).map(({ body }) => body);

it('names each way that fails, since when, and who was told of it, with the way to its recipient', async () => {
  const dead: Trouble = { ...left, config_id: 8, config_name: 'Old store', kind: 'refuses', told: 0 };
  rows = [left, dead];
  showPage(<Troubles />, '/alarmConfig');
  expect(await screen.findByText('2 ways do not get through')).toBeTruthy();
  expect(screen.getByText(/2 administrators were told/)).toBeTruthy();
  expect(screen.getByText('No administrator has confirmed an address to be told at.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Old store' }).getAttribute('href')).toBe('/alarmConfig?id=8');
});

it('keeps two in sight and folds the rest', async () => {
  rows = [7, 8, 9, 10].map((config_id) => ({ ...left, config_id, config_name: `Quay ${config_id}` }));
  showPage(<Troubles />, '/alarmConfig');
  const more = await screen.findByText('and 2 more');
  const folded = within(more.closest('details') as HTMLElement).getAllByRole('link', { hidden: true });
  expect(folded.map(({ textContent }) => textContent)).toEqual(['Quay 9', 'Quay 10']);
  expect(screen.getAllByRole('link', { hidden: true })).toHaveLength(4);
});

it('beside an open recipient all stand folded under their number, so that the list has the room', async () => {
  rows = [7, 8].map((config_id) => ({ ...left, config_id, config_name: `Quay ${config_id}` }));
  showPage(<Troubles folded />, '/alarmConfig');
  const title = await screen.findByText('2 ways do not get through');
  const folded = title.closest('details') as HTMLDetailsElement;
  expect(folded.open).toBe(false);
  expect(
    within(folded)
      .getAllByRole('link', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['Quay 7', 'Quay 8']);
});

it('who left is shown, and asked back by who may', async () => {
  showPage(<Recipient one={one} />, '/alarmConfig?id=7');
  const mail = await screen.findByRole('listitem', { name: 'Mail' });
  expect(within(mail).getByText('Unsubscribed')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Invite again' }));
  expect(await screen.findByText(/^Invited .*they come back by the link/)).toBeTruthy();
  expect(asked('/alarmConfig/invite')).toMatchObject([{ id: 7 }]);
});

it('a way that nothing gets through is called broken, with what the other side said', async () => {
  showPage(<Recipient one={{ ...one, mail_left: false }} />, '/alarmConfig?id=7');
  const sms = await screen.findByRole('listitem', { name: 'SMS' });
  expect(within(sms).getByText('Broken')).toBeTruthy();
  expect(within(sms).getByText(/HTTP 500/)).toBeTruthy();
  expect(screen.getByText('4 browsers of this organisation’s people')).toBeTruthy();
});

it('a way is switched where it stands: mail by the recipient as it is by now, a robot by its own row', async () => {
  const now = {
    ...{ id: 7, version: 'v2', config_name: 'Quay', mail_box: 'quay@port.example', phone: '13812342071', kinds: [] },
    ...{ language: 'en_US', receive_type: 'police', is_mail_config: true, is_phone_config: true },
    ...{ quiet_from: '', quiet_until: '', status: 1, org_id: 1, org_name: 'Port' },
  };
  server.on('/alarmConfig/detail', () => ({ data: now }));
  server.on('/alarmConfig/update', () => ({ data: {} }));
  server.on('/alarmWay/save', () => ({ data: { secret: null } }));
  ways = [
    { channel: 'mail', on: true, health: 'well' },
    { channel: 'wecom', on: false, health: 'well' },
  ];
  showPage(<Recipient one={{ ...one, mail_left: false }} />, '/alarmConfig?id=7');
  const mail = await screen.findByRole('switch', { name: 'Mail on' });
  expect(mail.getAttribute('aria-checked')).toBe('true');
  await userEvent.click(mail);
  await waitFor(() =>
    expect(asked('/alarmConfig/update')).toMatchObject([
      { id: 7, version: 'v2', config_name: 'Quay', is_mail_config: false, is_phone_config: true },
    ]),
  );
  await userEvent.click(screen.getByRole('switch', { name: 'WeCom on' }));
  await waitFor(() =>
    expect(asked('/alarmWay/save')).toMatchObject([{ config_id: 7, channel: 'wecom', enabled: true }]),
  );
  expect(asked('/alarmWay/save')[0]).not.toHaveProperty('address');
  // none of a way that leads nowhere yet
  expect(screen.queryByRole('switch', { name: 'Feishu on' })).toBeNull();
});

it('to remove a way is asked first, with what it means', async () => {
  server.on('/alarmWay/remove', () => ({ data: {} }));
  ways = [{ channel: 'wecom', on: true, health: 'well' }];
  const row = { channel: 'wecom', enabled: true, recipient: 'qyapi …4f2a', has_secret: false, refusals: 0 };
  server.on('/alarmWay/list', () => ({
    data: { rows: [{ ...row, change_time: '2026-11-23T08:00:00.000Z', changed_by: 'x' }], ways, day: [], browsers: 0 },
  }));
  showPage(<Recipient one={{ ...one, mail_left: false }} />, '/alarmConfig?id=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit…' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove…' }));
  expect(await screen.findByText(/qyapi …4f2a.* is told nothing more/)).toBeTruthy();
  expect(asked('/alarmWay/remove')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(asked('/alarmWay/remove')).toMatchObject([{ config_id: 7, channel: 'wecom' }]));
});

it('all ways that are set up are tested at once, and what was sent is narrowed', async () => {
  showPage(<Recipient one={{ ...one, mail_left: false }} />, '/alarmConfig?id=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Test all ways' }));
  await waitFor(() => expect(asked('/alarmWay/test').map(({ channel }) => channel)).toEqual(['mail', 'sms']));
  await userEvent.click(await screen.findByText('Not sent'));
  await waitFor(() => expect(asked('/alarmWay/sent').at(-1)).toMatchObject({ only: 'not_sent' }));
});

it('SMS that the house has not set up is called so, and one that refuses says what begins it anew', async () => {
  ways = [
    { channel: 'mail', on: true, health: 'refuses' },
    { channel: 'sms', on: true, health: 'unset' },
  ];
  showPage(<Recipient one={{ ...one, mail_left: false }} />, '/alarmConfig?id=7');
  expect(
    within(await screen.findByRole('listitem', { name: 'SMS' })).getByText('Not set up by the house'),
  ).toBeTruthy();
  expect(within(screen.getByRole('listitem', { name: 'Mail' })).getByText(/A test that arrives/)).toBeTruthy();
  expect(within(screen.getByRole('listitem', { name: 'WeCom' })).getByText('Not set up')).toBeTruthy();
});

it('of what was sent each try is told with what the other side said, and a list that does not come can be asked for again', async () => {
  const at = '2026-11-23T08:00:00.000Z';
  const tried = { begin_time: at, end_time: at, next_time: null };
  const message = {
    ...{
      id: 3,
      create_time: at,
      channel: 'sms',
      purpose: 'test',
      recipient: '138 **** 2071',
      state: 'sent',
      answer: 'HTTP 202',
    },
    ...{ told: null, alarm: null, next_time: null },
    tries: [
      { ...tried, attempt: 1, state: 'waiting', answer: 'HTTP 503' },
      { ...tried, attempt: 2, state: 'sent', answer: 'HTTP 202' },
    ],
  };
  let fails = true;
  server.on('/alarmWay/sent', () => (fails ? 'broken' : { data: { rows: [message], more: false } }));
  showPage(<SentList config={7} newest={0} />, '/alarmConfig?id=7');
  const retry = await screen.findByRole('button', { name: 'Load again' });
  fails = false;
  await userEvent.click(retry);
  expect(await screen.findByText(/Not taken · HTTP 503/)).toBeTruthy();
  expect(screen.getByText(/Sent · HTTP 202/)).toBeTruthy();
});
