import { calls } from '@plomb/contract/calls';
import { fieldErrors } from '@plomb/contract/errors';
import { lockFamilies } from '@plomb/contract/lock';
import { paramSeeds } from '@plomb/contract/paramSeeds';
import { Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useShownParams } from '../../platform/params.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { blankIdentity, IdentityFacts, IdentityFields } from './Identity.tsx';
import { Owner } from './Owner.tsx';
import { utcOffset, utcOffsets } from './utcOffset.ts';

const families = lockFamilies.map((family) => ({ value: family, label: family.toUpperCase() }));

const offsets = utcOffsets.map((value) => ({ value, label: utcOffset(value) }));

export const DeviceTypesPage = () => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const low_battery = useShownParams()?.low_battery_default ?? paramSeeds.low_battery_default.fallback;
  const required = { required: true, whitespace: true, message: fieldErrors.required[lang] };
  const every = (seconds: number): string => t('deviceType.every', { seconds });
  const figure = (name: string, label: string, min: number, max: number) => (
    <Form.Item name={name} label={label} rules={[{ required: true, message: fieldErrors.required[lang] }]}>
      <InputNumber min={min} max={max} precision={0} style={{ width: '100%' }} />
    </Form.Item>
  );
  return (
    <ResourcePage
      of={calls.deviceTypes}
      noun={t('deviceType.noun')}
      columns={[
        { title: t('deviceType.code'), dataIndex: 'device_type', sorter: true, width: 180 },
        { title: t('deviceType.name'), dataIndex: 'device_type_name', sorter: true, width: 220, ellipsis: true },
        {
          title: t('deviceType.family'),
          dataIndex: 'family',
          sorter: true,
          width: 140,
          render: (f: string) => f.toUpperCase(),
        },
        { title: t('deviceType.report'), dataIndex: 'report_interval', width: 140, render: every },
        { title: t('deviceType.sleep'), dataIndex: 'sleep_interval', width: 180, render: every },
        { title: t('owner'), dataIndex: 'org_name', width: 180, render: (_, row) => <Owner of={row} /> },
        { title: t('deviceType.created'), dataIndex: 'create_time', sorter: true, width: 190, render: clockTime },
      ]}
      name={(d) => d.device_type_name}
      search={t('deviceType.search')}
      allows={(_, row) => !row?.shared}
      filters={<FilterChip name="family" label={t('deviceType.family')} options={families} />}
      detail={(d) => (
        <dl className="facts">
          <dt>{t('deviceType.code')}</dt>
          <dd>{d.device_type}</dd>
          <dt>{t('deviceType.family')}</dt>
          <dd>{d.family.toUpperCase()}</dd>
          <dt>{t('deviceType.report')}</dt>
          <dd>{every(d.report_interval)}</dd>
          <dt>{t('deviceType.sleep')}</dt>
          <dd>{every(d.sleep_interval)}</dd>
          <dt>{t('deviceType.offset')}</dt>
          <dd>{utcOffset(d.utc_offset_minutes)}</dd>
          <IdentityFacts type={d} />
          <dt>{t('deviceType.low')}</dt>
          <dd>{d.low_battery}</dd>
          <dt>{t('owner')}</dt>
          <dd>
            <Owner of={d} />
            {d.shared && <p>{t('sharedHint')}</p>}
          </dd>
          <dt>{t('deviceType.created')}</dt>
          <dd>{clockTime(d.create_time)}</dd>
        </dl>
      )}
      form={
        <div className="form-columns">
          <Form.Item
            name="device_type"
            label={t('deviceType.code')}
            rules={[required, { pattern: /^[\w-]+$/, message: fieldErrors.code[lang] }]}
          >
            <Input maxLength={32} />
          </Form.Item>
          <Form.Item name="device_type_name" label={t('deviceType.name')} rules={[required]}>
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="family" label={t('deviceType.family')} rules={[required]}>
            <Select options={families} />
          </Form.Item>
          {figure('low_battery', t('deviceType.low'), 1, 90)}
          {figure('report_interval', t('deviceType.reportSeconds'), 5, 86_400)}
          {figure('sleep_interval', t('deviceType.sleepSeconds'), 60, 604_800)}
          <Form.Item
            name="utc_offset_minutes"
            label={t('deviceType.offset')}
            extra={t('deviceType.offsetHint')}
            rules={[{ required: true, message: fieldErrors.required[lang] }]}
          >
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={offsets}
              labelRender={({ value }) => utcOffset(Number(value))}
            />
          </Form.Item>
          <IdentityFields />
        </div>
      }
      blank={{
        family: 'hhd',
        utc_offset_minutes: 480,
        report_interval: 60,
        sleep_interval: 3600,
        low_battery,
        ...blankIdentity,
      }}
      empty={{ title: t('deviceType.emptyTitle'), text: t('deviceType.emptyText') }}
      consequence={(names) => t('deviceType.consequence', { names })}
    />
  );
};
