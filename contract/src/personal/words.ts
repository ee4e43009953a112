import type { DictionarySeeds } from '../kit/word.ts';

export const personalWords = {
  authorisation: {
    title: { zh: '设备授权', en: 'Device authorisation' },
    items: {
      authorised: ['已授权（限时）', 'Authorised (timed)', 'green'],
      permanent: ['永久授权', 'Permanent', 'cyan'],
      unauthorised: ['未授权', 'Unauthorised'],
    },
  },
  friend_application: {
    title: { zh: '好友申请', en: 'Friend application' },
    items: {
      pending: ['待处理', 'Pending', 'gold'],
      agreed: ['已同意', 'Agreed', 'green'],
      declined: ['已拒绝', 'Declined', 'red'],
    },
  },
} as const satisfies DictionarySeeds;
