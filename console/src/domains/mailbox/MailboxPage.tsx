import type { OutputOf } from '@plomb/contract/kit/call';
import { mailboxLanguages, type RecipientWay, receiveTypes } from '@plomb/contract/mailbox/alarmConfig';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Coming } from '../../ui/form/Coming.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { useTheList } from '../../ui/list/useList.ts';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { useOwnAddress } from '../../ui/useOwnAddress.ts';
import { Coverage } from './Coverage.tsx';
import { Troubles } from './Troubles.tsx';
import './mailbox.css';

const { alarmConfigs } = mailboxCalls;

const RecipientForm = later(async () => (await import('./RecipientForm.tsx')).RecipientForm, { meanwhile: <Coming /> });

const Recipient = later(async () => (await import('./Recipient.tsx')).Recipient, { meanwhile: <Coming /> });

/** From here on the list, one recipient and what was sent to it stand side by side. */
const wideQuery = '(min-width: 1200px)';

/** By which ways, those that do not get through in their colour and with why: found at a glance, and by ear. */
const WaysAtAGlance = ({ ways }: { ways: readonly RecipientWay[] }) => {
  const { t } = useTranslation('mailbox');
  const channels = useDictionary('message_channel');
  const healths = useDictionary('way_health');
  if (ways.length === 0) return <WordTag colour="gold">{t('noWay')}</WordTag>;
  return (
    <ul className="mailbox-glance">
      {ways.map(({ channel, on, health }) => (
        <li key={channel}>
          <WordTag colour={on ? healths.colour(health) : 'grey'}>
            {[channels.word(channel), !on ? t('off') : health !== 'well' && healths.word(health)]
              .filter(Boolean)
              .join(' · ')}
          </WordTag>
        </li>
      ))}
    </ul>
  );
};

/** Where there is room, one recipient stands open from the start: the first that something is wrong with, else the first. */
const OpensOne = () => {
  const { open, query, filtered, change } = useTheList();
  const queries = useQueryClient();
  const wide = useMedia(wideQuery);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    if (!wide || filtered || open.id !== null || open.edit !== null) return;
    const rows = queries.getQueryData<OutputOf<typeof alarmConfigs.list>>([alarmConfigs.list.path, query])?.rows ?? [];
    const fails = rows.find(({ status, ways }) => status === 1 && ways.some((way) => way.on && way.health !== 'well'));
    const id = (fails ?? rows[0])?.id;
    if (id !== undefined) change({ id });
  }, [wide, filtered, open, query, queries, change]);
  return null;
};

/** Whom the organisations have told of their alarms. */
export const MailboxPage = () => {
  const { t } = useTranslation('mailbox');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('enable_status');
  const types = useDictionary('receive_type');
  const languages = useDictionary('language');
  const kinds = useDictionary('alarm_kind');
  const [address] = useOwnAddress();
  const isBeside = useMedia(wideQuery) && address.get('id') !== null;
  return (
    <ResourcePage
      of={alarmConfigs}
      asCards={isBeside}
      card={(one) => (
        <>
          <b>
            {one.config_name} {one.status === 2 && <DictTag code="enable_status" value={one.status} />}
          </b>
          <p className="mailbox-card">
            {[one.org_name, types.word(one.receive_type), one.mail_box, one.phone].filter(Boolean).join(' · ')}
          </p>
          <WaysAtAGlance ways={one.ways} />
        </>
      )}
      noun={t('noun')}
      notice={
        <div className="mailbox-notices">
          <OpensOne />
          <Troubles folded={isBeside} />
          <Coverage />
        </div>
      }
      columns={[
        { title: t('name'), dataIndex: 'config_name', sorter: true, width: 180, ellipsis: true },
        { title: t('ways'), key: 'ways', width: 260, render: (_, row) => <WaysAtAGlance ways={row.ways} /> },
        { title: t('mail'), dataIndex: 'mail_box', width: 220, ellipsis: true },
        { title: t('phone'), dataIndex: 'phone', width: 140 },
        {
          title: t('receives'),
          dataIndex: 'receive_type',
          width: 150,
          render: (type: string) => <DictTag code="receive_type" value={type} />,
        },
        { title: t('language'), dataIndex: 'language', width: 90, render: languages.word },
        {
          title: t('state'),
          dataIndex: 'status',
          width: 100,
          render: (status: number) => <DictTag code="enable_status" value={status} />,
        },
        { title: t('organisation'), dataIndex: 'org_name', sorter: true, width: 180, ellipsis: true },
        { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(one) => one.config_name}
      details={(one) => one.org_name}
      search={t('search')}
      filters={
        <>
          <FilterChip name="receive_type" label={t('receives')} options={types.offered(receiveTypes)} />
          <FilterChip
            name="status"
            label={t('state')}
            options={([1, 2] as const).map((status) => ({ value: status, label: states.word(status) }))}
          />
        </>
      }
      detail={(one) => (
        <Recipient one={one}>
          <Facts>
            <Fact name={t('state')}>
              <DictTag code="enable_status" value={one.status} />
            </Fact>
            <Fact name={t('language')}>{languages.word(one.language)}</Fact>
            <Fact name={t('receives')}>
              <DictTag code="receive_type" value={one.receive_type} />
              <p>{t(`means.${one.receive_type}`)}</p>
            </Fact>
            {one.kinds.length > 0 && <Fact name={t('kinds')}>{one.kinds.map(kinds.word).join(t('and'))}</Fact>}
            {one.quiet_from !== '' && (
              <Fact name={t('quiet')}>
                {one.quiet_from}–{one.quiet_until}
                <p>{t('quietMeans')}</p>
              </Fact>
            )}
            <Fact name={t('organisation')}>{one.org_name}</Fact>
            <Fact name={t('created')}>{clockTime(one.create_time)}</Fact>
          </Facts>
        </Recipient>
      )}
      form={(one) => <RecipientForm isNew={one === undefined} />}
      blank={{
        config_name: '',
        mail_box: '',
        phone: '',
        language: lang === 'zh' ? mailboxLanguages[0] : mailboxLanguages[1],
        receive_type: 'police',
        is_mail_config: true,
        is_phone_config: false,
        quiet_from: '',
        quiet_until: '',
        kinds: [],
      }}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
      consequence={(names) => t('consequence', { names })}
      disabling={() => <p>{t('disabling')}</p>}
    />
  );
};
