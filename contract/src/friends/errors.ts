import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const friendRefusals = {
  appliedAlready: refusal(
    'conflict',
    '您已向此人发出申请，正在等待答复',
    'You have applied to this person already, the answer is awaited',
  ),
  appliedTooSoon: refusal(
    'fail',
    '对方拒绝后 {hours} 小时内不能再次申请',
    'After a decline you can apply again in {hours} hours',
  ),
  appliedTooOften: refusal(
    'fail',
    '{days} 天内最多向同一人申请 {limit} 次',
    'You can apply to one person at most {limit} times within {days} days',
  ),
  tooManyApplications: refusal(
    'tooMany',
    '等待答复的申请最多 {waiting} 个，一天最多发出 {limit} 个',
    'At most {waiting} applications wait at once, and {limit} are sent in a day',
  ),
  friendsAlready: refusal('conflict', '你们已经是好友', 'You are friends already'),
  blockedByYou: refusal('conflict', '您已屏蔽此人，请先取消屏蔽', 'You have blocked this person, unblock first'),
  blockedAlready: refusal('conflict', '已屏蔽此人', 'This person is blocked already'),
  applicationEnded: refusal('conflict', '此申请已有结果', 'This application has been settled already'),
  tooManyFriends: refusal(
    'fail',
    '您或对方的好友已达 {limit} 个，无法再增加',
    'You or the other side have {limit} friends, no more can be added',
  ),
  tooManyBlocked: refusal('fail', '最多屏蔽 {limit} 人', 'At most {limit} people can be blocked'),
  notFriends: refusal('fail', '你们还不是好友', 'You are not friends'),
  authorisationSettled: refusal('conflict', '此授权的状态已改变', 'This authorisation stands otherwise by now'),
  authorisationEnded: refusal('conflict', '此授权现在无效', 'This authorisation is not in force now'),
  authorisationSealOnly: refusal('noPermission', '此授权仅限施封', 'This authorisation is for sealing only'),
  authorisationUsedUp: refusal(
    'conflict',
    '此授权的开锁次数已用完，有效期内仍可施封',
    'The openings of this authorisation are used up; while it is in force it still seals',
  ),
  authorisationOnItsWay: refusal(
    'conflict',
    '此授权的最后一次开锁已有解封指令占用，尚未有结果',
    'An order to unseal that is not over yet takes the last opening of this authorisation',
  ),
  authorisationOutside: refusal(
    'conflict',
    '锁不在此授权的区域内',
    'The lock is outside the areas of this authorisation',
  ),
  authorisationPlaceOld: refusal(
    'conflict',
    '锁的最近位置已过去 {age}（时:分），超过 30 分钟视为不在授权区域内',
    'Where the lock was last is {age} (hours:minutes) old: after 30 minutes it counts as outside the areas of this authorisation',
  ),
  authorisationPlaceUnknown: refusal(
    'conflict',
    '锁没有有效定位，视为不在授权区域内',
    'The lock has no valid fix: it counts as outside the areas of this authorisation',
  ),
  authorisationEmpty: refusal('fail', '所申请的设备均不在贵方', 'None of these devices is one of yours'),
  authorisationLonger: refusal(
    'fail',
    '授权时间只能缩短，次数只能减少，已限定的区域不能更改',
    'An authorisation can only be shortened, its openings only be made fewer, and areas it has cannot be changed',
  ),
  secondNotYou: refusal(
    'noPermission',
    '申请人、第一授权人和第二授权人必须是三个人',
    'Who asks, the first and the second authoriser are three people',
  ),
  deviceSeen: refusal('conflict', '您已能看到设备 {sn}', 'You see the device {sn} already'),
  deviceAuthorised: refusal(
    'conflict',
    '设备 {sn} 在该时间内已有同样的授权',
    'The device {sn} is authorised already, for all of that time',
  ),
} as const satisfies Refusals;

export const friendFieldErrors = {
  chooseFriend: { zh: '请选择好友', en: 'Choose a friend' },
  tooManyNumbers: { zh: '一次最多 100 台设备', en: 'At most 100 devices at once' },
  usesNumber: { zh: '请填写 1 到 999 的整数', en: 'A whole number from 1 to 999' },
  usesOfUnseal: { zh: '仅施封的授权不限次数', en: 'Of sealing alone no openings are counted' },
  areasOfUnseal: { zh: '区域只限定解封', en: 'Areas are of unseals alone' },
  authorisationTooLong: {
    zh: '结束时间须晚于开始时间，且最长 30 天',
    en: 'It ends after it begins, and after 30 days at most',
  },
} as const satisfies FieldErrors;
