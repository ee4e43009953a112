import { AimOutlined, MoonOutlined, WarningFilled, WarningOutlined } from '@ant-design/icons';
import { LockAction, type LockStatus } from '@plomb/contract/lock/codes';
import { stateSigns } from '@plomb/contract/lock/signs';
import { trustedWord, trustOf } from '@plomb/contract/lock/trust';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmWord } from '../../lock/alarmWord.ts';
import { faultWord, sourceWord } from '../../lock/codes.ts';
import { secondTime } from '../../lock/shortTime.ts';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { withDecimals } from '../../platform/numbers.ts';
import { useSettings } from '../../platform/settings.ts';
import { FLAG } from '../../ui/shapes.ts';
import { isForced, type Moment } from './moments.ts';
import { spanIn } from './span.ts';

export const statusOf = (code: number): LockStatus => (code in stateSigns ? (code as LockStatus) : 255);

export const FlagSign = ({ size = 16 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d={FLAG} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
export const LateSign = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="var(--accent)" strokeWidth="2" aria-hidden="true">
    <circle cx="8" cy="8" r="4.4" />
  </svg>
);
export const GapSign = () => (
  <svg width="20" height="8" viewBox="0 0 20 8" fill="var(--sign-open)" aria-hidden="true">
    {[3, 10, 17].map((x) => (
      <circle key={x} cx={x} cy="4" r="2" />
    ))}
  </svg>
);

export interface MomentWords {
  sign: ReactNode;
  title: string;
  detail: string;
  tone: 'alarm' | 'doubt' | null;
}

/** A moment as a line of the list has it. */
export const useMomentWords = () => {
  const { t } = useTranslation(['tracks', 'lock']);
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const sources = useDictionary('msg_lso');
  const faults = useDictionary('fault');
  const kinds = useDictionary('alarm_kind');
  const joined = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ');
  return (moment: Moment): MomentWords => {
    switch (moment.kind) {
      case 'event': {
        const { event, family } = moment;
        // the state it was found in then: how old the lock's word is now says nothing about it
        const trust = trustOf({ family, lock_status: event.ls_after }, true);
        const forced = event.lst === LockAction.tamper;
        const moved = event.ls_before !== event.ls_after || event.lst !== LockAction.normal;
        return {
          sign: isForced(event) ? (
            <WarningFilled className="moment-alarm" data-severity={event.authenticated ? 'critical' : 'warning'} />
          ) : (
            <StateSign status={statusOf(event.ls_after)} trust={trust} lang={lang} size={18} decorative />
          ),
          title: forced
            ? t('lock:events.tamper')
            : moved
              ? trustedWord(states.word(event.ls_after), trust, lang)
              : t('lock:events.report'),
          detail: joined(
            !event.authenticated && t('lock:events.unproved'),
            event.quality === 'inferred' && t('lock:events.inferred'),
            event.replay && t('lock:events.replay'),
            !event.timed && t('lock:events.untimed'),
            sourceWord(sources, event.lso),
            event.actor,
            faultWord(faults, event.fault),
          ),
          tone: !event.authenticated ? 'doubt' : forced ? 'alarm' : null,
        };
      }
      case 'alarm': {
        const { alarm } = moment;
        const critical = alarm.severity === 'critical';
        const Sign = critical ? WarningFilled : WarningOutlined;
        return {
          sign: <Sign className="moment-alarm" data-severity={alarm.severity} />,
          title: alarmWord(kinds, alarm),
          detail: joined(
            alarm.unproved && t('lock:events.unproved'),
            alarm.late && t('lock:events.replay'),
            faultWord(faults, alarm.fault),
          ),
          tone: critical && !alarm.unproved ? 'alarm' : 'doubt',
        };
      }
      case 'gap': {
        const { kind, from, to, apart } = moment.gap;
        const asleep = kind === 'asleep';
        return {
          sign: asleep ? <MoonOutlined /> : kind === 'silent' ? <GapSign /> : <AimOutlined className="moment-doubt" />,
          title: t(`gap.${kind}`, { time: spanIn(t, to - from) }),
          detail: joined(
            t(`gapText.${kind}`),
            !asleep && apart !== null && apart >= 100 && t('apart', { km: withDecimals(apart / 1000, 1, lang) }),
          ),
          tone: asleep ? null : 'doubt',
        };
      }
      case 'stop':
        return {
          sign: <FlagSign />,
          title: t('stop', { time: spanIn(t, moment.stop.to - moment.stop.from) }),
          detail: t('stood'),
          tone: null,
        };
      case 'late': {
        const last = moment.fixes.at(-1);
        return {
          sign: <LateSign />,
          title: t('late', { count: moment.fixes.length }),
          detail: t('lateText', { time: last ? secondTime(last.receive_time) : '' }),
          tone: null,
        };
      }
    }
  };
};
