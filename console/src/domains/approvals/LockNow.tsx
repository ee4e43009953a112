import type { Approval } from '@plomb/contract/approvals/approvals';
import { trustOf } from '@plomb/contract/lock/trust';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { StateWord } from '../../lock/sign/StateSign.tsx';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';

/** What is known of a lock before somebody decides about it: the state with what it rests on and of when it is. */
export const LockNow = ({ lock }: { lock: NonNullable<Approval['lock']> }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const deaf = useDeafSince() !== null;
  const { lock_status, lock_time, velocity, place_time, electric } = lock;
  const parts = [
    lock_time ? t('asOf', { time: clockTime(lock_time) }) : t('neverSaid'),
    velocity !== null &&
      velocity > 0 &&
      // of the same word, its moment stands once
      t(place_time === lock_time ? 'movingNow' : 'moving', {
        speed: Math.round(velocity),
        time: place_time ? clockTime(place_time) : '–',
      }),
    electric !== null && t('battery', { percent: electric }),
  ];
  return (
    <>
      <StateWord status={lock_status} trust={trustOf(lock, lock.fresh && !deaf)} lang={lang} />{' '}
      {parts.filter(Boolean).map((part, at) => (
        <Fragment key={String(part)}>
          {at > 0 && ' · '}
          <span className="approval-whole">{part}</span>
        </Fragment>
      ))}
    </>
  );
};
