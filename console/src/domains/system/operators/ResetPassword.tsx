import { calls } from '@plomb/contract/calls';
import { Button, Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TemporaryPassword } from '../../../people/TemporaryPassword.tsx';
import { Refused } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { said } from '../../../platform/notices.ts';
import { sealedFor } from '../../../platform/signIn.ts';

const call = calls.operators.resetPassword;

/** A button, and behind it the question for a temporary password. */
export const ResetPassword = ({ id, name }: { id: number; name: string }) => {
  const { t } = useTranslation('system/operators');
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{ password: string }>();

  const submit = async ({ password }: { password: string }): Promise<void> => {
    setBusy(true);
    try {
      await send(call, { id, password: await sealedFor(call.path, password) });
      said(t('reset.done'));
      setOpen(false);
    } catch (error) {
      const words = error instanceof Refused ? error.fields.password : undefined;
      if (words) form.setFields([{ name: 'password', errors: [words] }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('reset.button')}</Button>
      <Modal
        open={open}
        title={t('reset.title', { name })}
        okText={t('reset.ok')}
        okButtonProps={{ danger: true }}
        confirmLoading={busy}
        destroyOnHidden
        onOk={() => form.submit()}
        onCancel={() => setOpen(false)}
      >
        <p>{t('reset.text', { name })}</p>
        <Form form={form} layout="vertical" preserve={false} onFinish={(typed) => void submit(typed)}>
          <TemporaryPassword />
        </Form>
      </Modal>
    </>
  );
};
