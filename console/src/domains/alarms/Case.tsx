import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import type { Alarm } from '@plomb/contract/alarms/alarms';
import { personNamed } from '@plomb/contract/kit/personNamed';
import type { Connection } from '@plomb/contract/lock/connection';
import { isFresh } from '@plomb/contract/lock/operable';
import { trustOf } from '@plomb/contract/lock/trust';
import { type MapLock, map } from '@plomb/contract/map/map';
import { Button } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { alarmAddress } from '../../lock/alarmAddress.ts';
import { alarmWord, fenceNames } from '../../lock/alarmWord.ts';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { headOf, nameBelow } from '../../lock/names.ts';
import { usePlaceWords } from '../../lock/placeWords.ts';
import { shortTime } from '../../lock/shortTime.ts';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useChosenLock } from '../../lock/useChosenLock.ts';
import { useSwipeWords } from '../../lock/useSwipeWords.ts';
import { StillMap } from '../../map/StillMap.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSession } from '../../platform/session.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { clockTime, duration, useNow, useRelative } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { AlarmBatch } from './AlarmBatch.tsx';
import { AlarmMark } from './AlarmMark.tsx';
import { readQuiet, useWatched } from './alarmStore.ts';
import { CaseForm } from './CaseForm.tsx';
import { CaseTimeline } from './CaseTimeline.tsx';
import { LeftOverText } from './LeftOver.tsx';
import { drawnPlan, LimitFact, usePlanOf } from './LimitFact.tsx';
import { usePlace } from './usePlace.ts';
import { useSteps } from './useSteps.ts';
import { wayTo } from './wayTo.ts';

interface Props {
  alarm: Alarm;
  step: (by: 1 | -1) => void;
  close: () => void;
  /** null: whoever reads may not process */
  process: (() => void) | null;
  footer: ReactNode;
}

/** One alarm as a case: what happened in one sentence, how it stands now, what came before and after, and how it ends. */
export const Case = ({ alarm, step, close, process, footer }: Props) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const mode = useDark() ? 'dark' : 'light';
  const kinds = useDictionary('alarm_kind');
  const now = useNow();
  const self = useSession((s) => s.oper?.login_name);
  const place = usePlace(alarm);
  // a number nobody asks about stands for a seal's alarm, which has no lock
  const { device_id, seal } = alarm;
  const mayFollow = useMay()(map.lock);
  const followed = useChosenLock(device_id ?? 0, null, mayFollow && device_id !== null);
  const { lock } = followed;
  const plan = usePlanOf(alarm);
  const done = useSteps(alarm.id);
  const { owner, owner_login, severity, status, lon, lat } = alarm;
  const isMine = owner !== '' && owner_login === self;
  const isTheirs = owner !== '' && !isMine;
  const taken = owner !== '' && alarm.owner_time;
  // whoever has it before them has looked at it
  const isNew = useWatched((state) => state.unread.has(alarm.id));
  useEffect(() => {
    if (isNew) readQuiet(alarm.id);
  }, [isNew, alarm.id]);
  return (
    <section className="case" aria-label={headOf(alarm)} data-testid="case">
      <header className="case-head" data-severity={severity} data-status={status}>
        <span className="case-sign">
          <AlarmMark severity={severity} size={30} />
        </span>
        <h2>
          <time dateTime={alarm.first_time}>{clockTime(alarm.first_time).slice(-8)}</time> {t(`sentence.${alarm.kind}`)}
        </h2>
        <span className="case-steps">
          <Button icon={<UpOutlined />} aria-label={t('case.back')} title={t('case.back')} onClick={() => step(-1)} />
          <Button icon={<DownOutlined />} aria-label={t('case.next')} title={t('case.next')} onClick={() => step(1)} />
          <Button className="case-close" icon={<CloseOutlined />} aria-label={t('case.close')} onClick={close} />
        </span>
        <p>
          <b>
            <DeviceLink id={alarm.device_id}>{headOf(alarm)}</DeviceLink>
          </b>
          {nameBelow(alarm) && <span>{nameBelow(alarm)}</span>}
          {!seal && <Serial value={alarm.sn} copy />}
          {alarm.batch && <AlarmBatch of={alarm.batch} />}
          <DictTag code="out_of_use" value={alarm.out_of_use} />
          <span className="case-tag" data-severity={severity}>
            {alarmWord(kinds, alarm)} {alarm.fault > 0 && alarm.fault}
          </span>
          {taken && status === 'unprocessed' && (
            <span className="case-tag" data-mine={isMine}>
              {t(isMine ? 'case.mine' : 'case.theirs', {
                name: personNamed(owner, owner_login),
                time: shortTime(taken, now),
              })}
            </span>
          )}
          {alarm.escalate_time && (
            <span className="case-tag" data-severity="warning">
              {t('case.escalated', { time: shortTime(alarm.escalate_time, now) })}
            </span>
          )}
        </p>
      </header>
      <Cautions alarm={alarm} own={done?.own ?? false} />
      <dl className="case-facts">
        {seal ? <SealFact alarm={alarm} seal={seal} /> : <LockFact {...followed} />}
        {plan ? (
          <LimitFact {...{ alarm, plan, lock, place }} />
        ) : (
          <div>
            <dt>{t('case.where')}</dt>
            <dd>
              <b {...(lon !== null && lat !== null ? { title: `${lat.toFixed(5)}, ${lon.toFixed(5)}` } : {})}>
                {place}
              </b>
              {!seal && <span>{alarm.fences.length > 0 ? fenceNames(alarm.fences) : t('case.noFence')}</span>}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('case.rang')}</dt>
          <dd>
            <b>{t('case.ago', { age: duration(alarm.first_time, now, lang) })}</b>
            <span>
              {alarm.hits > 1
                ? t('case.again', { count: alarm.hits, time: shortTime(alarm.last_time, now) })
                : t('case.once')}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('list.organisation')}</dt>
          <dd>
            <b>{alarm.org_name}</b>
            <CardWords alarm={alarm} />
          </dd>
        </div>
      </dl>
      <div className="case-body">
        <CaseTimeline alarm={alarm} steps={done?.rows ?? []} lock={lock ?? undefined} />
        <aside>
          {lon !== null && lat !== null ? (
            <StillMap
              {...{ at: [lon, lat], lang, mode, label: t(plan ? 'case.mapPlan' : 'case.map', { place }) }}
              {...drawnPlan(plan, { lon, lat })}
            />
          ) : (
            <p className="case-nowhere">{t('detail.noPlace')}</p>
          )}
          {status !== 'unprocessed' ? (
            <Ended alarm={alarm} />
          ) : done?.own ? null : process ? (
            <CaseForm alarm={alarm} locked={isTheirs} send={process} />
          ) : (
            <p className="case-hint">{t('case.readsOnly')}</p>
          )}
        </aside>
      </div>
      <footer>{footer}</footer>
    </section>
  );
};

const CardWords = ({ alarm: { swipe, device_name } }: { alarm: Alarm }) => {
  const swipeWords = useSwipeWords();
  return <span>{swipe ? `${swipe.card_name || swipe.card} · ${swipeWords(swipe)}` : device_name}</span>;
};

/** What one has to know before one believes it. */
const Cautions = ({ alarm, own }: { alarm: Alarm; own: boolean }) => {
  const { t } = useTranslation('alarms');
  const said = [
    (alarm.late || alarm.doubtful) && t(alarm.doubtful ? 'detail.doubtful' : 'detail.late'),
    alarm.unproved && t('detail.unproved'),
    own && alarm.status === 'unprocessed' && t('case.own'),
  ].filter((words) => words !== false);
  return said.length > 0 && <p className="case-caution">{said.join(' ')}</p>;
};

/** How the lock stands now: what rang may be over, or may stand open all the same. */
const LockFact = ({ lock, connection }: { lock: MapLock | null; connection: Connection }) => {
  const { t } = useTranslation('alarms');
  const lang = useSettings((s) => s.lang);
  const now = useNow();
  const relative = useRelative();
  const deaf = useDeafSince() !== null;
  const trust = lock && trustOf(lock, !deaf && isFresh(lock, connection, now));
  const place = usePlaceWords(lock?.lon ?? null, lock?.lat ?? null);
  return (
    <div>
      <dt>{t('detail.lockNow')}</dt>
      <dd>
        {lock && trust ? (
          <>
            <b className="case-lock">
              <StateSign
                status={lock.lock_status}
                connection={connection}
                trust={trust}
                lang={lang}
                size={19}
                decorative
              />
              <StateWord status={lock.lock_status} trust={trust} lang={lang} />
            </b>
            <span>
              {[
                lock.lock_since && t('case.since', { time: shortTime(lock.lock_since, now) }),
                lock.report_time && t('case.asOf', { age: relative(lock.report_time) }),
                lock.electric !== null && `${lock.electric}%`,
                place !== null && t('case.isAt', { place }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </>
        ) : (
          <span>{t('case.notKnown')}</span>
        )}
      </dd>
    </div>
  );
};

/** Which seal it is of, and the way to what was refused. */
const SealFact = ({ alarm, seal }: { alarm: Alarm; seal: NonNullable<Alarm['seal']> }) => {
  const { t } = useTranslation('alarms');
  return (
    <div>
      <dt>{t('detail.seal')}</dt>
      <dd>
        <b>
          <Serial value={alarm.sn} copy />
        </b>
        <span>
          {seal.id === null && `${t('case.unknownSeal')} · `}
          <Link to={alarmAddress(alarm)}>{t(`detail.${wayTo(alarm)}`)}</Link>
        </span>
      </dd>
    </div>
  );
};

/** How it ended, by whom. */
const Ended = ({ alarm }: { alarm: Alarm }) => {
  const { t } = useTranslation('alarms');
  const now = useNow();
  return (
    <div className="case-form case-ended">
      <h3>
        <DictTag code="alarm_result" value={alarm.result} />
      </h3>
      <p>
        {personNamed(alarm.processor, alarm.processor_login) || t('detail.bySystem')}
        {alarm.process_time && ` · ${shortTime(alarm.process_time, now)}`}
      </p>
      <p>{alarm.remark || t('detail.noRemark')}</p>
      <LeftOverText alarm={alarm} />
      <div className="case-photos">
        <div className="case-shots">
          {alarm.photos.map((photo, at) => (
            <FilePicture key={photo} id={photo} alt={t('case.photo', { count: at + 1 })} />
          ))}
        </div>
      </div>
    </div>
  );
};
