import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';

/** Where vehicles are sealed, and for which process: plans are made of these. */
export const SealPositionsPage = () => {
  const { t } = useTranslation('logistics');
  return (
    <ResourcePage
      of={logisticsCalls.sealPositions}
      noun={t('sealPosition.noun')}
      columns={[
        { title: t('position'), dataIndex: 'position', identity: true, sorter: true, width: 220, ellipsis: true },
        { title: t('process'), dataIndex: 'process_name', sorter: true, width: 200, ellipsis: true },
        { title: t('organisation'), dataIndex: 'org_name', width: 200, ellipsis: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(row) => `${row.position} · ${row.process_name}`}
      search={t('sealPosition.search')}
      detail={(row) => (
        <Facts>
          <Fact name={t('position')}>{row.position}</Fact>
          <Fact name={t('process')}>{row.process_name}</Fact>
          <Fact name={t('organisation')}>{row.org_name}</Fact>
          <Fact name={t('created')}>{clockTime(row.create_time)}</Fact>
        </Facts>
      )}
      form={
        <>
          <Field name="position" label={t('position')} extra={t('sealPosition.hint')}>
            <Input />
          </Field>
          <Field name="process_name" label={t('process')}>
            <Input />
          </Field>
        </>
      }
      blank={{}}
      empty={{ title: t('sealPosition.emptyTitle'), text: t('sealPosition.emptyText') }}
    />
  );
};
