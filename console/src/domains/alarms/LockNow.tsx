import { isFresh } from '@plomb/contract/lock/operable';
import { trustOf } from '@plomb/contract/lock/trust';
import { map } from '@plomb/contract/map/map';
import { useTranslation } from 'react-i18next';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useChosenLock } from '../../lock/useChosenLock.ts';
import { useMay } from '../../platform/may.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { useNow, useRelative } from '../../platform/time.ts';

/** How the lock of an alarm stands now: what rang may be over, or may stand open all the same. */
export const LockNow = ({ id }: { id: number }) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const relative = useRelative();
  const deaf = useDeafSince() !== null;
  const { lock, connection } = useChosenLock(id, null, useMay()(map.lock));
  if (!lock) return null;
  const trust = trustOf(lock, !deaf && isFresh(lock, connection, now));
  return (
    <>
      <dt>{t('detail.lockNow')}</dt>
      <dd className="alarm-lock-now">
        <StateSign status={lock.lock_status} connection={connection} trust={trust} lang={lang} size={19} decorative />
        <StateWord status={lock.lock_status} trust={trust} lang={lang} />
        {lock.report_time && <small className="alarm-lock-age age">{relative(lock.report_time)}</small>}
      </dd>
    </>
  );
};
