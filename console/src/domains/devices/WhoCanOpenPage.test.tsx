import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Opener, OpenerAnswer } from '@plomb/contract/devices/openers';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage, signInWith } from '../../testing/showPage.tsx';
import { WhoCanOpenPage } from './WhoCanOpenPage.tsx';

inEnglish();
const { list } = deviceCalls.openers;
const none = { may: 0, approval: 0, against: 0, uncertain: 0, refused: 0 };
const opener = (change: Partial<Opener>): Opener => ({
  ...{ what: 'person', id: 1, operator_id: 1, name: 'Chen', login_name: 'chen', org_name: 'East', roleName: 'Guards' },
  ...{ answer: 'may', clause: null, why: null, change: null, orders: null, people: null, from_time: null },
  ...{ until_time: null, uses: null, by: '', sent: null, card: null },
  ...change,
});
const rows = [
  opener({}),
  opener({ id: 2, name: 'Zhou', answer: 'approval', why: { zh: '须第二人批准', en: 'a second person' } }),
  opener({ id: 7, name: 'Xu', answer: 'approval', clause: 'place', why: { zh: '区域外', en: 'outside' } }),
  opener({ id: 3, name: 'Wu', answer: 'refused', clause: 'button', why: { zh: '没有权限', en: 'No permission' } }),
  opener({ what: 'key', id: 4, name: 'Gate', by: 'Chen', until_time: '2026-11-30T00:00:00.000Z' }),
  opener({
    ...{ what: 'card', id: 6, name: 'Yard card', login_name: '', org_name: '', answer: 'against', by: 'Nights' },
    why: { zh: '不在时段', en: 'Out of hours' },
    change: '2026-11-24T14:00:00.000Z',
    card: {
      ...{ ic_no: '70260011', card_no: 'A-31', standing: 'area', opens: 'hours', registered: true, count: 1 },
      rules: [
        {
          ...{ id: 1, rule_name: 'Nights', from_time: null, until_time: null, inside: true, area: 'Yard' },
          hours: { from: '22:00', until: '06:00', time_zone: 'Asia/Shanghai' },
        },
      ],
    },
  }),
  opener({ what: 'code', id: 5, name: 'Driver', answer: 'uncertain', from_time: '2026-11-23T00:00:00.000Z' }),
];
const answered = (change: object = {}) => ({
  data: {
    ...{ rows, total: 6, changes: [], above: false, cut: [], cards: true, areas: [], place: null },
    judge_time: '2026-11-23T08:00:00.000Z',
    counts: {
      ...{ person: { ...none, may: 1, approval: 1, refused: 1 }, key: { ...none, may: 1 } },
      ...{
        assigned: none,
        authorised: none,
        card: { ...none, against: 1 },
        code: { ...none, uncertain: 1 },
        password: none,
      },
    },
    ...change,
  },
});

it('asks for the lock first', async () => {
  fakeServer();
  signInWith(list);
  showPage(<WhoCanOpenPage />, '/whoCanOpen');
  await screen.findByText('Choose a lock first');
});

it('says of each who, by which rule and when that changes, counted kind by kind', async () => {
  const asked: unknown[] = [];
  fakeServer().on(list.path, (body) => {
    asked.push(body);
    return answered();
  });
  signInWith(list);
  showPage(<WhoCanOpenPage />, '/whoCanOpen?device_id=7');
  await screen.findByText('Zhou');
  const texts = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(texts.slice(1, 6)).toEqual([
    'People 1 can, 1 needs approval, 1 cannot',
    expect.stringMatching(/^Chen \(you\).*Can: the role holds the button.*Stays so$/),
    expect.stringMatching(/^Zhou.*Can once a second person has approved it/),
    expect.stringMatching(/^Xu.*approved it: the lock is not known to be where.*Once the lock tells that it is inside/),
    expect.stringMatching(/^Wu.*Cannot: No permission.*Stays so$/),
  ]);
  expect(texts.at(-3)).toMatch(
    /^Yard cardA-31.*The lock opens, against the rule: Out of hours.*“Nights”.*22:00–06:00.*changes at/,
  );
  expect(document.querySelector('.openers-head')!.textContent).toMatch(
    /Can open it now1 person, 1 key 1 needs approval · 1 against a rule · 1 uncertain/,
  );
  expect(texts.at(-1)).toMatch(/Driver.*Perhaps still.*once the lock has another password/);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'All',
    'Can 2',
    'Needs approval 1',
    'Against a rule 1',
    'Uncertain 1',
    'Cannot 1',
  ]);
  fireEvent.click(screen.getByRole('tab', { name: 'Cannot 1' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ device_id: 7, answer: 'refused' }));
  fireEvent.click(screen.getByText('Seal'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ operation: 'seal' }));
});

it('tells what changes, and of a moment ahead what cannot be known', async () => {
  const time = '2026-11-24T08:00:00.000Z';
  fakeServer().on(list.path, () => answered({ changes: [{ time, what: 'authorised', name: 'Zhang', answer: 'may' }] }));
  signInWith(list);
  showPage(<WhoCanOpenPage />, `/whoCanOpen?device_id=7&at=${time}`);
  expect(await screen.findAllByText(/^Zhang can from then/)).toHaveLength(2);
  screen.getByText(/Where the lock will be, its battery and its state cannot be known/);
});

it.each<[OpenerAnswer, string]>([
  ['may', 'Can'],
  ['refused', 'Cannot'],
])('says whether one person can: %s', async (answer, word) => {
  fakeServer().on(list.path, (body) =>
    'operator_id' in (body as object) ? answered({ rows: [opener({ id: 3, name: 'Wu', answer })] }) : answered(),
  );
  signInWith(list);
  showPage(<WhoCanOpenPage />, '/whoCanOpen?device_id=7');
  await screen.findByText('Zhou');
  const person = screen.getByRole('combobox', { name: 'Person' });
  fireEvent.mouseDown(person);
  fireEvent.click(await screen.findByTitle('Wu (chen)'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(new RegExp(`${word}:`)));
});

it('says what is not shown: cards to who may not see them, and what is beyond the most', async () => {
  fakeServer().on(list.path, () => answered({ cards: false, cut: ['key'], above: true }));
  signInWith(list);
  showPage(<WhoCanOpenPage />, '/whoCanOpen?device_id=7');
  await screen.findByText('Cards are not shown: you may not see cards and locks.');
  screen.getByText('API keys: only the first 2,000 are listed, there are more.');
  screen.getByText(/Organisations above yours/);
});
