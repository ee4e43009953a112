import { approvalCalls } from '@plomb/contract/approvals/domain';
import { firmwareCalls } from '@plomb/contract/firmware/domain';
import {
  borneOf,
  FAILURES_BORNE,
  type RolloutDetail,
  UPGRADE_BATTERY,
  UPGRADE_HOURS,
} from '@plomb/contract/firmware/rollouts';
import type { IssueState } from '@plomb/contract/firmware/steps';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UnknownNumbers } from '../../lock/UnknownNumbers.tsx';
import { failureWords, isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { Numbered } from '../../ui/Numbered.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePage, useTabTitle } from '../../ui/page.ts';
import { sameRecord } from '../../ui/sameRecord.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { RolloutLocks } from './RolloutLocks.tsx';
import { RolloutPreview } from './RolloutPreview.tsx';
import { RolloutSteps } from './RolloutSteps.tsx';

const of = firmwareCalls.firmwareRollouts;

/** While something may change by itself, or by somebody else: one that stopped is asked for, approved and ended elsewhere. */
const everyOf = (one: RolloutDetail | undefined): number | false => {
  if (one === undefined || one.state === 'draft') return false;
  return one.open > 0 || one.state === 'running' || one.state === 'paused' || one.state === 'stopped' ? 2000 : false;
};

/** One roll-out, from its preview to what became of each lock. The server goes on with it, whatever is closed here. */
export const RolloutWork = ({ id, go }: { id: number; go: (to: string | null) => void }) => {
  const { t } = useTranslation('firmware');
  const lang = useSettings((s) => s.lang);
  const { active } = usePage();
  const { data, error } = useQuery({
    queryKey: [of.detail.path, id],
    queryFn: () => send(of.detail, { id }, { quiet: true }),
    refetchInterval: ({ state }) => (active ? everyOf(state.data) : false),
    retry: false,
    placeholderData: sameRecord(id),
  });
  const isGone = isNoLongerSeen(error);
  const one = isGone ? undefined : data;
  const title = one && { zh: `固件 ${one.firmware_version}`, en: `Firmware ${one.firmware_version}` };
  useTabTitle(title);
  return (
    <section className="work">
      <PageHeader
        title={title?.[lang] ?? t('rollout.title')}
        {...(one ? { count: t('rollout.locks', { count: one.total }) } : {})}
        actions={<Button onClick={() => go(null)}>{t('rollout.past')}</Button>}
      />
      {error && !isGone && (
        <Alert
          type={one ? 'warning' : 'error'}
          showIcon
          title={failureWords(error, lang)}
          {...(one && { description: t('rollout.lastKnown') })}
        />
      )}
      {isGone && (
        <Blank kind="empty" title={t('rollout.gone')} text={t('rollout.goneText')}>
          <Button type="primary" onClick={() => go('new')}>
            {t('rollout.begin')}
          </Button>
        </Blank>
      )}
      {!one && !error && <Skeleton active />}
      <UnknownNumbers key={id} of="rollout" id={id} title={(count) => t('preview.unknown', { count })} />
      {one?.state === 'draft' && <RolloutPreview one={one} go={go} />}
      {one && one.state !== 'draft' && <Under one={one} />}
    </section>
  );
};

/** Of which states a tile tells. */
const tiles = {
  waiting: ['created', 'queued'],
  sending: ['sending'],
  verifying: ['verifying'],
  success: ['success'],
  failed: ['failed', 'timed_out'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly IssueState[]>;
type Tile = keyof typeof tiles;

const countOf = (counts: RolloutDetail['counts'], states: readonly IssueState[]): number =>
  counts.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0);

const Under = ({ one }: { one: RolloutDetail }) => {
  const { t } = useTranslation('firmware');
  const number = useNumber();
  const may = useMay();
  const waits = useDictionary('issue_wait');
  const deeds = useDictionary('rollout_deed');
  const mayRead = may(firmwareCalls.firmwareIssues.list);
  const causes = useDictionary('issue_cause');
  const stop = one.state === 'stopped' ? one.steps.find(({ step }) => step === 'stop') : undefined;
  const [last] = one.steps;
  // a person gives a reason in words, and has a name
  const pause = one.state === 'paused' && last?.step === 'pause' && last.oper_name === '' ? last : undefined;
  const wave = one.wave === 0 ? t('rollout.canary') : t('rollout.wave', { wave: one.wave });
  return (
    <>
      {stop && (
        <Alert
          type="error"
          showIcon
          title={t('under.stopped', { time: clockTime(stop.at), wave })}
          description={
            <>
              <div>{t('under.stoppedMeans')}</div>
              {one.by_two && <div>{t('under.byTwo')}</div>}
            </>
          }
        />
      )}
      {pause && (
        <Alert
          type="warning"
          showIcon
          title={t('under.paused', { time: clockTime(pause.at), why: t(whyOf(pause.reason)) })}
          description={t('under.pausedMeans')}
        />
      )}
      {one.state === 'stopped' && one.asked.map((request) => <Asked key={request.id} request={request} />)}
      <section className="work-block" aria-label={t('under.title')}>
        <div className="work-heading">
          <h2>
            <DictTag code="rollout_state" value={one.state} />
          </h2>
          <RolloutSteps one={one} />
        </div>
        <p className="work-hint">
          {[
            one.device_type_name,
            t('under.by', {
              name: personNamed(one.oper_name, one.login_name),
              time: clockTime(one.start_time ?? one.create_time),
            }),
            one.reason,
            one.deadline && t('under.until', { time: clockTime(one.deadline) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <ul className="work-tiles">
          {(Object.keys(tiles) as Tile[]).map((tile) => {
            const count = countOf(one.counts, tiles[tile]);
            const inside = (
              <>
                {t(`under.tiles.${tile}`)}
                <b>{number(count)}</b>
              </>
            );
            return (
              <li key={tile} data-bad={tile === 'failed' && count > 0}>
                {mayRead ? (
                  <Link to={`/firmwareIssue?rollout_id=${one.id}&issue_status=${tiles[tile].join(',')}`}>{inside}</Link>
                ) : (
                  <span>{inside}</span>
                )}
              </li>
            );
          })}
        </ul>
      </section>
      <section className="work-block" aria-label={t('under.waves')}>
        <h2>{t('under.waves')}</h2>
        <p className="work-hint">
          {t('under.guards', { borne: FAILURES_BORNE, hours: UPGRADE_HOURS, percent: UPGRADE_BATTERY })}
        </p>
        <ol className="firmware-waves">
          {one.waves.map((of) => (
            <Wave key={of.wave} one={one} of={of} />
          ))}
        </ol>
      </section>
      {one.failures.length > 0 && (
        <section className="work-block" aria-label={t('under.failures')}>
          <h2>{t('under.failures')}</h2>
          <Numbered
            others={t('preview.others')}
            of={one.failures.map(({ cause, count, numbers }) => ({
              key: cause,
              words: causes.word(cause),
              count,
              numbers,
            }))}
          />
        </section>
      )}
      {one.waits.length > 0 && one.open > 0 && (
        <section className="work-block" aria-label={t('under.waits')}>
          <h2>{t('under.waits')}</h2>
          <Numbered
            others={t('preview.others')}
            of={one.waits.map(({ wait, count, numbers }) => ({ key: wait, words: waits.word(wait), count, numbers }))}
          />
        </section>
      )}
      {mayRead && <RolloutLocks one={one} />}
      <section className="work-block" aria-label={t('under.steps')}>
        <h2>{t('under.steps')}</h2>
        <ul className="firmware-steps">
          {one.steps.map(({ step, oper_name, approver_name, reason, at }) => (
            <li key={`${at} ${step}`}>
              <span>{clockTime(at)}</span>
              <b>{deeds.word(step)}</b>
              <span>
                {[
                  oper_name,
                  approver_name && t('under.approved', { name: approver_name }),
                  oper_name === '' && reason !== '' ? t(whyOf(reason)) : reason,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};

/** Why it paused by itself. */
const whyOf = (reason: string): 'under.right' | 'under.key' => (reason === 'key' ? 'under.key' : 'under.right');

/** Somebody asked that it goes on: until when that waits, and the way to decide it or to take it back. */
const Asked = ({ request }: { request: RolloutDetail['asked'][number] }) => {
  const { t } = useTranslation('firmware');
  const may = useMay();
  const { id, own, expire_time } = request;
  const words = { name: personNamed(request.oper_name, request.login_name), time: clockTime(expire_time) };
  const leads = may(approvalCalls.approvals.detail) && (own || may(approvalCalls.approvals.approve));
  return (
    <Alert
      type="info"
      showIcon
      title={t(own ? 'under.askedOwn' : 'under.asked', words)}
      {...(leads && { action: <Link to={`/approval/${id}`}>{t(own ? 'under.toRequest' : 'under.decide')}</Link> })}
    />
  );
};

const Wave = ({ one, of: { wave, counts } }: { one: RolloutDetail; of: RolloutDetail['waves'][number] }) => {
  const { t } = useTranslation('firmware');
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const success = countOf(counts, tiles.success);
  const failed = countOf(counts, tiles.failed);
  const borne = borneOf(wave, total);
  // more than that have failed where somebody let it go on for all that
  const isLimited = wave === one.wave && (failed <= borne || one.state === 'stopped');
  return (
    <li aria-current={wave === one.wave && one.state !== 'done' ? 'step' : undefined} data-bad={failed > 0}>
      <b>{wave === 0 ? t('rollout.canary') : t('rollout.wave', { wave })}</b>
      <span>{t('rollout.locks', { count: total })}</span>
      <progress
        max={total}
        value={success}
        aria-label={t('under.progress')}
        style={{ '--until-failed': `${((success + failed) / Math.max(1, total)) * 100}%` } as CSSProperties}
      />
      <span>
        {wave > one.wave
          ? t('under.held')
          : t('under.waveFigures', { success, failed, open: total - success - failed })}
        {isLimited && ` · ${borne === 0 ? t('under.borneNone') : t('under.borne', { borne })}`}
      </span>
    </li>
  );
};
