import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const orderRefusals = {
  oneLivePhysicalCommand: refusal('conflict', '该锁已有一条未完成的指令', 'This lock has a command under way already'),
  orderOfOthers: refusal(
    'conflict',
    '该锁已有他人的指令在等待，不能替换',
    'An order of somebody else waits for this lock, and does not give way to this one',
  ),
  ordersWaiting: refusal(
    'conflict',
    '等待该锁的指令已达上限，请先取消一些，或待其下发',
    'As many orders as possible wait for this lock already: take some back, or wait until they have gone',
  ),
  lockExchanged: refusal(
    'conflict',
    '设备刚刚换锁，指令未下发：请先查看新锁',
    'The device just got another lock, nothing was ordered: look at the new one first',
  ),
  orderLate: refusal('fail', '轮到它下发时已超过有效时间', 'Its time was over before its turn came'),
  keyReused: refusal(
    'conflict',
    '该幂等键已用于另一条指令，请刷新后重试',
    'This idempotency key was used for another command, please reload and try again',
  ),
  commandEnded: refusal('fail', '指令已结束，不能取消', 'The command has ended and cannot be cancelled'),
  commandSent: refusal('fail', '指令已发出，不能取消', 'The command was sent already and cannot be cancelled'),
  commandUnsupported: refusal('fail', '此类锁不支持该操作', 'This kind of lock does not support it'),
  passwordUsed: refusal(
    'fail',
    '不能与最近 5 次使用的密码相同',
    'It was one of the last five passwords, choose another',
  ),
  passwordUnknown: refusal(
    'fail',
    '动态密码未知：锁没有上报，或已超过 24 小时没有消息',
    'The password is not known: the lock has not told it, or has been silent for a day',
  ),
  notReached: refusal('fail', '此人没有确认过该联系方式', 'This person has confirmed no address of that kind'),
  nothingToSettle: refusal('conflict', '该指令无需结案', 'Nobody has to settle this order'),
  issueTimedOut: refusal('fail', '下发超时，请重试', 'Issue timed out, please try again'),
  reasonNotOffered: refusal(
    'fail',
    '该原因已不可选，请重新选择',
    'This reason is not offered any more, please choose another',
  ),
  notAllowedInState: refusal('fail', '当前状态（{state}）不允许此操作', 'Operation not allowed in state {state}'),
} as const satisfies Refusals;

export const orderFieldErrors = {
  codeWindow: { zh: '10 至 1440 分钟', en: '10 to 1440 minutes' },
  codeAddress: { zh: '请填写有效的手机号或邮箱', en: 'A phone number, or a mail address, that can be sent to' },
  codeAddressAgain: { zh: '两次输入不一致', en: 'It is not the same as above' },
  cardNumber: { zh: '卡号为 1-10 位数字', en: 'A card number has 1 to 10 digits' },
  areaName: { zh: '不能含有括号和逗号', en: 'Brackets and commas are not possible here' },
  unwritable: {
    zh: '含有锁无法显示的字符（如表情符号）',
    en: 'It has characters that the lock cannot show, like emoji',
  },
  wholeMinutes: { zh: '须为整分钟', en: 'Only whole minutes are possible' },
  polygonOnly: { zh: '此类锁只支持多边形', en: 'This kind of lock takes polygons only' },
  northEastOnly: {
    zh: '此类锁只支持北纬、东经的区域',
    en: 'This kind of lock takes areas north of the equator and east of Greenwich only',
  },
  unlockPassword: {
    zh: '密码格式不正确：默认 8 位，每位 1-4；JT701 为 6 位数字',
    en: 'The password is of the wrong form: 8 digits of 1-4, of a JT701 6 digits',
  },
  weakPassword: { zh: '密码过于简单', en: 'This password is too easy to guess' },
  reasonShort: { zh: '请说明原因', en: 'Please state the reason' },
} as const satisfies FieldErrors;
