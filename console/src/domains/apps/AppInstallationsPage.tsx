import { type AppInstallation, upgradeStates } from '@plomb/contract/apps/appInstallations';
import { appPlatforms } from '@plomb/contract/apps/appVersions';
import { appCalls } from '@plomb/contract/apps/domain';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useShownParams } from '../../platform/params.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';

/** Each handset that asked for a newer app, with how far it is with its last upgrade. */
export const AppInstallationsPage = () => {
  const { t } = useTranslation('apps');
  const states = useDictionary('upgrade_state');
  const platforms = useDictionary('app_platform');
  const apps = useDictionary('mobile_app');
  const isOfRoot = useShownParams()?.changes_global ?? true;
  return (
    <RecordsPage
      of={appCalls.appInstallations}
      columns={useColumns()}
      name={(one, id) => one?.installation ?? `#${id}`}
      count={() => t('records.what')}
      every={30_000}
      search={t('records.search')}
      filters={
        <>
          <FilterChip name="state" label={t('records.state')} options={states.offered(upgradeStates)} />
          <FilterChip name="platform" label={t('platform')} options={platforms.offered(appPlatforms)} />
        </>
      }
      isFileWhole
      words={{ state: states.words, platform: platforms.words, app_name: apps.words }}
      detail={(one) => <Detail one={one} />}
      empty={
        isOfRoot
          ? { title: t('records.emptyTitle'), text: t('records.emptyText') }
          : { title: t('rootTitle'), text: t('rootText') }
      }
    />
  );
};

const useColumns = (): Column<AppInstallation>[] => {
  const { t } = useTranslation('apps');
  const platforms = useDictionary('app_platform');
  const apps = useDictionary('mobile_app');
  return [
    {
      title: t('records.installation'),
      dataIndex: 'installation',
      width: 320,
      render: (id: string) => <Serial value={id} />,
    },
    { title: t('app'), dataIndex: 'app_name', width: 100, ellipsis: true, render: apps.word },
    { title: t('platform'), dataIndex: 'platform', width: 100, render: platforms.word },
    { title: t('records.former'), dataIndex: 'former_version', width: 110 },
    { title: t('records.version'), dataIndex: 'app_version', width: 100 },
    { title: t('records.offered'), dataIndex: 'offered_version', width: 110 },
    {
      title: t('records.state'),
      dataIndex: 'state',
      width: 170,
      render: (state: string) => <DictTag code="upgrade_state" value={state} />,
    },
    { title: t('records.versionTime'), dataIndex: 'version_time', width: 168, render: clockTime },
    { title: t('records.last'), dataIndex: 'last_time', width: 168, render: clockTime },
  ];
};

const Detail = ({ one }: { one: AppInstallation }) => {
  const { t } = useTranslation('apps');
  const platforms = useDictionary('app_platform');
  const apps = useDictionary('mobile_app');
  return (
    <Facts>
      <Fact name={t('records.state')}>
        <DictTag code="upgrade_state" value={one.state} />
        <p>{t(`records.means.${one.state}`)}</p>
      </Fact>
      <Fact name={t('records.installation')} mono>
        {one.installation}
      </Fact>
      <Fact name={t('app')}>{apps.word(one.app_name)}</Fact>
      <Fact name={t('platform')}>{platforms.word(one.platform)}</Fact>
      <Fact name={t('records.version')}>
        {one.app_version} <p>{t('records.since', { time: clockTime(one.version_time) })}</p>
      </Fact>
      {one.former_version !== '' && <Fact name={t('records.former')}>{one.former_version}</Fact>}
      {one.offered_version !== '' && <Fact name={t('records.offered')}>{one.offered_version}</Fact>}
      {one.offered_time && <Fact name={t('records.offeredTime')}>{clockTime(one.offered_time)}</Fact>}
      {one.fetched_time && <Fact name={t('records.fetchedTime')}>{clockTime(one.fetched_time)}</Fact>}
      <Fact name={t('records.last')}>{clockTime(one.last_time)}</Fact>
      <Fact name={t('records.first')}>{clockTime(one.create_time)}</Fact>
    </Facts>
  );
};
