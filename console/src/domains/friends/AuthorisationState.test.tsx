import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { inEnglish } from '../../testing/inEnglish.ts';
import { AuthorisationState } from './AuthorisationState.tsx';

inEnglish();
const hours = (away: number) => new Date(Date.now() + away * 3_600_000).toISOString();

it.each([
  ['active', -1, 'Active'],
  ['active', 1, 'Begins later'],
  ['expired', 1, 'Expired'],
] as const)('one that is %s and begins in %i h is said to be: %s', async (state, away, words) => {
  render(
    <Suspense>
      <AuthorisationState one={{ state, from_time: hours(away) }} />
    </Suspense>,
  );
  expect(await screen.findByText(words)).toBeTruthy();
});
