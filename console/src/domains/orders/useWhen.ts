import { personNamed } from '@plomb/contract/kit/personNamed';
import { MOST_ATTEMPTS } from '@plomb/contract/lock/command';
import { movesMetal } from '@plomb/contract/lock/orderKinds';
import type { QueuedOrder } from '@plomb/contract/orders/orderQueue';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../lock/shortTime.ts';
import { wasNeverSent } from '../../lock/stepper.ts';
import { useCauseWord } from '../../lock/useCauseWord.ts';
import { waitOf } from '../../lock/wake.ts';
import { useNow } from '../../platform/time.ts';

/** When an order leaves, left or ended, and why: one sentence on what is known of it. */
export const useWhen = (): ((order: QueuedOrder) => string) => {
  const { t } = useTranslation('orders');
  const causeWord = useCauseWord();
  const now = useNow();
  const at = (time: string | null): string => (time === null ? '–' : shortTime(time, now));

  const waiting = (order: QueuedOrder): string => {
    const { connection, seen_time, sleep_interval, velocity } = order;
    if (connection === null || sleep_interval === null) return t('queue.now.hidden');
    const wait = waitOf(order, { seen_time, sleep_interval, velocity }, connection);
    if (wait?.why === 'wake') return t('queue.now.wake', { time: at(new Date(wait.by).toISOString()) });
    if (wait) return t(`queue.now.${wait.why}`);
    return order.attempt > 0
      ? t('queue.now.again', { times: order.attempt, most: MOST_ATTEMPTS })
      : t('queue.now.soon');
  };
  const because = (what: string, order: QueuedOrder): string =>
    order.cause === null ? what : t('queue.now.because', { what, cause: causeWord(order) });

  return (order) => {
    const { stage, cause, attempt } = order;
    const told = at(order.evidence_time);
    const ended = { time: at(order.finish_time) };
    const later = wasNeverSent(order) ? '' : 'Later';
    if (order.settle_time !== null && !order.needs_person)
      return t('queue.now.settled', { name: personNamed(order.settler, order.settler_login), what: order.settlement });
    switch (stage) {
      case 'queued':
        return waiting(order);
      case 'sent':
      case 'uncertain':
        return t(`queue.now.${stage}`, { time: at(order.sent_time) });
      case 'answered_ok':
        return t(movesMetal(order.kind) ? 'queue.now.unproved' : 'queue.now.answered', { time: at(order.answer_time) });
      case 'proved':
      case 'possible':
      case 'contradicted':
      case 'held':
        return t(`queue.now.${stage}`, { time: told });
      case 'answered_fail':
        return cause === null
          ? t('queue.now.refusedOnly', { time: at(order.answer_time) })
          : t('queue.now.refused', { time: at(order.answer_time), cause: causeWord(order) });
      case 'failed':
        return wasNeverSent(order) && cause !== null
          ? t('queue.now.failedNever', { cause: causeWord(order) })
          : t('queue.now.failed', { count: attempt, ...ended });
      case 'expired':
      case 'cancelled':
        return because(t(`queue.now.${stage}${later}`, ended), order);
    }
  };
};
