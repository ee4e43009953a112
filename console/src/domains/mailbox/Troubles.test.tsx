import type { Trouble } from '@plomb/contract/mailbox/alarmConfig';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { Troubles } from './Troubles.tsx';
import { Ways } from './Ways.tsx';

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
  ...{ id: 7, mail_box: 'quay@port.example', phone: '13812342071', is_mail_config: true, is_phone_config: true },
  ...{ mail_refusals: 0, phone_refusals: 0, mail_left: true },
};
const figures = { sent: 0, not_sent: 3, retrying: 0, answer: 'HTTP 500', broken: true };
let server: ReturnType<typeof fakeServer>;
let rows: Trouble[];
beforeEach(() => {
  signInWith(alarmConfigs.update, alarmConfigs.list, alarmWays.save);
  rows = [left];
  server = fakeServer();
  server.on('/alarmConfig/troubles', () => ({ data: { rows } }));
  server.on('/alarmConfig/invite', () => {
    rows = [{ ...left, invite_time: '2026-11-23T09:00:00.000Z' }];
    return { data: {} };
  });
  server.on('/alarmWay/list', () => ({ data: { rows: [], day: [{ channel: 'sms', ...figures }], browsers: 4 } }));
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

it('who left is shown, and asked back by who may', async () => {
  showPage(<Ways one={one} />, '/alarmConfig?id=7');
  const mail = await screen.findByRole('listitem', { name: 'Mail' });
  expect(within(mail).getByText('Unsubscribed')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Invite again' }));
  expect(await screen.findByText(/^Invited .*they come back by the link/)).toBeTruthy();
  expect(asked('/alarmConfig/invite')).toMatchObject([{ id: 7 }]);
});

it('a way that nothing gets through is called broken, with what the other side said', async () => {
  showPage(<Ways one={{ ...one, mail_left: false }} />, '/alarmConfig?id=7');
  const sms = await screen.findByRole('listitem', { name: 'SMS' });
  expect(within(sms).getByText('Broken')).toBeTruthy();
  expect(within(sms).getByText(/HTTP 500/)).toBeTruthy();
  expect(screen.getByText('4 browsers of this organisation’s people')).toBeTruthy();
});

it('all ways that are set up are tested at once, and what was sent is narrowed', async () => {
  showPage(<Ways one={{ ...one, mail_left: false }} />, '/alarmConfig?id=7');
  await userEvent.click(await screen.findByRole('button', { name: 'Test all ways' }));
  await waitFor(() => expect(asked('/alarmWay/test').map(({ channel }) => channel)).toEqual(['mail', 'sms']));
  await userEvent.click(await screen.findByText('Not sent'));
  await waitFor(() => expect(asked('/alarmWay/sent').at(-1)).toMatchObject({ only: 'not_sent' }));
});
