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
  gateway_address: {
    group: 'locks',
    kind: 'text',
    max: 120,
    fallback: '',
    title: { zh: '设备接入地址', en: 'Address devices connect to' },
    description: {
      zh: '告知锁的“主机:端口”，显示在新设备的接入说明中。留空则为控制台的主机与网关监听的端口。',
      en: 'What locks are to be set to, as host:port; new devices are told so. Empty: the host of the console and the port the gateway listens on.',
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
      zh: '隔离报文、未识别内容、他人未经证实冒用锁号所发的内容，以及已导入的原始文件，超过此天数后删除；导入记录保留。',
      en: 'Reports put aside, what was not understood, what came without proof in the name of locks that prove themselves, and the files of imports are deleted after this; the records of those imports stay.',
    },
  },
  inspection_battery: {
    group: 'locks',
    kind: 'number',
    unit: 'percent',
    min: 0,
    max: 100,
    fallback: 40,
    title: { zh: '初检最低电量', en: 'Preliminary inspection: battery' },
    description: {
      zh: '电量低于此值的锁初检不合格，不能发放。',
      en: 'A lock with less does not pass the preliminary inspection and cannot be issued.',
    },
  },
  inspection_heard: {
    group: 'locks',
    kind: 'number',
    unit: 'minutes',
    min: 1,
    max: 10_080,
    fallback: 30,
    title: { zh: '初检须在此时间内有消息', en: 'Preliminary inspection: heard within' },
    description: {
      zh: '超过此时间没有消息的锁初检不合格，不能发放。',
      en: 'A lock that was silent for longer does not pass the preliminary inspection and cannot be issued.',
    },
  },
  inspection_firmware: {
    group: 'locks',
    kind: 'boolean',
    fallback: false,
    title: { zh: '初检须知固件版本', en: 'Preliminary inspection: firmware known' },
    description: {
      zh: '固件版本未知的锁初检不合格；许多锁只在被询问时才上报版本。',
      en: 'A lock whose firmware version is not known does not pass. Many locks tell it only when they are asked.',
    },
  },
  receive_days: {
    group: 'locks',
    kind: 'number',
    unit: 'days',
    min: 1,
    max: 365,
    fallback: 7,
    title: { zh: '发放后应在此天数内接收', en: 'Issued devices are received within' },
    description: {
      zh: '超过此天数仍未接收的设备标为逾期并告警。',
      en: 'Devices that were not received by then are marked as overdue, and raise an alarm.',
    },
  },
} as const satisfies ParamSeeds;
