import { mailboxCalls } from '@plomb/contract/mailbox/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useRelative } from '../../platform/time.ts';

const { troubles } = mailboxCalls.alarmConfigs;
const FEW = 3;

/** To whom alarms do not get through any more: for those who look after it, among what else waits. */
export const FailingWays = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('alarms');
  const channels = useDictionary('message_channel');
  const kinds = useDictionary('way_trouble');
  const relative = useRelative();
  const may = useMay()(troubles);
  const { data } = useQuery({
    queryKey: [troubles.path, 'messages'],
    queryFn: () => send(troubles, {}, { quiet: true }),
    enabled: may,
  });
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="messages-group">
      <h3>
        {t('messages.failing')}
        <small>{t('messages.ways', { count: data.rows.length })}</small>
      </h3>
      <ul>
        {data.rows.slice(0, FEW).map((one) => (
          <li key={`${one.config_id} ${one.channel}`}>
            <Link to={`/alarmConfig?id=${one.config_id}`} onClick={close}>
              <b>{one.config_name}</b>
              <span>{relative(one.since)}</span>
              <small>{[channels.word(one.channel), one.address, kinds.word(one.kind)].join(' · ')}</small>
            </Link>
          </li>
        ))}
      </ul>
      {data.rows.length > FEW && (
        <Link to="/alarmConfig" onClick={close}>
          {t('messages.allWays', { count: data.rows.length })}
        </Link>
      )}
    </section>
  );
};
