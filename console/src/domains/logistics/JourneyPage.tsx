import { CheckOutlined, ExclamationCircleOutlined, InfoCircleOutlined, WarningFilled } from '@ant-design/icons';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { type Batch, type Journey, momentsOf, spanOf } from '@plomb/contract/logistics/moments';
import { minutesOf, type Reason, verdicts } from '@plomb/contract/logistics/verdict';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { zoneName } from '../../lock/scheduleWords.ts';
import { shortTime } from '../../lock/shortTime.ts';
import { failureWords, isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, useNow } from '../../platform/time.ts';
import { Crumbs } from '../../ui/Crumbs.tsx';
import { DictTag } from '../../ui/DictTag.tsx';
import { later } from '../../ui/later.tsx';
import { Blank } from '../../ui/list/Blank.tsx';
import { Freshness } from '../../ui/list/Freshness.tsx';
import { usePage, useTabTitle } from '../../ui/page.ts';
import { sameRecord } from '../../ui/sameRecord.ts';
import { ownTimeZone } from '../../ui/saveFile.ts';
import { JourneyLanes } from './JourneyLanes.tsx';
import { JourneyLine } from './JourneyLine.tsx';
import { JourneyNumbers } from './JourneyNumbers.tsx';
import { BatchSign, VerdictSign } from './signs.tsx';
import '../../ui/list/list.css';
import '../../ui/list/print.css';
import '../../ui/page.css';
import './logistics.css';
import './journey.css';

const JourneyMap = later(async () => (await import('./JourneyMap.tsx')).JourneyMap);
const BatchActions = later(async () => (await import('./BatchActions.tsx')).BatchActions);
const PackDialog = later(async () => (await import('./PackDialog.tsx')).PackDialog);
const { logisticsBatches, journeys } = logisticsCalls;

/** One batch: whether it is intact and why, where it was, which numbers were read where, and all of it on one line of time. */
export const JourneyPage = () => {
  const { t } = useTranslation('logistics');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { path, active } = usePage();
  const id = Number(path.split('/').at(-1));
  const asked = { refetchInterval: active ? 15_000 : (false as const), retry: false, placeholderData: sameRecord(id) };
  const batch = useQuery({
    ...asked,
    queryKey: [logisticsBatches.detail.path, id, 'journey'],
    queryFn: () => send(logisticsBatches.detail, { id }, { quiet: true }),
  });
  const journey = useQuery({
    ...asked,
    placeholderData: undefined as never,
    queryKey: [journeys.detail.path, id],
    queryFn: () => send(journeys.detail, { id }, { quiet: true }),
  });
  useTabTitle(batch.data ? { zh: batch.data.serial, en: batch.data.serial } : null);
  const error = batch.error ?? journey.error;
  const refresh = (): void => void Promise.all([batch.refetch(), journey.refetch()]);
  if (batch.data && journey.data && !isNoLongerSeen(error))
    return (
      <Whole
        batch={batch.data}
        journey={journey.data}
        fresh={
          <Freshness
            at={Math.min(batch.dataUpdatedAt, journey.dataUpdatedAt)}
            fetching={batch.isFetching || journey.isFetching}
            refresh={refresh}
          />
        }
      />
    );
  if (!error) return <Waiting batch={batch.data} />;
  return (
    <div className="journey">
      <Crumbs />
      <Blank kind="failed" title={t('journey.missing')} text={failureWords(error, lang)}>
        <Button type="primary" onClick={refresh}>
          {ui('retry')}
        </Button>
        <Link to="/logisticsBatch">{t('journey.toList')}</Link>
      </Blank>
    </div>
  );
};

/** As much room as the whole will take, so that nothing moves when it is here; what it is called is known before. */
const Waiting = ({ batch }: { batch: Batch | undefined }) => (
  <div className="journey" aria-busy="true">
    {batch ? <Crumbs here={batch.serial} /> : <Crumbs />}
    {batch ? <Head batch={batch} today={null} fresh={null} /> : <Skeleton.Input active className="journey-head" />}
    <div className="journey-verdict journey-waits">
      <Skeleton active title={false} paragraph={{ rows: 2 }} />
    </div>
    <div className="journey-columns">
      <div className="journey-left">
        <div className="journey-map-slot" />
        <div className="journey-pane journey-waits">
          <Skeleton active title={false} paragraph={{ rows: 5 }} />
        </div>
      </div>
      <div className="journey-pane journey-waits">
        <Skeleton active paragraph={{ rows: 12 }} />
      </div>
    </div>
  </div>
);

/** `fresh`: as of when all of it is */
const Whole = ({ batch, journey, fresh }: { batch: Batch; journey: Journey; fresh: ReactNode }) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  // who reads the paper has another clock
  const zone = ownTimeZone();
  const moments = useMemo(() => momentsOf(batch, journey), [batch, journey]);
  const span = useMemo(() => spanOf(batch, journey), [batch, journey]);
  const [cursor, setCursor] = useState<number | null>(null);
  const [lit, light] = useState<readonly string[]>([]);
  const line = useRef<HTMLElement>(null);
  const at = cursor ?? Math.min(Date.parse(journey.to), span.to);
  const show = (keys: readonly string[], when: number | null): void => {
    light(keys);
    if (when !== null) setCursor(when);
    for (const key of keys) {
      const row = document.getElementById(`moment ${key}`);
      row?.scrollIntoView({ block: 'nearest' });
      if (row) break;
    }
  };
  return (
    <div className="journey">
      <Crumbs here={batch.serial} />
      <Head batch={batch} today={journey.verdict} fresh={fresh} />
      <p className="journey-paper">{t('journey.zone', { zone: `${zoneName(zone, lang)} (${zone})` })}</p>
      <VerdictBar batch={batch} journey={journey} show={show} />
      <div className="journey-columns">
        <div className="journey-left">
          <div className="journey-map-slot">
            <JourneyMap batch={batch} journey={journey} moments={moments} cursor={at} />
          </div>
          <JourneyLanes
            {...{ batch, journey, moments, span, cursor: at }}
            seek={(when) => {
              light([]);
              setCursor(when);
            }}
          />
          <JourneyNumbers batch={batch} reasons={journey.reasons} lit={lit} />
        </div>
        <JourneyLine
          {...{ ref: line, batch, moments, lit, cursor, show }}
          cut={journey.cut}
          now={batch.state === 'in_transit' ? Date.parse(journey.to) : null}
        />
      </div>
    </div>
  );
};

const Head = ({ batch, today, fresh }: { batch: Batch; today: Journey['verdict']; fresh: ReactNode }) => {
  const { t } = useTranslation('logistics');
  const [packs, setPacks] = useState(false);
  return (
    <header className="journey-head">
      <h1 className="mono">{batch.serial}</h1>
      <BatchSign of={batch} />
      <p>
        {[`${batch.start_address} → ${batch.destination_address}`, batch.plate, batch.carrier, batch.driver]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="page-actions">
        {fresh}
        <BatchActions
          of={batch}
          more={[
            { key: 'print', label: t('journey.print'), run: () => window.print() },
            { key: 'pack', label: `${t('pack.title')}…`, run: () => setPacks(true) },
          ]}
        />
        {packs && <PackDialog of={batch} today={today} close={() => setPacks(false)} />}
      </div>
    </header>
  );
};

const signs = { breached: ExclamationCircleOutlined, gap: WarningFilled, note: InfoCircleOutlined, for: CheckOutlined };

/** The verdict and its reasons; each leads to the rows it rests on. */
const VerdictBar = ({
  batch,
  journey: { verdict, reasons, judged },
  show,
}: {
  batch: Batch;
  journey: Journey;
  show: (keys: readonly string[], at: number | null) => void;
}) => {
  const { t } = useTranslation('logistics');
  const words = useDictionary('batch_verdict');
  return (
    <section className="journey-verdict" data-verdict={verdict ?? 'none'} aria-label={t('journey.verdict')}>
      <div className="journey-sign">
        <VerdictSign of={verdict} />
        <div>
          <small>{t(batch.state === 'in_transit' ? 'journey.soFar' : 'journey.verdict')}</small>
          <strong>{verdict ? words.word(verdict) : t('journey.none')}</strong>
        </div>
      </div>
      <ul aria-label={t('journey.why')}>
        {reasons.map((one) => (
          <ReasonRow key={`${one.code} ${one.from} ${one.positions}`} of={one} show={show} />
        ))}
      </ul>
      <div className="journey-scale">
        <p aria-hidden="true">
          {verdicts.map((one) => (
            <span key={one} data-on={one === verdict}>
              {one === verdict ? <DictTag code="batch_verdict" value={one} /> : words.word(one)}
            </span>
          ))}
        </p>
        {verdict && (
          <small>
            {t('verdict.rules', { rules: judged.rules, at: clockTime(judged.at).slice(0, 16) })}
            {judged.kept && <span>{t('verdict.kept')}</span>}
          </small>
        )}
      </div>
    </section>
  );
};

const ReasonRow = ({ of, show }: { of: Reason; show: (keys: readonly string[], at: number | null) => void }) => {
  const { t } = useTranslation('logistics');
  const codes = useDictionary('journey_reason');
  const now = useNow();
  const { code, weight, from, to, positions, numbers, count, rests_on } = of;
  const Sign = signs[weight];
  const clock = (at: number): string => shortTime(new Date(at).toISOString(), now);
  const isSpan = code === 'silent' || code === 'no_fix';
  const minutes = minutesOf(of);
  const told = [
    from !== null && (isSpan && to !== null ? `${clock(from)} – ${clock(to)}` : clock(from)),
    minutes !== null && t('journey.minutes', { count: minutes }),
    positions.join(', '),
    weight !== 'for' && numbers.join(', '),
    count > 1 && t('journey.times', { count }),
  ].filter(Boolean);
  const body = (
    <>
      <Sign aria-hidden />
      <span>
        <b>{codes.word(code)}</b>
        <span className="unseen"> {t(`journey.reason.${weight}`)}</span>
        <small>{told.join(' · ')}</small>
      </span>
    </>
  );
  return (
    <li data-weight={weight}>
      {rests_on.length > 0 ? (
        <button type="button" onClick={() => show(rests_on, from)}>
          {body}
        </button>
      ) : (
        <span>{body}</span>
      )}
    </li>
  );
};
