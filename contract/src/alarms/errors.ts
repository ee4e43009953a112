import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const alarmRefusals = {
  alarmProcessed: refusal('conflict', '告警已被处理', 'The alarm was processed already'),
  alarmRangAgain: refusal(
    'conflict',
    '告警又已响起，现共 {hits} 次；请查看后再处理',
    'The alarm rang again, {hits} times by now: look at it before you process it',
  ),
  alarmOwn: refusal(
    'conflict',
    '此告警由您本人的操作引起，须由他人处理',
    'Your own deed rang this alarm, so somebody else has to process it',
  ),
  alarmEscalated: refusal(
    'conflict',
    '此告警已上报，尚无人受理',
    'The alarm was escalated already, and nobody has taken it yet',
  ),
  alarmTaken: refusal('conflict', '他人已先受理此告警', 'Somebody else took this alarm first'),
} as const satisfies Refusals;

export const alarmFieldErrors = {
  alarmRemark: {
    zh: '严重告警须填写至少 6 个字的说明',
    en: 'A critical alarm needs a remark of at least 6 characters',
  },
  alarmPerson: { zh: '此人看不到该告警或无权处理', en: 'This person does not see the alarm or may not process it' },
  alarmPhoto: { zh: '请重新添加照片', en: 'Please add the photo again' },
  muteReason: { zh: '请说明静音原因', en: 'Please say why alarms are muted' },
  alarmRuleGuards: {
    zh: '此类告警关系货物安全，须始终响铃，不能关闭或限定时段',
    en: 'This kind guards goods: it rings always, and can be neither off nor limited to hours',
  },
  alarmRuleNotice: {
    zh: '此类告警关系货物安全，最低为“警告”',
    en: 'This kind guards goods: it rings as a warning at the least',
  },
  alarmRuleAbove: {
    zh: '上级组织已规定此类告警，本组织不能低于上级规则；须放宽时请由上级修改',
    en: 'An organisation above has said how this rings: here it may not ring as less, unless that organisation sets it so',
  },
  alarmRuleReason: {
    zh: '降低此类告警的级别须填写至少 6 个字的原因',
    en: 'That this kind rings as less needs a reason of at least 6 characters',
  },
  alarmRuleTold: { zh: '接收人不属于该组织', en: 'These recipients are not of this organisation' },
  alarmRuleMinutes: { zh: '不能早于再次通知', en: 'Not before it is told again' },
  alarmResult: { zh: '请选择处理结果', en: 'Please choose a result' },
} as const satisfies FieldErrors;
