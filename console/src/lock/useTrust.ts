import { LockStatus } from '@plomb/contract/lock/codes';
import type { StateTrust } from '@plomb/contract/lock/trust';
import { useDeafSince } from '../platform/network.ts';

/** What a status rests on, as the server told it; while nothing is heard it is just the last that is known. */
export const useTrust = ({ lock_status, held, stale }: StateTrust & { lock_status: number | null }): StateTrust => {
  const deaf = useDeafSince() !== null;
  return { held, stale: stale || (deaf && lock_status !== LockStatus.initial) };
};
