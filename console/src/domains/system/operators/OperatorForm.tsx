import { fieldErrors } from '@plomb/contract/errors';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session.ts';
import { useSettings } from '../../../platform/settings.ts';
import { useTheList } from '../../../ui/list/useList.ts';
import { rolesFor } from './roleChoice.ts';
import { TemporaryPassword } from './TemporaryPassword.tsx';
import type { OperatorOptions } from './useOperatorOptions.ts';

/** As the contract has it: a telephone number as people write it, or nothing. */
export const phonePattern = /^(\+?\d[\d -]{3,18}\d)?$/;

export const OperatorForm = ({ options }: { options: OperatorOptions }) => {
  const { t } = useTranslation('system/operators');
  const lang = useSettings((s) => s.lang);
  const { open } = useTheList();
  const self = useSession((s) => s.oper?.id) === open.edit;
  const form = Form.useFormInstance();
  const orgId = Form.useWatch<number | undefined>('org_id', form);
  const roleId = Form.useWatch<number | undefined>('role_id', form);
  const roles = rolesFor(options, orgId);
  const required = { required: true, whitespace: true, message: fieldErrors.required[lang] };
  const chosen = { required: true, message: fieldErrors.required[lang] };
  const search = { showSearch: { optionFilterProp: 'label' } };
  // the present role may be one the caller cannot give: it stays, but is not offered again
  const kept = open.edit !== 'new' && roleId !== undefined && !roles.some((r) => r.id === roleId);
  const changedOrganisation = (id: number): void => {
    if (!rolesFor(options, id).some((r) => r.id === roleId)) form.setFieldValue('role_id', undefined);
  };
  return (
    <div className="form-columns">
      <h2 className="form-part">{t('form.person')}</h2>
      <Form.Item name="operName" label={t('name')} rules={[required]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="operCode" label={t('code')}>
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="operPhone"
        label={t('phone')}
        normalize={(text: string) => text.trimStart()}
        rules={[{ pattern: phonePattern, message: fieldErrors.phone[lang] }]}
      >
        <Input type="tel" maxLength={21} autoComplete="off" />
      </Form.Item>
      <h2 className="form-part">{t('form.access')}</h2>
      <Form.Item
        name="loginName"
        label={t('loginName')}
        rules={[required, { pattern: /^\s*\S+\s*$/, message: fieldErrors.noSpaces[lang] }]}
      >
        <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item name="org_id" label={t('organisation')} rules={[chosen]} validateTrigger="onChange">
        <Select
          {...search}
          disabled={self}
          onChange={changedOrganisation}
          options={options.organizations.map((o) => ({ value: o.id, label: o.org_name }))}
        />
      </Form.Item>
      <Form.Item
        className="wide"
        name="role_id"
        label={t('role')}
        extra={t(self ? 'form.ownRole' : 'form.roleHint')}
        rules={[chosen]}
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
      </Form.Item>
      {open.edit === 'new' && (
        <div className="wide">
          <TemporaryPassword />
        </div>
      )}
    </div>
  );
};
