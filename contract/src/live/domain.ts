import { live } from './live.ts';

export const liveCalls = { live };
