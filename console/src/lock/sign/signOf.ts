import type { OrderStage } from '@plomb/contract/orders/orderQueue';

/** The sign that is drawn for a stage: what speaks against an order is drawn as a refusal is. */
export const signOf = (stage: OrderStage) => (stage === 'contradicted' ? 'answered_fail' : stage);
