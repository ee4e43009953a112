import { operators } from '@plomb/contract/system/operators/operators';
import { Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TemporaryPassword } from '../../../people/TemporaryPassword.tsx';
import { Refused } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { said } from '../../../platform/notices.ts';
import { sealedFor } from '../../../platform/signIn.ts';
import { markRefused } from '../../../ui/form/Said.tsx';

const call = operators.resetPassword;

/** Asks for a temporary password. */
export const ResetPasswordDialog = ({
  id,
  name,
  open,
  close,
}: {
  id: number;
  name: string;
  open: boolean;
  close: () => void;
}) => {
  const { t } = useTranslation('system/operators');
  const [busy, setBusy] = useState(false);
  const [form] = Form.useForm<{ password: string }>();

  const submit = async ({ password }: { password: string }): Promise<void> => {
    setBusy(true);
    try {
      await send(call, { id, password: await sealedFor(call.path, password) });
      said(t('reset.done'));
      close();
    } catch (error) {
      const words = error instanceof Refused ? error.fields.password : undefined;
      if (words) markRefused(form, { password: words });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open={open}
      title={t('reset.title', { name })}
      okText={t('reset.ok')}
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      destroyOnHidden
      onOk={() => form.submit()}
      onCancel={close}
    >
      <p>{t('reset.text', { name })}</p>
      <Form form={form} layout="vertical" preserve={false} onFinish={(typed) => void submit(typed)}>
        <TemporaryPassword />
      </Form>
    </Modal>
  );
};
