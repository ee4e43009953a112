import { InboxOutlined } from '@ant-design/icons';
import { quarantine } from '@plomb/contract/devices/putAside';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../platform/may.ts';
import { useNow } from '../platform/time.ts';
import { shortTime } from './shortTime.ts';
import './putAside.css';

interface Props {
  id: number;
  /** `aside_since` */
  since: string;
}

/** Of a lock that is heard and whose reports are put aside: since when its place and readings are not taken, and where to look. */
export const PutAside = ({ id, since }: Props) => {
  const { t } = useTranslation('lock');
  const now = useNow();
  const may = useMay();
  return (
    <p className="put-aside">
      <InboxOutlined aria-hidden /> {t('asideSince', { time: shortTime(since, now) })}{' '}
      {may(quarantine.list) && <Link to={`/quarantine?device_id=${id}`}>{t('putAside')}</Link>}
    </p>
  );
};

/** The same where there is room for a few words; a link where `id` is told and a link may stand. */
export const PutAsideShort = ({ id, since }: { id?: number; since: string }) => {
  const { t } = useTranslation('lock');
  const now = useNow();
  const may = useMay();
  const time = shortTime(since, now);
  const words = (
    <>
      <InboxOutlined aria-hidden /> {t('asideShort', { time })}
    </>
  );
  const whole = t('asideSince', { time });
  return id !== undefined && may(quarantine.list) ? (
    <Link className="put-aside" to={`/quarantine?device_id=${id}`} title={whole}>
      {words}
    </Link>
  ) : (
    <span className="put-aside" title={whole}>
      {words}
    </span>
  );
};
