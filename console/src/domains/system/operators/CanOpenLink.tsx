import { openable } from '@plomb/contract/devices/openable';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../platform/may.ts';
import '../../../lock/deviceLink.css';

/** To what an operator can open. */
export const CanOpenLink = ({ id }: { id: number }) => {
  const { t } = useTranslation('system/operators');
  return useMay()(openable.list) ? (
    <p>
      <Link className="device-link" to={`/whoCanOpen?of=operator&who=${id}`}>
        {t('whatCanOpen')}
      </Link>
    </p>
  ) : null;
};
