import { locks } from './locks.ts';

export const orderCalls = { locks };
