import { emptyCounts } from '@plomb/contract/fleetFilter';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { Unreachable } from '../../platform/answer.ts';
import { startI18n } from '../../platform/i18n.ts';
import { useLiveLocks } from '../../platform/liveLocks.ts';
import { setLangChoice } from '../../platform/settings.ts';
import { LockList } from './LockList.tsx';
import { noFilter } from './lockFilter.ts';

beforeAll(async () => {
  setLangChoice('en');
  await startI18n();
});
afterEach(() => {
  cleanup();
  useLiveLocks.setState({ loaded: false, failure: null });
});

const show = async () => {
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
