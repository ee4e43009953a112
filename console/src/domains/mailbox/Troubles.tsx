import type { Trouble } from '@plomb/contract/mailbox/alarmConfig';
import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, useRelative } from '../../platform/time.ts';

const { troubles } = mailboxCalls.alarmConfigs;
/** So many are named; the rest is found in the list by its red marks. */
const FEW = 3;

export const useTroubles = () => {
  const lang = useSettings((s) => s.lang);
  return useQuery({
    queryKey: [troubles.path, lang],
    queryFn: () => send(troubles, {}, { quiet: true }),
    refetchInterval: 30_000,
  });
};

/** Whether those who look after it were told elsewhere than here. */
export const useToldWords = (): ((one: Pick<Trouble, 'told' | 'told_time'>) => string) => {
  const { t } = useTranslation('mailbox');
  const relative = useRelative();
  return ({ told, told_time }) =>
    told_time === null
      ? t('trouble.telling')
      : told === 0
        ? t('trouble.toldNobody')
        : t('trouble.told', { count: told, time: relative(told_time) });
};

/** Ways that fail, or that were left, with since when and who was told of it; each leads to its recipient. */
export const Troubles = () => {
  const { t } = useTranslation('mailbox');
  const channels = useDictionary('message_channel');
  const toldWords = useToldWords();
  const relative = useRelative();
  const { data } = useTroubles();
  if (!data || data.rows.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('trouble.title', { count: data.rows.length })}
      description={
        <ul className="mailbox-troubles">
          {data.rows.slice(0, FEW).map((one) => (
            <li key={`${one.config_id} ${one.channel}`}>
              <Link to={`/alarmConfig?id=${one.config_id}`}>{one.config_name}</Link>{' '}
              <span title={clockTime(one.since)}>
                {t(`trouble.what.${one.kind}`, {
                  channel: channels.word(one.channel),
                  address: one.address,
                  time: relative(one.since),
                })}
              </span>{' '}
              <small className="mailbox-told">{toldWords(one)}</small>
            </li>
          ))}
          {data.rows.length > FEW && <li>{t('trouble.more', { count: data.rows.length - FEW })}</li>}
        </ul>
      }
    />
  );
};
