import type { MessageChannel } from '@plomb/contract/messages/channels';
import { personalCalls } from '@plomb/contract/personal/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords, Refused, Unreachable } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { beside } from '../../ui/form/Said.tsx';
import { CodeItem, type Proof, showRefusal } from './ProofForm.tsx';
import { SendCode, type SentCode } from './SendCode.tsx';

const { list, begin, sendCode, confirm, remove } = personalCalls.contacts;

/** Where one is reached by mail and SMS: one's own, each confirmed by a code that was sent there. */
export const Contacts = () => {
  const { t } = useTranslation('personal');
  const { modal } = App.useApp();
  const lang = useSettings((s) => s.lang);
  const [setting, setSetting] = useState<MessageChannel | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [list.path],
    queryFn: () => send(list, {}, { quiet: true }),
  });
  if (!data) return error ? <Alert type="error" showIcon title={failureWords(error, lang)} /> : <Skeleton active />;
  const held = (channel: MessageChannel) => data.rows.find((one) => one.channel === channel);
  // one that is held is shown, and taken away, also where its way is off by now
  const shown = [...new Set([...data.ways, ...data.rows.map(({ channel }) => channel)])];
  const takeAway = (channel: MessageChannel) =>
    modal.confirm({
      title: t('contact.removeTitle', { recipient: held(channel)?.recipient ?? '' }),
      okText: t('contact.remove'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(remove, { channel });
        said(t('contact.removed'));
        await refetch();
      },
    });
  return (
    <section aria-label={t('contact.title')}>
      <h2 className="personal-title">{t('contact.title')}</h2>
      <p>{t(shown.length > 0 ? 'contact.text' : 'contact.none')}</p>
      <Facts>
        {shown.map((channel) => {
          const one = held(channel);
          return (
            <div key={channel} className="facts-pair">
              <Fact name={t(`contact.ways.${channel}`)}>
                <span className="personal-contact">
                  <span>
                    {one
                      ? t('contact.since', { recipient: one.recipient, time: clockTime(one.confirm_time) })
                      : t('contact.unset')}
                  </span>
                  <span>
                    {data.ways.includes(channel) && (
                      <Button size="small" onClick={() => setSetting(channel)}>
                        {t(one ? 'contact.change' : 'contact.set')}
                      </Button>
                    )}
                    {one && (
                      <Button size="small" onClick={() => takeAway(channel)}>
                        {t('contact.remove')}
                      </Button>
                    )}
                  </span>
                </span>
              </Fact>
            </div>
          );
        })}
      </Facts>
      {setting && (
        <SetContact
          channel={setting}
          close={() => {
            setSetting(null);
            void refetch();
          }}
        />
      )}
    </section>
  );
};

interface Typed extends Proof {
  address: string;
}

/** The address, then the code that was sent there. */
const SetContact = ({ channel, close }: { channel: MessageChannel; close: () => void }) => {
  const { t } = useTranslation('personal');
  const [form] = Form.useForm<Typed>();
  const [sent, setSent] = useState<SentCode | null>(null);
  const [busy, setBusy] = useState(false);
  const next = async (typed: Partial<Typed>): Promise<void> => {
    setBusy(true);
    try {
      if (sent) {
        await send(confirm, { code: typed.code ?? '' });
        said(t('contact.saved'));
        close();
      } else setSent(await send(begin, { channel, address: typed.address ?? '' }));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) return;
      showRefusal(form, error);
      // the first step is refused in a toast; of the code it stands where the code does, for as long as that is wrong
      if (sent && Object.keys(error instanceof Refused ? error.fields : {}).length === 0)
        form.setFields([{ name: 'code', errors: beside({ zh: error.words('zh'), en: error.words('en') }) }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t(`contact.setTitle.${channel}`)}
      okText={t(sent ? 'contact.confirm' : 'sent.ask')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={close}
    >
      <Form<Typed>
        form={form}
        layout="vertical"
        validateTrigger="onBlur"
        initialValues={{ address: '' }}
        onFinish={(typed) => void next(typed)}
      >
        {sent ? (
          <>
            <p>{t('factor.sentText')}</p>
            <CodeItem autoFocus hint={false} label={t('sent.code')} />
            <SendCode sent={sent} ask={() => send(sendCode, {})} />
          </>
        ) : (
          <Form.Item
            name="address"
            label={t(`factor.address.${channel}`)}
            extra={t('factor.addressHint')}
            rules={[{ required: true, whitespace: true, message: t('oldMissing') }]}
          >
            <Input
              autoFocus
              inputMode={channel === 'mail' ? 'email' : 'tel'}
              autoComplete={channel === 'mail' ? 'email' : 'tel'}
              maxLength={254}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
};
