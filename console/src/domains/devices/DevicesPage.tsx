import { EnvironmentOutlined } from '@ant-design/icons';
import { calls } from '@plomb/contract/calls';
import { bySeverity } from '@plomb/contract/stateSigns';
import { type TableColumnsType, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage, type RowOf } from '../../ui/ResourcePage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import { Battery } from '../../ui/sign/Battery.tsx';
import { Signal } from '../../ui/sign/Signal.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { DeviceDetail } from './DeviceDetail.tsx';
import { DeviceForm } from './DeviceForm.tsx';
import { AsOf, State } from './signs.tsx';
import { useDeviceOptions } from './useDeviceOptions.ts';
import './devices.css';

export type Device = RowOf<typeof calls.devices>;

export const DevicesPage = () => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  const options = useDeviceOptions();
  // a device seen at the gateway is registered from there, with its number
  const sn = useSearchParams()[0].get('sn');
  const columns: TableColumnsType<Device> = [
    { title: t('serial'), dataIndex: 'sn', sorter: true, width: 190, render: (sn: string) => <Serial value={sn} /> },
    {
      title: t('name'),
      dataIndex: 'device_name',
      sorter: true,
      ellipsis: true,
      width: 220,
      render: (_, d) => [d.device_name, d.subject].filter(Boolean).join(' · '),
    },
    { title: t('state'), dataIndex: 'lock_status', sorter: true, width: 210, render: (_, d) => <State device={d} /> },
    { title: t('asOf'), dataIndex: 'seen_time', sorter: true, width: 190, render: (_, d) => <AsOf device={d} /> },
    {
      title: t('battery'),
      dataIndex: 'electric',
      sorter: true,
      width: 100,
      render: (_, d) => <Battery percent={d.electric} lang={lang} />,
    },
    { title: t('signal'), key: 'signal', width: 110, render: (_, d) => <Signal csq={d.signal} lang={lang} /> },
    { title: t('organisation'), dataIndex: 'org_name', ellipsis: true, width: 150 },
    {
      title: '',
      key: 'map',
      width: 56,
      render: (_, d) =>
        d.lon !== null && (
          <Tooltip title={t('onMap')}>
            <Link className="on-map" to={`/map?id=${d.id}`} aria-label={t('onMap')}>
              <EnvironmentOutlined />
            </Link>
          </Tooltip>
        ),
    },
  ];
  return (
    <ResourcePage
      of={calls.devices}
      noun={t('device.noun')}
      columns={columns}
      name={(d) => d.sn}
      search={t('search')}
      filters={
        <>
          <FilterChip
            name="lock_status"
            label={t('state')}
            options={bySeverity.map((s) => ({ value: s, label: states.word(s) }))}
          />
          <FilterChip
            name="connection"
            label={t('connection')}
            options={(['online', 'sleeping', 'late', 'offline'] as const).map((c) => ({
              value: c,
              label: connections.word(c),
            }))}
          />
          <FilterChip
            name="device_type_id"
            label={t('type')}
            options={(options?.deviceTypes ?? []).map((d) => ({ value: d.id, label: d.device_type_name }))}
          />
          <FilterChip
            name="org_id"
            label={t('organisation')}
            options={(options?.organizations ?? []).map((o) => ({ value: o.id, label: o.org_name }))}
          />
        </>
      }
      detail={(device) => <DeviceDetail device={device} />}
      form={<DeviceForm />}
      blank={{
        ...(sn ? { sn } : {}),
        manufacturer_id: null,
        device_no: '',
        sim_card: '',
        mobileID: '',
        device_address: '',
        subject: '',
      }}
      empty={{ title: t('device.emptyTitle'), text: t('device.emptyText') }}
      consequence={(names) => t('device.consequence', { names })}
      card={(device) => <DeviceCard device={device} />}
    />
  );
};
