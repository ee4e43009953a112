import { EnvironmentOutlined } from '@ant-design/icons';
import { outOfUseOf } from '@plomb/contract/lock/operable';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { NameAndPlate } from '../../lock/NameAndPlate.tsx';
import { placeColumn } from '../../lock/placeColumn.tsx';
import { Battery } from '../../lock/sign/Battery.tsx';
import { Signal } from '../../lock/sign/Signal.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import { type Device, isOut } from './device.ts';
import { AsOf, State } from './signs.tsx';

/** What the list of devices can show. In a file, what a sign says together stands in columns of its own. */
export const useDeviceColumns = (): Column<Device>[] => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const stock = useDictionary('stock_status');
  const plain = (dataIndex: keyof Device, title: string, width: number): Column<Device> => ({
    title,
    dataIndex,
    width,
    ellipsis: true,
    optional: true,
  });
  const whole = (dataIndex: keyof Device, title: string, width: number): Column<Device> => ({
    title,
    dataIndex,
    width,
    identity: true,
    optional: true,
  });
  return [
    {
      title: t('serial'),
      dataIndex: 'sn',
      sorter: true,
      identity: true,
      width: 166,
      render: (sn: string) => <Serial value={sn} />,
    },
    {
      title: t('name'),
      dataIndex: 'device_name',
      sorter: true,
      identity: true,
      // with the columns before and after it, what is left beside an open record
      width: 232,
      render: (_, d) => <NameAndPlate name={d.device_name} plate={d.subject} outOfUse={outOfUseOf(d)} />,
      file: [
        { field: 'device_name', title: t('name') },
        { field: 'subject', title: t('subject') },
      ],
    },
    {
      title: t('state'),
      dataIndex: 'lock_status',
      sorter: true,
      width: 196,
      render: (_, d) => <State device={d} />,
      file: [
        { field: 'lock_state', title: t('state') },
        { field: 'lock_since', title: t('stateSince') },
      ],
    },
    {
      title: t('asOf'),
      dataIndex: 'seen_time',
      sorter: true,
      width: 180,
      render: (_, d) => <AsOf device={d} out={isOut(d)} linked />,
      file: [
        { field: 'connection', title: t('connection') },
        { field: 'seen_time', title: t('seen') },
        { field: 'aside_since', title: t('asideSince') },
      ],
    },
    {
      title: t('battery'),
      dataIndex: 'electric',
      sorter: true,
      width: 100,
      render: (_, d) => <Battery percent={d.electric} lang={lang} />,
      file: [{ field: 'electric', title: `${t('battery')} (%)` }],
    },
    {
      title: t('signal'),
      dataIndex: 'signal',
      width: 108,
      optional: true,
      render: (_, d) => <Signal csq={d.signal} lang={lang} />,
      file: [{ field: 'signal', title: `${t('signal')} (dBm)` }],
    },
    { title: t('organisation'), dataIndex: 'org_name', ellipsis: true, width: 140 },
    {
      ...plain('stock_status', stock.title, 150),
      render: (_, d) => <DictTag code="stock_status" value={d.stock_status} />,
    },
    {
      ...plain('management_by', t('management.title'), 150),
      file: [
        { field: 'management_by', title: t('management.title') },
        { field: 'management_until', title: t('management.until') },
      ],
    },
    plain('device_type', t('type'), 130),
    plain('factory', t('manufacturer'), 130),
    plain('ver', t('firmware'), 130),
    whole('sim_card', t('simCard'), 150),
    {
      ...plain('temperature', t('temperature'), 90),
      render: (_, d) => (d.temperature === null ? '–' : `${d.temperature} °C`),
      file: [{ field: 'temperature', title: `${t('temperature')} (°C)` }],
    },
    whole('device_no', t('deviceNo'), 130),
    plain('device_address', t('address'), 180),
    placeColumn(t('placeWords')),
    { ...plain('create_time', t('created'), 170), sorter: true, render: clockTime },
    {
      title: '',
      key: 'map',
      width: 44,
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
};
