import { fieldErrors } from '@plomb/contract/errors';
import { finds } from '@plomb/contract/search';
import { Form, Input, Select, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../platform/settings.ts';
import { NoTypes } from './FirstSteps.tsx';
import { organisationNodes } from './organisationNodes.ts';
import { useDeviceOptions } from './useDeviceOptions.ts';

export const DeviceForm = () => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const options = useDeviceOptions();
  const required = { required: true, whitespace: true, message: fieldErrors.required[lang] };
  const chosen = { required: true, message: fieldErrors.required[lang] };
  const search = { showSearch: { optionFilterProp: 'label' } };
  return (
    <div className="form-columns">
      <div className="wide">
        <NoTypes />
      </div>
      <h2 className="form-part">{t('form.identity')}</h2>
      <Form.Item
        className="wide"
        name="sn"
        label={t('serial')}
        extra={t('form.serialHint')}
        normalize={(text: string) => text.trim().toLowerCase()}
        rules={[required, { pattern: /^[0-9a-f]{4,20}$/, message: fieldErrors.deviceNumber[lang] }]}
      >
        <Input className="mono" maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="device_name" label={t('name')} rules={[required]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="subject" label={t('subject')}>
        <Input maxLength={60} placeholder={t('form.subjectHint')} />
      </Form.Item>
      <h2 className="form-part">{t('form.belongs')}</h2>
      <Form.Item className="wide" name="org_id" label={t('organisation')} rules={[chosen]}>
        <TreeSelect
          treeDefaultExpandAll
          showSearch={{ filterTreeNode: (sought, node) => finds(sought)(String(node.title)) }}
          treeData={organisationNodes(options?.organizations ?? [])}
        />
      </Form.Item>
      <Form.Item name="device_type_id" label={t('type')} rules={[chosen]}>
        <Select
          {...search}
          options={(options?.deviceTypes ?? []).map((d) => ({ value: d.id, label: d.device_type_name }))}
        />
      </Form.Item>
      <Form.Item name="manufacturer_id" label={t('manufacturer')} normalize={(id: number | undefined) => id ?? null}>
        <Select
          {...search}
          allowClear
          placeholder={t('form.none')}
          options={(options?.manufacturers ?? []).map((m) => ({ value: m.id, label: m.factoryName }))}
        />
      </Form.Item>
      <h2 className="form-part">{t('form.line')}</h2>
      <Form.Item name="device_no" label={t('deviceNo')}>
        <Input maxLength={32} />
      </Form.Item>
      <Form.Item name="sim_card" label={t('simCard')}>
        <Input maxLength={32} />
      </Form.Item>
      <Form.Item name="mobileID" label={t('mobileID')}>
        <Input maxLength={32} />
      </Form.Item>
      <Form.Item name="device_address" label={t('address')}>
        <Input maxLength={200} />
      </Form.Item>
    </div>
  );
};
