import { sealCalls } from '@plomb/contract/seals/domain';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fakeServer.ts';
import { inEnglish } from '../../testing/inEnglish.ts';
import { showPage } from '../../testing/showPage.tsx';
import { SeriesTable } from './SeriesTable.tsx';

inEnglish();

it('names all that it says of a series where it stands, in a row that stays one on a phone', async () => {
  const series = {
    ...{ id: 7, prefix: 'NB 4472', first: 400, count: 100, kind_name: 'bolt', iso_class: 'H', reusable: false },
    ...{ org_name: 'O', oper_name: 'Xu Lan', witness: '', create_time: '2026-11-12T08:00:00.000Z' },
    ...{ used: 1, in_hand: 99, scrapped: 0, unexplained: 0 },
  };
  fakeServer().on(sealCalls.qrSeals.series.path, () => ({ data: { rows: [series], more: false } }));
  showPage(<SeriesTable of={sealCalls.qrSeals} chosen={null} choose={() => undefined} isNarrower={false} />, '/qrSeal');
  const cells = (await screen.findByRole('row', { name: /^NB 4472/ })).querySelectorAll('td');
  expect([...cells].map((cell) => [cell.dataset.name, cell.textContent])).toEqual([
    ['Kind of seal', 'bolt · ISO 17712 H'],
    ...[
      ['Received', '100'],
      ['= Used', '1'],
      ['+ In hand', '99'],
      ['+ Scrapped', '0'],
      ['+ Unexplained', '0'],
    ],
    ...[
      ['Organisation', 'O'],
      ['Share used', ' 1%'],
      ['Made by', 'Xu Lan'],
    ],
  ]);
  expect(screen.getByRole('progressbar', { name: 'Share used' }).getAttribute('value')).toBe('1');
  expect([...cells].every((cell) => cell.getAttribute('role') === 'cell')).toBe(true);
});

it('says of a share that was used that it is all of it where it is, and nothing where nothing was', async () => {
  const series = (id: number, used: number) => ({
    ...{ id, prefix: `NB ${id}`, first: 1, count: 300, kind_name: 'bolt', iso_class: 'H', reusable: false },
    ...{ org_name: 'O', oper_name: 'Xu Lan', witness: '', create_time: '2026-11-12T08:00:00.000Z' },
    ...{ used, in_hand: 300 - used, scrapped: 0, unexplained: 0 },
  });
  const rows = [0, 1, 258, 299, 300].map((used, id) => series(id, used));
  fakeServer().on(sealCalls.qrSeals.series.path, () => ({ data: { rows, more: false } }));
  showPage(<SeriesTable of={sealCalls.qrSeals} chosen={null} choose={() => undefined} isNarrower={false} />, '/qrSeal');
  const bars = await screen.findAllByRole('progressbar', { name: 'Share used' });
  expect(bars.map((bar) => bar.getAttribute('value'))).toEqual(['0', '1', '86', '99', '100']);
});

it('says of a list that is narrowed that its series are not', async () => {
  const rows = [{ id: 1, prefix: 'NB 1', first: 1, count: 3, kind_name: 'bolt', iso_class: 'H', witness: '' }];
  fakeServer().on(sealCalls.qrSeals.series.path, () => ({ data: { rows, more: false } }));
  showPage(<SeriesTable of={sealCalls.qrSeals} chosen={null} choose={() => undefined} isNarrower />, '/qrSeal');
  expect(await screen.findByRole('columnheader', { name: 'Series · unfiltered' })).toBeDefined();
});
