import { type Refusals, refusal } from '../kit/refusal.ts';

export const jobRefusals = {
  jobOver: refusal('conflict', '任务已结束', 'The job is over already'),
  jobsOpen: refusal(
    'conflict',
    '本组织已有 {limit} 个任务未完成，请待其完成后再试',
    'Your organisation has {limit} jobs that are not over, please wait until one is',
  ),
  jobPerson: refusal('noPermission', '启动此任务的人员已无权限', 'Whoever began it may not do it any more'),
  jobKey: refusal(
    'noPermission',
    '启动此任务的 API 密钥已停用或过期',
    'The API key that began it was revoked or has expired',
  ),
} as const satisfies Refusals;
