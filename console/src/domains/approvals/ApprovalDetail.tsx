import { CheckCircleOutlined, WarningOutlined } from '@ant-design/icons';
import { type Approval, approvalTitles } from '@plomb/contract/approvals/approvals';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { StillMap } from '../../map/StillMap.tsx';
import { useDark, useSettings } from '../../platform/settings.ts';
import { clockTime, useNow } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { aboutOf } from './about.ts';
import { LockNow } from './LockNow.tsx';
import { RolloutNow } from './RolloutNow.tsx';
import { isUnsealed, risksOf } from './risks.ts';
import { TimeRing, useSecondsLeft } from './TimeRing.tsx';
import './approvals.css';

/** One request, for whoever decides: who asks for what, how the lock is now and where, what speaks against it, and what follows. */
export const ApprovalDetail = ({
  one,
  isAlone = true,
}: {
  one: Approval /** nothing beside it tells how far it came */;
  isAlone?: boolean;
}) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const seconds = useSecondsLeft(one);
  const kind = approvalTitles[one.kind][lang];
  const asker = personNamed(one.oper_name, one.login_name);
  const waits = one.state === 'waiting';
  const { lock } = one;
  const bearsNoSeal = one.kind === 'unseal' && lock !== null && isUnsealed(lock);
  const gap = '\u0000';
  const [before, after] = t('sentence', {
    name: asker,
    kind,
    device: gap,
    reason: reasonIn(lang, one) || '–',
  }).split(gap);
  return (
    <>
      <div className="approval-head">
        <div>
          <p className="approval-said">
            {before}
            <span className="approval-whole">{aboutOf(one)}</span>
            {after}
          </p>
          {lock && (
            <p className="approval-now">
              <LockNow lock={lock} />
            </p>
          )}
        </div>
        <TimeRing one={one} />
      </div>
      {waits && lock && <Risks one={one} lock={lock} />}
      {one.rollout && <RolloutNow rollout={one.rollout} />}
      <Facts>
        <Fact name={t('reason')}>{reasonIn(lang, one)}</Fact>
        {/* of what was declined, withdrawn or has lapsed nothing follows */}
        {(waits || one.state === 'approved') && (
          <Fact name={t('consequence')}>
            {t(waits && bearsNoSeal ? 'consequences.unsealed' : `consequences.${one.kind}`)}
          </Fact>
        )}
        {isAlone && (
          <Fact name={t('state')}>
            <DictTag code="approval_state" value={one.state} />{' '}
            {waits && seconds === 0 && t(one.rollout ? 'overRollout' : 'over')}
          </Fact>
        )}
        {one.rollout ? (
          <>
            <Fact name={t('rollout.version')}>
              <Link to={`/firmwareRollout?work=${one.rollout.id}`}>{one.firmware_version}</Link>
            </Fact>
            <Fact name={t('rollout.type')}>{one.rollout.device_type_name}</Fact>
          </>
        ) : (
          one.device_id !== null && (
            <>
              <Fact name={t('device')}>
                <DeviceLink id={one.device_id}>{one.device_name || one.sn}</DeviceLink>
              </Fact>
              <Fact name={t('serial')}>{one.sn}</Fact>
            </>
          )
        )}
        <Fact name={t('organisation')}>{one.org_name}</Fact>
        <Fact name={t('asker')}>{asker}</Fact>
        {isAlone && (
          <>
            <Fact name={t('created')}>{clockTime(one.create_time)}</Fact>
            {(waits || one.state === 'lapsed') && <Fact name={t('expires')}>{clockTime(one.expire_time)}</Fact>}
            <Fact name={t('ended')} ifAny>
              {one.end_time && clockTime(one.end_time)}
            </Fact>
            <Fact name={t('decider')} ifAny>
              {personNamed(one.decider_name, one.decider_login)}
            </Fact>
            <Fact name={t('way')} ifAny>
              {one.way && <DictTag code="approval_way" value={one.way} />}
            </Fact>
            <Fact name={t('remark')} ifAny>
              {one.remark}
            </Fact>
          </>
        )}
      </Facts>
    </>
  );
};

/** Where it is, and what speaks against it before what does not. */
const Risks = ({ one, lock }: { one: Approval; lock: NonNullable<Approval['lock']> }) => {
  const { t } = useTranslation('approvals');
  const lang = useSettings((s) => s.lang);
  const risks = risksOf(lock, useNow(), one.kind);
  const mode = useDark() ? 'dark' : 'light';
  const figures = {
    speed: Math.round(lock.velocity ?? 0),
    percent: lock.electric ?? 0,
    time: lock.place_time ? clockTime(lock.place_time) : '–',
  };
  return (
    <section className="approval-risks" aria-label={t('risks.title')}>
      {lock.lon !== null && lock.lat !== null && (
        <StillMap at={[lock.lon, lock.lat]} lang={lang} mode={mode} label={t('risks.map', { device: aboutOf(one) })} />
      )}
      <PlaceWords lon={lock.lon} lat={lock.lat} />
      <ul>
        {risks.map((risk) => (
          <li key={risk} data-risk>
            <WarningOutlined aria-hidden /> {t(`risks.${risk}`, figures)}
          </li>
        ))}
        {risks.length === 0 && (
          <li>
            <CheckCircleOutlined aria-hidden /> {t('risks.none', figures)}
          </li>
        )}
      </ul>
    </section>
  );
};
