import { calls } from '@plomb/contract/calls';
import { fieldErrors } from '@plomb/contract/errors';
import { sealPassword } from '@plomb/contract/sealedPassword';
import { strictPassword } from '@plomb/contract/session';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { safeRedirect } from '../../platform/redirect.ts';
import { useSettings } from '../../platform/settings.ts';
import { passwordKey } from '../../platform/signIn.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

interface Typed {
  oldPassword: string;
  newPassword: string;
  confirm: string;
}
const call = calls.session.changePassword;
const passwordFields: readonly string[] = ['oldPassword', 'newPassword'];

/** A key opens one password, so two are fetched. */
const sealed = async (password: string): Promise<string> =>
  sealPassword(await passwordKey(), call.path, password.trim());

export const ChangePasswordPage = () => {
  const { t } = useTranslation('personal');
  const lang = useSettings((s) => s.lang);
  const [form] = Form.useForm<Typed>();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  // where somebody with a temporary password wanted to go
  const next = useSearchParams()[0].get('temporary');

  const submit = async (typed: Typed): Promise<void> => {
    setBusy(true);
    try {
      const [oldPassword, newPassword] = await Promise.all([sealed(typed.oldPassword), sealed(typed.newPassword)]);
      await send(call, { oldPassword, newPassword });
      said(t('done'));
      form.resetFields();
      if (next !== null) await navigate(safeRedirect(next) ?? '/', { replace: true });
    } catch (error) {
      if (!(error instanceof Refused)) return;
      const wrong = Object.entries(error.fields).filter(([name]) => passwordFields.includes(name));
      form.setFields(wrong.map(([name, words]) => ({ name: name as 'oldPassword' | 'newPassword', errors: [words] })));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <PageHeader />
      <Form<Typed>
        form={form}
        className="password-form"
        layout="vertical"
        validateTrigger="onBlur"
        style={{ maxWidth: 420, padding: '0 16px' }}
        onFinish={(typed) => void submit(typed)}
      >
        {next !== null && (
          <Alert
            type="warning"
            showIcon
            style={{ marginBottom: 16 }}
            title={t('temporary')}
            description={t('temporaryText')}
          />
        )}
        <p style={{ marginTop: 0, color: 'var(--text-2)' }}>{t('explain')}</p>
        <Form.Item
          name="oldPassword"
          label={t('old')}
          rules={[{ required: true, whitespace: true, message: t('oldMissing') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('new')}
          rules={[
            { required: true, whitespace: true, message: t('newMissing') },
            {
              transform: (text: string) => text.trim(),
              pattern: strictPassword,
              message: fieldErrors.passwordRule[lang],
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={16} />
        </Form.Item>
        <Form.Item
          name="confirm"
          label={t('confirm')}
          dependencies={['newPassword']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, text: string | undefined) =>
                (text ?? '') === (getFieldValue('newPassword') ?? '')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('mismatch'))),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={16} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('submit')}
        </Button>
      </Form>
    </>
  );
};
