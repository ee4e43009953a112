import type { Translated } from '../../platform/i18n.ts';
import type { words as en } from './words.en.ts';

export const words = {
  explain: '修改后，您的其他登录将失效。新密码为 6-16 位字母与数字的组合。',
  temporary: '您正在使用临时密码',
  temporaryText: '该密码由他人设置，请立即修改为您自己的密码。',
  old: '原密码',
  new: '新密码',
  confirm: '确认新密码',
  oldMissing: '不能为空',
  newMissing: '请输入新密码',
  mismatch: '两次输入的密码不一致',
  submit: '修改密码',
  done: '密码修改成功',
} as const satisfies Translated<typeof en>;
