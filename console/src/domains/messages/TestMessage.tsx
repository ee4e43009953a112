import type { MessageChannel } from '@plomb/contract/messages/channels';
import { messageCalls } from '@plomb/contract/messages/domain';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { focusField } from '../../ui/focusField.ts';
import { markRefused } from '../../ui/form/Said.tsx';

const { channels, messages } = messageCalls;

/** Sends a message to an address and shows what the other side said to it. */
export const TestMessage = ({ channel, close }: { channel: MessageChannel; close: () => void }) => {
  const { t } = useTranslation('messages');
  const [form] = Form.useForm<{ address: string }>();
  const [sent, setSent] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async ({ address }: { address: string }): Promise<void> => {
    setBusy(true);
    try {
      setSent((await send(channels.test, { channel, address: address.trim() })).id);
    } catch (error) {
      if (error instanceof Refused) markRefused(form, error.fields);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t(`test.${channel}`)}
      okText={t('test.go')}
      cancelText={t('test.close')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={close}
      afterOpenChange={focusField}
    >
      <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={(typed) => void submit(typed)}>
        <Form.Item
          name="address"
          label={t(`test.address.${channel}`)}
          rules={[{ required: true, whitespace: true, message: t('test.missing') }]}
        >
          <Input inputMode={channel === 'mail' ? 'email' : 'tel'} maxLength={254} />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
      <div aria-live="polite">{sent !== null && <Outcome key={sent} id={sent} />}</div>
    </Modal>
  );
};

/** Asked again until it is over. */
const Outcome = ({ id }: { id: number }) => {
  const { t } = useTranslation('messages');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const { data } = useQuery({
    queryKey: [messages.detail.path, id, lang],
    queryFn: () => send(messages.detail, { id }, { quiet: true }),
    enabled: may(messages.detail),
    refetchInterval: ({ state }) => (state.data?.end_time ? false : 1000),
  });
  if (!data) return <p>{t('test.written')}</p>;
  return (
    <>
      <p>
        <DictTag code="message_state" value={data.state} /> {t(`means.${data.state}`)}
      </p>
      {data.answer !== '' && (
        <p>
          {t('answer')} <code className="channel-answer">{data.answer}</code>
        </p>
      )}
    </>
  );
};
