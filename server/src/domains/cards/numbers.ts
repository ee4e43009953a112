import { maskedCard } from '@plomb/contract/lock/cards';
import { orders } from '@plomb/contract/orders/orders';
import type { Ctx } from '../../platform/serve.ts';

/** Whole a number is for who may give cards (decision 0047). */
export const readsNumbers = ({ operator }: Pick<Ctx, 'operator'>): boolean =>
  operator.grants.has(orders.add_cards.permit);
export const asSeenBy = <T extends { ic_no: string }>(ctx: Pick<Ctx, 'operator'>, card: T): T =>
  readsNumbers(ctx) ? card : { ...card, ic_no: maskedCard(card.ic_no) };
