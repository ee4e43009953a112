import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { DeviceHold } from './myDevices.ts';

export const personalWords = {
  device_hold: {
    title: { zh: '持有方式', en: 'How one has a device' },
    items: {
      issued: ['待接收', 'To receive', 'gold'],
      received: ['已接收', 'Received', 'green'],
      management: ['管理模式', 'Management mode', 'blue'],
    } satisfies Record<DeviceHold, Word>,
  },
  authorisation: {
    title: { zh: '设备授权', en: 'Device authorisation' },
    items: {
      authorised: ['已授权（限时）', 'Authorised (timed)', 'green'],
      permanent: ['永久授权', 'Permanent', 'cyan'],
      unauthorised: ['未授权', 'Unauthorised'],
    },
  },
} as const satisfies DictionarySeeds;
