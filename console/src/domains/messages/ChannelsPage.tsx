import type { OutputOf } from '@plomb/contract/kit/call';
import type { MessageChannel } from '@plomb/contract/messages/channels';
import { messageCalls } from '@plomb/contract/messages/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useShownParams } from '../../platform/params.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { MailForm, SmsForm } from './ChannelForms.tsx';
import { TestMessage } from './TestMessage.tsx';
import { useOpen } from './useOpen.ts';
import './messages.css';

const { channels } = messageCalls;
type Channels = OutputOf<typeof channels.find>;

/** The mail server and the SMS provider of the house: what is set up, whether it works, and who changed it. */
export const ChannelsPage = () => {
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const [open, setOpen] = useOpen();
  const { t } = useTranslation('messages');
  // one for the house: nobody else is shown them
  const isForeign = useShownParams()?.changes_global === false;
  const { data, error, refetch } = useQuery({
    enabled: !isForeign,
    queryKey: [channels.find.path, lang],
    queryFn: () => send(channels.find, {}, { quiet: true }),
  });
  const latest = async () => (await refetch({ throwOnError: true })).data!;
  const close = (): void => setOpen(null);
  return (
    <>
      <PageHeader />
      <div className="channels">
        {isForeign ? (
          <Alert type="info" showIcon title={t('rootOnly')} />
        ) : data ? (
          <>
            <Channel channel="mail" kept={data.mail} edit={() => setOpen('mail')} test={() => setOpen('testMail')}>
              {data.mail && <MailFacts kept={data.mail} />}
            </Channel>
            <Channel channel="sms" kept={data.sms} edit={() => setOpen('sms')} test={() => setOpen('testSms')}>
              {data.sms && <SmsFacts kept={data.sms} />}
            </Channel>
            {open === 'mail' && <MailForm kept={data.mail} latest={latest} close={close} />}
            {open === 'sms' && <SmsForm kept={data.sms} latest={latest} close={close} />}
            {open === 'testMail' && <TestMessage channel="mail" close={close} />}
            {open === 'testSms' && <TestMessage channel="sms" close={close} />}
          </>
        ) : error ? (
          <div role="alert" className="channel">
            <p>{failureWords(error, lang)}</p>
            <Button onClick={() => void refetch()}>{ui('retry')}</Button>
          </div>
        ) : (
          <Skeleton active />
        )}
      </div>
    </>
  );
};

const Channel = (props: {
  channel: MessageChannel;
  kept: Channels[MessageChannel];
  edit: () => void;
  test: () => void;
  children: React.ReactNode;
}) => {
  const { channel, kept } = props;
  const { t } = useTranslation('messages');
  const may = useMay();
  return (
    <section className="channel" aria-labelledby={`channel-${channel}`}>
      <h2 id={`channel-${channel}`}>
        {t(`${channel}.title`)}{' '}
        {kept && <WordTag colour={kept.enabled ? 'green' : 'grey'}>{t(kept.enabled ? 'enabled' : 'disabled')}</WordTag>}
      </h2>
      <p>{t(`${channel}.text`)}</p>
      {kept ? props.children : <p className="channel-none">{t('none')}</p>}
      {may(channels.updateMail) && (
        <div className="channel-actions">
          <Button onClick={props.edit}>{t(kept ? 'edit' : 'setUp')}</Button>
          {kept?.enabled && <Button onClick={props.test}>{t('test.ask')}</Button>}
        </div>
      )}
    </section>
  );
};

const Changed = ({ kept }: { kept: { change_time: string; changed_by: string } }) => {
  const { t } = useTranslation('messages');
  return (
    <Fact name={t('changed')}>{t('changedBy', { name: kept.changed_by, time: clockTime(kept.change_time) })}</Fact>
  );
};

const MailFacts = ({ kept }: { kept: NonNullable<Channels['mail']> }) => {
  const { t } = useTranslation('messages');
  return (
    <Facts>
      <Fact name={t('mail.host')} mono>
        {kept.host}:{kept.port}
      </Fact>
      <Fact name={t('mail.security')}>
        <DictTag code="mail_security" value={kept.security} />
      </Fact>
      <Fact name={t('mail.user')}>{kept.user_name || t('mail.nobody')}</Fact>
      <Fact name={t('mail.from')}>
        {kept.from_name ? `${kept.from_name} <${kept.from_address}>` : kept.from_address}
      </Fact>
      <Changed kept={kept} />
    </Facts>
  );
};

const SmsFacts = ({ kept }: { kept: NonNullable<Channels['sms']> }) => {
  const { t } = useTranslation('messages');
  return (
    <Facts>
      <Fact name={t('sms.url')} mono>
        {kept.url}
      </Fact>
      {kept.sender !== '' && <Fact name={t('sms.sender')}>{kept.sender}</Fact>}
      <Changed kept={kept} />
    </Facts>
  );
};
