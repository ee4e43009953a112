import type { Translated } from '../../platform/i18n.ts';
import type { words as en } from './words.en.ts';

export const words = {
  heading: '现在需要我',
  calm: '目前没有需要处理的事',
  alarms: '未处理告警',
  critical_other: '其中严重 {{count}} 条',
  uncertain: '结果不明的指令',
  uncertainText: '已发出，锁未证实是否动作',
  open: '进行中的指令',
  openText: '等待锁唤醒或应答',
  late: '逾期未报的锁',
  lateText: '已过应上报时间',
  abnormal: '自报异常的锁',
  abnormalText: '以最近一次上报为准；此前被撬的锁见告警',
  none: '无',
  fleet: '设备概况',
  connections: '通信状态',
  devices: '设备总数',
  share: '{{percent}}%',
  noLocks: '还没有锁',
  noLocksText: '登记第一把锁后，这里会显示各项数字。',
  toDevices: '前往设备列表',
  failed: '数据未能加载',
} as const satisfies Translated<typeof en>;
