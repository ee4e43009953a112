import type { ParamSeeds } from '../kit/param.ts';

export const deviceParams = {
  low_battery_default: {
    group: 'locks',
    kind: 'number',
    unit: 'percent',
    min: 1,
    max: 90,
    fallback: 20,
    title: { zh: '低电量告警默认值', en: 'Low-battery alarm, default' },
    description: {
      zh: '新设备类型的低电量告警阈值，可在设备类型中单独修改。',
      en: 'The battery level at which new device types raise the alarm; each type may have its own.',
    },
  },
  quarantine_days: {
    group: 'records',
    kind: 'number',
    unit: 'days',
    min: 7,
    max: 3650,
    fallback: 90,
    title: { zh: '隔离报文保留天数', en: 'Quarantine is kept for' },
    description: {
      zh: '隔离报文、未识别内容，以及他人未经证实冒用锁号所发的内容，超过此天数后删除。',
      en: 'Reports put aside, what was not understood, and what came without proof in the name of locks that prove themselves, are deleted after this.',
    },
  },
} as const satisfies ParamSeeds;
