import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import type { WayChannel } from '@plomb/contract/messages/channels';
import { Alert, Button, Checkbox, Form, Input, Modal, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { focusField } from '../../ui/focusField.ts';
import { markRefused } from '../../ui/form/Said.tsx';
import { DeleteDialog } from '../../ui/list/DeleteDialog.tsx';
import { useCopy } from '../../ui/useCopy.ts';

const { alarmWays } = mailboxCalls;

interface Typed {
  address?: string;
  secret?: string;
  renew?: boolean;
  enabled: boolean;
}
interface Props {
  config: number;
  channel: WayChannel;
  kept: { recipient: string; enabled: boolean; has_secret: boolean } | undefined;
  changed: () => Promise<void>;
  close: () => void;
}

const places: Record<WayChannel, string> = {
  webhook: 'https://tms.example.com/hook',
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=…',
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
};

/** Sets up one way of a recipient. Its address and secret leave the browser sealed; what was not typed stays. */
export const WayForm = ({ config, channel, kept, changed, close }: Props) => {
  const { t } = useTranslation('mailbox');
  const channels = useDictionary('message_channel');
  const copy = useCopy();
  const [form] = Form.useForm<Typed>();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const sealed = async (text: string | undefined) =>
    text?.trim() ? sealedFor(alarmWays.save.path, text.trim()) : undefined;

  const save = async ({ address, secret, renew, enabled }: Typed): Promise<void> => {
    setBusy(true);
    try {
      const typed = { address: await sealed(address), secret: await sealed(secret) };
      const answer = await send(alarmWays.save, {
        ...{ config_id: config, channel, enabled, renew: renew ?? false },
        ...(typed.address && { address: typed.address }),
        ...(typed.secret && { secret: typed.secret }),
      });
      await changed();
      if (answer.secret) return setMade(answer.secret);
      said(t('saved'));
      close();
    } catch (error) {
      if (error instanceof Refused) markRefused(form, error.fields);
    } finally {
      setBusy(false);
    }
  };
  const [asking, ask] = useState(false);
  const remove = async (): Promise<void> => {
    try {
      await send(alarmWays.remove, { config_id: config, channel });
    } catch {
      return; // why not was said by whoever sent it
    }
    await changed();
    close();
  };
  if (asking)
    return (
      <DeleteDialog
        count={1}
        consequence={t('removing', { channel: channels.word(channel), address: kept?.recipient ?? '' })}
        remove={remove}
        close={() => ask(false)}
      />
    );
  if (made)
    return (
      // it is shown once: neither Esc nor a click beside it takes it away
      <Modal
        open
        title={t('secretOnce')}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={<Button onClick={close}>{t('done')}</Button>}
      >
        <Alert type="warning" showIcon title={t('secretOnceText')} />
        <p>
          <code className="mailbox-secret">{made}</code>
        </p>
        <Button onClick={() => copy(made)}>{t('copy')}</Button>
      </Modal>
    );
  return (
    <Modal
      open
      title={t('setUpOf', { channel: channels.word(channel) })}
      onCancel={close}
      afterOpenChange={focusField}
      footer={[
        kept && (
          <Button key="remove" danger disabled={busy} onClick={() => ask(true)}>
            {t('remove')}
          </Button>
        ),
        <Button key="save" type="primary" loading={busy} onClick={() => form.submit()}>
          {t('save')}
        </Button>,
      ]}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ enabled: kept?.enabled ?? true }}
        onFinish={(typed) => void save(typed)}
      >
        <p>{t(`about.${channel}`)}</p>
        <Form.Item
          name="address"
          label={t('address')}
          extra={kept ? t('addressKept', { address: kept.recipient }) : undefined}
          rules={kept ? [] : [{ required: true, whitespace: true, message: t('addressMissing') }]}
        >
          <Input autoComplete="off" spellCheck={false} maxLength={1000} placeholder={places[channel]} />
        </Form.Item>
        {(channel === 'dingtalk' || channel === 'feishu') && (
          <Form.Item name="secret" label={t('secret')} extra={t(kept?.has_secret ? 'secretKept' : 'secretHint')}>
            <Input.Password autoComplete="new-password" maxLength={200} />
          </Form.Item>
        )}
        {channel === 'webhook' && kept && (
          <Form.Item name="renew" valuePropName="checked" extra={t('renewHint')}>
            <Checkbox>{t('renew')}</Checkbox>
          </Form.Item>
        )}
        <Form.Item name="enabled" label={t('on')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
};
