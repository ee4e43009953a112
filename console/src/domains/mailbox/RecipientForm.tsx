import { finds } from '@plomb/contract/kit/search';
import { alarmKinds } from '@plomb/contract/lock/codes';
import { mailboxLanguages, receiveTypes } from '@plomb/contract/mailbox/alarmConfig';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { useQuery } from '@tanstack/react-query';
import { Input, Radio, Select, Switch, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { Field } from '../../ui/form/Field.tsx';
import { nodesOf } from '../../ui/tree.ts';

const hours = Array.from({ length: 48 }, (_, half) => {
  const value = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
  return { value, label: value };
});

const { options } = mailboxCalls.alarmConfigs;

export const RecipientForm = ({ isNew }: { isNew: boolean }) => {
  const { t } = useTranslation('mailbox');
  const languages = useDictionary('language');
  const types = useDictionary('receive_type');
  const kinds = useDictionary('alarm_kind');
  const offered = useQuery({
    queryKey: [options.path],
    queryFn: () => send(options, {}, { quiet: true }),
    staleTime: 60_000,
  }).data;
  return (
    <>
      <Field name="config_name" label={t('name')} extra={t('nameHint')}>
        <Input />
      </Field>
      {isNew && (
        <Field name="org_id" label={t('organisation')} extra={t('organisationHint')}>
          <TreeSelect
            allowClear
            treeDefaultExpandAll
            showSearch={{ filterTreeNode: (sought, node) => finds(sought)(String(node.title)) }}
            treeData={nodesOf(
              offered?.organizations ?? [],
              (one) => one.parent_id,
              (one) => ({ title: one.org_name }),
            )}
          />
        </Field>
      )}
      <div className="mailbox-two">
        <div>
          <Field name="mail_box" label={t('mail')}>
            <Input inputMode="email" spellCheck={false} autoComplete="off" />
          </Field>
          <Field name="is_mail_config" label={t('byMail')} valuePropName="checked">
            <Switch />
          </Field>
        </div>
        <div>
          <Field name="phone" label={t('phone')}>
            <Input inputMode="tel" autoComplete="off" />
          </Field>
          <Field name="is_phone_config" label={t('byPhone')} valuePropName="checked">
            <Switch />
          </Field>
        </div>
      </div>
      <Field name="receive_type" label={t('receives')}>
        <Radio.Group
          className="mailbox-types"
          options={receiveTypes.map((type) => ({
            value: type,
            label: (
              <>
                <b>{types.word(type)}</b>
                <small>{t(`means.${type}`)}</small>
              </>
            ),
          }))}
        />
      </Field>
      <Field name="language" label={t('language')}>
        <Select options={languages.offered(mailboxLanguages)} />
      </Field>
      <Field name="kinds" label={t('kinds')} extra={t('kindsHint')} required={false}>
        <Select mode="multiple" allowClear placeholder={t('allKinds')} options={kinds.offered(alarmKinds)} />
      </Field>
      <div className="mailbox-quiet">
        <Field name="quiet_from" label={t('quietFrom')} required={false}>
          <Select options={[{ value: '', label: t('never') }, ...hours]} showSearch />
        </Field>
        <Field name="quiet_until" label={t('quietUntil')} required={false}>
          <Select options={[{ value: '', label: t('never') }, ...hours]} showSearch />
        </Field>
        <p>{t('quietHint', { zone: offered?.zone ?? '' })}</p>
      </div>
    </>
  );
};
