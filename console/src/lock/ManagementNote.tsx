import { ToolOutlined } from '@ant-design/icons';
import type { MapLock } from '@plomb/contract/map/map';
import { useTranslation } from 'react-i18next';
import { useNow } from '../platform/time.ts';
import { shortTime } from './shortTime.ts';
import './managementNote.css';

/** Who has a device in management mode, and until when: meanwhile its lock rings nothing unless it is forced. */
export const ManagementNote = ({ management_by: name, management_until: until }: Shown) => {
  const { t } = useTranslation('lock');
  const now = useNow();
  if (until === null || !(Date.parse(until) > now)) return null;
  return (
    <p className="management-note">
      <ToolOutlined aria-hidden /> {t('managed', { name, time: shortTime(until, now) })}
    </p>
  );
};
type Shown = Pick<MapLock, 'management_by' | 'management_until'>;
