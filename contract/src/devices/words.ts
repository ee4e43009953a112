import type { QuarantineReason } from '../devices/putAside.ts';
import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { NotUnderstoodReason } from '../lock/report.ts';

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
    },
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
    },
  },
} as const satisfies DictionarySeeds;
