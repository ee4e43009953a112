import type { ParamSeeds } from '../kit/param.ts';

export const liveParams = {
  streams_per_session: {
    group: 'security',
    kind: 'number',
    unit: 'connections',
    min: 1,
    max: 200,
    fallback: 20,
    title: { zh: '每次登录的实时连接数', en: 'Live streams of one session' },
    description: {
      zh: '同一次登录最多同时打开多少个窗口接收实时数据。',
      en: 'In how many windows at once one session may follow what happens.',
    },
  },
  streams_per_operator: {
    group: 'security',
    kind: 'number',
    unit: 'connections',
    min: 1,
    max: 1000,
    fallback: 100,
    title: { zh: '每个操作员的实时连接数', en: 'Live streams of one operator' },
    description: {
      zh: '同一操作员在所有登录和 API 密钥中最多同时打开多少个实时连接。',
      en: 'In how many windows at once one operator may follow what happens, in all its sessions and by all its keys.',
    },
  },
} as const satisfies ParamSeeds;
