import type { FieldErrorCode } from '@plomb/contract/errors';
import { longestKeyDays } from '@plomb/contract/personal/apiKeys';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';

interface WantedKey {
  scope: readonly string[];
  physical: boolean;
  expire_time: string;
}

/** What stands against a new key, beside its field; null: nothing. Nobody gives away what it does not hold. */
export const keyFault = (
  key: WantedKey,
  grants: ReadonlySet<string>,
  now: number,
): { field: keyof WantedKey; error: FieldErrorCode } | null => {
  if (!key.scope.every((permit) => grants.has(permit))) return { field: 'scope', error: 'keyScope' };
  if (!key.physical && key.scope.some((permit) => physicalPermits.has(permit)))
    return { field: 'physical', error: 'keyPhysical' };
  const expires = Date.parse(key.expire_time);
  // a day of grace: "in a year" is counted from the browser's midnight
  if (expires <= now || expires > now + longestKeyDays * 86_400_000)
    return { field: 'expire_time', error: 'keyExpiry' };
  return null;
};
