import { type Sent, type SentKind, sentKinds } from '@plomb/contract/mailbox/alarmWays';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, useNow } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';

const { alarmWays } = mailboxCalls;
const PAGE = 20;

/** What was sent to a recipient, by which way, with a dot for each try. Asked again at once while something is under way. */
export const SentList = ({ config, newest }: { config: number; newest: number }) => {
  const { t } = useTranslation('mailbox');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('sent_kind');
  const [size, setSize] = useState(PAGE);
  const [only, setOnly] = useState<SentKind | 'all'>('all');
  const { data, error, refetch } = useQuery({
    queryKey: [alarmWays.sent.path, config, size, only, newest, lang],
    queryFn: () => send(alarmWays.sent, { config_id: config, size, ...(only !== 'all' && { only }) }, { quiet: true }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ state: now }) => now === 'waiting' || now === 'sending') ? 1000 : 10_000,
  });
  if (!data)
    return error ? (
      <div role="alert">
        <p>{failureWords(error, lang)}</p>
        <Button onClick={() => void refetch()}>{ui('retry')}</Button>
      </div>
    ) : null;
  return (
    <section className="mailbox-sent" aria-labelledby="mailbox-sent">
      <h3 id="mailbox-sent">
        {t('sent')} <small>{t('sentHint')}</small>
      </h3>
      <Segmented
        size="small"
        value={only}
        options={[
          { value: 'all', label: t('all') },
          ...sentKinds.map((value) => ({ value, label: kinds.word(value) })),
        ]}
        onChange={setOnly}
        aria-label={t('sent')}
      />
      {data.rows.length === 0 ? (
        <p>{t('nothingSent')}</p>
      ) : (
        <ol aria-live="polite">
          {data.rows.map((one) => (
            <SentLine key={one.id} one={one} />
          ))}
        </ol>
      )}
      {data.more && size < 50 && (
        <Button size="small" onClick={() => setSize(50)}>
          {t('more')}
        </Button>
      )}
    </section>
  );
};

const SentLine = ({ one }: { one: Sent }) => {
  const { t } = useTranslation('mailbox');
  const channels = useDictionary('message_channel');
  const kinds = useDictionary('alarm_kind');
  const states = useDictionary('message_state');
  const now = useNow();
  const what = (): string => {
    if (one.purpose === 'test') return t('testMessage');
    if (one.alarm) return [kinds.word(one.alarm.kind), one.alarm.subject || one.alarm.sn].join(' ');
    return (one.told ?? 0) > 1 ? t('digestOf', { count: one.told ?? 0 }) : t('oneNotice');
  };
  return (
    <li>
      <b>{what()}</b>
      <time dateTime={one.create_time} title={clockTime(one.create_time)}>
        {shortTime(one.create_time, now)}
      </time>
      <span className="mailbox-by">{[channels.word(one.channel), one.recipient].join(' · ')}</span>
      <span className="mailbox-tries">
        <i role="img" aria-label={t('tries', { count: one.tries.length })}>
          {one.tries.map(({ attempt, state }) => (
            <span key={attempt} className={`mailbox-dot mailbox-dot-${state === 'sent' ? 'sent' : 'not'}`} />
          ))}
          {(one.state === 'waiting' || one.state === 'sending') && <span className="mailbox-dot mailbox-dot-next" />}
        </i>
        <DictTag code="message_state" value={one.state} />
      </span>
      {one.tries.length > 0 && (
        <details className="mailbox-each">
          <summary>
            {[one.answer, one.next_time && t('nextTry', { time: clockTime(one.next_time) })]
              .filter(Boolean)
              .join(' · ') || t('tries', { count: one.tries.length })}
          </summary>
          <ol>
            {one.tries.map((each) => (
              <li key={each.attempt} value={each.attempt}>
                <time dateTime={each.begin_time}>{clockTime(each.begin_time)}</time>{' '}
                {each.state === 'waiting' ? t('notTaken') : states.word(each.state)}
                {each.answer && ` · ${each.answer}`}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
};
