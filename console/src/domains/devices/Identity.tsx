import { fieldErrors } from '@plomb/contract/errors';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { type IdentityRule, identityMistake, rulesOfFamily, type UnsealPassword } from '@plomb/contract/lock/identity';
import { Alert, Form, type FormRule, Select } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact } from '../../ui/Facts.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { wrong } from '../../ui/form/Said.tsx';

interface Rules {
  identity_rule: IdentityRule;
  unseal_password: UnsealPassword;
}

export const blankIdentity = { identity_rule: 'code', networks: [] as string[], unseal_password: 'none' } as const;

/** What is weak about how locks of a type are known and opened; nothing where nothing is. */
export const IdentityWarning = ({ type }: { type: Partial<Rules> }) => {
  const { t } = useTranslation('devices');
  const warnings: string[] = [];
  if (type.identity_rule === 'open') warnings.push(t('deviceType.identity.openWarning'));
  if (type.unseal_password === 'factory') warnings.push(t('deviceType.identity.factoryWarning'));
  return warnings.map((text) => <Alert key={text} type="warning" showIcon title={text} style={{ marginBottom: 16 }} />);
};

export const IdentityFacts = ({ type }: { type: Rules & { networks: string[] } }) => {
  const { t } = useTranslation('devices');
  const rules = useDictionary('identity_rule');
  const passwords = useDictionary('unseal_password');
  return (
    <>
      <Fact name={rules.title}>
        <DictTag code="identity_rule" value={type.identity_rule} />
      </Fact>
      <Fact name={t('deviceType.identity.networks')}>
        {type.networks.join(', ') || t('deviceType.identity.anywhere')}
      </Fact>
      <Fact name={passwords.title}>
        <DictTag code="unseal_password" value={type.unseal_password} />
      </Fact>
    </>
  );
};

const ruling = ['identity_rule', 'networks', 'unseal_password'];

/** The part of the form that says how locks of the type are known. What the family cannot do is not offered. */
export const IdentityFields = () => {
  const { t } = useTranslation('devices');
  const rules = useDictionary('identity_rule');
  const passwords = useDictionary('unseal_password');
  const form = Form.useFormInstance();
  const family = Form.useWatch<LockFamily | undefined>('family', form) ?? 'hhd';
  const rule = Form.useWatch<IdentityRule | undefined>('identity_rule', form);
  const password = Form.useWatch<UnsealPassword | undefined>('unseal_password', form);
  const { identity, unseal } = rulesOfFamily[family];
  useEffect(() => {
    // another family was chosen: what it cannot do gives way to what a new type of it begins with
    if (rule && !identity.includes(rule)) form.setFieldValue('identity_rule', identity[0]);
    if (password && !unseal.includes(password)) form.setFieldValue('unseal_password', unseal[0]);
  }, [form, identity, unseal, rule, password]);
  // how they fit together the contract judges; a rule of one field says what it finds wrong with that one
  const fits = (field: keyof Rules | 'networks'): FormRule => ({
    validator: async () => {
      const { networks = [], ...chosen } = form.getFieldsValue(ruling);
      const mistake = identityMistake({ ...chosen, networks, family });
      if (mistake?.field === field) throw wrong(fieldErrors[mistake.message]);
    },
  });
  return (
    <>
      <Field
        name="identity_rule"
        label={rules.title}
        extra={t('deviceType.identity.ruleHint')}
        dependencies={['family']}
        rules={[fits('identity_rule')]}
      >
        <Select options={identity.map((value) => ({ value, label: rules.word(value) }))} />
      </Field>
      <Field
        name="networks"
        label={t('deviceType.identity.networks')}
        extra={t('deviceType.identity.networksFor')}
        dependencies={['identity_rule']}
        required={rule === 'network'}
        rules={[fits('networks')]}
      >
        <Select mode="tags" open={false} suffixIcon={null} placeholder={t('deviceType.identity.networksHint')} />
      </Field>
      <Field
        name="unseal_password"
        label={passwords.title}
        extra={t('deviceType.identity.passwordHint')}
        dependencies={['family']}
        rules={[fits('unseal_password')]}
      >
        <Select options={unseal.map((value) => ({ value, label: passwords.word(value) }))} />
      </Field>
      <div className="wide">
        <IdentityWarning
          type={{ ...(rule && { identity_rule: rule }), ...(password && { unseal_password: password }) }}
        />
      </div>
    </>
  );
};
