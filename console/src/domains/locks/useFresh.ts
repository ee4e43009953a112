import type { Connection } from '@plomb/contract/devices';
import { isFresh, type WordFacts } from '@plomb/contract/operable';
import { useNow } from '../../platform/time.ts';

/** Whether the state of a lock is the present one, renewed as time passes. */
export const useFresh = (lock: WordFacts, connection: Connection): boolean => isFresh(lock, connection, useNow());
