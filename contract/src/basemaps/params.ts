import type { ParamSeeds } from '../kit/param.ts';

export const baseMapParams = {
  base_map_megabytes: {
    group: 'records',
    kind: 'number',
    unit: 'megabytes',
    min: 1,
    max: 20_000,
    fallback: 4000,
    title: { zh: '底图文件大小上限', en: 'A base map file has at most' },
    description: {
      zh: '超过此大小的底图文件不予上传；同时受每个组织的文件总量限制。上传须在 REQUEST_SECONDS 秒内完成，见运行文档。',
      en: 'Larger files of base maps are refused; what the files of an organisation may have in all bounds them, too. An upload has to arrive within REQUEST_SECONDS, see the documentation on operating.',
    },
  },
} as const satisfies ParamSeeds;
