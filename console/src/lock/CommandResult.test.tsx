import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inEnglish } from '../testing/inEnglish.ts';
import { CommandResult } from './CommandResult.tsx';

inEnglish();

it.each([
  [{ numbers: ['1', '2'], count: 42 }, '40 more in the lock, on other pages'],
  [{ numbers: ['1', '2'], count: 2 }, null],
  // what was added or deleted: a count, and no page
  [{ count: 2 }, null],
])('says of a page of cards how many the lock has besides', async (cards, words) => {
  render(<CommandResult result={{ cards }} />);
  const told = await screen.findByTestId('result');
  expect(told.querySelector('dt:last-of-type + dd')?.textContent === words).toBe(words !== null);
});
