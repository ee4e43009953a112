import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Openable } from '@plomb/contract/devices/openable';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { WhoCanOpenPage } from './WhoCanOpenPage.tsx';

inEnglish();
const { list } = deviceCalls.openable;
const none = { may: 0, approval: 0, against: 0, uncertain: 0, refused: 0 };
const nobody = { person: none, key: none, assigned: none, authorised: none, card: none, code: none, password: none };
const row = (id: number, change: Partial<Openable>): Openable => ({
  ...{ what: 'person', id: 1, operator_id: 1, name: 'Chen', login_name: 'chen', org_name: 'East', roleName: 'Guards' },
  ...{ answer: 'may', clause: null, why: null, change: null, orders: null, people: null, from_time: null },
  ...{ until_time: null, uses: null, by: '', sent: null, card: null },
  lock: {
    ...{ id, sn: `6100${id}`, device_name: `Lock ${id}`, subject: '', org_name: 'Depot', lock_status: 2 },
    ...{ connection: 'online', seen: true },
  },
  ...change,
});
const beyond = row(9, {
  ...{ what: 'authorised', id: 3, orders: 'unseal', from_time: '2026-11-20T00:00:00.000Z', by: 'Zhou' },
  until_time: '2026-11-30T00:00:00.000Z',
});
const rows = [
  { ...beyond, lock: { ...beyond.lock, seen: false } },
  row(7, {}),
  row(8, { answer: 'refused', clause: 'battery', why: { zh: '电量过低', en: 'The battery is too low' } }),
];
const asked = {
  ...{ name: 'Chen', login_name: 'chen', org_name: 'East', roleName: 'Guards', owner: null, seen: true, ended: false },
};
const answered = (change: object = {}) => ({
  data: {
    ...{ asked, rows, total: 3, cut: [], keys: [{ id: 4, name: 'Gate', until_time: '2026-11-30T00:00:00.000Z' }] },
    counts: { ...nobody, person: { ...none, may: 1, refused: 1 }, authorised: { ...none, may: 1 } },
    judge_time: '2026-11-23T08:00:00.000Z',
    ...change,
  },
});
const show = (change: object = {}, address = 'of=operator&who=1') => {
  const bodies: unknown[] = [];
  fakeServer().on(list.path, (body) => {
    bodies.push(body);
    return answered(change);
  });
  signInWith(list);
  showPage(<WhoCanOpenPage />, `/whoCanOpen?${address}`);
  return bodies;
};

it('asks for the person first, and goes there from the side of the lock', async () => {
  fakeServer();
  signInWith(list);
  showPage(<WhoCanOpenPage />, '/whoCanOpen');
  await screen.findByText('Choose a lock first');
  fireEvent.click(screen.getByText('Of a person, key or card'));
  await screen.findByText('Choose a person, a key or a card first');
});

it('says of each lock by what right, until when and why not, counted kind by kind, and leads on', async () => {
  const bodies = show();
  await screen.findByText('The battery is too low', { exact: false });
  const texts = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(texts.slice(1)).toEqual([
    'Authorised to the person 1 can',
    expect.stringMatching(/Lock 961009.*Can: the authorisation is in force.*agreed by Zhou/),
    'By role 1 can, 1 cannot',
    expect.stringMatching(/Lock 761007.*Can: the role holds the button.*Who else can/),
    expect.stringMatching(/Lock 861008.*Cannot: The battery is too low.*Once it is charged/),
  ]);
  expect(document.querySelector('.openers-head')!.textContent).toMatch(/Chen.*Can open now2 rights/);
  // what is out of sight has no page to go to
  const links = screen.getAllByRole('link', { name: 'Who else can' }).map((one) => one.getAttribute('href'));
  expect(links).toEqual(['/whoCanOpen?device_id=7', '/whoCanOpen?device_id=8']);
  expect(screen.getByRole('link', { name: 'Gate' }).getAttribute('href')).toBe('/whoCanOpen?of=key&who=4');
  screen.getByText(/Cards name nobody/);
  fireEvent.click(screen.getByRole('tab', { name: 'Cannot 1' }));
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ of: 'operator', who: 1, answer: 'refused' }));
  fireEvent.click(screen.getByText('Seal'));
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ operation: 'seal' }));
});

it('of more than are judged it shows the list and says how to count them', async () => {
  show({ counts: null, total: 1_000_000 });
  await screen.findByText(/Too many locks are in reach \(over 10,000\)/);
  expect(screen.queryByRole('tab')).toBeNull();
});

it.each([
  ['of=operator&who=1', { asked: { ...asked, seen: false } }, /of another organisation: what opens locks you see/],
  ['of=operator&who=1', { asked: { ...asked, ended: true } }, /account or its organisation is disabled/],
  ['of=key&who=4', { asked: { ...asked, ended: true } }, /key has ended by then/],
  ['of=card&who=4', { asked: { ...asked, ended: true } }, /card is disabled or being removed/],
  ['of=operator&who=1', { cut: ['authorised'] }, /Authorised to the person: only the first 2,000/],
  ['of=card&who=4', { rows: [], total: 0, counts: nobody }, /No lock you see holds this card/],
])('says what else is to be known: %s', async (address, change, words) => {
  show(change, address);
  await screen.findByText(words);
  // a card opens, and there is nothing else to ask of it
  expect(screen.queryByText('Give it cards') === null).toBe(address.startsWith('of=card'));
});

it('says that it failed, and asks again', async () => {
  let times = 0;
  fakeServer().on(list.path, () => {
    times += 1;
    return times === 1 ? { sign: 'notFound', desc: 'There is no such person' } : answered();
  });
  signInWith(list);
  showPage(<WhoCanOpenPage />, '/whoCanOpen?of=operator&who=1');
  fireEvent.click(await screen.findByRole('button', { name: /again/i }));
  await screen.findByText('The battery is too low', { exact: false });
});
