import { Checkbox, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { headOf } from '../../lock/names.ts';
import { numbersIn } from '../../lock/numbersIn.ts';
import type { MatrixCard } from './MatrixGrid.tsx';
import { type CardOrder, useCardOrder } from './useCardOrder.ts';
import './cards.css';

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
  const id = useId();
  const [chosen, choose] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');
  const { busy, begin } = useCardOrder(card.ic_no);
  const preview = async (): Promise<void> => {
    const { found, strange } = numbersIn(typed);
    const numbers = [...new Set([...chosen, ...found])];
    if (strange.length > 0) setWrong(t('strange', { numbers: strange.slice(0, 5).join(' ') }));
    else if (numbers.length === 0) setWrong(t('noNumbers'));
    else setWrong(await begin(kind, { by: 'numbers', numbers }));
  };
  const all = locks.length > 0 && chosen.length === locks.length;
  return (
    <Modal
      open
      title={t(kind === 'add_cards' ? 'matrix.giveTitle' : 'matrix.takeTitle', {
        name: card.ic_name || card.card_no || card.ic_no,
      })}
      okText={t('preview')}
      confirmLoading={busy}
      onOk={() => void preview()}
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
      <label htmlFor={`${id}-numbers`}>{t('matrix.others')}</label>
      <Input.TextArea
        id={`${id}-numbers`}
        className="mono"
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={typed}
        aria-invalid={wrong !== ''}
        aria-describedby={`${id}-wrong`}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong('');
        }}
      />
      <p className="card-error" id={`${id}-wrong`} role="alert">
        {wrong}
      </p>
    </Modal>
  );
};
