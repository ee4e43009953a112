import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const deviceRefusals = {
  deviceSnExists: refusal('conflict', '设备已存在', 'The device exists already'),
  deviceMissing: refusal('notFound', '设备不存在', 'The device does not exist'),
  deviceHistory: refusal(
    'conflict',
    '设备已有历史记录，不能删除；请改为退役',
    'The device has a history and cannot be deleted, retire it instead',
  ),
  deviceRetired: refusal('fail', '设备已退役，请先恢复', 'The device is retired, reinstate it first'),
  deviceBusy: refusal(
    'conflict',
    '设备仍有可能生效的指令（发送后十分钟内），请待其有结果后再操作',
    'A command may still act on the device, for up to ten minutes after it was sent: wait until it has ended',
  ),
  deviceTypeInReach: refusal(
    'fail',
    '该设备类型不属于设备所在组织或其上级',
    "The device type belongs neither to the device's organisation nor to one above it",
  ),
  manufacturerInReach: refusal(
    'fail',
    '该厂商不属于设备所在组织或其上级',
    "The manufacturer belongs neither to the device's organisation nor to one above it",
  ),
  /** why: another refusal's words */
  stockRefused: refusal('fail', '{number}：{why}', '{number}: {why}'),
  stockReach: refusal(
    'fail',
    '设备类型或厂商不属于对方组织或其上级',
    'Its device type or manufacturer belongs neither to the other organisation nor to one above it',
  ),
  stockSealed: refusal('fail', '锁仍为已施封，请先拆封', 'The lock is sealed, unseal it first'),
  stockStep: refusal('fail', '库存状态为“{state}”，不允许此操作', 'Operation not allowed in state {state}'),
  deviceNotLost: refusal('fail', '设备未报失', 'The device is not reported lost'),
  deviceNotInMaintenance: refusal('fail', '设备不在维修中', 'The device is not in maintenance'),
  deviceSingleUse: refusal(
    'fail',
    '一次性锁拆封后不能再用，请终检报废',
    'The lock is for a single use and was opened: fail its final inspection',
  ),
  notInspected: refusal(
    'fail',
    '24 小时内没有合格的初检',
    'No preliminary inspection was passed within the last 24 hours',
  ),
  inspectionFailed: refusal('fail', '初检不合格', 'The preliminary inspection is not passed'),
  notReceiver: refusal('fail', '设备不是发给您的', 'The device was not issued to you'),
  receiverUnknown: refusal('fail', '领用人不存在或已停用', 'The receiver does not exist or is disabled'),
  witnessUnknown: refusal(
    'fail',
    '见证人须是另一位在用的操作员',
    'The witness must be another operator, and not disabled',
  ),
  witnessSigns: refusal(
    'conflict',
    '此组织的设备报废须两人：见证人也须登录',
    'Scrapping takes two people here: the witness signs in, too',
  ),
  witnessWrong: refusal(
    'fail',
    '见证人的密码不正确，或此人不能批准',
    'Wrong password of the witness, or this person may not approve it',
  ),
  managementHeld: refusal(
    'conflict',
    '设备已在管理模式中，由他人或您自己持有',
    'The device is in management mode already, of somebody else or of you',
  ),
  managementNotYours: refusal('fail', '设备不在您的管理模式中', 'You do not have the device in management mode'),
  managementAtMost: refusal(
    'fail',
    '管理模式最长 4 小时，不能再延长；请退出后重新进入',
    'Management mode lasts 4 hours at most and cannot be renewed again; exit and enter anew',
  ),
  managementOffline: refusal(
    'fail',
    '设备离线已超过 30 分钟，不能进入管理模式',
    'The device has been offline for more than 30 minutes and cannot be put into management mode',
  ),
  replacementUnfit: refusal(
    'fail',
    '更换设备须是同一组织的另一台设备，已接收或施封、使用中且未报失',
    'The replacement must be another device of the same organisation, received or sealed, in use and not lost',
  ),
  replacementOfOne: refusal(
    'fail',
    '有更换设备时一次只能报废一台',
    'With a replacement one device is scrapped at a time',
  ),
  tooManyToJudge: refusal(
    'fail',
    '可及的锁超过 {limit} 把：请先按编号、名称或车牌缩小范围，再按结论筛选',
    'More than {limit} locks are in reach: narrow them by number, name or plate before choosing an answer',
  ),
  sameOrganisation: refusal('fail', '设备已属于该组织', 'The device belongs to that organisation already'),
} as const satisfies Refusals;

export const deviceFieldErrors = {
  deviceNumber: {
    zh: '序列号为 4-20 位数字，少数含字母 a-f',
    en: 'The serial number has 4-20 digits; a few have letters a to f',
  },
  network: { zh: 'IP 地址或网段不正确', en: 'This is no IP address or network' },
  moveByTransfer: {
    zh: '设备已入库流转，请在“库存流转”中调拨',
    en: 'The device has come into stock: transfer it there',
  },
  signatureNeeded: { zh: '请签名，或输入您的姓名', en: 'Please sign, or type your name' },
  signatureInk: { zh: '签名太短，请在框内完整签名', en: 'This is too little to be a signature: sign inside the field' },
  signatureLong: { zh: '签名太长，请清除后重新签名', en: 'This signature is too long: clear it and sign again' },
  signatureName: { zh: '与您的姓名不符', en: 'This is not your name as it is registered' },
  networksNeeded: { zh: '请至少填写一个网段', en: 'Name at least one network' },
  batteryCurve: {
    zh: '2-10 个点，电压和电量须逐点递增',
    en: 'Two to ten points, volts and percent rising from each to the next',
  },
  intervalLimits: { zh: '超出此设备类型允许的范围', en: 'This is outside of what its device type allows' },
  limitOrder: { zh: '最大值不能小于最小值', en: 'The longest is shorter than the shortest' },
  identityRule: { zh: '该协议族不支持此方式', en: 'This protocol family cannot do that' },
} as const satisfies FieldErrors;
