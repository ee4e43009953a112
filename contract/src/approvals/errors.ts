import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const approvalRefusals = {
  approvalNeeded: refusal(
    'conflict',
    '须第二人批准，请逐台申请',
    'A second person has to approve it: ask for that, one device at a time',
  ),
  approvalByOwner: refusal(
    'conflict',
    '须第二人批准，只能由设备所属组织申请',
    'A second person has to approve it, and only the organisation of the device can ask for that',
  ),
  approvalOutside: refusal(
    'conflict',
    '锁不在一人可解封的区域内，须第二人批准，请逐台申请',
    'The lock is outside the areas in which one person alone unseals it: a second person has to approve it, one device at a time',
  ),
  approvalPlaceOld: refusal(
    'conflict',
    '锁的最近位置已超过 30 分钟，视为不在一人可解封的区域内，须第二人批准，请逐台申请',
    'Where the lock was last is of more than 30 minutes ago, so it counts as outside the areas in which one person alone unseals it: a second person has to approve it, one device at a time',
  ),
  approvalPlaceUnknown: refusal(
    'conflict',
    '锁没有有效定位，视为不在一人可解封的区域内，须第二人批准，请逐台申请',
    'The lock has no valid fix and counts as outside the areas in which one person alone unseals it: a second person has to approve it, one device at a time',
  ),
  approvalOutsideByOwner: refusal(
    'conflict',
    '锁不在或不能确定在一人可解封的区域内，须第二人批准，只能由设备所属组织申请',
    'The lock is not known to be inside the areas in which one person alone unseals it: a second person has to approve it, and only the organisation of the device can ask for that',
  ),
  passwordOutside: refusal(
    'conflict',
    '锁不在或不能确定在一人可解封的区域内，密码不向单独一人显示，请申请解封',
    'The lock is not known to be inside the areas in which one person alone unseals it, so its password is shown to nobody alone; ask for the unseal',
  ),
  passwordNotAlone: refusal(
    'conflict',
    '此设备解封须第二人批准，密码不向单独一人显示，请申请解封',
    'Its unseal takes a second person, so its password is shown to nobody alone; ask for the unseal',
  ),
  approvalNotNeeded: refusal('conflict', '无需批准，请直接操作', 'It needs no approval any more: do it without one'),
  resumeByTwo: refusal(
    'conflict',
    '自动停止的升级须第二人批准后才能继续，请先申请',
    'It stopped by itself, and goes on when a second person approves it: ask for that',
  ),
  approvalOwn: refusal('noPermission', '不能审批自己的申请', 'Nobody decides what they asked for themselves'),
  approvalByPerson: refusal('noPermission', '须由本人登录后审批', 'A person decides, signed in, and no API key'),
  approvalEnded: refusal('conflict', '该申请已有结果', 'This request has been settled already'),
  approvalLapsed: refusal('conflict', '该申请已过期，未执行', 'This request has lapsed, and nothing came of it'),
  approvalMoved: refusal(
    'conflict',
    '设备已转至其他组织，此申请不能批准',
    'The device went to another organisation, this request can be approved no more',
  ),
  approvalWaits: refusal(
    'conflict',
    '您对此设备的同一申请正在等待',
    'The same request of yours waits for this device already',
  ),
  approvalAsker: refusal('fail', '申请人已无此权限', 'Whoever asked may not do it any more'),
  approverWrong: refusal(
    'fail',
    '登录名或密码不正确，或此人不能批准',
    'Wrong login name or password, or this person may not approve it',
  ),
  frozen: refusal(
    'conflict',
    '正处于封控期“{what}”：在此期间只有有权解除它的人可以解封',
    'It is in the frozen period “{what}”: nobody unseals it then but whoever may end that',
  ),
  frozenByOwner: refusal(
    'conflict',
    '设备所属组织正处于封控期：在此期间只有该组织有权解除封控期的人可以解封',
    'The organisation of the device is in a frozen period: nobody unseals it then but whoever may end that there',
  ),
  frozenNewly: refusal(
    'conflict',
    '处于封控期“{what}”：在此期间不新增任何开锁途径（密码、卡、区域、恢复出厂、授权），收回不受影响',
    'In the frozen period “{what}” nobody is newly let open: no password, card, area, factory reset or authorisation. What is taken back is',
  ),
  passwordFrozen: refusal(
    'conflict',
    '正处于封控期“{what}”：在此期间密码不向任何人显示',
    'It is in the frozen period “{what}”: its password is shown to nobody then',
  ),
  frozenNotOwn: refusal(
    'conflict',
    '只能在设置后 {minutes} 分钟内取消自己设置的封控期，之后由有权解除的人解除',
    'Only whoever declared it calls it off, within {minutes} minutes; after that it is ended by whoever may end frozen periods',
  ),
  frozenOver: refusal('conflict', '该封控期已结束', 'This frozen period is over'),
  frozenTwice: refusal(
    'conflict',
    '同名且到同一时间结束的封控期已设置',
    'A frozen period of this name stands until that time already',
  ),
  frozenTooMany: refusal(
    'conflict',
    '该组织已有 {limit} 个未结束的封控期',
    'This organisation has {limit} frozen periods that are not over already',
  ),
} as const satisfies Refusals;

export const approvalFieldErrors = {
  endsBeforeItBegins: { zh: '结束须晚于开始', en: 'It has to end after it begins' },
  frozenPast: { zh: '封控期不能从过去开始', en: 'A frozen period cannot begin in the past' },
  frozenTooLong: { zh: '最长 92 天', en: 'At most 92 days' },
  frozenSum: {
    zh: '该组织任意 366 天内的封控期合计最多 92 天',
    en: 'At most 92 days of any 366, all frozen periods of the organisation together',
  },
} as const satisfies FieldErrors;
