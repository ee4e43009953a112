import type { ParamSeeds } from '../kit/param.ts';

export const appParams = {
  app_megabytes: {
    group: 'records',
    kind: 'number',
    unit: 'megabytes',
    min: 1,
    max: 500,
    fallback: 200,
    title: { zh: '手持端安装包大小上限', en: 'A handset app package has at most' },
    description: {
      zh: '超过此大小的安装包不予上传。上传须在 REQUEST_SECONDS 秒内完成，见运行文档。',
      en: 'Larger packages are refused. An upload has to arrive within REQUEST_SECONDS, see the documentation on operating.',
    },
  },
} as const satisfies ParamSeeds;
