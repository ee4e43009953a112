import { QueryClient } from '@tanstack/react-query';
import { Refused } from './answer.ts';

/** Whether an answer, or that none comes, stands on the screen already: asked again by itself it says nothing new in a message. */
export const isAnswered = (queries: QueryClient, key: readonly unknown[]): boolean => {
  const state = queries.getQueryState(key);
  return state !== undefined && (state.data !== undefined || state.errorUpdateCount > 0);
};

/** What the console keeps of the server's answers. */
export const startQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // a refusal stays one; a broken line is tried once more
        retry: (failures, error) => !(error instanceof Refused) && failures < 1,
        refetchOnWindowFocus: true,
        // without a network it is asked all the same: a question that waits for one leaves a page that comes for ever and says nothing
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
