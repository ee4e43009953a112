import { meteringCalls } from '@plomb/contract/metering/domain';
import { MOST_POINTS, meterShapes } from '@plomb/contract/metering/types';
import { Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';

/** Equipment types: what is sealed on a meter, and how often it is verified and looked at. */
export const TypesPage = () => {
  const { t } = useTranslation('metering');
  const lang = useSettings((s) => s.lang);
  const shapes = useDictionary('meter_shape');
  const options = meterShapes.map((value) => ({ value, label: shapes.word(value) }));
  const points = (names: string[]): string => listed(names, lang);
  return (
    <ResourcePage
      of={meteringCalls.meterTypes}
      noun={t('type.noun')}
      columns={[
        { title: t('type.name'), dataIndex: 'type_name', sorter: true, width: 200, ellipsis: true },
        { title: t('type.shape'), dataIndex: 'shape', width: 140, render: (value: string) => shapes.word(value) },
        { title: t('type.points'), dataIndex: 'points', width: 280, ellipsis: true, render: points },
        { title: t('type.verifyMonths'), dataIndex: 'verify_months', width: 190, align: 'end' as const },
        { title: t('type.inspectDays'), dataIndex: 'inspect_days', width: 190, align: 'end' as const },
        { title: t('type.meters'), dataIndex: 'meters', width: 100, align: 'end' as const },
        { title: t('organisation'), dataIndex: 'org_name', width: 180, ellipsis: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(type) => type.type_name}
      search={t('type.search')}
      filters={<FilterChip name="shape" label={t('type.shape')} options={options} />}
      words={{ shape: shapes.words }}
      detail={(type) => (
        <Facts>
          <Fact name={t('type.shape')}>{shapes.word(type.shape)}</Fact>
          <Fact name={t('type.points')}>{points(type.points)}</Fact>
          <Fact name={t('meter.due')}>{t('type.months', { count: type.verify_months })}</Fact>
          <Fact name={t('page.inspections')}>{t('type.days', { count: type.inspect_days })}</Fact>
          <Fact name={t('type.meters')}>{type.meters}</Fact>
          <Fact name={t('organisation')}>{type.org_name}</Fact>
          <Fact name={t('created')}>{clockTime(type.create_time)}</Fact>
        </Facts>
      )}
      form={
        <>
          <Field name="type_name" label={t('type.name')}>
            <Input />
          </Field>
          <Field name="shape" label={t('type.shape')}>
            <Select options={options} />
          </Field>
          <Field name="points" label={t('type.points')} extra={t('type.pointsHint')}>
            <Select
              mode="tags"
              open={false}
              suffixIcon={null}
              maxCount={MOST_POINTS}
              tokenSeparators={[',', '，', '、']}
            />
          </Field>
          <Field name="verify_months" label={t('type.verifyMonths')}>
            <InputNumber precision={0} />
          </Field>
          <Field name="inspect_days" label={t('type.inspectDays')}>
            <InputNumber precision={0} />
          </Field>
        </>
      }
      blank={{ shape: 'dispenser', points: [], verify_months: 12, inspect_days: 30 }}
      empty={{ title: t('type.emptyTitle'), text: t('type.emptyText') }}
    />
  );
};
