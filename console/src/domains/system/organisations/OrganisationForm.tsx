import { calls } from '@plomb/contract/calls';
import { fieldErrors } from '@plomb/contract/errors';
import { orgTypes } from '@plomb/contract/organisations';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useDictionary } from '../../../platform/dictionaries.ts';
import { useSettings } from '../../../platform/settings.ts';
import { ImageUpload } from '../../../ui/ImageUpload.tsx';
import { phonePattern } from '../operators/OperatorForm.tsx';
import { TemporaryPassword } from '../operators/TemporaryPassword.tsx';
import { ParentSelect } from './ParentSelect.tsx';
import type { Branch } from './tree.ts';

const useRules = () => {
  const lang = useSettings((s) => s.lang);
  return {
    lang,
    required: { required: true, whitespace: true, message: fieldErrors.required[lang] },
    chosen: { required: true, message: fieldErrors.required[lang] },
  };
};

/** A new organisation's administrator. */
const Administrator = () => {
  const { t } = useTranslation('system/organisations');
  const { lang, required, chosen } = useRules();
  const options = useQuery({
    queryKey: [calls.organisations.options.path],
    queryFn: () => send(calls.organisations.options, {}, { quiet: true }),
  }).data;
  return (
    <>
      <h2 className="form-part">{t('form.administrator')}</h2>
      <p className="form-text">{t('form.administratorText')}</p>
      <Form.Item name="oper_name" label={t('operName')} rules={[required]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="login_name"
        label={t('loginName')}
        rules={[required, { pattern: /^\s*\S+\s*$/, message: fieldErrors.noSpaces[lang] }]}
      >
        <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        className="wide"
        name="role_id"
        label={t('form.role')}
        extra={t('form.roleHint')}
        rules={[chosen]}
        validateTrigger="onChange"
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={(options?.roles ?? []).map((r) => ({ value: r.id, label: `${r.roleName} · ${r.org_name}` }))}
        />
      </Form.Item>
      <div className="wide">
        <TemporaryPassword />
      </div>
    </>
  );
};

/** Its parent is chosen when it is made; later it is moved, which asks first. */
export const OrganisationForm = ({ isNew, tree }: { isNew: boolean; tree: readonly Branch[] }) => {
  const { t } = useTranslation('system/organisations');
  const { lang, required, chosen } = useRules();
  const types = useDictionary('org_type');
  return (
    <div className="form-columns">
      <h2 className="form-part">{t('form.organisation')}</h2>
      <Form.Item className="wide" name="org_name" label={t('name')} rules={[required]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      {isNew && (
        <Form.Item name="parent_id" label={t('parent')} rules={[chosen]} validateTrigger="onChange">
          <ParentSelect tree={tree} />
        </Form.Item>
      )}
      <Form.Item name="org_type" label={t('type')} rules={[chosen]} validateTrigger="onChange">
        <Select options={types.offered(orgTypes)} />
      </Form.Item>
      <Form.Item name="phone" label={t('phone')} rules={[{ pattern: phonePattern, message: fieldErrors.phone[lang] }]}>
        <Input type="tel" maxLength={21} autoComplete="off" />
      </Form.Item>
      <Form.Item name="mailbox" label={t('mailbox')} rules={[{ type: 'email', message: fieldErrors.mailbox[lang] }]}>
        <Input type="email" maxLength={120} autoComplete="off" />
      </Form.Item>
      <Form.Item className="wide" name="logo" label={t('logo')} extra={t('form.logoHint')}>
        <ImageUpload purpose="logo" />
      </Form.Item>
      {isNew && <Administrator />}
    </div>
  );
};
