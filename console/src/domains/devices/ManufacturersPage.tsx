import { calls } from '@plomb/contract/calls';
import { fieldErrors } from '@plomb/contract/errors';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { Owner } from './Owner.tsx';

export const ManufacturersPage = () => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const required = { required: true, whitespace: true, message: fieldErrors.required[lang] };
  return (
    <ResourcePage
      of={calls.manufacturers}
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
        <dl className="facts">
          <dt>{t('factory.code')}</dt>
          <dd>{m.factoryCode}</dd>
          <dt>{t('factory.name')}</dt>
          <dd>{m.factoryName}</dd>
          <dt>{t('owner')}</dt>
          <dd>
            <Owner of={m} />
          </dd>
          <dt>{t('factory.created')}</dt>
          <dd>{clockTime(m.create_time)}</dd>
        </dl>
      )}
      form={
        <>
          <Form.Item
            name="factoryCode"
            label={t('factory.code')}
            rules={[required, { pattern: /^[\w-]+$/, message: fieldErrors.code[lang] }]}
          >
            <Input maxLength={32} />
          </Form.Item>
          <Form.Item name="factoryName" label={t('factory.name')} rules={[required]}>
            <Input maxLength={60} />
          </Form.Item>
        </>
      }
      blank={{}}
      empty={{ title: t('factory.emptyTitle'), text: t('factory.emptyText') }}
      consequence={(names) => t('factory.consequence', { names })}
    />
  );
};
