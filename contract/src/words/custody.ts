import type { DictionarySeed, Word } from './word.ts';

/** What a seal goes through; the device's own record has the same set without the forced end. */
const steps = {
  0: ['已施封', 'Sealed', 'green'],
  1: ['已检查', 'Inspected', 'blue'],
  2: ['已解封', 'Unsealed', 'gold'],
  3: ['封签报废', 'Seal scrapped'],
  5: ['异常', 'Abnormal', 'red'],
} as const satisfies Record<number, Word>;

/** Stock, seals, cards and journeys: the other state sets of section 4. */
export const custodyDictionaries = {
  stock_status: {
    title: { zh: '库存状态', en: 'Stock status' },
    items: {
      1: ['未使用', 'Not used'],
      2: ['库存', 'In inventory', 'blue'],
      3: ['已发放', 'Issued', 'cyan'],
      4: ['已使用（已接收）', 'Used (received)', 'green'],
      5: ['已回收', 'Recycled', 'purple'],
      6: ['施封中', 'Sealing', 'gold'],
      7: ['开启中', 'Opening', 'gold'],
    },
  },
  inspection: {
    title: { zh: '检验', en: 'Inspection' },
    items: {
      preliminary: ['初检（发放）', 'Preliminary inspection (issue)', 'blue'],
      final: ['终检', 'Final inspection', 'green'],
    },
  },
  seal_operation: {
    title: { zh: '铅封操作', en: 'Lead-seal operation' },
    items: {
      0: ['施封', 'Sealed', 'green'],
      1: ['巡检正常', 'Patrol OK (inspected)', 'blue'],
      2: ['拆封', 'Unpacked (unsealed)', 'gold'],
      3: ['报废', 'Scrapped'],
      4: ['异常', 'Abnormal', 'red'],
    },
  },
  step_record: {
    title: { zh: '步骤记录', en: 'Step record' },
    items: { ...steps, 4: ['强制结束', 'Forced end', 'purple'] },
  },
  device_step: { title: { zh: '设备步骤记录', en: 'Step record of a device' }, items: steps },
  device_state: {
    title: { zh: '设备状态', en: 'Device state' },
    items: {
      sealed: ['已施封', 'Sealed', 'green'],
      patrol: ['巡检', 'Patrol', 'blue'],
      maintenance: ['维修', 'Maintenance', 'gold'],
      in_use: ['使用中', 'In use', 'cyan'],
      scrapped: ['已报废', 'Scrapped'],
    },
  },
  transport_status: {
    title: { zh: '运输状态', en: 'Transport status' },
    items: { in_transit: ['在途', 'In transit', 'blue'], completed: ['已完成', 'Completed', 'green'] },
  },
  rfid_record: {
    title: { zh: 'RFID 记录', en: 'RFID record' },
    items: {
      0: ['开锁失败', 'Unlock failed', 'red'],
      1: ['开锁成功', 'Unlock succeeded', 'gold'],
      2: ['复位成功', 'Reset succeeded', 'green'],
      3: ['复位失败', 'Reset failed', 'red'],
      4: ['常开成功', 'Long-open succeeded', 'gold'],
      5: ['常开失败', 'Long-open failed', 'red'],
      6: ['上锁失败', 'Lock failed', 'red'],
      7: ['上锁成功', 'Lock succeeded', 'green'],
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
  card_type: {
    title: { zh: 'IC 卡类型', en: 'IC-card type' },
    items: { single: ['单卡', 'Single'], group: ['组卡', 'Group'] },
  },
} as const satisfies Record<string, DictionarySeed>;
