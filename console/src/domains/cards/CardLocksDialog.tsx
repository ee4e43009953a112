import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headOf } from '../../lock/names.ts';
import type { MatrixCard } from './MatrixGrid.tsx';
import { type CardOrder, useCardOrder } from './useCardOrder.ts';
import { useLockNumbers } from './useLockNumbers.tsx';

export interface CardLock {
  sn: string;
  device_name: string;
  subject: string;
}

/** Which locks a card is to be given to or taken from: some of those that are shown, and others by their numbers. */
export const CardLocksDialog = ({
  kind,
  card,
  locks,
  close,
}: {
  kind: CardOrder;
  card: MatrixCard;
  locks: readonly CardLock[];
  close: () => void;
}) => {
  const { t } = useTranslation('cards');
  const [chosen, choose] = useState<readonly string[]>([]);
  const order = useCardOrder(card.ic_no);
  const numbers = useLockNumbers(order);
  const all = locks.length > 0 && chosen.length === locks.length;
  return (
    <Modal
      open
      title={t(kind === 'add_cards' ? 'matrix.giveTitle' : 'matrix.takeTitle', {
        name: card.ic_name || card.card_no || card.ic_no,
      })}
      okText={t('preview')}
      confirmLoading={order.busy}
      onOk={() => void numbers.preview(kind, chosen)}
      onCancel={close}
      destroyOnHidden
    >
      <p>{t(kind === 'add_cards' ? 'matrix.giveHint' : 'matrix.takeHint')}</p>
      {locks.length === 0 ? (
        <p>{t(kind === 'add_cards' ? 'matrix.noneToGive' : 'matrix.noneToTake')}</p>
      ) : (
        <fieldset className="card-choice" aria-label={t('matrix.locks')}>
          <Checkbox
            checked={all}
            indeterminate={!all && chosen.length > 0}
            onChange={() => choose(all ? [] : locks.map(({ sn }) => sn))}
          >
            {t('matrix.allShown', { count: locks.length })}
          </Checkbox>
          {locks.map((lock) => (
            <Checkbox
              key={lock.sn}
              checked={chosen.includes(lock.sn)}
              onChange={({ target: { checked } }) =>
                choose(checked ? [...chosen, lock.sn] : chosen.filter((sn) => sn !== lock.sn))
              }
            >
              {headOf(lock)} <span className="mono">{lock.sn}</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      {numbers.field(t('matrix.others'))}
      {numbers.error}
    </Modal>
  );
};
