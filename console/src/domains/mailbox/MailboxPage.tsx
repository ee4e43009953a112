import { mailboxLanguages, type RecipientWay, receiveTypes } from '@plomb/contract/mailbox/alarmConfig';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Coming } from '../../ui/form/Coming.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { Coverage } from './Coverage.tsx';
import { Troubles } from './Troubles.tsx';
import './mailbox.css';

const RecipientForm = later(async () => (await import('./RecipientForm.tsx')).RecipientForm, { meanwhile: <Coming /> });

const Ways = later(async () => (await import('./Ways.tsx')).Ways, { meanwhile: <Coming /> });

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

/** Whom the organisations have told of their alarms. */
export const MailboxPage = () => {
  const { t } = useTranslation('mailbox');
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('enable_status');
  const types = useDictionary('receive_type');
  const languages = useDictionary('language');
  const kinds = useDictionary('alarm_kind');
  return (
    <ResourcePage
      of={mailboxCalls.alarmConfigs}
      noun={t('noun')}
      notice={
        <div className="mailbox-notices">
          <Troubles />
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
        <>
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
          <Ways one={one} />
        </>
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
