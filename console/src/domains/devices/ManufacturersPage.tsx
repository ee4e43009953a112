import { deviceCalls } from '@plomb/contract/devices/domain';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { Owner } from './Owner.tsx';

export const ManufacturersPage = () => {
  const { t } = useTranslation('devices');
  return (
    <ResourcePage
      of={deviceCalls.manufacturers}
      noun={t('factory.noun')}
      columns={[
        { title: t('factory.code'), dataIndex: 'factoryCode', sorter: true, width: 220 },
        { title: t('factory.name'), dataIndex: 'factoryName', sorter: true, width: 260, ellipsis: true },
        { title: t('owner'), dataIndex: 'org_name', width: 180, render: (_, row) => <Owner of={row} /> },
        { title: t('factory.created'), dataIndex: 'create_time', sorter: true, width: 200, render: clockTime },
      ]}
      name={(m) => m.factoryName}
      search={t('factory.search')}
      allows={(_, row) => !row?.shared}
      detail={(m) => (
        <Facts>
          <Fact name={t('factory.code')}>{m.factoryCode}</Fact>
          <Fact name={t('factory.name')}>{m.factoryName}</Fact>
          <Fact name={t('owner')}>
            <Owner of={m} />
          </Fact>
          <Fact name={t('factory.created')}>{clockTime(m.create_time)}</Fact>
        </Facts>
      )}
      form={
        <>
          <Field name="factoryCode" label={t('factory.code')}>
            <Input />
          </Field>
          <Field name="factoryName" label={t('factory.name')}>
            <Input />
          </Field>
        </>
      }
      blank={{}}
      empty={{ title: t('factory.emptyTitle'), text: t('factory.emptyText') }}
      consequence={(names) => t('factory.consequence', { names })}
    />
  );
};
