import { appStates } from '@plomb/contract/apps/appSteps';
import { appPlatforms, mobileApps } from '@plomb/contract/apps/appVersions';
import { appCalls } from '@plomb/contract/apps/domain';
import { Checkbox, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useShownParams } from '../../platform/params.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import type { RowOf } from '../../ui/list/resourceTypes.ts';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { PackageField } from './PackageField.tsx';
import { type AppVersion, VersionSteps } from './VersionSteps.tsx';
import './apps.css';

const of = appCalls.appVersions;

/** What handsets are offered, have to take, and are offered no more. */
export const AppVersionsPage = () => {
  const { t } = useTranslation('apps');
  const states = useDictionary('app_state');
  const platforms = useDictionary('app_platform');
  const apps = useDictionary('mobile_app');
  // there is one app for the house: whoever is of another organisation sees none of it
  const params = useShownParams();
  const changeable = params?.changes_global ?? false;
  return (
    <ResourcePage
      of={of}
      noun={t('noun')}
      columns={useColumns()}
      name={(one) => `${apps.word(one.app_name)} ${one.app_version}`}
      details={(one) => platforms.word(one.platform)}
      search={t('search')}
      filters={
        <>
          <FilterChip name="state" label={t('state')} options={states.offered(appStates)} />
          <FilterChip name="platform" label={t('platform')} options={platforms.offered(appPlatforms)} />
        </>
      }
      words={{ state: states.words, platform: platforms.words, app_name: apps.words }}
      allows={(action, one) => changeable && (action === 'add' || one === undefined || one.state === 'draft')}
      detail={(one) => <Detail one={one} />}
      footer={(one) => changeable && <VersionSteps one={one} />}
      form={<Fields />}
      blank={{
        app_name: mobileApps[0],
        platform: 'android',
        force_update: false,
        path: null,
        url: '',
      }}
      empty={
        params && !changeable
          ? { title: t('rootTitle'), text: t('rootText') }
          : { title: t('emptyTitle'), text: t('emptyText') }
      }
      consequence={(names) => t('consequence', { names })}
    />
  );
};

const maybe = (time: string | null) => time && clockTime(time);

const useColumns = (): Column<RowOf<typeof of>>[] => {
  const { t } = useTranslation('apps');
  const number = useNumber();
  const platforms = useDictionary('app_platform');
  const apps = useDictionary('mobile_app');
  return [
    { title: t('version'), dataIndex: 'app_version', width: 90 },
    { title: t('app'), dataIndex: 'app_name', sorter: true, width: 100, ellipsis: true, render: apps.word },
    { title: t('platform'), dataIndex: 'platform', sorter: true, width: 110, render: platforms.word },
    { title: t('name'), dataIndex: 'name', width: 150, ellipsis: true },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 120,
      render: (state: string) => <DictTag code="app_state" value={state} />,
    },
    {
      title: t('force'),
      dataIndex: 'force_update',
      width: 120,
      render: (force: boolean) => t(force ? 'mustBeTaken' : 'mayBeLeft'),
    },
    { title: t('installations'), dataIndex: 'installations', width: 130, align: 'end', render: number },
    { title: t('published'), dataIndex: 'publish_time', sorter: true, width: 168, render: maybe },
    { title: t('withdrawn'), dataIndex: 'withdraw_time', width: 168, render: maybe },
    { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
  ];
};

const Detail = ({ one }: { one: AppVersion }) => {
  const { t } = useTranslation('apps');
  const number = useNumber();
  const platforms = useDictionary('app_platform');
  const apps = useDictionary('mobile_app');
  const by = (name: string, time: string): string => [clockTime(time), name].filter(Boolean).join(' · ');
  return (
    <Facts>
      <Fact name={t('state')}>
        <DictTag code="app_state" value={one.state} />
        <p>{t(`means.${one.state}`)}</p>
      </Fact>
      <Fact name={t('app')}>{apps.word(one.app_name)}</Fact>
      <Fact name={t('version')}>{one.app_version}</Fact>
      <Fact name={t('platform')}>{platforms.word(one.platform)}</Fact>
      <Fact name={t('name')}>{one.name}</Fact>
      <Fact name={t('force')}>{t(one.force_update ? 'mustBeTaken' : 'mayBeLeft')}</Fact>
      <Fact name={t('notesZh')}>
        <p className="app-notes" lang="zh">
          {one.notes_zh}
        </p>
      </Fact>
      <Fact name={t('notesEn')}>
        <p className="app-notes" lang="en">
          {one.notes_en}
        </p>
      </Fact>
      {one.path === null ? (
        <Fact name={t('url')}>
          <a href={one.url} target="_blank" rel="noreferrer">
            {one.url}
          </a>
        </Fact>
      ) : (
        <>
          <Fact name={t('path')}>{t('bytes', { count: one.bytes ?? 0 })}</Fact>
          <Fact name="SHA-256">
            <span className="app-hash">{one.sha256}</span>
          </Fact>
        </>
      )}
      <Fact name={t('installations')}>
        {number(one.installations)}
        <p>{t('installationsHint')}</p>
      </Fact>
      <Fact name={t('created')}>{by(one.oper_name, one.create_time)}</Fact>
      {one.publish_time && <Fact name={t('published')}>{by(one.publish_name, one.publish_time)}</Fact>}
      {one.withdraw_time && <Fact name={t('withdrawn')}>{by(one.withdraw_name, one.withdraw_time)}</Fact>}
    </Facts>
  );
};

const Fields = () => {
  const { t } = useTranslation('apps');
  const platforms = useDictionary('app_platform');
  const apps = useDictionary('mobile_app');
  return (
    <>
      <div className="form-columns">
        <Field name="app_name" label={t('app')}>
          <Select options={apps.options} />
        </Field>
        <Field name="platform" label={t('platform')}>
          <Select options={platforms.offered(appPlatforms)} />
        </Field>
        <Field name="app_version" label={t('version')} extra={t('versionHint')}>
          <Input />
        </Field>
        <Field name="name" label={t('name')}>
          <Input />
        </Field>
      </div>
      <Field name="notes_zh" label={t('notesZh')}>
        <Input.TextArea rows={4} lang="zh" />
      </Field>
      <Field name="notes_en" label={t('notesEn')}>
        <Input.TextArea rows={4} lang="en" />
      </Field>
      <Field name="path" label={t('path')} extra={t('pathHint')}>
        <PackageField />
      </Field>
      <Field name="url" label={t('url')} extra={t('urlHint')}>
        <Input placeholder="https://" />
      </Field>
      <Field name="force_update" valuePropName="checked" extra={t('forceHint')}>
        <Checkbox>{t('mustBeTaken')}</Checkbox>
      </Field>
    </>
  );
};
