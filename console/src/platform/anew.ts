import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { calmly } from './calm.ts';

/**
 * Fetches a list anew when asked to, at most once in a while. What is asked for while the list is under way is done once
 * more behind it: what arrives then may have been read before. `behind` asks for no more than that.
 */
export const anew = (
  queries: QueryClient,
  queryKey: QueryKey,
  milliseconds: number,
): { ask(): void; behind(): void; stop(): void } => {
  let again = false;
  const isUnderWay = (): boolean => queries.isFetching({ queryKey, exact: true }) > 0;
  const behind = (): void => {
    again ||= isUnderWay();
  };
  const fetch = (): void => {
    behind();
    if (!again) void queries.invalidateQueries({ queryKey, exact: true });
  };
  const calm = calmly(fetch, milliseconds);
  const unhear = queries.getQueryCache().subscribe(() => {
    if (!again || isUnderWay()) return;
    again = false;
    fetch();
  });
  return {
    ask: calm.ask,
    behind,
    stop() {
      calm.stop();
      unhear();
    },
  };
};
