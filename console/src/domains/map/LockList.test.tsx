import { emptyCounts } from '@plomb/contract/fleetFilter';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Unreachable } from '../../platform/answer.ts';
import { startI18n } from '../../platform/i18n.ts';
import { useLiveLocks } from '../../platform/liveLocks.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { LockList, type LockListProps } from './LockList.tsx';
import { noFilter } from './lockFilter.ts';

beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
afterEach(() => {
  cleanup();
  useLiveLocks.setState({ loaded: false, failure: null });
});

const show = async (over: Partial<LockListProps> = {}) => {
  render(
    <MemoryRouter>
      <Suspense>
        <LockList
          total={0}
          rows={[]}
          counts={emptyCounts()}
          inView={0}
          cut={null}
          filter={noFilter}
          change={() => {}}
          sort="severity"
          onSort={() => {}}
          viewOnly={false}
          onViewOnly={() => {}}
          selected={null}
          onChoose={() => {}}
          phone={false}
          search={null}
          {...over}
        />
      </Suspense>
    </MemoryRouter>,
  );
  return (await screen.findByRole('region', { name: 'Locks' })).querySelector('header')?.textContent;
};
const figures = (): (string | null)[] =>
  [...document.querySelectorAll('fieldset b')].map((figure) => figure.textContent);

it('claims no figure of locks that were never loaded: zero abnormal would be a fact', async () => {
  useLiveLocks.setState({ loaded: false, failure: new Unreachable('network') });
  const head = await show();
  expect(screen.getByText('The locks could not be loaded')).toBeTruthy();
  expect(head).toBe('Locks–');
  expect(figures()).toHaveLength(9);
  expect(new Set(figures())).toEqual(new Set(['–']));
});

it('counts zero where the list came and is empty', async () => {
  useLiveLocks.setState({ loaded: true });
  expect(await show()).toBe('Locks0 locks');
  expect(new Set(figures())).toEqual(new Set(['0']));
});

describe('of a fleet that is not held here', () => {
  const counts = emptyCounts();
  counts.statuses[2] = 299_610;
  counts.statuses[3] = 9999;
  const now = new Date(2026, 10, 21, 8, 15, 3).getTime();
  const large = { total: 300_000, inView: 12, counts };

  it('says that the first are listed, and in the order of names only what is held is', async () => {
    useLiveLocks.setState({ loaded: true });
    expect(await show({ ...large, cut: { passed: 300_000, cut: false, pending: true, now } })).toBe(
      'Locks300,000 locks · 12 in view',
    );
    expect(screen.getByRole('region', { name: 'Locks' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText(/first 0 of them are listed. Counts and groups as of 08:15:03/)).toBeTruthy();
    screen.getByRole('button', { name: 'Order: Most severe first' }).click();
    expect(await screen.findByText('Longest unheard first')).toBeTruthy();
    expect(screen.queryByText('By name')).toBeNull();
  });

  it('says that a search fits more than are looked at', async () => {
    useLiveLocks.setState({ loaded: true });
    await show({ ...large, cut: { passed: 10_000, cut: true, pending: false, now } });
    expect(screen.getByText(/More than 10,000 locks fit the search/)).toBeTruthy();
  });

  it('shortens a count that has no room, and says the whole of it in its title', async () => {
    useLiveLocks.setState({ loaded: true });
    await show({ ...large, cut: { passed: 0, cut: false, pending: false, now } });
    expect(screen.getByTitle('Sealed: 299,610').textContent).toContain('299k');
    expect(screen.getByTitle(/^Abnormal by the last report/).textContent).toContain('9999');
  });
});

it('says of its figures that they count only what the search finds', async () => {
  useLiveLocks.setState({ loaded: true });
  await show({ total: 14 });
  expect(screen.queryByText('Counted among what the search finds')).toBeNull();
  cleanup();
  await show({ total: 14, filter: { ...noFilter, text: 'nothing like it' } });
  expect(screen.getByText('Counted among what the search finds')).toBeTruthy();
  expect(screen.getByText(/Retired and disabled locks are not on the map/)).toBeTruthy();
});
