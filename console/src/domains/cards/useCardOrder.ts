import { batchCalls } from '@plomb/contract/batches/domain';
import { orders } from '@plomb/contract/orders/orders';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';

const { prepare } = batchCalls.batches;
export type CardOrder = 'add_cards' | 'delete_cards';
type Of = { by: 'ids'; ids: number[] } | { by: 'numbers'; numbers: string[] };

/** The way to an order that gives a card to locks or takes it from them. */
export const useCardOrder = (ic_no: string) => {
  const { t } = useTranslation('cards');
  const may = useMay();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** What comes of it is said before anything is ordered, and there the reason is asked. What is wrong with the locks; '' = nothing. */
  const begin = async (kind: CardOrder, of: Of): Promise<string> => {
    setBusy(true);
    try {
      const draft = await send(prepare, { order: { kind, args: { cards: [ic_no] } }, of });
      if (draft.unknown.length > 0) return t('unknown', { numbers: draft.unknown.slice(0, 5).join(' ') });
      await navigate(`/batch?work=${draft.id}`);
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
    return '';
  };
  // an order names the card by its number, which is read by who may give cards
  const readsNumber = may(orders.add_cards) && may(prepare);
  return { busy, begin, mayGive: readsNumber, mayTake: readsNumber && may(orders.delete_cards) };
};
