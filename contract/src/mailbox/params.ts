import type { ParamSeeds } from '../kit/param.ts';

export const mailboxParams = {
  escalate_minutes: {
    group: 'locks',
    kind: 'number',
    unit: 'minutes',
    min: 1,
    max: 1440,
    fallback: 10,
    title: { zh: '告警无人受理的提醒时间', en: 'Alarm taken by nobody: told again after' },
    description: {
      zh: '告警发出后这么久仍无人受理，再次通知同一批接收人。',
      en: 'An alarm that nobody has taken for so long is told to the same recipients again.',
    },
  },
  escalate_further_minutes: {
    group: 'locks',
    kind: 'number',
    unit: 'minutes',
    min: 1,
    max: 1440,
    fallback: 30,
    title: { zh: '告警无人受理的升级时间', en: 'Alarm taken by nobody: told further up after' },
    description: {
      zh: '告警发出后这么久仍无人受理，通知上一级组织的接收人。',
      en: 'An alarm that nobody has taken for so long is told to the recipients of the organisation above.',
    },
  },
} as const satisfies ParamSeeds;
