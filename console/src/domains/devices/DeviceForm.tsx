import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceOptions } from '../../lock/useDeviceOptions.ts';
import { Field } from '../../ui/form/Field.tsx';
import { OrganisationSelect } from '../../ui/form/OrganisationSelect.tsx';
import { AlsoGuarded } from './AlsoGuarded.tsx';
import { AnotherFamily, AnotherNumber } from './AnotherLock.tsx';
import { NoTypes } from './FirstSteps.tsx';

export const DeviceForm = () => {
  const { t } = useTranslation('devices');
  const options = useDeviceOptions();
  const search = { showSearch: { optionFilterProp: 'label' } };
  return (
    <div className="form-columns">
      <div className="wide">
        <NoTypes />
      </div>
      <h2 className="form-part">{t('form.identity')}</h2>
      <Field
        className="wide"
        name="sn"
        label={t('serial')}
        extra={
          <>
            {t('form.serialHint')} <AnotherNumber />
          </>
        }
        normalize={(text: string) => text.replace(/[\s-]/g, '').toLowerCase()}
      >
        <Input className="mono" autoComplete="off" />
      </Field>
      <Field name="device_name" label={t('name')}>
        <Input />
      </Field>
      <Field name="subject" label={t('subject')} extra={<AlsoGuarded />}>
        <Input placeholder={t('form.subjectHint')} />
      </Field>
      <h2 className="form-part">{t('form.belongs')}</h2>
      <Field className="wide" name="org_id" label={t('organisation')}>
        <OrganisationSelect of={options?.organizations} />
      </Field>
      <Field name="device_type_id" label={t('type')} extra={<AnotherFamily />}>
        <Select
          {...search}
          options={(options?.deviceTypes ?? []).map((d) => ({ value: d.id, label: d.device_type_name }))}
        />
      </Field>
      <Field name="manufacturer_id" label={t('manufacturer')} normalize={(id: number | undefined) => id ?? null}>
        <Select
          {...search}
          allowClear
          placeholder={t('form.none')}
          options={(options?.manufacturers ?? []).map((m) => ({ value: m.id, label: m.factoryName }))}
        />
      </Field>
      <h2 className="form-part">{t('form.line')}</h2>
      <Field name="device_no" label={t('deviceNo')}>
        <Input />
      </Field>
      <Field name="sim_card" label={t('simCard')}>
        <Input />
      </Field>
      <Field name="mobileID" label={t('mobileID')}>
        <Input />
      </Field>
      <Field name="device_address" label={t('address')}>
        <Input />
      </Field>
    </div>
  );
};
