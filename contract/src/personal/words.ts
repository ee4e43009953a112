import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { DeviceHold } from './myDevices.ts';
import type { FactorChannel } from './secondFactor.ts';

export const personalWords = {
  device_hold: {
    title: { zh: '持有方式', en: 'How one has a device' },
    items: {
      issued: ['待接收', 'To receive', 'gold'],
      received: ['已接收', 'Received', 'green'],
      management: ['管理模式', 'Management mode', 'blue'],
    } satisfies Record<DeviceHold, Word>,
  },
  factor_channel: {
    title: { zh: '验证码来源', en: 'Where sign-in codes come from' },
    items: { app: ['验证器应用', 'Authenticator app'], mail: ['邮件', 'Mail'], sms: ['短信', 'SMS'] } satisfies Record<
      FactorChannel,
      Word
    >,
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
