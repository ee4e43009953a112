import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { JourneyTemplate } from '@plomb/contract/logistics/journeyTemplates';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { lasts, limitWords } from './limitWords.ts';
import { PlannedPositions } from './PlannedPositions.tsx';

const { add, list } = logisticsCalls.logisticsBatches;

const limitsOf = ({ positions, limits }: Pick<JourneyTemplate, 'positions' | 'limits'>, t: TFunction<'logistics'>) => {
  if (!positions.some(({ medium }) => medium === 'lock')) return t('limit.noLock');
  return limits ? limitWords(limits, t).join(' · ') || t('limit.none') : t('template.usual');
};
/** All that a template says, and the way to the plans that are made of it. */
export const TemplateDetail = ({ of: template }: { of: Omit<JourneyTemplate, 'version'> }) => {
  const { t } = useTranslation('logistics');
  const may = useMay();
  return (
    <>
      <div className="batch-ways">
        {may(add) && (
          <Link className="batch-journey" to={`/logisticsBatch?edit=new&template_id=${template.id}`}>
            {t('template.plan')}
          </Link>
        )}
        {may(list) && (
          <Link className="batch-journey" to={`/logisticsBatch?template_id=${template.id}`}>
            {t('template.batches')}
          </Link>
        )}
      </div>
      <Facts>
        <Fact name={t('organisation')}>{template.org_name || t('limit.above')}</Fact>
        <Fact name={t('batch.carrier')}>{template.carrier || t('template.said')}</Fact>
        <Fact name={t('template.lasts')}>{lasts(template.minutes, t)}</Fact>
        <Fact name={t('batch.start')}>{template.start.address}</Fact>
        {template.stops.map((stop, nth) => (
          <Fact key={stop.id} name={t('batch.stop', { count: nth + 1 })}>
            {[
              stop.address,
              stop.patrol && t('batch.patrol'),
              stop.after_minutes !== null && t('template.later', { time: lasts(stop.after_minutes, t) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        ))}
        <Fact name={t('batch.end')}>{template.end.address}</Fact>
        <Fact name={t('batch.destination')}>{template.destination.address}</Fact>
        <Fact name={t('limit.title')}>{limitsOf(template, t)}</Fact>
        <Fact name={t('created')}>{clockTime(template.create_time)}</Fact>
        <Fact name={t('updated')}>{clockTime(template.update_time)}</Fact>
      </Facts>
      <PlannedPositions of={template} />
    </>
  );
};
