import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const orderRefusals = {
  oneLivePhysicalCommand: refusal('conflict', '该锁已有一条未完成的指令', 'This lock has a command under way already'),
  keyReused: refusal(
    'conflict',
    '该幂等键已用于另一条指令，请刷新后重试',
    'This idempotency key was used for another command, please reload and try again',
  ),
  commandEnded: refusal('fail', '指令已结束，不能取消', 'The command has ended and cannot be cancelled'),
  commandSent: refusal('fail', '指令已发出，不能取消', 'The command was sent already and cannot be cancelled'),
  commandUnsupported: refusal('fail', '此类锁不支持该操作', 'This kind of lock does not support it'),
  passwordUnknown: refusal(
    'fail',
    '动态密码未知：锁没有上报，或已超过 24 小时没有消息',
    'The password is not known: the lock has not told it, or has been silent for a day',
  ),
  issueTimedOut: refusal('fail', '下发超时，请重试', 'Issue timed out, please try again'),
  reasonNotOffered: refusal(
    'fail',
    '该原因已不可选，请重新选择',
    'This reason is not offered any more, please choose another',
  ),
  notAllowedInState: refusal('fail', '当前状态（{state}）不允许此操作', 'Operation not allowed in state {state}'),
} as const satisfies Refusals;

export const orderFieldErrors = {
  reasonShort: { zh: '请说明原因', en: 'Please state the reason' },
} as const satisfies FieldErrors;
