import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

/** Why an operation on a seal is refused (`sealSteps.ts`), and what else is. */
export const sealRefusals = {
  sealReuse: refusal(
    'conflict',
    '此封号已用毕或报废，不能再施封',
    'This seal was taken off or scrapped before and can never be applied again',
  ),
  duplicateNumber: refusal(
    'conflict',
    '此封号已在别处施封：可能是复制的标签',
    'This number is sealed elsewhere at this moment: one of the two is a copy',
  ),
  unknownSeal: refusal('notFound', '没有此封号：可能是伪造的标签', 'Nobody knows this number: it may be forged'),
  sealStep: refusal('fail', '铅封的当前状态不允许此操作', 'The seal is not in a state in which this can be done'),
  sealHanded: refusal(
    'conflict',
    '此封在该时刻之后已移交，移交时登记为未使用；已作为矛盾记录保存',
    'It was handed over as blank after that: it is kept as contradicting the record',
  ),
  sealThere: refusal('conflict', '您已将此封施于此处，无需再次登记', 'You have put it on here already: it is recorded'),
  sealNotHeld: refusal('fail', '此封不在您名下', 'You do not hold this seal'),
  sealObject: refusal('fail', '请说明封在何处', 'Say what it is put on'),
  sealPhoto: refusal('fail', '至少需要一张照片', 'At least one photo is needed'),
  sealElsewhere: refusal(
    'fail',
    '您不在铅封所在处（200 米内）；如仍要登记，请说明原因',
    'You are not where the seal is (within 200 m); say why it is recorded all the same',
  ),
  sealMismatch: refusal('conflict', '封号与记录不符', 'The number is not the one on record here'),
  sealThing: refusal(
    'noPermission',
    '铅封所在的对象不在您的可见范围内',
    'What this seal is on is out of your sight: whoever has it operates the seal',
  ),
  sealKind: refusal('fail', '请选择异常类型', 'Choose what is wrong'),
  sealReason: refusal('fail', '请填写原因', 'Say why'),
  sealRight: refusal('noPermission', '您无权在此拆封', 'You may not take it off here'),
  sealWitness: refusal('fail', '此操作需要第二人在场确认', 'This takes a second person who signs in here'),
  /** the same key for something else */
  sealKeyUsed: refusal('conflict', '此操作编号已用于另一操作', 'This operation key was used for another operation'),
  labelUsed: refusal(
    'conflict',
    '只打印未使用的号码；所选号段中有已施封、用毕或报废的',
    'Only blank numbers are printed: some of these were applied, spent or scrapped',
  ),
  labelAgain: refusal(
    'fail',
    '所选号段中有已打印过的标签：请填写重印原因',
    'Some of these labels were printed before: say why they are printed again',
  ),
  notInHand: refusal(
    'conflict',
    '其中有号码不是您手中的未使用铅封，或已在另一交接中；请核对后重试',
    'Some of these numbers are not blank in your hand, or are offered already. Look at them and try again',
  ),
  signedByPerson: refusal(
    'noPermission',
    '须由本人登录后签字，程序不能代签',
    'A person signs, signed in, and no API key',
  ),
  handoverOthers: refusal('noPermission', '只有交接的当事人可以这样做', 'Only those who hand over or take may do this'),
  handoverAnswered: refusal('conflict', '此交接已有结果', 'This hand-over was answered or withdrawn already'),
  handoverToSelf: refusal('fail', '不能交接给自己', 'Nobody hands seals to themselves'),
  notMissing: refusal('conflict', '其中有号码并未缺失', 'Some of these numbers are not missing'),
  rfidTaskEnded: refusal('conflict', '该任务已完成或撤销', 'This task is done or called off already'),
  unknownMany: refusal(
    'tooMany',
    '您一天内上报的未知号码过多，请稍后再报',
    'You have told of very many unknown numbers within a day: tell the others later',
  ),
  seriesTaken: refusal('conflict', '号段中已有号码被占用', 'Numbers of this series exist already'),
  /** shown where a series is made */
  seriesByTwo: refusal(
    'fail',
    '生成此系列需要第二人在场登录',
    'This series is made by two: a second person signs in here',
  ),
  seriesWitnessHolds: refusal(
    'fail',
    '第二人不能是这批铅封的领用人',
    'Whoever these seals are for cannot be the second person',
  ),
  kindInReach: refusal(
    'fail',
    '该类别不属于持有人所在组织或其上级',
    'The kind belongs neither to the organisation of the holder nor to one above it',
  ),
  sealHolderElsewhere: refusal(
    'conflict',
    '领用人已调到其他组织：请撤回后重新交接',
    'Whoever these seals are for has gone to another organisation meanwhile: they are withdrawn and offered anew',
  ),
  organisationLeavesSeals: refusal(
    'fail',
    '上级组织的人员手中还有该组织的铅封：请先交接，再移动组织',
    'People of an organisation above have seals of this one in hand: they are handed over first',
  ),
  sealKindUsed: refusal(
    'conflict',
    '该类别已有铅封，等级和使用方式不能再改；请新增类别',
    'Seals are of this kind: its class and whether they are used again stay as they are. Add another kind',
  ),
} as const satisfies Refusals;

export const sealFieldErrors = {
  rfidTooShort: { zh: 'ID 长度不足 14 位', en: 'ID length less than 14 digits' },
  rfidUnknown: { zh: '没有此 RFID 芯片', en: 'Nobody knows this chip' },
  rfidDays: { zh: '一次最多查看 92 天', en: 'At most 92 days at once' },
  hourlyDays: { zh: '按小时一次最多查看 7 天', en: 'By the hour at most 7 days at once' },
  labelRange: {
    zh: '起止号须按序，且在该系列之内，一次最多 1000 枚',
    en: 'From the first to the last, both of the series, 1000 at most',
  },
  sealNumber: { zh: '封号只能用字母、数字、空格和连字符', en: 'A number has letters, digits, spaces and hyphens' },
} as const satisfies FieldErrors;
