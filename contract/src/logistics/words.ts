import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { AbnormalCause, PositionState } from './batchSteps.ts';
import type { PackPart } from './packs.ts';
import type { ReasonCode, Verdict } from './verdict.ts';

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
      reader_abnormal: ['读写器无权开启', 'Opened by a reader without right', 'red'],
      late_evidence: ['结束后补报', 'Evidence told late', 'gold'],
      contradicts: ['与记录矛盾', 'Contradicts the record', 'red'],
      seal_abnormal: ['铅封异常', 'Seal abnormal', 'red'],
      refused_scan: ['核对被拒', 'Refused at the seal', 'red'],
      reported: ['人工登记', 'Reported', 'red'],
      forced_end: ['强制结束', 'Ended by force', 'purple'],
      off_route: ['偏离计划路线', 'Off the planned route', 'gold'],
      long_stop: ['计划外停留过久', 'Long stop where nothing is planned', 'gold'],
      lock_silent: ['在途失联', 'Silent on the road', 'gold'],
    } satisfies Record<AbnormalCause, Word>,
  },
  batch_verdict: {
    title: { zh: '完整性判定', en: 'Integrity' },
    items: {
      intact: ['完整', 'Intact', 'green'],
      gap: ['有缺口', 'Gap', 'gold'],
      breached: ['已破坏', 'Breached', 'red'],
    } satisfies Record<Verdict, Word>,
  },
  journey_reason: {
    title: { zh: '判定依据', en: 'Why a batch is judged so' },
    items: {
      unsealed_outside: ['目的地以外被拆封', 'Opened off the destination', 'red'],
      not_resealed: ['途中拆封后未补封', 'Opened on the way and not sealed again', 'red'],
      lock_abnormal: ['电子锁被强行或无权开启', 'The lock was forced, or opened without right', 'red'],
      reader_abnormal: [
        '有人用读写器无权开启了 RFID 铅封',
        'Somebody opened an RFID seal with a reader, without right',
        'red',
      ],
      seal_abnormal: ['现场报告铅封异常', 'A seal was reported abnormal', 'red'],
      refused_scan: ['读到的封号与记录不符', 'A number was read that is not the one on record', 'red'],
      late_evidence: ['结束后补报了途中的变动', 'A change on the way was told after the end', 'red'],
      contradicts: ['现场操作与记录矛盾', 'What was done contradicts the record', 'red'],
      sealed_elsewhere: ['在起运地以外施封', 'Sealed elsewhere than at the start', 'gold'],
      reported: ['人工登记了异常', 'A person reported something abnormal', 'gold'],
      forced_end: ['批次被强制结束', 'The batch was ended by force', 'gold'],
      off_route: ['偏离计划路线', 'Off the planned route for longer than it may', 'gold'],
      long_stop: ['在计划外的地方停留过久', 'Stood for long where nothing is planned', 'gold'],
      lock_silent: ['在途失联超过限值', 'Silent on the road for longer than it may', 'gold'],
      silent: ['电子锁失联，没有证据', 'The lock was silent: no evidence', 'gold'],
      no_fix: ['有上报但没有定位', 'The lock was heard, and did not know where it was', 'gold'],
      unread: ['上报过多，其后未读取', 'Told more than is read: nothing after that is judged', 'gold'],
      track_gone: ['轨迹已无法读取，无从判定', 'The track can be read no more: nobody can tell', 'gold'],
      words_due: ['电子锁或读写器的上报尚未判定', 'What a lock or a reader said is not judged yet', 'gold'],
      steps_cut: ['记录过多，未全部读取', 'More is on record than is read: not all of it is judged', 'gold'],
      open_now: ['途中敞开，尚未补封', 'Open on the way, and not sealed again yet', 'red'],
      stood_open: ['途中曾敞开，未在原处补封', 'Stood open on the way, and was not sealed again where it was', 'gold'],
      scrapped_off: ['在不可拆封处作废铅封', 'A seal was scrapped where it may not be opened', 'gold'],
      elsewhere: ['操作地点与电子锁不在一处', 'Whoever did it was not where the lock was', 'gold'],
      too_fast: ['两次操作相距过远，来不及到达', 'Done at places too far apart for the time between', 'gold'],
      patrol_missed: ['计划的巡检没有记录', 'A planned patrol is not on record', 'gold'],
      nowhere: ['有人核对，但没有说明在哪里', 'Somebody looked, and told no place', 'gold'],
      amended: ['事后改动了计划', 'The plan was changed after the fact', 'gold'],
      untold: [
        '读写器关上了本应关着的铅封，其间的开启未上报',
        'A reader closed what was closed: an opening between was not told',
        'gold',
      ],
      still_sealed: ['结束时仍在封，去向不明', 'Still sealed at the end, and not accounted for', 'gold'],
      resealed: ['途中换封，新旧封号均在案', 'Sealed anew on the way, both numbers on record'],
      refused: ['有操作被拒绝', 'Operations were refused'],
      no_lock: ['没有电子锁：仅凭铅封与巡检', 'No lock: only seals and patrols tell'],
      numbers_match: ['每次核对的封号均一致', 'Every number that was read is the one on record', 'green'],
      lock_closed: ['电子锁途中没有开启', 'The lock was not opened on the way', 'green'],
      patrolled: ['途中已巡检', 'Looked at on the way', 'green'],
    } satisfies Record<ReasonCode, Word>,
  },
  pack_part: {
    title: { zh: '证据包内容', en: 'Part of an evidence pack' },
    items: {
      photos: ['照片', 'Photos'],
      frames: ['原始报文', 'Raw frames'],
      positions: ['位置上报', 'Reports of places'],
      events: ['锁状态事件', 'Words of the lock'],
      alarms: ['告警', 'Alarms'],
      orders: ['指令', 'Orders'],
    } satisfies Record<PackPart, Word>,
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
    items: {
      operation: ['现场操作', 'In the field'],
      lock: ['电子锁', 'Lock', 'blue'],
      person: ['人工', 'A person'],
      reader: ['RFID 读写器', 'RFID reader', 'cyan'],
    },
  },
} as const satisfies DictionarySeeds;
