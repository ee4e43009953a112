import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { BatchLink } from './BatchLink.tsx';

/** Plates, whose they are, and which batch each is on. */
export const VehiclesPage = () => {
  const { t } = useTranslation('logistics');
  return (
    <ResourcePage
      of={logisticsCalls.vehicles}
      noun={t('vehicle.noun')}
      columns={[
        { title: t('plate'), dataIndex: 'plate', identity: true, sorter: true, width: 150 },
        { title: t('vehicle.enterprise'), dataIndex: 'enterprise', sorter: true, width: 240, ellipsis: true },
        {
          title: t('vehicle.batch'),
          dataIndex: 'serial',
          width: 190,
          render: (_, row) =>
            row.batch_id === null ? t('vehicle.free') : <BatchLink id={row.batch_id}>{row.serial}</BatchLink>,
        },
        { title: t('organisation'), dataIndex: 'org_name', width: 180, ellipsis: true },
        { title: t('creator'), dataIndex: 'creator', width: 150, ellipsis: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
        { title: t('updated'), dataIndex: 'update_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(row) => row.plate}
      search={t('vehicle.search')}
      detail={(row) => (
        <Facts>
          <Fact name={t('plate')}>{row.plate}</Fact>
          <Fact name={t('vehicle.enterprise')}>{row.enterprise}</Fact>
          <Fact name={t('vehicle.batch')}>
            {row.batch_id === null ? t('vehicle.free') : <BatchLink id={row.batch_id}>{row.serial}</BatchLink>}
          </Fact>
          <Fact name={t('organisation')}>{row.org_name}</Fact>
          <Fact name={t('creator')}>{row.creator}</Fact>
          <Fact name={t('created')}>{clockTime(row.create_time)}</Fact>
          <Fact name={t('updated')}>{clockTime(row.update_time)}</Fact>
        </Facts>
      )}
      form={
        <>
          <Field name="plate" label={t('plate')}>
            <Input />
          </Field>
          <Field name="enterprise" label={t('vehicle.enterprise')}>
            <Input />
          </Field>
        </>
      }
      blank={{}}
      empty={{ title: t('vehicle.emptyTitle'), text: t('vehicle.emptyText') }}
    />
  );
};
