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

/** The way to what was put aside, behind a sentence that says so. */
export const ToPutAside = ({ id }: { id: number }) => {
  const { t } = useTranslation('lock');
  return (
    useMay()(quarantine.list) && (
      <>
        {' · '}
        <Link className="to-put-aside" to={`/quarantine?device_id=${id}`}>
          {t('putAside')}
        </Link>
      </>
    )
  );
};

/** Of a lock that is heard and whose reports are put aside: since when its place and readings are not taken, and where to look. */
export const PutAside = ({ id, since }: Props) => {
  const { t } = useTranslation('lock');
  const now = useNow();
  return (
    <p className="put-aside">
      <InboxOutlined aria-hidden /> {t('asideSince', { time: shortTime(since, now) })}
      <ToPutAside id={id} />
    </p>
  );
};

interface ShortProps {
  /** where a link may stand */
  id?: number;
  since: string;
  /** where there is room for a sign and a time only */
  narrow?: boolean;
}

/** The same where there is room for a few words. */
export const PutAsideShort = ({ id, since, narrow = false }: ShortProps) => {
  const { t } = useTranslation('lock');
  const now = useNow();
  const may = useMay();
  const time = shortTime(since, now);
  const words = (
    <>
      <InboxOutlined aria-hidden /> {narrow ? time : t('asideShort', { time })}
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
      {narrow && <span className="unseen">{whole}</span>}
    </span>
  );
};
