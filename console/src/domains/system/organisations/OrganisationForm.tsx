import { systemCalls } from '@plomb/contract/system/domain';
import { orgTypes } from '@plomb/contract/system/organisations/organisations';
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { TemporaryPassword } from '../../../people/TemporaryPassword.tsx';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { ImageUpload } from '../../../ui/ImageUpload.tsx';
import { ParentSelect } from './ParentSelect.tsx';
import type { Branch } from './tree.ts';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({
  value,
  label: value,
}));

/** A new organisation's administrator. */
const Administrator = () => {
  const { t } = useTranslation('system/organisations');
  const options = useQuery({
    queryKey: [systemCalls.organisations.options.path],
    queryFn: () => send(systemCalls.organisations.options, {}, { quiet: true }),
  }).data;
  return (
    <>
      <h2 className="form-part">{t('form.administrator')}</h2>
      <p className="form-text">{t('form.administratorText')}</p>
      <Field name="oper_name" label={t('operName')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="login_name" label={t('loginName')}>
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field
        className="wide"
        name="role_id"
        label={t('form.role')}
        extra={t('form.roleHint')}
        validateTrigger="onChange"
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={(options?.roles ?? []).map((r) => ({ value: r.id, label: `${r.roleName} · ${r.org_name}` }))}
        />
      </Field>
      <div className="wide">
        <TemporaryPassword />
      </div>
    </>
  );
};

/** Its parent is chosen when it is made; later it is moved, which asks first. */
export const OrganisationForm = ({ isNew, tree }: { isNew: boolean; tree: readonly Branch[] }) => {
  const { t } = useTranslation('system/organisations');
  const types = useDictionary('org_type');
  return (
    <div className="form-columns">
      <h2 className="form-part">{t('form.organisation')}</h2>
      <Field className="wide" name="org_name" label={t('name')}>
        <Input autoComplete="off" />
      </Field>
      {isNew && (
        <Field name="parent_id" label={t('parent')} validateTrigger="onChange">
          <ParentSelect tree={tree} />
        </Field>
      )}
      <Field name="org_type" label={t('type')} validateTrigger="onChange">
        <Select options={types.offered(orgTypes)} />
      </Field>
      <Field name="phone" label={t('phone')}>
        <Input type="tel" autoComplete="off" />
      </Field>
      <Field name="time_zone" label={t('timeZone')} extra={t(isNew ? 'timeZoneNew' : 'timeZoneHint')}>
        <Select allowClear={isNew} showSearch options={zones} />
      </Field>
      <Field name="mailbox" label={t('mailbox')}>
        <Input type="email" maxLength={120} autoComplete="off" />
      </Field>
      <Field className="wide" name="logo" label={t('logo')} extra={t('form.logoHint')}>
        <ImageUpload purpose="logo" />
      </Field>
      {isNew && <Administrator />}
    </div>
  );
};
