import type { DictionarySeeds } from '../kit/word.ts';

export const meteringWords = {
  meter_state: {
    title: { zh: '计量设备状态', en: 'State of a meter' },
    items: {
      in_use: ['使用中', 'In use', 'blue'],
      sealed: ['已施封', 'Sealed', 'green'],
      patrol: ['已巡检', 'Patrol', 'cyan'],
      maintenance: ['维修中', 'Maintenance', 'gold'],
      scrapped: ['已报废', 'Scrapped'],
    },
  },
  meter_due: {
    title: { zh: '检定有效期', en: 'Verification due' },
    items: {
      overdue: ['逾期', 'Overdue', 'red'],
      soon: ['即将到期', 'Due soon', 'gold'],
      valid: ['有效', 'Valid', 'green'],
      none: ['未登记', 'Not recorded'],
    },
  },
  meter_shape: {
    title: { zh: '设备外形', en: 'Kind of equipment' },
    items: {
      dispenser: ['加油机', 'Fuel dispenser'],
      electricity: ['电能表', 'Electricity meter'],
      flow: ['流量计', 'Flow meter'],
      scale: ['衡器', 'Scale'],
      other: ['其他', 'Other'],
    },
  },
  seal_look: {
    title: { zh: '封点检查结果', en: 'How a seal was found' },
    items: {
      intact: ['完好', 'Intact', 'green'],
      broken: ['断裂', 'Broken', 'red'],
      missing: ['缺失', 'Missing', 'red'],
      mismatch: ['号码不符', 'Number mismatch', 'red'],
      unread: ['未读到', 'Not read', 'gold'],
    },
  },
  meter_appearance: {
    title: { zh: '外观', en: 'Appearance' },
    items: {
      good: ['完好', 'Good', 'green'],
      dirty: ['脏污', 'Dirty', 'gold'],
      damaged: ['损坏', 'Damaged', 'red'],
    },
  },
  inspection_result: {
    title: { zh: '巡检结论', en: 'Result of an inspection' },
    items: {
      intact: ['正常', 'All well', 'green'],
      open: ['异常待处理', 'Exception open', 'red'],
      settled: ['异常已处理', 'Exception settled', 'blue'],
    },
  },
  work_state: {
    title: { zh: '维修工单状态', en: 'State of a work order' },
    items: {
      open: ['维修中', 'Open', 'gold'],
      repaired: ['待第二人签字', 'Second signature due', 'purple'],
      signed: ['待重新施封', 'To be sealed again', 'cyan'],
      closed: ['已关闭', 'Closed', 'green'],
      cancelled: ['已撤销', 'Called off'],
    },
  },
  meter_history: {
    title: { zh: '履历类别', en: 'Kind of moment of a meter' },
    items: {
      seal: ['铅封', 'Seals'],
      inspection: ['巡检', 'Inspections'],
      work: ['维修', 'Repairs'],
      verification: ['检定', 'Verifications'],
      meter: ['设备', 'Meter'],
    },
  },
  meter_due_kind: {
    title: { zh: '到期事项', en: 'What is due' },
    items: {
      verification: ['检定', 'Verification', 'blue'],
      inspection: ['巡检', 'Inspection', 'cyan'],
    },
  },
} as const satisfies DictionarySeeds;
