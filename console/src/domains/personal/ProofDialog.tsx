import { personalCalls } from '@plomb/contract/personal/domain';
import { Form, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { focusField } from '../../ui/focusField.ts';
import { CodeItem, PasswordItem, type Proof, showRefusal } from './ProofForm.tsx';
import { SendCode } from './SendCode.tsx';

/** Password and code together, for what weakens or renews the second factor itself. */
export const ProofDialog = (props: {
  title: string;
  text: string;
  okText: string;
  danger?: boolean;
  /** codes are sent, no app shows them */
  isSent: boolean;
  prove: (proof: Proof) => Promise<void>;
  close: () => void;
}) => {
  const { t } = useTranslation('personal');
  const [form] = Form.useForm<Proof>();
  const [busy, setBusy] = useState(false);
  const submit = async (proof: Proof): Promise<void> => {
    setBusy(true);
    try {
      await props.prove(proof);
    } catch (error) {
      showRefusal(form, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={props.title}
      okText={props.okText}
      cancelText={t('factor.cancel')}
      okButtonProps={{ danger: props.danger ?? false, loading: busy }}
      onOk={() => form.submit()}
      onCancel={props.close}
      afterOpenChange={focusField}
      mask={{ closable: false }}
    >
      <p>{props.text}</p>
      <Form<Proof> form={form} layout="vertical" validateTrigger="onBlur" onFinish={(proof) => void submit(proof)}>
        <PasswordItem autoFocus />
        <CodeItem {...(props.isSent && { label: t('sent.code') })} />
        {props.isSent && <SendCode ask={() => send(personalCalls.secondFactor.sendCode, {})} />}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
};
