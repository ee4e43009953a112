import { CloseOutlined, LeftOutlined, RightOutlined, SoundOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../lock/alarmWord.ts';
import { faultWord } from '../../lock/codes.ts';
import { headOf, nameBelow } from '../../lock/names.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useRelative } from '../../platform/time.ts';
import { AlarmMark } from './AlarmMark.tsx';
import { usePlace } from './usePlace.ts';

interface Props {
  alarm: Alarm;
  /** which of how many wait */
  place: number;
  count: number;
  /** there where a newer one came while this was being dealt with */
  toNewest: (() => void) | null;
  turn: (by: 1 | -1) => void;
  take: (() => Promise<void>) | null;
  locate: () => void;
  close: () => void;
  /** the browser keeps silent until it is told otherwise; null = it does not */
  unmute: (() => void) | null;
}

/** A critical alarm nobody has taken, or that rang again since somebody did: whose it is first and whole, then what, where and since when. */
export const AlarmToast = ({ alarm, take, ...props }: Props) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const faults = useDictionary('fault');
  const relative = useRelative();
  const place = usePlace(alarm);
  const [busy, setBusy] = useState(false);
  const [words, whose, when] = [useId(), useId(), useId()];
  const { owner, first_time, last_time } = alarm;
  const isTaken = owner !== '';
  return (
    <article className="alarm-toast" aria-labelledby={`${whose} ${when}`}>
      <AlarmMark severity={alarm.severity} size={26} />
      <div className="alarm-toast-words" id={words}>
        <h2 id={whose}>
          <span className="alarm-toast-whose">{headOf(alarm)}</span> <b>{alarmWord(kinds, alarm)}</b>
        </h2>
        <p>
          <time id={when} className="age">
            {relative(isTaken ? last_time : first_time)}
          </time>
          {` · ${place}`}
          <span className="alarm-toast-rest">
            {[nameBelow(alarm), alarm.org_name, faultWord(faults, alarm.fault)]
              .filter(Boolean)
              .map((words) => ` · ${words}`)
              .join('')}
          </span>
          {isTaken && ` · ${t('messages.takenBy', { name: personNamed(owner, alarm.owner_login) })}`}
          {alarm.unproved && ` · ${t('list.unproved')}`}
        </p>
      </div>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={t(isTaken ? 'toast.seen' : 'toast.close')}
        title={t(isTaken ? 'toast.seen' : 'toast.close')}
        aria-describedby={words}
        onClick={props.close}
      />
      <div className="alarm-toast-actions">
        {take && (
          <Button
            type="primary"
            loading={busy}
            aria-describedby={words}
            onClick={() => {
              setBusy(true);
              void take().finally(() => setBusy(false));
            }}
          >
            {t('toast.take')}
            {/* F8 comes here from anywhere and takes nothing: the key says what is left to press */}
            <kbd data-then="Enter">F8</kbd>
          </Button>
        )}
        <Button className="alarm-toast-locate" aria-describedby={words} onClick={props.locate}>
          {t('toast.locate')}
        </Button>
        {props.unmute && (
          <Button
            className="alarm-toast-sound"
            type="text"
            icon={<SoundOutlined />}
            aria-label={t('toast.soundOn')}
            title={t('toast.soundOff')}
            onClick={props.unmute}
          >
            {t('toast.soundOn')}
          </Button>
        )}
        {props.count > 1 && (
          // where there is room for one line only: how many more, and the way to them
          <Button
            className="alarm-toast-more"
            size="small"
            aria-label={t('toast.more', { count: props.count - 1 })}
            title={t('toast.more', { count: props.count - 1 })}
            onClick={() => props.turn(1)}
          >
            +{props.count - 1}
          </Button>
        )}
        {props.toNewest && (
          <Button type="link" size="small" onClick={props.toNewest}>
            {t('toast.newer')}
          </Button>
        )}
        {props.count > 1 && (
          <span className="alarm-toast-turn">
            <Button
              type="text"
              size="small"
              icon={<LeftOutlined />}
              aria-label={t('toast.before')}
              onClick={() => props.turn(-1)}
            />
            {t('toast.place', { place: props.place + 1, count: props.count })}
            <Button
              type="text"
              size="small"
              icon={<RightOutlined />}
              aria-label={t('toast.after')}
              onClick={() => props.turn(1)}
            />
          </span>
        )}
      </div>
    </article>
  );
};
