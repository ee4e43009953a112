import { CloseOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRelative } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';

export const AlarmToast = (props: {
  alarm: Alarm;
  take: (() => Promise<void>) | null;
  locate: () => void;
  close: () => void;
}) => {
  const { t } = useTranslation('alarms');
  const relative = useRelative();
  const [busy, setBusy] = useState(false);
  const { alarm, take } = props;
  return (
    <article className="alarm-toast" data-severity={alarm.severity}>
      <AlarmMark severity={alarm.severity} size={26} />
      <div>
        <h2>
          {t(`kind.${alarm.kind}`)}
          {alarm.fault > 0 && <small>{alarm.fault}</small>}
        </h2>
        <p>{[alarm.device_name, alarm.subject].filter(Boolean).join(' · ')}</p>
        <p className="alarm-toast-meta">
          {alarm.org_name} · {relative(alarm.first_time)}
        </p>
      </div>
      <div className="alarm-toast-actions">
        {take && (
          <Button
            type="primary"
            loading={busy}
            onClick={() => {
              setBusy(true);
              void take().finally(() => setBusy(false));
            }}
          >
            {t('toast.take')}
          </Button>
        )}
        <Button onClick={props.locate}>{t('toast.locate')}</Button>
      </div>
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('toast.close')} onClick={props.close} />
    </article>
  );
};
