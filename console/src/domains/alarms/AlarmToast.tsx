import { CloseOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useRelative } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';

/** Milliseconds after which what is not critical leaves by itself; the bell and the list keep it. */
const stay = 20_000;

export const AlarmToast = (props: {
  alarm: Alarm;
  take: (() => Promise<void>) | null;
  locate: () => void;
  close: () => void;
}) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const relative = useRelative();
  const [busy, setBusy] = useState(false);
  const { alarm, take } = props;
  const toast = useRef<HTMLElement>(null);
  const expire = useEffectEvent(() => {
    if (!toast.current?.matches(':hover, :focus-within')) props.close();
  });
  useEffect(() => {
    if (alarm.severity === 'critical') return;
    const timer = setInterval(() => expire(), stay);
    return () => clearInterval(timer);
  }, [alarm.severity]);
  return (
    <article ref={toast} className="alarm-toast" data-severity={alarm.severity}>
      <AlarmMark severity={alarm.severity} size={26} />
      <div>
        <h2>
          {kinds.word(alarm.kind)}
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
