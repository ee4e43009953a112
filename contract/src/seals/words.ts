import type { DictionarySeeds, Word } from '../kit/word.ts';

/** What a seal goes through; the device's own record has the same set without the forced end. */
const steps = {
  0: ['已施封', 'Sealed', 'green'],
  1: ['已检查', 'Inspected', 'blue'],
  2: ['已解封', 'Unsealed', 'gold'],
  3: ['封签报废', 'Seal scrapped'],
  5: ['异常', 'Abnormal', 'red'],
} as const satisfies Record<number, Word>;

export const sealWords = {
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
} as const satisfies DictionarySeeds;
