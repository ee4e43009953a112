import { type Refusals, refusal } from '../kit/refusal.ts';

export const liveRefusals = {
  tooManyStreams: refusal('tooMany', '打开的窗口过多，请关闭一些', 'Too many windows are open, please close some'),
} as const satisfies Refusals;
