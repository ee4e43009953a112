import { cardCalls } from '@plomb/contract/cards/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { failureWords, isNoLongerSeen } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { byServer } from '../../platform/clock.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { useCardOrder } from './useCardOrder.ts';
import { useLockNumbers } from './useLockNumbers.tsx';

const { locks } = cardCalls.cards;
type Card = Pick<
  OutputOf<(typeof cardCalls)['cards']['detail']>,
  'id' | 'ic_no' | 'status' | 'locks' | 'removing_time'
>;

/** Which locks hold a card now, and the way to the orders that give it to some and take it from them. */
export const CardLocks = ({ card }: { card: Card }) => {
  const { t } = useTranslation('cards');
  const lang = useSettings((s) => s.lang);
  const id = useId();
  const [giving, setGiving] = useState(false);
  const order = useCardOrder(card.ic_no);
  const { busy, begin } = order;
  const numbers = useLockNumbers(order);
  const held = useQuery({
    queryKey: [locks.path, card.id],
    queryFn: () => send(locks, { id: card.id }, { quiet: true }),
    refetchInterval: 5000,
  });
  if (held.isError && (!held.data || isNoLongerSeen(held.error)))
    return <Alert type="error" showIcon title={failureWords(held.error, lang)} />;
  if (!held.data) return <Skeleton active paragraph={{ rows: 2 }} />;
  const { rows, more, others } = held.data;

  const mayGive = order.mayGive && card.status === 1 && card.removing_time === null;
  const holding = rows.filter(({ standing }) => standing === 'held' || standing === 'doubt');
  // each lock that has it is told to let it go: nobody has to do more
  const isLeaving = !more && others === 0 && rows.every(({ standing }) => standing === 'leaving');
  const mayTake = order.mayTake && holding.length > 0;
  return (
    <section className="card-locks" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t('locks')}</h3>
      {card.locks > 0 && card.removing_time !== null && (
        <Alert type="warning" showIcon title={t(isLeaving ? 'leavingNote' : 'removingNote')} />
      )}
      {rows.length > 0 && card.removing_time === null && card.status === 2 && (
        <Alert type="warning" showIcon title={t('disabledNote')} />
      )}
      {held.isError && (
        <Alert
          type="warning"
          showIcon
          title={t('old', { time: clockTime(byServer(held.dataUpdatedAt)) })}
          description={failureWords(held.error, lang)}
        />
      )}
      {rows.length === 0 && <p>{t('nowhere')}</p>}
      <ul>
        {rows.map(({ device_id, sn, device_name, subject, standing, time }) => (
          <li key={device_id}>
            <DeviceLink id={device_id}>
              <span className="mono">{sn}</span>
            </DeviceLink>
            <span>{subject || device_name}</span>
            <DictTag code="card_standing" value={standing} />
            <small>{clockTime(time)}</small>
          </li>
        ))}
      </ul>
      {more && <p>{t('more', { count: rows.length })}</p>}
      {others > 0 && <Alert type="warning" showIcon title={t('others', { count: others })} />}
      {giving && mayGive && numbers.field(t('numbers'))}
      {numbers.error}
      <span className="card-degrees">
        {mayGive &&
          (giving ? (
            <Button type="primary" loading={busy} onClick={() => void numbers.preview('add_cards')}>
              {t('preview')}
            </Button>
          ) : (
            <Button onClick={() => setGiving(true)}>{t('give')}</Button>
          ))}
        {mayTake && (
          <Button
            disabled={busy}
            onClick={() =>
              void begin('delete_cards', { by: 'ids', ids: holding.map(({ device_id }) => device_id) }).then(
                numbers.setWrong,
              )
            }
          >
            {t('take')}
          </Button>
        )}
      </span>
    </section>
  );
};
