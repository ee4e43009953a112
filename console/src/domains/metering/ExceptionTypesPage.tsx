import { meteringCalls } from '@plomb/contract/metering/domain';
import { Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../platform/time.ts';
import { WordTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';

/** What an inspection can find wrong, and whether a meter may be used with it. */
export const ExceptionTypesPage = () => {
  const { t } = useTranslation('metering');
  const uses = [
    { value: false, label: t('exception.goesOn') },
    { value: true, label: t('exception.stopsUse') },
  ];
  const use = (stops: boolean) => (
    <WordTag colour={stops ? 'red' : 'grey'}>{t(stops ? 'exception.stopsUse' : 'exception.goesOn')}</WordTag>
  );
  return (
    <ResourcePage
      of={meteringCalls.exceptionTypes}
      noun={t('exception.noun')}
      columns={[
        { title: t('exception.name'), dataIndex: 'exception_name', sorter: true, width: 260, ellipsis: true },
        { title: t('exception.stops'), dataIndex: 'stops_use', width: 220, render: use },
        { title: t('exception.found'), dataIndex: 'found', width: 110, align: 'end' as const },
        { title: t('organisation'), dataIndex: 'org_name', width: 180, ellipsis: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(one) => one.exception_name}
      search={t('exception.search')}
      filters={<FilterChip name="stops_use" label={t('exception.stops')} options={uses as never} />}
      words={{ stops_use: { true: t('exception.stopsUse'), false: t('exception.goesOn') } }}
      detail={(one) => (
        <Facts>
          <Fact name={t('exception.stops')}>{use(one.stops_use)}</Fact>
          <Fact name={t('exception.found')}>{one.found}</Fact>
          <Fact name={t('organisation')}>{one.org_name}</Fact>
          <Fact name={t('created')}>{clockTime(one.create_time)}</Fact>
        </Facts>
      )}
      form={
        <>
          <Field name="exception_name" label={t('exception.name')}>
            <Input />
          </Field>
          <Field name="stops_use" label={t('exception.stops')}>
            <Radio.Group options={uses} />
          </Field>
        </>
      }
      blank={{ stops_use: false }}
      empty={{ title: t('exception.emptyTitle'), text: t('exception.emptyText') }}
    />
  );
};
