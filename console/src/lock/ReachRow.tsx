import type { Connection } from '@plomb/contract/lock/connection';
import type { CommandKind } from '@plomb/contract/lock/orderKinds';
import type { MapLock } from '@plomb/contract/map/map';
import { lifetimeOf } from '@plomb/contract/orders/params';
import { useTranslation } from 'react-i18next';
import { useDeafSince } from '../platform/network.ts';
import { useShownParams } from '../platform/params.ts';
import { useSettings } from '../platform/settings.ts';
import { useNow } from '../platform/time.ts';
import { isCutOff } from './heading.ts';
import { useKnownOrders } from './history.ts';
import { OrderRow } from './OrderRow.tsx';
import { ConnectionSign } from './sign/ConnectionSign.tsx';
import { useConnectionWord } from './useConnectionWord.ts';
import { useWaitWords } from './useWaitWords.ts';
import { countBefore, waitOf } from './wake.ts';

interface Props {
  lock: MapLock;
  connection: Connection;
  /** null: nothing is sent to the lock */
  kind: CommandKind | null;
}

/** Before an order is given: how the lock can be reached, what the order waits for, and when it is given up. */
export const ReachRow = ({ lock, connection, kind }: Props) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const connectionWord = useConnectionWord();
  const deaf = useDeafSince() !== null;
  const now = useNow();
  const lives = useShownParams()?.[lifetimeOf(kind ?? 'query_info')];
  const waitWords = useWaitWords();
  const known = useKnownOrders(lock.id);
  const lost = isCutOff(lock, connection);
  const words = (): string[] => {
    if (kind === null) return [t('dialog.nothingSent')];
    const expire_time = lives === undefined ? null : new Date(now + lives * 1000).toISOString();
    if (deaf) return waitWords(null, expire_time, now);
    const wait = waitOf({ state: 'queued', waits_for: null, expire_time }, lock, connection);
    const before = countBefore(kind, known);
    return [
      ...(before > 0 ? [t('dialog.behind', { count: before })] : wait ? [] : [t('dialog.leavesNow')]),
      ...waitWords(wait, expire_time, now),
    ];
  };
  return (
    <OrderRow
      name={t('dialog.reach')}
      title={
        <span className="order-reach">
          {!deaf && !lost && <ConnectionSign connection={connection} lang={lang} decorative />}
          {!deaf && lost ? t('notConnected') : connectionWord(connection)}
        </span>
      }
      text={words().join(lang === 'zh' ? '' : ' ')}
    />
  );
};
