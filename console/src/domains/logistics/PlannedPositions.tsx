import type { SeenOpener } from '@plomb/contract/logistics/journeyTemplates';
import type { BatchPosition } from '@plomb/contract/logistics/logisticsBatches';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag } from '../../ui/DictTag.tsx';

/** What is planned of a position, and of a batch what became of it. */
type Planned = Pick<
  BatchPosition,
  'position' | 'process_name' | 'medium' | 'photos_asked' | 'open_stops' | 'second_person'
> & { openers: SeenOpener[] } & Partial<Pick<BatchPosition, 'id' | 'state' | 'number'>>;

export const PlannedPositions = ({
  of: { positions, stops },
}: {
  of: { positions: readonly Planned[]; stops: readonly { id: string; address: string }[] };
}) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const media = useDictionary('position_medium');
  return (
    <section className="batch-section">
      <h3>{t('batch.positions')}</h3>
      <ol className="batch-list">
        {positions.map((one, nth) => (
          <li key={one.id ?? nth}>
            <strong>{one.position}</strong> {one.state && <DictTag code="position_state" value={one.state} />}
            <div>
              {media.word(one.medium)}{' '}
              {one.state && (one.number ? <span className="mono">{one.number}</span> : t('batch.anyNumber'))}
            </div>
            <small>
              {[
                one.process_name,
                one.photos_asked.length > 0 && t('batch.photosAsked', { what: listed(one.photos_asked, lang) }),
                t('batch.mayOpen', {
                  who:
                    listed(
                      one.openers.map(({ name }) => name || t('template.unseen')),
                      lang,
                    ) || t('batch.anybody'),
                  where: listed(
                    [
                      t('batch.atDestination'),
                      ...stops.filter(({ id }) => one.open_stops.includes(id)).map(({ address }) => address),
                    ],
                    lang,
                  ),
                }),
                one.second_person && t('batch.byTwo'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
};
