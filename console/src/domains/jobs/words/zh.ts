import type { Translated } from '../../../platform/i18n.ts';
import type { words as en } from './en.ts';

export const words = {
  title: '我的任务',
  underWay_other: '{{count}} 个任务进行中',
  idle: '我的任务，没有进行中的',
  failed: '无法获取任务',
  open: '查看',
  openOf: '查看 {{subject}}',
  download: '下载',
  downloadOf: '下载{{kind}} {{subject}}',
  rows_other: '{{count}} 行',
  cancel: '取消',
  cancelOf: '取消 {{subject}}',
  cancelled: '已取消，已完成的部分保留',
  closes: '可以关闭此页面，任务会继续',
  doneNow: '{{kind}}已完成：{{subject}}',
  failedNow: '{{kind}}失败：{{subject}}。{{failure}}',
} as const satisfies Translated<typeof en>;
