import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import { mailSecurities } from '@plomb/contract/messages/channels';
import { messageCalls } from '@plomb/contract/messages/domain';
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';

const { channels } = messageCalls;
type Channels = OutputOf<typeof channels.find>;
type Mail = InputOf<typeof channels.updateMail>;
type Sms = InputOf<typeof channels.updateSms>;

interface Props<Kept> {
  kept: Kept;
  latest: () => Promise<Channels>;
  close: () => void;
}

/** A new secret leaves the browser sealed; one that was not typed stays as it is. */
const sealedSecret = async (path: string, secret: string | undefined) =>
  secret?.trim() ? { secret: await sealedFor(path, secret) } : {};

const useSave = <C extends typeof channels.updateMail | typeof channels.updateSms>(
  call: C,
  { latest, close }: Props<unknown>,
) => {
  const { t } = useTranslation('messages');
  return async ({ secret, ...values }: InputOf<C>, version: string, stored: () => void): Promise<void> => {
    const input = { ...values, ...(await sealedSecret(call.path, secret)), ...(version && { version }) };
    await send(call, input as never);
    stored();
    said(t('saved'));
    close();
    await latest();
  };
};

const SecretField = ({ label, has, hint }: { label: string; has: boolean; hint: string }) => {
  const { t } = useTranslation('messages');
  return (
    <Form.Item name="secret" label={label} extra={has ? t('secretKept') : hint}>
      <Input.Password autoComplete="new-password" maxLength={300} />
    </Form.Item>
  );
};

const startMail = {
  enabled: true,
  host: '',
  port: 465,
  security: 'tls',
  user_name: '',
  from_address: '',
  from_name: '',
} as const;
/** The port that goes with each protection, as RFC 8314 has it. */
const ports = { tls: 465, starttls: 587, none: 25 } as const;

export const MailForm = (props: Props<Channels['mail']>) => {
  const { kept } = props;
  const { t } = useTranslation('messages');
  const securities = useDictionary('mail_security');
  const save = useSave(channels.updateMail, props);
  return (
    <RecordForm<Mail>
      title={t('mail.title')}
      initial={kept ?? startMail}
      save={save}
      latest={async () => (await props.latest()).mail ?? startMail}
      close={props.close}
      schema={channels.updateMail.input}
    >
      <Field name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="host" label={t('mail.host')} extra={t('mail.hostHint')}>
        <Input spellCheck={false} placeholder="smtp.example.com" />
      </Field>
      <Field name="security" label={t('mail.security')} extra={t('mail.securityHint')}>
        <Select options={securities.offered(mailSecurities)} />
      </Field>
      <Field name="port" label={t('mail.port')} extra={t('mail.portHint', ports)}>
        <InputNumber />
      </Field>
      <Field name="user_name" label={t('mail.user')} extra={t('mail.userHint')}>
        <Input autoComplete="off" spellCheck={false} />
      </Field>
      <SecretField label={t('mail.secret')} has={kept?.has_secret ?? false} hint={t('mail.secretHint')} />
      <Field name="from_address" label={t('mail.fromAddress')}>
        <Input inputMode="email" spellCheck={false} />
      </Field>
      <Field name="from_name" label={t('mail.fromName')}>
        <Input />
      </Field>
    </RecordForm>
  );
};

const startSms = { enabled: true, url: '', sender: '' };

export const SmsForm = (props: Props<Channels['sms']>) => {
  const { kept } = props;
  const { t } = useTranslation('messages');
  const save = useSave(channels.updateSms, props);
  return (
    <RecordForm<Sms>
      title={t('sms.title')}
      initial={kept ?? startSms}
      save={save}
      latest={async () => (await props.latest()).sms ?? startSms}
      close={props.close}
      schema={channels.updateSms.input}
    >
      <Field name="enabled" label={t('enabled')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="url" label={t('sms.url')} extra={t('sms.urlHint')}>
        <Input spellCheck={false} placeholder="https://" />
      </Field>
      <SecretField label={t('sms.secret')} has={kept?.has_secret ?? false} hint={t('sms.secretHint')} />
      <Field name="sender" label={t('sms.sender')} extra={t('sms.senderHint')}>
        <Input />
      </Field>
    </RecordForm>
  );
};
