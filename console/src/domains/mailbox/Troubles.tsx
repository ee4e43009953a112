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
/** So many stand in sight, one line each; the rest is folded: the list is what one came for. */
const FEW = 2;

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

/**
 * Ways that fail, or that were left, with since when and who was told of it; each leads to its recipient. `folded`: beside an open
 * recipient, where the list has little room and its cards show the same.
 */
export const Troubles = ({ folded = false }: { folded?: boolean }) => {
  const { t } = useTranslation('mailbox');
  const channels = useDictionary('message_channel');
  const toldWords = useToldWords();
  const relative = useRelative();
  const { data } = useTroubles();
  if (!data || data.rows.length === 0) return null;
  const lines = (rows: readonly Trouble[]) => (
    <ul className="mailbox-troubles">
      {rows.map((one) => {
        const what = t(`trouble.what.${one.kind}`, {
          channel: channels.word(one.channel),
          address: one.address,
          time: relative(one.since),
        });
        const told = toldWords(one);
        return (
          <li key={`${one.config_id} ${one.channel}`} title={[clockTime(one.since), what, told].join('\n')}>
            <Link to={`/alarmConfig?id=${one.config_id}`}>{one.config_name}</Link> <span>{what}</span>{' '}
            <small className="mailbox-told">{told}</small>
          </li>
        );
      })}
    </ul>
  );
  const title = t('trouble.title', { count: data.rows.length });
  if (folded)
    return (
      <Alert
        type="warning"
        showIcon
        title={
          <details className="mailbox-more">
            <summary>{title}</summary>
            {lines(data.rows)}
          </details>
        }
      />
    );
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        <>
          {lines(data.rows.slice(0, FEW))}
          {data.rows.length > FEW && (
            <details className="mailbox-more">
              <summary>{t('trouble.more', { count: data.rows.length - FEW })}</summary>
              {lines(data.rows.slice(FEW))}
            </details>
          )}
        </>
      }
    />
  );
};
