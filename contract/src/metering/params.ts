import type { ParamSeeds } from '../kit/param.ts';

export const meteringParams = {
  meter_week_load: {
    group: 'records',
    kind: 'number',
    unit: 'items',
    min: 1,
    max: 1000,
    fallback: 20,
    title: { zh: '每人每周检定巡检量', en: 'Verifications and inspections of one person in a week' },
    description: {
      zh: '日历中超过此数的人员标为超量，可改派给他人。',
      en: 'In the calendar, whoever has more than this is shown as overloaded, and some can be given to others.',
    },
  },
} as const satisfies ParamSeeds;
