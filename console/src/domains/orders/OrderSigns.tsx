import { orderedBy } from '@plomb/contract/lock/orderedBy';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import type { QueuedOrder } from '@plomb/contract/orders/orderQueue';
import { CommandSign } from '../../lock/sign/CommandSign.tsx';
import { signOf } from '../../lock/sign/signOf.ts';
import { useStageWord } from '../../lock/sign/useStageWord.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { useWhen } from './useWhen.ts';

/** How far an order came, in the words it has everywhere. */
export const Stage = ({ order }: { order: Pick<QueuedOrder, 'stage' | 'needs_person'> }) => {
  const lang = useSettings((s) => s.lang);
  const word = useStageWord();
  return (
    <span className="order-stage" data-stage={order.stage} data-needs={order.needs_person}>
      <CommandSign stage={signOf(order.stage)} lang={lang} size={18} decorative />
      {word(order.stage)}
    </span>
  );
};

/** An order on a phone. */
export const OrderCard = ({ order }: { order: QueuedOrder }) => {
  const lang = useSettings((s) => s.lang);
  const when = useWhen();
  return (
    <div className="order-card">
      <p>
        <b>{sayOrder(order.kind, order.args)[lang]}</b>
        <Stage order={order} />
      </p>
      <p>
        {[order.subject, order.device_name || order.sn].filter(Boolean).join(' · ')}{' '}
        <DictTag code="out_of_use" value={order.out_of_use} />
      </p>
      <p>{when(order)}</p>
      <p>{orderedBy(order)}</p>
    </div>
  );
};
