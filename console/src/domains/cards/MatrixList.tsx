import { useTranslation } from 'react-i18next';
import { CellSign } from '../../lock/holds/CellSign.tsx';
import { useTheList } from '../../ui/list/useList.ts';
import { cellKey, cellsOf, LockHead, type Matrix } from './MatrixGrid.tsx';

/** The matrix where there is no room for a grid: each lock with the cards that stand in it. */
export const MatrixList = ({ matrix }: { matrix: Matrix }) => {
  const { t } = useTranslation('cards');
  const { show } = useTheList();
  const cells = cellsOf(matrix.cells);
  return (
    <ul className="matrix-list" aria-label={t('matrix.grid')}>
      {matrix.locks.map((lock) => (
        <li key={lock.device_id}>
          <LockHead lock={lock} />
          <ul>
            {matrix.cards.map((card) => {
              const standing = cells.get(cellKey(lock.device_id, card.id));
              return (
                standing && (
                  <li key={card.id}>
                    <button type="button" onClick={() => show({ id: card.id })}>
                      <b className="mono">{card.card_no || card.ic_no}</b> {card.ic_name}
                    </button>
                    <CellSign standing={standing} wake={lock.wake_time} />
                  </li>
                )
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
};
