import { changesOf } from '@plomb/contract/logistics/amended';
import type { LogisticsBatchDetail } from '@plomb/contract/logistics/logisticsBatches';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { BatchPicture } from './BatchPicture.tsx';
import { besides } from './besides.ts';
import { limitWords } from './limitWords.ts';
import { MoreSteps } from './MoreSteps.tsx';
import { PlannedPositions } from './PlannedPositions.tsx';
import { BatchSign, StepSign } from './signs.tsx';

type Batch = Omit<LogisticsBatchDetail, 'version'>;

/** All of a batch: its plan, who may open what where, and every step so far. */
export const BatchDetail = ({ of: batch }: { of: Batch }) => {
  const { t } = useTranslation('logistics');
  return (
    <>
      <Link className="batch-journey" to={`/logisticsBatch/${batch.id}`}>
        {t('journey.open')}
      </Link>
      <Facts>
        <Fact name={t('batch.state')}>
          <BatchSign of={batch} />
        </Fact>
        <Fact name={t('plate')}>{batch.plate}</Fact>
        <Fact name={t('batch.carrier')}>{[batch.carrier, batch.driver].filter(Boolean).join(' · ')}</Fact>
        <Fact name={t('batch.owner')}>{batch.owner_name}</Fact>
        <Fact name={t('batch.start')}>{batch.start_address}</Fact>
        {batch.stops.map((stop, nth) => (
          <Fact key={stop.id} name={t('batch.stop', { count: nth + 1 })}>
            {[stop.address, stop.patrol && t('batch.patrol'), clockTime(stop.plan_time)].filter(Boolean).join(' · ')}
          </Fact>
        ))}
        <Fact name={t('batch.end')}>{batch.end_address}</Fact>
        <Fact name={t('batch.destination')}>{batch.destination_address}</Fact>
        <Fact name={t('batch.plannedTimes')}>
          {clockTime(batch.plan_start)} – {clockTime(batch.plan_end)}
        </Fact>
        {batch.template_name && (
          <Fact name={t('template.field')}>
            {batch.template_name} · {t('template.asOf', { time: clockTime(batch.template_time) })}
          </Fact>
        )}
        <Fact name={t('limit.title')}>
          {batch.positions.some(({ medium }) => medium === 'lock')
            ? limitWords(batch.limits, t).join(' · ') || t('limit.none')
            : t('limit.noLock')}
        </Fact>
        {batch.transit_time && <Fact name={t('batch.left')}>{clockTime(batch.transit_time)}</Fact>}
        {batch.end_time && (
          <Fact name={t('batch.ended')}>
            {[clockTime(batch.end_time), batch.ended_by, batch.end_reason].filter(Boolean).join(' · ')}
          </Fact>
        )}
        <Fact name={t('organisation')}>{batch.org_name}</Fact>
        <Fact name={t('creator')}>
          {batch.creator} · {clockTime(batch.create_time)}
        </Fact>
      </Facts>
      <PlannedPositions of={batch} />
      <Steps of={batch} />
      <Amendments of={batch} />
    </>
  );
};

const Steps = ({ of }: { of: Batch }) => {
  const { t } = useTranslation('logistics');
  const { steps } = of;
  if (steps.length === 0) return null;
  return (
    <section className="batch-section">
      <h3>{t('batch.steps')}</h3>
      <MoreSteps of={of} />
      <ol className="batch-list">
        {steps.map((one) => (
          <li key={one.id}>
            <StepSign of={one} /> <time dateTime={one.at}>{clockTime(one.at)}</time>
            <div>
              {[one.position, one.oper_name || one.number].filter(Boolean).join(' · ')}{' '}
              {one.oper_name && <span className="mono">{one.number}</span>}
            </div>
            <small>{[besides(one, t), one.reason, one.late && t('step.late')].filter(Boolean).join(' · ')}</small>
            {one.photos.length > 0 && (
              <div className="batch-shots">
                {one.photos.map((photo, at) => (
                  <BatchPicture key={photo} batch={one.batch_id} id={photo} alt={t('step.photo', { count: at + 1 })} />
                ))}
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};

const Amendments = ({ of: { amendments } }: { of: Batch }) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  if (amendments.length === 0) return null;
  return (
    <section className="batch-section">
      <h3>{t('batch.amendments')}</h3>
      <ol className="batch-list">
        {amendments.map((one) => (
          <li key={one.id}>
            <time dateTime={one.at}>{clockTime(one.at)}</time> · {one.oper_name}
            <small>{[besides(one, t), one.reason].filter(Boolean).join(' · ')}</small>
            <ul className="batch-changes">
              {changesOf(one, { lang, clock: clockTime }).map(({ what, before, after }) => (
                <li key={what}>
                  {what}: <del>{before}</del> → <ins>{after}</ins>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
};
