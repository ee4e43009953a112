import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numbersIn } from '../../lock/numbersIn.ts';
import type { CardOrder, useCardOrder } from './useCardOrder.ts';
import './cards.css';

/** Locks that are named by their serial numbers, for an order of a card; `begin` says what is wrong with them, or goes on. */
export const useLockNumbers = ({ begin }: Pick<ReturnType<typeof useCardOrder>, 'begin'>) => {
  const { t } = useTranslation('cards');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');
  return {
    setWrong,
    /** with those that were chosen otherwise */
    preview: async (kind: CardOrder, chosen: readonly string[] = []): Promise<void> => {
      const { found, strange } = numbersIn(typed);
      const numbers = [...new Set([...chosen, ...found])];
      if (strange.length > 0) setWrong(t('strange', { numbers: strange.slice(0, 5).join(' ') }));
      else if (numbers.length === 0) setWrong(t('noNumbers'));
      else setWrong(await begin(kind, { by: 'numbers', numbers }));
    },
    field: (label: string) => (
      <>
        <label htmlFor={`${id}-numbers`}>{label}</label>
        <Input.TextArea
          id={`${id}-numbers`}
          className="mono"
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={typed}
          aria-invalid={wrong !== ''}
          aria-describedby={`${id}-wrong`}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong('');
          }}
        />
      </>
    ),
    error: (
      <p className="card-error" id={`${id}-wrong`} role="alert">
        {wrong}
      </p>
    ),
  };
};
