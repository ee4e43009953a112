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
  seal_state: {
    title: { zh: '铅封状态', en: 'State of a lead seal' },
    items: {
      blank: ['未使用', 'Blank'],
      sealed: ['已施封', 'Sealed', 'green'],
      spent: ['已用毕', 'Spent'],
      scrapped: ['已报废', 'Scrapped'],
    },
  },
  seal_outcome: {
    title: { zh: '铅封操作结果', en: 'Outcome of a seal operation' },
    items: {
      done: ['已登记', 'Done', 'green'],
      refused: ['已拒绝', 'Refused', 'red'],
      contradicts: ['与记录矛盾', 'Contradicts the record', 'red'],
    },
  },
  seal_abnormal: {
    title: { zh: '铅封异常类型', en: 'What is wrong with a seal' },
    items: {
      missing: ['缺失', 'Missing', 'red'],
      broken: ['断裂', 'Broken', 'red'],
      mismatch: ['号码不符', 'Number mismatch', 'red'],
      attacked: ['有破坏痕迹', 'Signs of attack', 'red'],
      unreadable: ['无法读取', 'Unreadable', 'gold'],
      other: ['其他', 'Other'],
    },
  },
  iso_class: {
    title: { zh: 'ISO 17712 等级', en: 'ISO 17712 class' },
    items: {
      I: ['I 指示型', 'I, indicative'],
      S: ['S 安全型', 'S, security'],
      H: ['H 高保安型', 'H, high security'],
      none: ['未定级', 'Not classified'],
    },
  },
  seal_hand: {
    title: { zh: '铅封持有变化', en: 'How a seal changes hands' },
    items: {
      received: ['领入', 'Got', 'green'],
      used: ['已施封', 'Applied', 'blue'],
      given: ['交出', 'Handed on'],
      returned: ['退回', 'Returned'],
      scrapped: ['报废', 'Scrapped'],
      missing: ['交接中缺失', 'Missing at a hand-over', 'red'],
      found: ['找回', 'Found again', 'gold'],
    },
  },
  handover_state: {
    title: { zh: '交接状态', en: 'State of a hand-over' },
    items: {
      offered: ['待签收', 'Offered', 'gold'],
      accepted: ['已签收', 'Taken', 'green'],
      partly: ['部分签收', 'Taken in part', 'red'],
      declined: ['已拒收', 'Declined', 'red'],
      withdrawn: ['已撤回', 'Withdrawn'],
    },
  },
  handover_purpose: {
    title: { zh: '交接用途', en: 'Purpose of a hand-over' },
    items: { issue: ['领用', 'Issue', 'blue'], return: ['退回库房', 'Return to stock', 'purple'] },
  },
  handover_outcome: {
    title: { zh: '交接结果', en: 'What became of a seal' },
    items: {
      received: ['已签收', 'Taken', 'green'],
      missing: ['缺失', 'Missing', 'red'],
      gone: ['交接前已使用', 'Used before'],
      kept: ['仍在原持有人手中', 'Stayed with the giver'],
      found: ['原持有人找回', 'Found by the giver', 'gold'],
      late: ['后来签收', 'Taken later', 'gold'],
    },
  },
  step_record: {
    title: { zh: '步骤记录', en: 'Step record' },
    items: { ...steps, 4: ['强制结束', 'Forced end', 'purple'] },
  },
  device_step: { title: { zh: '设备步骤记录', en: 'Step record of a device' }, items: steps },
  rfid_action: {
    title: { zh: 'RFID 动作', en: 'RFID action' },
    items: {
      unlock: ['开锁', 'Unlock'],
      lock: ['上锁', 'Lock'],
      reset: ['复位', 'Reset'],
      long_open: ['常开', 'Long-open'],
    },
  },
  rfid_state: {
    title: { zh: 'RFID 锁状态', en: 'State of an RFID lock' },
    items: {
      closed: ['关', 'Closed', 'green'],
      open: ['开', 'Open', 'gold'],
      long_open: ['常开', 'Long-open', 'gold'],
    },
  },
  rfid_cause: {
    title: { zh: 'RFID 失败原因', en: 'Why RFID failed' },
    items: {
      reader: ['读写器故障', 'Reader fault', 'red'],
      misaligned: ['锁梁未到位', 'Bar not in place', 'red'],
      outside: ['卡不在区域内', 'Card outside its area', 'gold'],
      asleep: ['锁休眠，未应答', 'Lock asleep, no answer', 'gold'],
      card: ['卡已停用', 'Card disabled', 'red'],
      other: ['其他', 'Other'],
    },
  },
  rfid_task_state: {
    title: { zh: 'RFID 任务状态', en: 'State of an RFID task' },
    items: {
      open: ['待办', 'To do', 'gold'],
      done: ['已完成', 'Done', 'green'],
      cancelled: ['已撤销', 'Called off'],
      moved: ['芯片已移交', 'Chip moved on'],
    },
  },
  rfid_task_outcome: {
    title: { zh: '记录对任务的作用', en: 'What a record was for its task' },
    items: {
      done: ['完成了任务', 'Ended it', 'green'],
      tried: ['尝试未成', 'Tried, and failed', 'gold'],
      early: ['早于任务下发，不计', 'Done before it was issued: does not count'],
      over: ['任务已结束，不计', 'Done when it was over: does not count'],
    },
  },
  tally_source: {
    title: { zh: '统计来源', en: 'What is counted' },
    items: {
      qr: ['二维码操作', 'QR operations', 'blue'],
      nfc: ['NFC 操作', 'NFC operations', 'cyan'],
      rfid: ['RFID 铅封操作', 'RFID seal operations', 'purple'],
      reader: ['RFID 记录', 'RFID records'],
    },
  },
  tally_outcome: {
    title: { zh: '统计结果', en: 'Result' },
    items: {
      done: ['成功', 'Done', 'green'],
      refused: ['已拒绝', 'Refused', 'red'],
      contradicts: ['与记录矛盾', 'Contradicts the record', 'red'],
      failed: ['失败', 'Failed', 'red'],
    },
  },
  figure_view: {
    title: { zh: '统计内容', en: 'Statistics of' },
    items: {
      operations: ['操作', 'Operations'],
      journeys: ['行程判定', 'Journeys'],
      patrols: ['巡检覆盖', 'Patrols'],
      openings: ['无权开启', 'Openings without right'],
    },
  },
  figure_series: {
    title: { zh: '行程、巡检与无权开启', en: 'Journeys, patrols and openings without right' },
    items: {
      intact: ['完整', 'Intact', 'green'],
      gap: ['有缺口', 'Gap', 'gold'],
      breached: ['已破坏', 'Breached', 'red'],
      unjudged: ['尚未判定', 'Not judged yet'],
      done: ['已巡检', 'Patrolled', 'green'],
      missed: ['漏检', 'Missed', 'red'],
      lock: ['电子锁被无权开启', 'Lock opened without right', 'red'],
      elsewhere: ['在允许地点之外开启', 'Opened where it may not be', 'red'],
      found: ['铅封被发现已开或缺失', 'Seal found open or gone', 'red'],
      refused: ['因无权被拒绝', 'Refused: no right', 'gold'],
    },
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
} as const satisfies DictionarySeeds;
