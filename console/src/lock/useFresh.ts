import type { Connection } from '@plomb/contract/lock/connection';
import { isFresh, type WordFacts } from '@plomb/contract/lock/operable';
import { useDeafSince } from '../platform/network.ts';
import { useNow } from '../platform/time.ts';

/** Whether the state of a lock is the present one, renewed as time passes; while nothing is heard of any, none is. */
export const useFresh = (lock: WordFacts, connection: Connection): boolean => {
  const now = useNow();
  return useDeafSince() === null && isFresh(lock, connection, now);
};
