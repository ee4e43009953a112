import { EnvironmentOutlined, FileSearchOutlined, SwapOutlined, UpCircleOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { alarmAddress } from '../../lock/alarmAddress.ts';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf } from '../../lock/names.ts';
import { TrackButton } from '../../lock/TrackButton.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';
import { wayTo } from './wayTo.ts';

interface Props {
  alarm: Alarm;
  /** what is offered when this is done */
  next: Alarm | undefined;
  /** something can be done with it by who reads */
  may: boolean;
  isTheirs: boolean;
  /** a deed of who reads rang it */
  isOwn: boolean;
  /** others are ticked, and the keys mean those */
  areTicked: boolean;
  busy: 'take' | 'process' | null;
  show: (id: number) => void;
  take: () => void;
  process: () => void;
  ask: (what: 'handOver' | 'escalate') => void;
}

/** What can be done, the likeliest at the end; and what comes next. */
export const CaseFooter = ({ alarm, next, may, isTheirs, isOwn, areTicked, busy, show, take, process, ask }: Props) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('alarm_kind');
  const navigate = useNavigate();
  const now = useNow();
  return (
    <>
      {next && (
        <button type="button" className="case-upnext" onClick={() => show(next.id)}>
          <small className="case-upnext-word">{t('case.upNext')}</small>
          <AlarmMark severity={next.severity} size={16} />
          <b className="case-upnext-whose">{headOf(next)}</b>
          <span className="case-upnext-what">
            {alarmWord(kinds, next)} · {duration(next.first_time, now, lang)}
            {next.owner === '' ? ` · ${t('queue.unclaimed')}` : ''}
          </span>
        </button>
      )}
      <div className="case-actions">
        <Button
          icon={alarm.seal ? <FileSearchOutlined /> : <EnvironmentOutlined />}
          aria-label={t(`detail.${wayTo(alarm)}`)}
          title={t(`detail.${wayTo(alarm)}`)}
          onClick={() => void navigate(alarmAddress(alarm))}
        />
        {alarm.device_id !== null && <TrackButton device={alarm.device_id} at={alarm.first_time} short />}
        {may && !isTheirs && alarm.escalate_time === null && (
          <Button
            icon={<UpCircleOutlined />}
            aria-label={t('case.escalate')}
            title={t('case.escalate')}
            onClick={() => ask('escalate')}
          />
        )}
        {may && (
          <Button
            type={isOwn && !isTheirs ? 'primary' : 'default'}
            icon={<SwapOutlined />}
            onClick={() => ask('handOver')}
          >
            {t(isTheirs ? 'case.takeOver' : 'case.handOver')} <kbd>H</kbd>
          </Button>
        )}
        {may && isTheirs && (
          <span className="case-locked">{t('case.locked', { name: personNamed(alarm.owner, alarm.owner_login) })}</span>
        )}
        {may && alarm.owner === '' && (
          <Button type="primary" loading={busy === 'take'} disabled={busy === 'process'} onClick={take}>
            {t('detail.take')} {!areTicked && <kbd>T</kbd>}
          </Button>
        )}
        {may && !isTheirs && !isOwn && (
          <Button
            type={alarm.owner === '' ? 'default' : 'primary'}
            loading={busy === 'process'}
            disabled={busy === 'take'}
            onClick={process}
          >
            {t(next ? 'case.processNext' : 'process.submit')} {!areTicked && <kbd>P</kbd>}
          </Button>
        )}
      </div>
    </>
  );
};
