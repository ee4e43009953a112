import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

/** Why an operation on a meter is refused (`meterSteps.ts`, `workSteps.ts`), and what else is. */
export const meteringRefusals = {
  meterStep: refusal('fail', '计量设备的当前状态不允许此操作', 'The meter is not in a state in which this can be done'),
  meterScrapped: refusal('fail', '该计量设备已报废', 'This meter is scrapped'),
  meterWork: refusal(
    'fail',
    '拆封前须先开具并指派维修工单',
    'A seal of a meter is taken off under a work order that somebody has: open and assign one first',
  ),
  meterNotRepaired: refusal('fail', '维修完成尚未登记，不能重新施封', 'It is sealed again once the repair is recorded'),
  meterNotSigned: refusal(
    'fail',
    '维修尚无第二人签字，不能重新施封',
    'It is sealed again once a second person has signed the repair',
  ),
  meterNotVerified: refusal(
    'fail',
    '计量部件已动，须重新检定合格',
    'What measures was touched: it has to pass a verification first',
  ),
  meterReason: refusal('fail', '请填写报废原因', 'Say why it is scrapped'),
  meterWitness: refusal('fail', '报废需要第二人在场确认', 'Scrapping takes a second person who signs in here'),
  meterPoint: refusal('conflict', '该封点已有铅封', 'There is a seal on this point already'),
  meterPointOther: refusal('conflict', '该铅封不在此封点上', 'This seal is not on that point'),
  meterTypeUnknown: refusal('notFound', '没有此设备类型', 'There is no such equipment type'),
  meterPerson: refusal('notFound', '没有此人员', 'There is no such person'),
  meterKnown: refusal(
    'conflict',
    '该设备已有履历，出厂编号不能再改',
    'Something is told of this meter already: its factory number stays',
  ),
  workNotFailed: refusal(
    'fail',
    '维修后检定不合格，才能退回重修',
    'It is opened again once a verification after its repair failed',
  ),
  meterDates: refusal('fail', '有效期须晚于检定日期', 'It is good until a day after the verification'),
  meterDueFar: refusal('fail', '有效期最长为二十年', 'Twenty years at most, from the verification on'),
  meterFuture: refusal('fail', '检定日期不能晚于今天', 'A verification is of today or before'),
  inspectionPoint: refusal('notFound', '封点不属于该设备', 'This point is not of that meter'),
  inspectionLooks: refusal(
    'fail',
    '请逐一登记每个已施封封点的检查结果',
    'Say of each sealed point how its seal was found',
  ),
  inspectionException: refusal('fail', '铅封或外观有异常，请选择异常类型', 'Something is wrong with it: choose what'),
  inspectionSettled: refusal('conflict', '该异常已处理，或本无异常', 'There is nothing open here'),
  inspectionKeyUsed: refusal('conflict', '此巡检编号已用于另一次巡检', 'This key was used for another inspection'),
  workStep: refusal('fail', '工单的当前状态不允许此操作', 'The work order is not in a state in which this can be done'),
  workAssigned: refusal('fail', '工单尚未指派', 'Nobody has this work order yet: assign it first'),
  workSealed: refusal(
    'fail',
    '设备仍在铅封下，拆封后才能登记维修完成',
    'The meter is still under seal: a repair is recorded once a seal was taken off',
  ),
  workSignSelf: refusal(
    'fail',
    '第二签字人不能是维修人或工单的被指派人',
    'Whoever repaired it or has the work order cannot sign as the second person',
  ),
  workOpened: refusal(
    'fail',
    '铅封已拆下，须重新施封后才能结束',
    'Seals were taken off: the meter has to be sealed again first',
  ),
  workOpen: refusal('conflict', '该设备已有未结工单', 'A work order of this meter is open already'),
} as const satisfies Refusals;

export const meteringFieldErrors = {
  pointsMany: { zh: '最多 12 个封点', en: 'Twelve points at most' },
  pointsTwice: { zh: '封点名称不能重复', en: 'Each point has a name of its own' },
  workVerified: {
    zh: '检定曾不合格，重修后须再检定',
    en: 'It failed a verification: it is verified once it is repaired',
  },
  calendarDays: { zh: '一次最多查看六周', en: 'Six weeks at most' },
} as const satisfies FieldErrors;
