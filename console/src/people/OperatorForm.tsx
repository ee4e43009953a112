import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../platform/session.ts';
import { Field } from '../ui/form/Field.tsx';
import { useTheList } from '../ui/list/useList.ts';
import { rolesFor } from './roleChoice.ts';
import { TemporaryPassword } from './TemporaryPassword.tsx';
import type { OperatorOptions } from './useOperatorOptions.ts';

export const OperatorForm = ({ options }: { options: OperatorOptions }) => {
  const { t } = useTranslation('system/operators');
  const { open } = useTheList();
  const self = useSession((s) => s.oper?.id) === open.edit;
  const form = Form.useFormInstance();
  const orgId = Form.useWatch<number | undefined>('org_id', form);
  const roleId = Form.useWatch<number | undefined>('role_id', form);
  const roles = rolesFor(options, orgId);
  const search = { showSearch: { optionFilterProp: 'label' } };
  // the present role may be one the caller cannot give: it stays, but is not offered again
  const kept = open.edit !== 'new' && roleId !== undefined && !roles.some((r) => r.id === roleId);
  const changedOrganisation = (id: number): void => {
    if (!rolesFor(options, id).some((r) => r.id === roleId)) form.setFieldValue('role_id', undefined);
  };
  return (
    <div className="form-columns">
      <h2 className="form-part">{t('form.person')}</h2>
      <Field name="operName" label={t('name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="operCode" label={t('code')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="operPhone" label={t('phone')} normalize={(text: string) => text.trimStart()}>
        <Input type="tel" autoComplete="off" />
      </Field>
      <h2 className="form-part">{t('form.access')}</h2>
      <Field name="loginName" label={t('loginName')}>
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field name="org_id" label={t('organisation')} validateTrigger="onChange">
        <Select
          {...search}
          disabled={self}
          onChange={changedOrganisation}
          options={options.organizations.map((o) => ({ value: o.id, label: o.org_name }))}
        />
      </Field>
      <Field
        className="wide"
        name="role_id"
        label={t('role')}
        extra={t(self ? 'form.ownRole' : 'form.roleHint')}
        validateTrigger="onChange"
      >
        <Select
          {...search}
          disabled={self || orgId === undefined}
          placeholder={orgId === undefined ? t('form.roleFirst') : undefined}
          options={[
            ...(kept ? [{ value: roleId, label: t('form.roleKept'), disabled: true }] : []),
            ...roles.map((r) => ({ value: r.id, label: r.roleName })),
          ]}
        />
      </Field>
      {open.edit === 'new' && (
        <div className="wide">
          <TemporaryPassword />
        </div>
      )}
    </div>
  );
};
