import type { QueuedOrder } from '@plomb/contract/orders/orderQueue';
import { countdown, timeLeft } from '../../lock/stepper.ts';
import { useSeconds } from '../../lock/useSeconds.ts';

/** How long a waiting order is still waited for: a bar of its life, and the time. */
export const TimeLeft = ({ order }: { order: QueuedOrder }) => {
  const now = useSeconds(order.state === 'queued');
  const left = timeLeft(order, now);
  if (left === null) return null;
  const share = left / Math.max(1, Date.parse(order.expire_time) - Date.parse(order.create_time));
  return (
    <span className="order-left" data-short={share < 0.25}>
      <span className="order-left-bar" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, Math.round(share * 100))}%` }} />
      </span>
      {countdown(left)}
    </span>
  );
};
