import { AlertOutlined } from '@ant-design/icons';
import { LockStatus } from '@plomb/contract/lock/codes';
import type { Counts } from '@plomb/contract/map/fleetFilter';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../../lock/shortTime.ts';
import { ConnectionSign } from '../../../lock/sign/ConnectionSign.tsx';
import { StateSign } from '../../../lock/sign/StateSign.tsx';
import { byServer } from '../../../platform/clock.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useSettings } from '../../../platform/settings.ts';
import { duration, useNow } from '../../../platform/time.ts';
import { useNumber } from '../../../ui/useNumber.ts';

interface FigureProps {
  title: string;
  sign: ReactNode;
  /** null: not known */
  count: number | null;
  text: string;
  /** since when it may be old, ms since 1970 by the server's clock; 0: it was never known; null: it is of now */
  old: number | null;
  urgent?: boolean;
}

/** A number to be read across the room; one that is not of now says of when it is instead of anything else. */
const Figure = ({ title, sign, count, text, old, urgent = false }: FigureProps) => {
  const { t } = useTranslation('map/wall');
  const number = useNumber();
  const now = useNow();
  return (
    <li className="wall-figure" data-urgent={urgent && count !== 0 && old === null} data-old={old !== null}>
      <p className="wall-number">
        {sign}
        <b>{count === null ? '–' : number(count)}</b>
      </p>
      <p className="wall-title">{title}</p>
      <p className="wall-note">
        {old === null
          ? text
          : old === 0
            ? t('notLoaded')
            : t('asOf', { time: shortTime(new Date(old).toISOString(), now) })}
      </p>
    </li>
  );
};

export interface WallNumbers {
  /** null: this operator sees no alarms */
  alarms: { unprocessed: number; critical: number; oldest: string | null; old: number | null; known: boolean } | null;
  locks: { counts: Counts | null; old: number | null };
  /** how many are sealed and silent; null: not known, or not for this operator's eyes */
  silent: number | null;
  criticalOnly: boolean;
}

export const WallFigures = ({ alarms, locks: { counts, old }, silent, criticalOnly }: WallNumbers) => {
  const { t } = useTranslation('map/wall');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  const now = useNow();
  const stateOf = (status: LockStatus): FigureProps => {
    const heldOf = status === LockStatus.sealedLocked ? (counts?.held ?? 0) : 0;
    const stale = counts?.stale[status] ?? 0;
    const silentOf = status === LockStatus.sealedLocked ? (silent ?? 0) : 0;
    return {
      title: states.word(status),
      sign: <StateSign status={status} lang={lang} size={34} decorative />,
      count: counts?.statuses[status] ?? null,
      text: [
        silentOf > 0 && t('silentOfThem', { count: silentOf }),
        heldOf > 0 && t('held', { count: heldOf }),
        stale > 0 && t('lastKnown', { count: stale }),
      ]
        .filter(Boolean)
        .join(' · '),
      old,
    };
  };
  const reached = (connection: 'late' | 'offline'): FigureProps => ({
    title: connections.word(connection),
    sign: <ConnectionSign connection={connection} lang={lang} size={30} decorative />,
    count: counts?.connections[connection] ?? null,
    text: '',
    old,
  });
  return (
    <ul className="wall-figures" aria-label={t('figures')}>
      {alarms && (
        <Figure
          title={t(criticalOnly ? 'criticalAlarms' : 'alarms')}
          sign={<AlertOutlined className="wall-alarm-sign" aria-hidden />}
          count={alarms.known ? (criticalOnly ? alarms.critical : alarms.unprocessed) : null}
          text={[
            !criticalOnly && alarms.critical > 0 && t('critical', { count: alarms.critical }),
            alarms.oldest && !criticalOnly && t('oldest', { age: duration(alarms.oldest, now, lang) }),
          ]
            .filter(Boolean)
            .join(' · ')}
          old={alarms.old === null || alarms.old === 0 ? alarms.old : Date.parse(byServer(alarms.old))}
          urgent={alarms.critical > 0}
        />
      )}
      <Figure {...stateOf(LockStatus.abnormal)} />
      <Figure {...stateOf(LockStatus.unsealedOpen)} />
      <Figure {...stateOf(LockStatus.unsealedLocked)} />
      <Figure {...stateOf(LockStatus.sealedLocked)} />
      <Figure {...reached('late')} />
      <Figure {...reached('offline')} />
    </ul>
  );
};
