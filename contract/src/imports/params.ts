import type { ParamSeeds } from '../kit/param.ts';

export const importParams = {
  upload_days: {
    group: 'records',
    kind: 'number',
    unit: 'days',
    min: 1,
    max: 30,
    fallback: 1,
    title: { zh: '未导入的文件保留天数', en: 'A file that is not imported is kept for' },
    description: {
      zh: '上传或试运行后一直未导入的文件，超过此天数后连同其记录删除。',
      en: 'What was uploaded or tried and never imported is deleted after this, with its record.',
    },
  },
} as const satisfies ParamSeeds;
