import { cardCalls } from '@plomb/contract/cards/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { areasFault } from '../../lock/holds/drawnAreas.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { RegionalRulesPage } from './RegionalRulesPage.tsx';

inEnglish();
const of = cardCalls.regionalRules;
const yard = { name: 'Yard', area: { shape: 'circle', centre: [121.5, 31.2], radius: 800 } } as const;
const crossing = [
  [120, 30],
  [120.1, 30.1],
  [120.1, 30],
  [120, 30.1],
] satisfies [number, number][];
const rule = {
  ...{ id: 3, rule_name: 'Port', status: 1, org_id: 1, org_name: 'Plomb', areas: [yard], cards: 1, all_devices: true },
  ...{ from_time: null, until_time: null, hours: null, in_force: true, devices: 4, desired: 0, pushing: 1, synced: 2 },
  ...{ drift: 1, unable: 0, oper_name: 'A', without_right: false, removing_time: null },
  create_time: '2026-11-20T08:00:00.000Z',
};
const open = () => {
  const server = fakeServer();
  server.on(of.list.path, () => ({ data: { rows: [rule], total: 1 } }));
  const known = { id: 7, ic_no: '70260007', ic_name: 'Wang', card_no: '', status: 1, removing: false };
  server.on(of.detail.path, () => ({
    data: { ...rule, card_list: [known], device_list: null, version: 'v' },
  }));
  server.on(of.options.path, () => ({ data: { organizations: [], cards: [{ ...known, org_name: 'Plomb' }] } }));
  server.on(of.update.path, () => ({ data: {} }));
  server.on(of.status.path, () => ({ data: {} }));
  signInWith(of.list, of.add, of.update, of.status);
  return server;
};

it('sends what was drawn and typed, and nothing while the sides of an area cross', async () => {
  const user = userEvent.setup();
  const server = open();
  showPage(<RegionalRulesPage />, '/regionalRule?edit=3');
  const form = within(await screen.findByRole('dialog'));
  const corners = await form.findByLabelText(/^Middle/);
  expect((corners as HTMLTextAreaElement).value).toBe('121.50000, 31.20000');
  await user.click(form.getByText('Polygon'));
  await user.click(form.getByLabelText(/^Corners/));
  await user.paste(crossing.map((at) => at.join(', ')).join('\n'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.getAllByText(/Its sides cross/).length).toBeGreaterThan(1));
  expect(server.count(of.update.path)).toBe(0);
  await user.click(form.getByRole('button', { name: 'Delete the last corner' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.count(of.update.path)).toBe(1));
  expect(server.asked.find(({ path }) => path === of.update.path)?.body).toMatchObject({
    ...{ id: 3, version: 'v', card_ids: [7], device_ids: null, hours: null },
    areas: [{ name: 'Yard', area: { shape: 'polygon', points: crossing.slice(0, 3) } }],
  });
});

it('says beside the hours that the lock knows none, and that it rings', async () => {
  open();
  showPage(<RegionalRulesPage />, '/regionalRule?edit=3');
  await screen.findByText(/out of its hours, opens it all the same, and that rings/);
});

it('takes back no step of an area that was removed in the one that takes its place', async () => {
  const user = userEvent.setup();
  const server = open();
  const gate = { name: 'Gate', area: { shape: 'circle', centre: [120.5, 30.2], radius: 300 } } as const;
  server.on(of.detail.path, () => ({
    data: { ...rule, areas: [yard, gate], card_list: [], device_list: null, version: 'v' },
  }));
  showPage(<RegionalRulesPage />, '/regionalRule?edit=3');
  const form = within(await screen.findByRole('dialog'));
  await user.click(await form.findByRole('button', { name: 'Draw anew' }));
  await user.click(form.getByRole('button', { name: /Remove this area/ }));
  expect((form.getByLabelText(/^Middle/) as HTMLTextAreaElement).value).toBe('120.50000, 30.20000');
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled).toBe(true);
});

it('brings an area back that was removed, where it was and as it was drawn', async () => {
  const user = userEvent.setup();
  const server = open();
  const gate = { name: 'Gate', area: { shape: 'circle', centre: [120.5, 30.2], radius: 300 } } as const;
  server.on(of.detail.path, () => ({
    data: {
      ...{ ...rule, areas: [yard, gate], device_list: null, version: 'v' },
      card_list: [{ id: 7, ic_no: '70260007', ic_name: 'Wang', card_no: '', status: 1, removing: false }],
    },
  }));
  showPage(<RegionalRulesPage />, '/regionalRule?edit=3');
  const form = within(await screen.findByRole('dialog'));
  await user.click(await form.findByRole('button', { name: /Remove this area/ }));
  expect(form.queryByRole('button', { name: 'Yard' })).toBeNull();
  await user.click(form.getByRole('button', { name: /Bring back Yard/ }));
  expect((form.getByLabelText(/^Middle/) as HTMLTextAreaElement).value).toBe('121.50000, 31.20000');
  expect(form.queryByRole('button', { name: /Bring back/ })).toBeNull();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.count(of.update.path)).toBe(1));
  expect(server.asked.find(({ path }) => path === of.update.path)?.body).toMatchObject({ areas: [yard, gate] });
});

it('tells what it said when, who made it say so, and which cards came and went', async () => {
  const server = open();
  const at = (minute: number) => `2026-11-20T08:0${minute}:00.000Z`;
  const none = { cards_come: [], cards_go: [], rule_name: 'Port' };
  server.on(of.detail.path, () => ({
    data: { ...rule, card_list: [], device_list: null, version: 'v' },
  }));
  const rows = [
    { ...none, id: 9, since: at(3), until: null, changed_by: '', changes: ['cards'], cards_go: ['Wang'] },
    { ...none, id: 8, since: at(2), until: at(3), changed_by: 'Li', changes: ['name', 'hours'] },
    { ...none, id: 7, since: at(1), until: at(2), changed_by: 'Zhou', changes: ['written'] },
  ];
  server.on(of.history.path, ({ before }) => ({
    data: before === undefined ? { rows: rows.slice(0, 2), more: true } : { rows: rows.slice(2), more: false },
  }));
  showPage(<RegionalRulesPage />, '/regionalRule?id=3');
  const history = (await screen.findByText('called Port from then on')).closest('ul')!;
  fireEvent.click(screen.getByRole('button', { name: 'Earlier changes' }));
  await within(history).findByText(/Zhou/);
  expect(server.asked.at(-1)!.body).toMatchObject({ rule_id: 3, before: 8 });
  expect(screen.queryByRole('button', { name: 'Earlier changes' })).toBeNull();
  const said = [...history.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(said[0]).toMatch(/The platform .*Cards taken out: Wang/);
  expect(said[1]).toMatch(/Li .*called Port from then on/);
  expect(said[2]).toMatch(/Zhou/);
});

it('is enabled after it was said how many locks get how many orders', async () => {
  const user = userEvent.setup();
  const server = open();
  server.on(of.list.path, () => ({ data: { rows: [{ ...rule, status: 2, cards: 41 }], total: 1 } }));
  showPage(<RegionalRulesPage />, '/regionalRule');
  await user.click(await screen.findByRole('switch', { name: 'Port: Disabled' }));
  within(await screen.findByRole('dialog')).getByText(/locks: 4, orders in all: about 36/);
});

it('says while it is written how many orders each of its locks gets at once', async () => {
  open();
  showPage(<RegionalRulesPage />, '/regionalRule?edit=3');
  const form = within(await screen.findByRole('dialog'));
  await form.findByText(/locks: all, orders for each: about 5/);
});

it('is disabled after it was said what that means for its locks', async () => {
  const user = userEvent.setup();
  const server = open();
  showPage(<RegionalRulesPage />, '/regionalRule');
  await user.click(await screen.findByRole('switch', { name: 'Port: Enabled' }));
  const question = within(await screen.findByRole('dialog'));
  question.getByText(/told to let go of its cards and areas \(4\)/);
  await user.click(question.getByRole('button', { name: 'Disable' }));
  await waitFor(() =>
    expect(server.asked.find(({ path }) => path === of.status.path)?.body).toMatchObject({ ids: [3], status: 2 }),
  );
});

it.each([
  [[], /Draw at least one area/],
  [[{ name: 'Yard', area: null }], /Draw at least one area/],
  [[{ ...yard, name: '' }], /cannot be empty/],
  [[yard, { ...yard, name: 'a (b)' }], /Brackets and commas/],
  [[{ ...yard, name: 'ไทย' }], /characters that the lock cannot show/],
  [[{ name: 'Yard', area: { shape: 'polygon', points: crossing } }], /Its sides cross/],
  [[yard], null],
] as const)('areas are judged before they are sent: %j', (areas, says) => {
  const fault = areasFault(areas as never);
  if (says === null) expect(fault).toBeNull();
  else expect(fault?.why.en).toMatch(says);
});

it('rules that were deleted are listed with all they said', async () => {
  const server = open();
  const gone = { id: 5, rule_name: 'Old port', org_name: 'East', changed_by: 'Zhou' };
  server.on(of.deleted.path, ({ keyword }) => ({
    data: keyword
      ? { rows: [], total: 0 }
      : { rows: [{ ...gone, deleted_time: '2026-11-20T08:00:00.000Z' }], total: 1 },
  }));
  server.on(of.history.path, ({ rule_id }) => ({
    data: {
      rows: [
        { id: 7, since: '2026-11-19T08:00:00.000Z', until: '2026-11-20T08:00:00.000Z', changed_by: `of ${rule_id}` },
      ].map((one) => ({ ...one, changes: ['written'], rule_name: 'Old port', cards_come: [], cards_go: [] })),
      more: false,
    },
  }));
  showPage(<RegionalRulesPage />, '/regionalRule');
  fireEvent.click(await screen.findByRole('button', { name: 'Deleted ones' }));
  fireEvent.click(await screen.findByText('Old port'));
  await screen.findByText(/of 5/);
  const search = screen.getByRole('searchbox', { name: 'Name' });
  fireEvent.change(search, { target: { value: 'none' } });
  fireEvent.keyDown(search, { key: 'Enter', code: 'Enter', keyCode: 13 });
  await screen.findByText('Nothing matches these filters');
});
