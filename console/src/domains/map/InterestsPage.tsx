import { mapCalls } from '@plomb/contract/map/domain';
import { useTranslation } from 'react-i18next';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Coming } from '../../ui/form/Coming.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { GeoFileTools } from './GeoFileTools.tsx';
import { PointMap } from './PointMap.tsx';

const PointForm = later(async () => (await import('./PointForm.tsx')).PointForm, { meanwhile: <Coming /> });

const degrees = (value: number): string => value.toFixed(5);

/** Places worth a name on the map. */
export const InterestsPage = () => {
  const { t } = useTranslation('map');
  return (
    <ResourcePage
      of={mapCalls.interests}
      noun={t('interests.noun')}
      columns={[
        { title: t('interests.name'), dataIndex: 'interest_name', sorter: true, width: 220, ellipsis: true },
        {
          title: t('interests.place'),
          key: 'place',
          width: 220,
          ellipsis: true,
          file: [],
          render: (_, { lng, lat }) => <PlaceWords lon={lng} lat={lat} />,
        },
        { title: t('interests.lng'), dataIndex: 'lng', width: 130, align: 'end' as const, render: degrees },
        { title: t('interests.lat'), dataIndex: 'lat', width: 130, align: 'end' as const, render: degrees },
        {
          title: t('interests.shown'),
          dataIndex: 'isShowMap',
          width: 120,
          render: (is: boolean) => t(is ? 'fences.yes' : 'fences.no'),
        },
        { title: t('fences.organisation'), dataIndex: 'org_name', width: 180, ellipsis: true },
        { title: t('fences.created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(point) => point.interest_name}
      search={t('interests.search')}
      filters={
        <FilterChip
          name="isShowMap"
          label={t('interests.shown')}
          options={[
            { value: true as never, label: t('fences.yes') },
            { value: false as never, label: t('fences.no') },
          ]}
        />
      }
      detail={(point) => (
        <>
          <PointMap at={[point.lng, point.lat]} name={point.interest_name} />
          <Facts>
            <Fact name={t('interests.place')}>
              <PlaceWords lon={point.lng} lat={point.lat} />
            </Fact>
            <Fact name={t('interests.lng')}>{degrees(point.lng)}</Fact>
            <Fact name={t('interests.lat')}>{degrees(point.lat)}</Fact>
            <Fact name={t('interests.shown')}>{t(point.isShowMap ? 'fences.yes' : 'fences.no')}</Fact>
            <Fact name={t('fences.organisation')}>{point.org_name}</Fact>
            <Fact name={t('fences.created')}>{clockTime(point.create_time)}</Fact>
          </Facts>
        </>
      )}
      actions={<GeoFileTools only="interests" />}
      form={<PointForm />}
      blank={{ isShowMap: true }}
      empty={{ title: t('interests.emptyTitle'), text: t('interests.emptyText') }}
    />
  );
};
