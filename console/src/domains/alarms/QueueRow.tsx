import type { Alarm } from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { Checkbox } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf } from '../../lock/names.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSession } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import { usePlace } from './usePlace.ts';

interface Props {
  alarm: Alarm;
  open: boolean;
  picked: boolean;
  /** boxes stand there: something is picked, or it is a mere notice */
  picking: boolean;
  show: (id: number) => void;
  pick: ((alarm: Alarm, on: boolean) => void) | null;
}

/** One alarm that waits: whose it is whole, what and where, how long already, and who has it. */
export const QueueRow = memo(({ alarm, open, picked, picking, show, pick }: Props) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const self = useSession((s) => s.oper?.login_name);
  const kinds = useDictionary('alarm_kind');
  const place = usePlace(alarm);
  const now = useNow();
  const { severity, owner, owner_login } = alarm;
  const whose =
    owner === ''
      ? t(alarm.escalate_time ? 'queue.escalated' : 'queue.unclaimed')
      : owner_login === self
        ? t('queue.me')
        : personNamed(owner, owner_login);
  return (
    <li className="queue-row" data-severity={severity} data-open={open} data-picked={picked} data-alarm={alarm.id}>
      {picking && (
        <Checkbox
          checked={picked}
          aria-label={t('queue.pick', { name: headOf(alarm) })}
          onChange={({ target }) => pick?.(alarm, target.checked)}
        />
      )}
      <button type="button" aria-current={open} onClick={() => show(alarm.id)}>
        <AlarmMark severity={severity} size={severity === 'info' ? 18 : 24} />
        <span className="queue-what">
          <b>{headOf(alarm)}</b> <span className="queue-kind">{alarmWord(kinds, alarm)}</span>
          {alarm.fault > 0 && <small>{alarm.fault}</small>}
          {alarm.hits > 1 && <small>{t('queue.hits', { count: alarm.hits })}</small>}
          {alarm.unproved && <small>{t('list.unproved')}</small>}
          <DictTag code="out_of_use" value={alarm.out_of_use} />
        </span>
        <b className="queue-age">{duration(alarm.first_time, now, lang)}</b>
        <span className="queue-where">
          {place} · {alarm.org_name}
        </span>
        <span className="queue-owner" data-free={owner === ''}>
          {whose}
        </span>
      </button>
    </li>
  );
});
