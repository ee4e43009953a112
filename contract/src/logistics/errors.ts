import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

/** Why a step of a batch is refused (`batchSteps.ts`), and what else is. */
export const logisticsRefusals = {
  batchStep: refusal('fail', '批次的当前状态不允许此操作', 'The batch is not in a state in which this can be done'),
  batchPosition: refusal(
    'fail',
    '该施封位置的当前状态不允许此操作',
    'This position is not in a state in which this can be done',
  ),
  batchStart: refusal(
    'fail',
    '不在起运地：只能在起运地范围内施封；没有定位时请说明原因',
    'Not at the start: a batch is sealed there. Without a place, say why',
  ),
  batchPhotos: refusal('fail', '照片不足：请按计划拍齐', 'Photos are missing: take all that the plan asks for'),
  packWaits: refusal('conflict', '您的证据包正在制作，请待其完成', 'Your pack of this batch is being made already'),
  packsOfDay: refusal(
    'conflict',
    '24 小时内最多制作 {limit} 个证据包，请稍后再试',
    'Nobody makes more than {limit} packs in 24 hours, please try later',
  ),
  batchReason: refusal('fail', '请说明原因', 'Say why'),
  batchMedium: refusal('fail', '该位置计划使用另一种封', 'The plan asks for another medium at this position'),
  batchEnd: refusal(
    'noPermission',
    '只有批次负责人或管理员可以强制结束',
    'Only the owner of the batch or an administrator ends it by force',
  ),
  batchApplied: refusal(
    'conflict',
    '已有位置施封，不能取消或改动计划',
    'A position is sealed already: the plan can be neither cancelled nor rewritten',
  ),
  batchAmendMost: refusal(
    'conflict',
    '该批次变更次数已达上限（200 次）',
    'This batch has been amended as often as it can be (200 times)',
  ),
  batchLater: refusal(
    'conflict',
    '该位置已有更晚的记录',
    'Something that was done later is known of this position already',
  ),
  vehicleBusy: refusal('conflict', '该车辆已有未结束的批次', 'This vehicle is on a batch that has not ended'),
  batchLockBusy: refusal('conflict', '该电子锁已在未结束的批次上', 'This lock is on a batch that has not ended'),
  batchOver: refusal(
    'conflict',
    '该位置所属批次当时已结束、已取消或已改计划',
    'The batch of this position had ended, was cancelled or was planned anew by then',
  ),
  batchAmendTwo: refusal(
    'fail',
    '在途变更路线上的地点、停靠点、可开人或限值须第二人确认',
    'On the road the places of the route, its stops, who may open it and its limits are changed by two people',
  ),
  lockOnBatch: refusal(
    'conflict',
    '该电子锁在未结束的物流批次 {what} 上，批次结束前不能这样做',
    'This lock is on the logistics batch {what}, which has not ended: not before it has',
  ),
  journeyTemplatesFull: refusal(
    'conflict',
    '一个组织最多 200 个行程模板，请先删除不用的',
    'An organisation has 200 templates at most: delete some that are not used',
  ),
  vehicleUsed: refusal('conflict', '已有批次使用该车辆', 'Batches were carried by this vehicle'),
} as const satisfies Refusals;

export const logisticsFieldErrors = {
  batchTimes: {
    zh: '计划结束须晚于开始，且不超过 366 天',
    en: 'The planned end comes after the start, and within 366 days of it',
  },
  batchStopTime: {
    zh: '停靠时间须在计划开始与结束之间',
    en: 'The time of a stop lies between the planned start and end',
  },
  batchStopMinutes: {
    zh: '停靠时间不得晚于全程用时',
    en: 'No stop comes later than the end',
  },
  templateChanged: {
    zh: '模板在套用后已被修改或删除：请重新选择，或清空此项',
    en: 'The template was changed since it filled this form: choose it again, or none',
  },
  batchLock: { zh: '请选择电子锁', en: 'Choose a lock' },
  batchLockOpeners: {
    zh: '电子锁由谁开启按授权规则，不在批次中指定',
    en: 'Who opens a lock is told by its rules, not by the plan',
  },
  batchOpenerBelow: {
    zh: '下级组织的人员和角色看不到这个批次，无法开启',
    en: 'People and roles of organisations below do not see this batch, and could not open it',
  },
  batchLockSecond: {
    zh: '电子锁是否须第二人按规则，不在批次中指定',
    en: 'Whether a lock takes a second person is told by its rules, not by the plan',
  },
  batchPositionTwice: { zh: '施封位置重名', en: 'Another position has this name' },
  batchNumberTwice: { zh: '该封号已用于另一施封位置', en: 'Another position has this number' },
  batchLockTwice: { zh: '该电子锁已用于另一施封位置', en: 'Another position has this lock' },
  batchPatrolLocks: {
    zh: '只有电子锁，没有可巡检的铅封：不能安排巡检',
    en: 'Nothing but locks is on it: there is no lead seal to look at, so no patrol can be planned',
  },
  batchStopTwice: { zh: '停靠点重复', en: 'A stop is named twice' },
  batchLine: { zh: '路线至少两个不同的点', en: 'A line leads from one place to another' },
  batchStop: { zh: '没有这个停靠点', en: 'There is no such stop' },
} as const satisfies FieldErrors;
