import { MOST_REFUSALS, mailboxLanguages, receiveTypes } from '@plomb/contract/mailbox/alarmConfig';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { Alert } from 'antd';
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

/** Where it goes by one way; that it is off and that it refuses again and again is said beside it. */
const Way = ({ address, on, refusals, left }: { address: string; on: boolean; refusals: number; left?: boolean }) => {
  const { t } = useTranslation('mailbox');
  if (address === '') return null;
  return (
    <span className="mailbox-way">
      <span className={on ? undefined : 'mailbox-off'}>{address}</span>{' '}
      {!on ? (
        <WordTag colour="grey">{t('off')}</WordTag>
      ) : left ? (
        <WordTag colour="gold">{t('left')}</WordTag>
      ) : (
        refusals >= MOST_REFUSALS && <WordTag colour="red">{t('refuses')}</WordTag>
      )}
    </span>
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
        {
          title: t('mail'),
          dataIndex: 'mail_box',
          width: 260,
          render: (_, row) => (
            <Way address={row.mail_box} on={row.is_mail_config} refusals={row.mail_refusals} left={row.mail_left} />
          ),
        },
        {
          title: t('phone'),
          dataIndex: 'phone',
          width: 180,
          render: (_, row) => <Way address={row.phone} on={row.is_phone_config} refusals={row.phone_refusals} />,
        },
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
          {one.is_mail_config && !one.mail_left && one.mail_refusals >= MOST_REFUSALS && (
            <Alert type="error" showIcon title={t('refusesText', { address: one.mail_box })} />
          )}
          {one.is_phone_config && one.phone_refusals >= MOST_REFUSALS && (
            <Alert type="error" showIcon title={t('refusesText', { address: one.phone })} />
          )}
          <Facts>
            <Fact name={t('name')}>{one.config_name}</Fact>
            <Fact name={t('state')}>
              <DictTag code="enable_status" value={one.status} />
            </Fact>
            <Fact name={t('mail')}>
              {one.mail_box && (
                <Way address={one.mail_box} on={one.is_mail_config} refusals={one.mail_refusals} left={one.mail_left} />
              )}
            </Fact>
            <Fact name={t('phone')}>
              {one.phone && <Way address={one.phone} on={one.is_phone_config} refusals={one.phone_refusals} />}
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
