import type { Assignment } from '@plomb/contract/batches/assignments';
import type { LockStatus } from '@plomb/contract/lock/codes';
import { useTranslation } from 'react-i18next';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useConnectionWord } from '../../lock/useConnectionWord.ts';
import { useTrust } from '../../lock/useTrust.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';

/** How the lock is, and whether its seal is held by the platform's word alone; `aged`: since when that is known, and how it is reached. */
export const AssignedState = ({ one, aged = false }: { one: Assignment; aged?: boolean }) => {
  const { t } = useTranslation('batches');
  const lang = useSettings((s) => s.lang);
  const connectionWord = useConnectionWord();
  const trust = useTrust(one);
  const { lock_status, connection, lock_time } = one;
  if (lock_status === null) return null;
  const sign = { status: lock_status as LockStatus, trust, lang };
  const known = [
    lock_time && t('assign.asOf', { time: clockTime(lock_time) }),
    connection && connectionWord(connection),
  ];
  return (
    <span className="assigned-state">
      <StateSign {...sign} {...(connection && { connection })} size={18} decorative />
      <span>
        <StateWord {...sign} /> {aged && <small>{known.filter(Boolean).join(' · ')}</small>}
      </span>
    </span>
  );
};
