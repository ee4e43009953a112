import type { ParamSeeds } from '../kit/param.ts';

export const firmwareParams = {
  firmware_megabytes: {
    group: 'records',
    kind: 'number',
    unit: 'megabytes',
    min: 1,
    max: 16,
    fallback: 8,
    title: { zh: '固件大小上限', en: 'A firmware has at most' },
    description: { zh: '超过此大小的固件不予上传。', en: 'Larger ones are refused.' },
  },
} as const satisfies ParamSeeds;
