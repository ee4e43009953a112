import type { QuarantineReason } from '../devices/putAside.ts';
import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { NotUnderstoodReason } from '../lock/report.ts';
import type { ManagementEnd } from './management.ts';
import type { DeviceState, LockStep, PreliminaryCheck, StockStatus, StockStep } from './stockSteps.ts';

export const deviceWords = {
  quarantine_reason: {
    title: { zh: '隔离原因', en: 'Why a report was put aside' },
    items: {
      clock_future: ['锁的时间超前', "The lock's clock is ahead", 'gold'],
      clock_unset: ['锁的时间未设置', "The lock's clock is not set", 'gold'],
      too_old: ['时间过早', 'Too old'],
      refused: ['数值无法保存', 'A value cannot be kept', 'red'],
      unregistered: ['设备已删除', 'The device was deleted'],
      not_understood: ['消息未识别', 'The message was not understood', 'blue'],
    } satisfies Record<QuarantineReason, Word>,
  },
  not_understood_reason: {
    title: { zh: '未识别原因', en: 'Why it was not understood' },
    items: {
      unknown_item: ['未知的附加项', 'Unknown item', 'blue'],
      malformed_item: ['附加项内容不符', 'Malformed item', 'gold'],
      trailing_bytes: ['多余的字节', 'Bytes left over', 'blue'],
      unknown_value: ['未知的代码', 'Unknown value', 'blue'],
      unknown_message: ['未知的消息', 'Unknown message', 'blue'],
      malformed_message: ['消息格式错误', 'Malformed message', 'gold'],
      too_long_message: ['消息过长', 'Too long', 'gold'],
      unused_message: ['已识别，暂无用途', 'Understood, not used'],
      encrypted_message: ['消息已加密', 'Encrypted', 'purple'],
    } satisfies Record<NotUnderstoodReason, Word>,
  },
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
    } satisfies Record<StockStatus, Word>,
  },
  stock_step: {
    title: { zh: '库存步骤', en: 'Stock step' },
    items: {
      stock_in: ['入库', 'Stock in', 'blue'],
      preliminary_inspection: ['初检', 'Preliminary inspection', 'blue'],
      issue: ['发放', 'Issue', 'cyan'],
      receive: ['接收', 'Receive', 'green'],
      return: ['退回', 'Return'],
      seal: ['施封', 'Seal', 'green'],
      unseal: ['拆封', 'Unseal', 'gold'],
      end_of_use: ['用毕', 'End of use'],
      recycle: ['回收', 'Recycle', 'purple'],
      final_inspection_passed: ['终检合格', 'Final inspection passed', 'green'],
      final_inspection_failed: ['终检不合格', 'Final inspection failed', 'red'],
      scrap: ['就地报废', 'Scrap in place', 'red'],
      transfer: ['调拨', 'Transfer', 'cyan'],
      report_lost: ['报失', 'Report lost', 'red'],
      report_found: ['登记找回', 'Report found', 'green'],
      to_maintenance: ['送修', 'To maintenance', 'gold'],
      from_maintenance: ['修复', 'From maintenance', 'green'],
    } satisfies Record<StockStep | LockStep, Word>,
  },
  /** what is said of a lock that does not pass */
  preliminary_check: {
    title: { zh: '初检不合格项', en: 'What the preliminary inspection found' },
    items: {
      heard: ['近期没有消息', 'Not heard lately'],
      battery: ['电量不足', 'Battery too low'],
      firmware: ['固件版本未知', 'Firmware not known'],
      alarms: ['有未处理告警', 'Open alarms'],
    } satisfies Record<PreliminaryCheck, Word>,
  },
  management_end: {
    title: { zh: '管理模式结束原因', en: 'How management mode ended' },
    items: {
      exit: ['已退出', 'Exited'],
      lease_end: ['到期', 'Its time was over', 'gold'],
      signed_out: ['持有人已退出登录', 'Its holder signed out', 'gold'],
      right: ['持有人已无此权限', 'Its holder may no longer', 'gold'],
      seal: ['锁已施封', 'The lock was sealed', 'green'],
      offline: ['设备离线', 'The device went offline', 'gold'],
      unusable: ['设备停用或转移', 'The device was taken out of use or went to others', 'gold'],
    } satisfies Record<ManagementEnd, Word>,
  },
  inspection: {
    title: { zh: '检验', en: 'Inspection' },
    items: {
      preliminary: ['初检（发放）', 'Preliminary inspection (issue)', 'blue'],
      final: ['终检', 'Final inspection', 'green'],
    },
  },
  device_state: {
    title: { zh: '设备状态', en: 'Device state' },
    items: {
      sealed: ['已施封', 'Sealed', 'green'],
      patrol: ['巡检', 'Patrol', 'blue'],
      maintenance: ['维修', 'Maintenance', 'gold'],
      in_use: ['使用中', 'In use', 'cyan'],
      scrapped: ['已报废', 'Scrapped'],
    } satisfies Record<DeviceState | 'sealed' | 'patrol', Word>,
  },
} as const satisfies DictionarySeeds;
