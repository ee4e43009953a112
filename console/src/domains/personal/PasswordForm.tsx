import { fieldErrors } from '@plomb/contract/errors';
import { sessionCalls } from '@plomb/contract/session/domain';
import { strictPassword } from '@plomb/contract/session/session';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { markRefused } from '../../ui/form/Said.tsx';

interface Typed {
  oldPassword: string;
  newPassword: string;
  confirm: string;
}
const call = sessionCalls.session.changePassword;
const passwordFields: readonly string[] = ['oldPassword', 'newPassword'];

/** A password of one's own: by the strict rule, typed twice. `first`: it takes the place of a temporary one. */
export const PasswordForm = ({ done, first = false }: { done?: () => void; first?: boolean }) => {
  const { t } = useTranslation('personal');
  const lang = useSettings((s) => s.lang);
  const [form] = Form.useForm<Typed>();
  const [busy, setBusy] = useState(false);

  const submit = async (typed: Typed): Promise<void> => {
    setBusy(true);
    try {
      // a key opens one password, so each is sealed for a key of its own
      const [oldPassword, newPassword] = await Promise.all([
        sealedFor(call.path, typed.oldPassword),
        sealedFor(call.path, typed.newPassword),
      ]);
      await send(call, { oldPassword, newPassword });
      said(t('done'));
      form.resetFields();
      done?.();
    } catch (error) {
      if (!(error instanceof Refused)) return;
      const wrong = Object.entries(error.fields).filter(([name]) => passwordFields.includes(name));
      markRefused(form, Object.fromEntries(wrong));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      className="personal-form"
      onFinish={(typed) => void submit(typed)}
    >
      {!first && <p>{t('explain')}</p>}
      <Form.Item
        name="oldPassword"
        label={t(first ? 'oldTemporary' : 'old')}
        rules={[{ required: true, whitespace: true, message: t('oldMissing') }]}
      >
        <Input.Password autoComplete="current-password" maxLength={128} autoFocus={first} />
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
        {/* longer than allowed on purpose: a pasted long one is to be told, not cut */}
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="confirm"
        label={t('confirm')}
        required
        dependencies={['newPassword']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, text: string | undefined) =>
              (text ?? '').trim() === String(getFieldValue('newPassword') ?? '').trim()
                ? Promise.resolve()
                : Promise.reject(new Error(t('mismatch'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('submit')}
      </Button>
    </Form>
  );
};
