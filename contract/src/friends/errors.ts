import { type Refusals, refusal } from '../kit/refusal.ts';

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
} as const satisfies Refusals;
