import { LockStatus } from '@plomb/contract/lock/codes';
import { sealModel } from '@plomb/contract/lock/operable';
import type { PhysicalKind } from '@plomb/contract/lock/orderKinds';
import type { StateTrust } from '@plomb/contract/lock/trust';
import type { MapLock } from '@plomb/contract/map/map';

/**
 * What an order would bring about, as far as the lock's state is known. `unsealUnknown`: nobody can say whether a seal
 * would end. `hold`: nothing is sent, the platform only writes down that it holds the seal.
 */
export const consequenceOf = (
  kind: PhysicalKind,
  { family, lock_status }: Pick<MapLock, 'family' | 'lock_status'>,
  { held, stale }: StateTrust,
): 'seal' | 'hold' | 'unseal' | 'unsealHeld' | 'unsealLocked' | 'unsealUnknown' => {
  if (kind === 'seal') return sealModel[family] === 'platform' ? 'hold' : 'seal';
  if (lock_status === LockStatus.sealedLocked && !stale) return held ? 'unsealHeld' : 'unseal';
  return lock_status === LockStatus.unsealedLocked && !stale ? 'unsealLocked' : 'unsealUnknown';
};
