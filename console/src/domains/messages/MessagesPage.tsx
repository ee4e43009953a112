import type { OutputOf } from '@plomb/contract/kit/call';
import { sentChannels } from '@plomb/contract/messages/channels';
import { messageCalls } from '@plomb/contract/messages/domain';
import { type Message, messagePurposes, messageStates } from '@plomb/contract/messages/messages';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import type { Column } from '../../ui/table/column.ts';

/** What was sent to whom, by every way, and what became of it; never what it said. */
export const MessagesPage = () => {
  const { t } = useTranslation('messages');
  const channels = useDictionary('message_channel');
  const purposes = useDictionary('message_purpose');
  const states = useDictionary('message_state');
  return (
    <RecordsPage
      of={messageCalls.messages}
      columns={useColumns()}
      name={(one, id) => (one ? t('named', { recipient: one.recipient }) : `#${id}`)}
      count={() => t('what')}
      every={5000}
      search={t('search')}
      filters={
        <>
          <FilterChip name="state" label={t('state')} options={states.offered(messageStates)} />
          <FilterChip name="channel" label={t('channel')} options={channels.offered(sentChannels)} />
          <FilterChip name="purpose" label={t('purpose')} options={purposes.offered(messagePurposes)} />
        </>
      }
      words={{ channel: channels.words, purpose: purposes.words, state: states.words }}
      isFileWhole
      detail={(one) => <Detail one={one} />}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
};

const useColumns = (): Column<Message>[] => {
  const { t } = useTranslation('messages');
  const channels = useDictionary('message_channel');
  const purposes = useDictionary('message_purpose');
  return [
    { title: t('written'), dataIndex: 'create_time', width: 168, render: clockTime },
    { title: t('channel'), dataIndex: 'channel', width: 80, render: channels.word },
    { title: t('purpose'), dataIndex: 'purpose', width: 240, ellipsis: true, render: purposes.word },
    { title: t('recipient'), dataIndex: 'recipient', width: 190, ellipsis: true },
    { title: t('config'), dataIndex: 'config_name', width: 140, ellipsis: true },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 120,
      render: (state: string) => <DictTag code="message_state" value={state} />,
    },
    { title: t('answer'), dataIndex: 'answer', width: 210, ellipsis: true },
    { title: t('attempts'), dataIndex: 'attempts', width: 70 },
    { title: t('by'), dataIndex: 'oper_name', width: 130, ellipsis: true },
    { title: t('organisation'), dataIndex: 'org_name', width: 160, ellipsis: true },
    {
      title: t('ended'),
      dataIndex: 'end_time',
      width: 168,
      render: (time: string | null) => time && clockTime(time),
    },
  ];
};

const Detail = ({ one }: { one: OutputOf<typeof messageCalls.messages.detail> }) => {
  const { t } = useTranslation('messages');
  const channels = useDictionary('message_channel');
  const purposes = useDictionary('message_purpose');
  return (
    <Facts>
      <Fact name={t('state')}>
        <DictTag code="message_state" value={one.state} />
        <p>{t(`means.${one.state}`)}</p>
      </Fact>
      <Fact name={t('channel')}>{channels.word(one.channel)}</Fact>
      <Fact name={t('purpose')}>{purposes.word(one.purpose)}</Fact>
      <Fact name={t('recipient')}>{one.recipient}</Fact>
      {one.answer !== '' && (
        <Fact name={t('answer')} mono>
          {one.answer}
        </Fact>
      )}
      {one.config_name !== '' && <Fact name={t('config')}>{one.config_name}</Fact>}
      <Fact name={t('attempts')}>
        {one.attempts}
        {one.tries.length > 0 && (
          <ol className="message-tries">
            {one.tries.map((tried) => (
              <li key={tried.attempt}>
                {clockTime(tried.end_time)} <DictTag code="message_state" value={tried.state} />{' '}
                <code className="channel-answer">{tried.answer}</code>
                {tried.next_time && ` ${t('nextTry', { time: clockTime(tried.next_time) })}`}
              </li>
            ))}
          </ol>
        )}
      </Fact>
      <Fact name={t('by')}>{one.oper_name}</Fact>
      <Fact name={t('organisation')}>{one.org_name}</Fact>
      <Fact name={t('written')}>{clockTime(one.create_time)}</Fact>
      {one.end_time ? (
        <Fact name={t('ended')}>{clockTime(one.end_time)}</Fact>
      ) : (
        <Fact name={t('until')}>{clockTime(one.expire_time)}</Fact>
      )}
    </Facts>
  );
};
