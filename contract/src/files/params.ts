import type { ParamSeeds } from '../kit/param.ts';

export const fileParams = {
  files_megabytes: {
    group: 'records',
    kind: 'number',
    unit: 'megabytes',
    min: 1,
    max: 10_000_000,
    fallback: 5000,
    title: { zh: '每个组织的文件总量上限', en: 'Files of one organisation have at most' },
    description: {
      zh: '一个组织上传的全部文件合计超过此大小后，拒绝新的上传；表格最多占一半。不计下级组织。',
      en: 'Once all files an organisation uploaded come to more, its uploads are refused; spreadsheets take half of it at most. Those below it count for themselves.',
    },
  },
} as const satisfies ParamSeeds;
