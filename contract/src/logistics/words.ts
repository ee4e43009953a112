import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { AbnormalCause, PositionState } from './batchSteps.ts';

export const logisticsWords = {
  transport_status: {
    title: { zh: '运输状态', en: 'Transport status' },
    items: {
      draft: ['待施封', 'To seal'],
      in_transit: ['在途', 'In transit', 'blue'],
      completed: ['已完成', 'Completed', 'green'],
      cancelled: ['已取消', 'Cancelled'],
    },
  },
  batch_result: {
    title: { zh: '批次结果', en: 'How a batch ended' },
    items: { normal: ['正常', 'Normal', 'green'], forced: ['强制结束', 'By force', 'purple'] },
  },
  batch_cause: {
    title: { zh: '批次异常原因', en: 'Why a batch is abnormal' },
    items: {
      unsealed_outside: ['目的地外拆封', 'Unsealed off the destination', 'red'],
      not_resealed: ['途中拆封未补封', 'Not sealed again', 'red'],
      sealed_elsewhere: ['起运地外施封', 'Sealed off the start', 'gold'],
      lock_abnormal: ['电子锁异常', 'Lock abnormal', 'red'],
      late_evidence: ['结束后补报', 'Evidence told late', 'gold'],
      contradicts: ['与记录矛盾', 'Contradicts the record', 'red'],
      seal_abnormal: ['铅封异常', 'Seal abnormal', 'red'],
      refused_scan: ['核对被拒', 'Refused at the seal', 'red'],
      reported: ['人工登记', 'Reported', 'red'],
      forced_end: ['强制结束', 'Ended by force', 'purple'],
    } satisfies Record<AbnormalCause, Word>,
  },
  position_state: {
    title: { zh: '施封位置状态', en: 'State of a sealing position' },
    items: {
      waiting: ['待施封', 'To seal'],
      sealed: ['已施封', 'Sealed', 'green'],
      opened: ['已拆封', 'Unsealed', 'gold'],
    } satisfies Record<PositionState, Word>,
  },
  position_medium: {
    title: { zh: '封的类型', en: 'What seals a position' },
    items: {
      lock: ['电子锁', 'Electronic lock'],
      qr: ['二维码铅封', 'QR seal'],
      nfc: ['NFC 铅封', 'NFC seal'],
      rfid: ['RFID 铅封', 'RFID seal'],
    },
  },
  field_task: {
    title: { zh: '现场任务', en: 'Task in the field' },
    items: { seal: ['施封', 'Seal', 'blue'], patrol: ['巡检', 'Patrol'], unseal: ['拆封', 'Unseal', 'gold'] },
  },
  step_source: {
    title: { zh: '工序来源', en: 'What told of a step' },
    items: { operation: ['现场操作', 'In the field'], lock: ['电子锁', 'Lock', 'blue'], person: ['人工', 'A person'] },
  },
} as const satisfies DictionarySeeds;
