import type { Openable } from '@plomb/contract/devices/openable';
import type { OpenerCounts, OpenerKind } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../../lock/DeviceLink.tsx';
import { headOf } from '../../../lock/names.ts';
import { StateSign } from '../../../lock/sign/StateSign.tsx';
import { useSettings } from '../../../platform/settings.ts';
import { RightsTable } from './RightsTable.tsx';

/** Which locks, by what right, and when that changes; kind by kind. */
export const OpenablesTable = (props: {
  rows: readonly Openable[];
  /** null: they are too many to be counted */
  counts: Record<OpenerKind, OpenerCounts> | null;
}) => {
  const { t } = useTranslation('devices/openers');
  const lang = useSettings((s) => s.lang);
  return (
    <RightsTable
      {...props}
      heading={t('device')}
      wordOf={(kind) => t(`right.${kind}`)}
      keyOf={({ id, lock }) => `${lock.id}-${id}`}
      whose={({ lock }) => (
        <>
          <StateSign status={lock.lock_status} connection={lock.connection} lang={lang} size={20} />
          <span>
            <b>{lock.seen ? <DeviceLink id={lock.id}>{headOf(lock)}</DeviceLink> : headOf(lock)}</b>
            <small>
              <span className="mono">{lock.sn}</span> · {lock.org_name}
            </small>
          </span>
        </>
      )}
      further={({ lock }) =>
        lock.seen && (
          <small>
            <Link className="device-link" to={`/whoCanOpen?device_id=${lock.id}`}>
              {t('whom.others')}
            </Link>
          </small>
        )
      }
    />
  );
};
