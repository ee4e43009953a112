import type { DictionarySeeds } from '../kit/word.ts';

export const orderWords = {
  unseal_reason: {
    title: { zh: '解封原因', en: 'Reason for unsealing' },
    open: true,
    items: {
      customs: ['海关查验', 'Customs inspection'],
      arrival: ['到达卸货', 'Unloading on arrival'],
      transfer: ['货物转运', 'Transfer of the goods'],
      mistake: ['误施封', 'Sealed by mistake'],
      maintenance: ['锁具维护', 'Maintenance of the lock'],
      emergency: ['现场紧急情况', 'Emergency on site'],
      other: ['其他', 'Other'],
    },
  },
  auto_seal_mode: {
    title: { zh: '自动施封模式', en: 'Auto-seal mode' },
    items: {
      0: ['自动施封', 'Auto seal'],
      1: ['闭杆，不上锁，不施封', 'Closed bar, no physical lock and no seal'],
      2: ['闭杆，自动上锁，不施封', 'Closed bar, auto physical lock, no seal'],
      3: ['闭杆，自动上锁并施封', 'Closed bar, auto physical lock and seal'],
      4: ['区域外自动施封', 'Auto seal outside the area'],
      5: ['行驶中自动施封', 'Auto seal while driving'],
    },
  },
  management_mode: {
    title: { zh: '管理模式', en: 'Management mode' },
    items: { 1: ['进入', 'Enter', 'gold'], 0: ['退出', 'Exit'] },
  },
  control_command: {
    title: { zh: '控制指令', en: 'Control command' },
    items: {
      1: ['重启设备', 'Restart the device', 'blue'],
      2: ['清除缓存', 'Clear the cache', 'gold'],
      3: ['恢复出厂设置', 'Factory reset', 'red'],
    },
  },
} as const satisfies DictionarySeeds;
