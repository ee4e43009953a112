import { deviceCalls } from '@plomb/contract/devices/domain';
import { lithiumCell, tellsVoltsOnly } from '@plomb/contract/lock/batteryCurve';
import { lockFamilies } from '@plomb/contract/lock/codes';
import { paramSeeds } from '@plomb/contract/params';
import { Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useShownParams } from '../../platform/params.ts';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { BatteryCurveField, DrawnCurve } from './BatteryCurve.tsx';
import { blankIdentity, IdentityFacts, IdentityFields } from './Identity.tsx';
import { blankIntervals, IntervalFields } from './IntervalFields.tsx';
import { Owner } from './Owner.tsx';
import { TypeAbilities } from './TypeAbilities.tsx';
import { utcOffset, utcOffsets } from './utcOffset.ts';

const offsets = utcOffsets.map((value) => ({ value, label: utcOffset(value) }));

export const DeviceTypesPage = () => {
  const { t } = useTranslation('devices');
  const families = useDictionary('lock_family');
  const low_battery = useShownParams()?.low_battery_default ?? paramSeeds.low_battery_default.fallback;
  const every = (seconds: number): string => t('deviceType.every', { seconds });
  const span = (from: number, to: number): string => t('deviceType.span', { from, to });
  return (
    <ResourcePage
      of={deviceCalls.deviceTypes}
      noun={t('deviceType.noun')}
      columns={[
        { title: t('deviceType.code'), dataIndex: 'device_type', sorter: true, width: 130 },
        { title: t('deviceType.name'), dataIndex: 'device_type_name', sorter: true, width: 170, ellipsis: true },
        {
          title: t('deviceType.family'),
          dataIndex: 'family',
          sorter: true,
          width: 110,
          render: families.word,
        },
        { title: t('deviceType.report'), dataIndex: 'report_interval', width: 110, render: every },
        { title: t('deviceType.sleep'), dataIndex: 'sleep_interval', width: 140, render: every },
        { title: t('owner'), dataIndex: 'org_name', width: 140, render: (_, row) => <Owner of={row} /> },
        { title: t('deviceType.created'), dataIndex: 'create_time', sorter: true, width: 170, render: clockTime },
      ]}
      name={(d) => d.device_type_name}
      search={t('deviceType.search')}
      allows={(_, row) => !row?.shared}
      filters={<FilterChip name="family" label={t('deviceType.family')} options={families.offered(lockFamilies)} />}
      detail={(d) => (
        <Facts>
          <Fact name={t('deviceType.code')}>{d.device_type}</Fact>
          <Fact name={t('deviceType.family')}>{families.word(d.family)}</Fact>
          <Fact name={t('deviceType.report')}>{every(d.report_interval)}</Fact>
          <Fact name={t('deviceType.sleep')}>{every(d.sleep_interval)}</Fact>
          <Fact name={t('deviceType.limits.report_interval')}>
            {span(d.report_interval_min, d.report_interval_max)}
          </Fact>
          <Fact name={t('deviceType.limits.sleep_interval')}>{span(d.sleep_interval_min, d.sleep_interval_max)}</Fact>
          <Fact name={t('deviceType.offset')}>{utcOffset(d.utc_offset_minutes)}</Fact>
          <IdentityFacts type={d} />
          <Fact name={t('deviceType.low')}>{d.low_battery}</Fact>
          {tellsVoltsOnly[d.family] && (
            <Fact name={t('deviceType.curve')}>
              <DrawnCurve points={d.battery_curve} />
            </Fact>
          )}
          <Fact name={t('deviceType.use')}>{t(d.reusable ? 'deviceType.reusable' : 'deviceType.singleUse')}</Fact>
          <TypeAbilities family={d.family} />
          <Fact name={t('owner')}>
            <Owner of={d} />
            {d.shared && <p>{t('sharedHint')}</p>}
          </Fact>
          <Fact name={t('deviceType.created')}>{clockTime(d.create_time)}</Fact>
        </Facts>
      )}
      form={
        <div className="form-columns">
          <Field name="device_type" label={t('deviceType.code')}>
            <Input />
          </Field>
          <Field name="device_type_name" label={t('deviceType.name')}>
            <Input />
          </Field>
          <Field name="family" label={t('deviceType.family')}>
            <Select options={families.offered(lockFamilies)} />
          </Field>
          <Field name="low_battery" label={t('deviceType.low')}>
            <InputNumber precision={0} style={{ width: '100%' }} />
          </Field>
          <IntervalFields />
          <Field name="utc_offset_minutes" label={t('deviceType.offset')} extra={t('deviceType.offsetHint')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={offsets}
              labelRender={({ value }) => utcOffset(Number(value))}
            />
          </Field>
          <Field name="reusable" label={t('deviceType.use')} extra={t('deviceType.useHint')}>
            <Select
              options={[
                { value: true, label: t('deviceType.reusable') },
                { value: false, label: t('deviceType.singleUse') },
              ]}
            />
          </Field>
          <BatteryCurveField />
          <IdentityFields />
        </div>
      }
      blank={{
        family: 'hhd',
        utc_offset_minutes: 480,
        low_battery,
        reusable: true,
        ...blankIntervals,
        battery_curve: lithiumCell,
        ...blankIdentity,
      }}
      empty={{ title: t('deviceType.emptyTitle'), text: t('deviceType.emptyText') }}
      consequence={(names) => t('deviceType.consequence', { names })}
    />
  );
};
