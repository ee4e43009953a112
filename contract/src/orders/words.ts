import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { OpeningProof, OpeningRight, OpeningWay } from './openings.ts';

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
  opening_way: {
    title: { zh: '开锁方式', en: 'How it was opened' },
    items: {
      remote: ['远程', 'Remote', 'blue'],
      sms: ['短信', 'SMS'],
      card: ['刷卡', 'Card', 'blue'],
      password: ['密码', 'Password', 'gold'],
      bluetooth: ['蓝牙', 'Bluetooth'],
      authorised: ['授权开锁', 'Authorised unlock'],
      automatic: ['锁自动', 'By the lock itself'],
      hand: ['手动拉开', 'Pulled open by hand'],
      forced: ['强行破坏', 'Forced', 'red'],
      unknown: ['未知', 'Unknown', 'gold'],
    } satisfies Record<OpeningWay, Word>,
  },
  opening_right: {
    title: { zh: '依据的权利', en: 'By what right' },
    items: {
      none: ['无权', 'None: it rang', 'red'],
      order: ['指令，已证实', 'An order, proved', 'green'],
      perhaps: ['可能是指令，未证实', 'Perhaps an order, not proved', 'gold'],
      disclosure: ['已披露的密码', 'A password that was shown', 'green'],
      password: ['密码，未向任何人披露', 'A password shown to nobody', 'gold'],
      card: ['锁认可的卡', 'A card the lock took', 'blue'],
      rule: ['刷卡区域规则', 'A card area', 'green'],
      unsure: ['卡，规则是否允许无法判定', 'A card; whether its rule let it cannot be said', 'gold'],
      lock: ['锁自行放行', 'The lock let it pass', 'blue'],
      unsealed: ['未施封，无需权利', 'It was not sealed: none needed'],
      unknown: ['未知', 'Unknown', 'gold'],
    } satisfies Record<OpeningRight, Word>,
  },
  opening_proof: {
    title: { zh: '开锁证明', en: 'Proof of an opening' },
    items: {
      reported: ['锁已上报', 'Reported by the lock', 'green'],
      untimed: ['锁已上报，时间未知', 'Reported, time not known', 'gold'],
      unproved: ['来源未证实', 'Unproved sender', 'gold'],
      inferred: ['推断', 'Inferred', 'purple'],
    } satisfies Record<OpeningProof, Word>,
  },
} as const satisfies DictionarySeeds;
