import { type Refusals, refusal } from '../kit/refusal.ts';

export const jobRefusals = {
  jobOver: refusal('conflict', '任务已结束', 'The job is over already'),
} as const satisfies Refusals;
