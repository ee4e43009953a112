import { orders } from './orders.ts';

export const orderCalls = { orders };
