import { personalCalls } from '@plomb/contract/personal/domain';
import { useQuery } from '@tanstack/react-query';
import { Form, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { answerProof, useConfirm } from '../../platform/confirm.ts';
import { useSettings } from '../../platform/settings.ts';
import { sealedFor } from '../../platform/signIn.ts';
import './personal.css';
import { CodeItem, PasswordItem, type Proof, showRefusal } from './ProofForm.tsx';
import { SendCode } from './SendCode.tsx';

const { prove, sendCode } = personalCalls.secondFactor;

/** The one dialog for every call that wants a fresh proof; given one, the call is sent again by the client. */
export const ConfirmDialog = () => {
  const { t } = useTranslation('personal');
  const deeds = useConfirm((s) => s.deeds);
  const lang = useSettings((s) => s.lang);
  const waiting = [...new Set(deeds.map(({ title, about }) => [title[lang], about].filter(Boolean).join(' · ')))];
  const [form] = Form.useForm<Proof>();
  const [chosen, setBy] = useState<'code' | 'password'>('code');
  const [busy, setBusy] = useState(false);

  // without a second factor there is no code to type
  const { data, isPending } = useQuery({
    queryKey: [personalCalls.account.detail.path],
    queryFn: () => send(personalCalls.account.detail, {}, { quiet: true }),
  });
  const hasCode = data?.second_factor.since != null;
  const isSent = data !== undefined && data.second_factor.channel !== 'app';
  const by = hasCode ? chosen : 'password';

  const submit = async (typed: Partial<Proof>): Promise<void> => {
    setBusy(true);
    try {
      const { password = '', code = '' } = typed;
      await send(prove, by === 'code' ? { code } : { password: await sealedFor(prove.path, password) });
      answerProof(true);
    } catch (error) {
      showRefusal(form, error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('proof.title')}
      width={420}
      zIndex={1200} // above the dialog whose call it is about
      className="proof-dialog"
      okText={t('proof.confirm')}
      cancelText={t('proof.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={() => answerProof(false)}
      // a drawer below holds the focus until the dialog has opened
      afterOpenChange={(open) => open && form.focusField(by)}
      mask={{ closable: false }}
    >
      {waiting.map((words) => (
        <p key={words}>
          <strong>{words}</strong>
        </p>
      ))}
      <p>{t('proof.text')}</p>
      <Form<Proof> form={form} layout="vertical" validateTrigger="onBlur" onFinish={(typed) => void submit(typed)}>
        {isPending ? (
          <Skeleton active paragraph={{ rows: 1 }} title={false} />
        ) : by === 'code' ? (
          <>
            <CodeItem key="code" autoFocus {...(isSent && { label: t('sent.code') })} />
            {isSent && <SendCode ask={() => send(sendCode, {})} />}
          </>
        ) : (
          <PasswordItem key="password" autoFocus />
        )}
        <button type="submit" hidden />
      </Form>
      {hasCode && (
        <button type="button" className="as-link" onClick={() => setBy(by === 'code' ? 'password' : 'code')}>
          {t(by === 'code' ? 'proof.withPassword' : 'proof.withCode')}
        </button>
      )}
    </Modal>
  );
};
