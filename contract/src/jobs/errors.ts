import { type Refusals, refusal } from '../kit/refusal.ts';

export const jobRefusals = {
  jobOver: refusal('conflict', '任务已结束', 'The job is over already'),
  jobKey: refusal(
    'noPermission',
    '启动此任务的 API 密钥已停用或过期',
    'The API key that began it was revoked or has expired',
  ),
} as const satisfies Refusals;
