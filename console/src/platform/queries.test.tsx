import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, it } from 'vitest';
import { failureWords, Unreachable } from './answer.ts';
import { startQueries } from './queries.ts';

let isReached: boolean;
const List = () => {
  const { data, error } = useQuery({
    queryKey: ['list'],
    queryFn: async () => {
      if (!isReached) throw new Unreachable('network');
      return 'the rows';
    },
    retryDelay: 0,
  });
  return <p>{error ? failureWords(error, 'en') : (data ?? 'still coming')}</p>;
};

beforeEach(() => {
  isReached = false;
  onlineManager.setOnline(false);
});
afterEach(() => onlineManager.setOnline(true));

it('says that nothing can be reached where the computer has no network, and asks again when it has one', async () => {
  render(
    <QueryClientProvider client={startQueries()}>
      <List />
    </QueryClientProvider>,
  );
  await screen.findByText(/cannot be reached/);
  isReached = true;
  onlineManager.setOnline(true);
  await screen.findByText('the rows');
});
