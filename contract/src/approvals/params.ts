import type { ParamSeeds } from '../kit/param.ts';

export const approvalParams = {
  approval_minutes: {
    group: 'locks',
    kind: 'number',
    unit: 'minutes',
    min: 1,
    max: 1440,
    fallback: 15,
    title: { zh: '审批须在此时间内作出', en: 'An approval is given within' },
    description: {
      zh: '超过此时间无人批准的申请作废，锁不会动作。',
      en: 'A request that nobody approves by then lapses, and the lock is not touched.',
    },
  },
} as const satisfies ParamSeeds;
