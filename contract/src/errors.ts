import type { Text } from './text.ts';

/** `verify.sign` of a refusal: the class of the answer that programs act on; `desc` is for people. */
export type Sign =
  | 'success'
  | 'fail'
  | 'sessionTimeOut'
  | 'signError'
  | 'noPermission'
  | 'notFound'
  /** signing in: the password is right, a code of the second factor is asked for or was wrong */
  | 'secondFactor'
  /** prove afresh who you are (`/auth/confirm`), then send the call again */
  | 'confirmNeeded'
  /** first change the password or set up the second factor; `/auth/getAuth` says which */
  | 'setUpNeeded'
  | 'conflict'
  | 'validation'
  | 'tooMany'
  | 'unavailable'
  | 'error';

/** HTTP status an API-key client gets beside the same body; sessions of the console always get 200, faults 500. */
export const statusOf: Record<Sign, number> = {
  success: 200,
  fail: 422,
  sessionTimeOut: 401,
  signError: 400,
  noPermission: 403,
  notFound: 404,
  secondFactor: 401,
  confirmNeeded: 403,
  setUpNeeded: 403,
  conflict: 409,
  validation: 422,
  tooMany: 429,
  unavailable: 503,
  error: 500,
};

const text = (sign: Sign, zh: string, en: string): { sign: Sign } & Text => ({ sign, zh, en });

/** Every refusal the server utters: one table of class and words. */
export const errors = {
  sessionTimeOut: text(
    'sessionTimeOut',
    '登录状态已过期，请重新登录',
    'Your login status has expired, please log in again',
  ),
  signError: text(
    'signError',
    '请求签名或时间不正确，请检查本机时间',
    'The request sign or time is wrong, please check the clock of this computer',
  ),
  noPermission: text('noPermission', '没有权限', 'You have no permission'),
  authEmptyData: text(
    'noPermission',
    '获取权限失败：您没有任何权限',
    'Failed to get permission: you do not have any permission',
  ),
  notFound: text('notFound', '未找到数据，请联系管理员', 'No data found, please contact the administrator'),
  validation: text('validation', '表单信息有误', 'The form information is wrong'),
  conflict: text(
    'conflict',
    '数据已被他人修改，请刷新后再试',
    'Somebody else changed this, please refresh and try again',
  ),
  changedMeanwhile: text(
    'conflict',
    '{who} 已在此期间修改了此记录，未保存任何内容',
    '{who} changed this record meanwhile, nothing was saved',
  ),
  inUse: text('conflict', '仍被使用，不能删除', 'Still in use, it cannot be deleted'),
  duplicate: text('conflict', '已存在相同的记录', 'The same record exists already'),
  loginNameTaken: text('conflict', '登录名已被使用', 'This login name is taken'),
  deviceExists: text('conflict', '设备已存在', 'The device exists already'),
  deviceMissing: text('notFound', '设备不存在', 'The device does not exist'),
  tooManyTries: text('tooMany', '尝试次数过多，请 {seconds} 秒后再试', 'Too many tries, please wait {seconds} s'),
  tooMany: text('tooMany', '请求过于频繁，请稍后再试', 'Too many requests, please wait a moment'),
  badLogin: text('fail', '用户名或密码不正确', 'The user name or the password is wrong'),
  operatorDisabled: text('fail', '账号已停用', 'This account is disabled'),
  passwordKey: text('fail', '登录密钥已失效，请重试', 'The login key has expired, please try again'),
  wrongPassword: text('fail', '密码不正确', 'The password is wrong'),
  secondFactorNeeded: text(
    'secondFactor',
    '请输入验证器应用中的 6 位验证码',
    'Please enter the 6-digit code of your authenticator app',
  ),
  secondFactorWrong: text('secondFactor', '验证码不正确或已过期', 'The code is wrong or has expired'),
  secondFactorUsed: text(
    'secondFactor',
    '此验证码已使用过，请等待下一个',
    'This code was used already, please wait for the next one',
  ),
  backupCodeUsed: text('secondFactor', '此备用码已使用过', 'This backup code was used already'),
  secondFactorOn: text('conflict', '两步验证已启用', 'Two-factor sign-in is on already'),
  secondFactorOff: text('conflict', '两步验证未启用', 'Two-factor sign-in is off'),
  secondFactorRequired: text(
    'fail',
    '您的角色必须使用两步验证，不能关闭',
    'Your role requires two-factor sign-in, it cannot be switched off',
  ),
  secondFactorSetUp: text(
    'setUpNeeded',
    '您的角色必须使用两步验证，请先完成设置',
    'Your role requires two-factor sign-in, please set it up first',
  ),
  passwordSetUp: text(
    'setUpNeeded',
    '当前为临时密码，请先修改密码',
    'Your password is a temporary one, please change it first',
  ),
  confirmNeeded: text('confirmNeeded', '请先确认是您本人操作', 'Please confirm first that it is you'),
  apiKey: text('sessionTimeOut', 'API 密钥无效、已过期或已停用', 'The API key is unknown, expired or revoked'),
  apiKeyAddress: text(
    'noPermission',
    '不允许从此地址使用该 API 密钥',
    'This API key may not be used from this address',
  ),
  apiKeyCall: text('noPermission', '此接口不能使用 API 密钥调用', 'This call cannot be made with an API key'),
  tooManyKeys: text(
    'fail',
    'API 密钥最多 {limit} 个，请先停用不用的',
    'At most {limit} API keys, please revoke one first',
  ),
  oldPassword: text('fail', '原密码不正确', 'The old password is wrong'),
  samePassword: text('fail', '新密码不能与原密码相同', 'The new password must differ from the old one'),
  ownAccount: text('fail', '不能对自己的账号执行此操作', 'You cannot do this to your own account'),
  ownRole: text('fail', '不能修改自己的角色或组织', 'You cannot change your own role or organisation'),
  ownOrganisation: text('fail', '不能对自己所在的组织执行此操作', 'You cannot do this to your own organisation'),
  roleBeyond: text('noPermission', '该角色包含您没有的权限', 'This role holds permissions that you do not have'),
  operatorBeyond: text(
    'noPermission',
    '该操作员拥有您没有的权限',
    'This operator holds permissions that you do not have',
  ),
  roleElsewhere: text(
    'fail',
    '该角色不属于操作员所在组织或其上级',
    "The role belongs neither to the operator's organisation nor to one above it",
  ),
  organisationCircle: text('fail', '不能移动到自身或其下级组织', 'An organisation cannot be moved below itself'),
  organisationInUse: text(
    'conflict',
    '组织下仍有设备、操作员、角色或下级组织，不能删除',
    'It still has devices, operators, roles or organisations below it and cannot be deleted',
  ),
  moveRoles: text(
    'conflict',
    '其下的操作员或角色仍依赖移动后不再是上级的组织的角色，请先更换',
    'Operators or roles in it depend on roles of an organisation that would no longer stand above it, please change those first',
  ),
  imageRule: text(
    'validation',
    '只能上传 jpg 或 png 图片，且不超过 2MB',
    'Only jpg or png pictures of at most 2 MB can be uploaded',
  ),
  deviceHistory: text(
    'conflict',
    '设备已有历史记录，不能删除；请改为退役',
    'The device has a history and cannot be deleted, retire it instead',
  ),
  deviceRetired: text('fail', '设备已退役，请先恢复', 'The device is retired, reinstate it first'),
  deviceBusy: text(
    'conflict',
    '设备仍有可能生效的指令（发送后十分钟内），请待其有结果后再操作',
    'A command may still act on the device, for up to ten minutes after it was sent: wait until it has ended',
  ),
  organisationHistory: text(
    'conflict',
    '组织或其设备已有历史记录，不能删除；请改为停用',
    'The organisation or its devices have a history, it cannot be deleted; disable it instead',
  ),
  sharedFromAbove: text(
    'noPermission',
    '由上级组织共享，可以使用，不能修改',
    'An organisation above shares it: it can be used, not changed',
  ),
  typeElsewhere: text(
    'fail',
    '该设备类型不属于设备所在组织或其上级',
    "The device type belongs neither to the device's organisation nor to one above it",
  ),
  makerElsewhere: text(
    'fail',
    '该厂商不属于设备所在组织或其上级',
    "The manufacturer belongs neither to the device's organisation nor to one above it",
  ),
  commandOpen: text('conflict', '该锁已有一条未完成的指令', 'This lock has a command under way already'),
  keyReused: text(
    'conflict',
    '该幂等键已用于另一条指令，请刷新后重试',
    'This idempotency key was used for another command, please reload and try again',
  ),
  commandEnded: text('fail', '指令已结束，不能取消', 'The command has ended and cannot be cancelled'),
  commandSent: text('fail', '指令已发出，不能取消', 'The command was sent already and cannot be cancelled'),
  commandUnsupported: text('fail', '此类锁不支持该操作', 'This kind of lock does not support it'),
  passwordUnknown: text(
    'fail',
    '动态密码未知：锁没有上报，或已超过 24 小时没有消息',
    'The password is not known: the lock has not told it, or has been silent for a day',
  ),
  stateStale: text(
    'fail',
    '锁的状态是很久以前的，可能已变，请待其上报后再施封',
    'What the lock last told of itself is of too long ago to be relied on; wait for its next report',
  ),
  closeShackleFirst: text('fail', '锁杆未闭合，请先合上锁杆', 'The shackle is open, close it first'),
  alreadySealed: text('fail', '锁已施封', 'The lock is sealed already'),
  alreadyHeld: text('fail', '封已由平台代持', 'A seal is held already'),
  alreadyUnsealed: text('fail', '锁未施封', 'The lock is not sealed'),
  deviceUnusable: text(
    'fail',
    '设备已停用、报失或维修中，不能操作',
    'The device is disabled, lost or in maintenance and cannot be operated',
  ),
  batteryTooLow: text('fail', '电量低于 5%，不能操作', 'The battery is below 5 %, it cannot be operated'),
  issueTimedOut: text('fail', '下发超时，请重试', 'Issue timed out, please try again'),
  notAllowedInState: text('fail', '当前状态（{state}）不允许此操作', 'Operation not allowed in state {state}'),
  alarmProcessed: text('conflict', '告警已被处理', 'The alarm was processed already'),
  rootRole: text(
    'noPermission',
    '根角色始终拥有全部权限，不能修改',
    'The root role always holds everything and cannot be changed',
  ),
  roleLocked: text('noPermission', '不能修改自己的角色或其上级角色', 'Nobody changes the own role, or one above it'),
  roleCircle: text('conflict', '上级角色不能是自身或其下级', 'A role cannot be below itself or one of those below it'),
  beyondParent: text('noPermission', '超出上级角色的权限', 'This is more than the role above holds'),
  beyondOwn: text('noPermission', '不能授予或收回自己没有的权限', 'You can neither give nor take what you do not hold'),
  tickMenuFirst: text('fail', '请先勾选菜单', 'Please tick the menu first'),
  menusOfRoot: text(
    'noPermission',
    '菜单为所有组织共用，只有根组织的操作员可以修改',
    'Menus are shared by all organisations, only operators of the root organisation change them',
  ),
  menuNeeded: text(
    'conflict',
    '产品需要它，不能删除或修改编码',
    'The product needs it: it stays, and so does its code',
  ),
  menuReachable: text(
    'conflict',
    '停用后将无法再打开菜单管理',
    'Menu management itself would be out of reach, nobody could enable it again',
  ),
  menuCircle: text('conflict', '上级菜单不能是自身或其下级', 'A menu cannot be below itself or one of those below it'),
  menuHasChildren: text('conflict', '请先删除或移走下级菜单', 'Delete or move the menus below it first'),
  rootOnly: text(
    'noPermission',
    '只有根组织的操作员可以修改全局设置',
    'Only operators of the root organisation change what is the same for everybody',
  ),
  dictCodeFixed: text('fail', '内置编码不能修改', 'A code of the product cannot be changed'),
  dictBuiltIn: text('fail', '内置字典和字典项不能删除', 'Dictionaries and items of the product cannot be deleted'),
  dictClosed: text(
    'fail',
    '该字典的编码由协议规定，不能新增',
    'The codes of this dictionary are those of devices and programs, none can be added',
  ),
  dictHasItems: text('conflict', '字典下仍有字典项，不能删除', 'The dictionary still has items and cannot be deleted'),
  ticket: text('notFound', '文件链接已失效，请重新导出', 'The file link has expired, please export again'),
  tooManyRows: text(
    'fail',
    '超过 {limit} 行，请缩小筛选范围或导出为 CSV',
    'More than {limit} rows, please narrow the filter or export as CSV',
  ),
  workbookTooLarge: text(
    'fail',
    '内容过多，Excel 文件放不下，请缩小筛选范围或导出为 CSV',
    'This is too much for a workbook, please narrow the filter or export as CSV',
  ),
  fileTooLarge: text(
    'fail',
    '文件超过 {limit} MB，请缩小筛选范围',
    'The file would be larger than {limit} MB, please narrow the filter',
  ),
  fileTooSlow: text('fail', '导出用时过长，请缩小筛选范围', 'Making the file takes too long, please narrow the filter'),
  exportUnderWay: text(
    'tooMany',
    '您的上一个导出尚未下载完，请稍候',
    'Your last export is still being made or fetched, please wait for it',
  ),
  tooManyStreams: text('tooMany', '打开的窗口过多，请关闭一些', 'Too many windows are open, please close some'),
  unavailable: text(
    'unavailable',
    '服务暂时不可用，请稍后再试',
    'The service is unavailable for the moment, please try again',
  ),
  error: text('error', '服务器内部错误，请求编号 {request}', 'Internal error, request number {request}'),
} as const satisfies Record<string, { sign: Sign } & Text>;
export type ErrorCode = keyof typeof errors;

/** Words of field errors, named in schemas by these keys; everything else speaks through the schema library's locale. */
export const fieldErrors = {
  unknownSort: { zh: '不支持按此列排序', en: 'This column cannot be sorted by' },
  repeatedColumn: { zh: '列重复', en: 'A column stands there twice' },
  unknownColumn: { zh: '没有这一列', en: 'There is no such column' },
  timeZone: { zh: '时区不正确', en: 'The time zone is unknown' },
  tooLong: { zh: '内容过长', en: 'This is too long' },
  unreadable: { zh: '含有无法保存的字符', en: 'This has characters that cannot be kept' },
  tooDeep: { zh: '内容嵌套过深', en: 'This is nested too deeply' },
  pageSize: { zh: '每页条数应为 10、20、50 或 100', en: 'The page size is 10, 20, 50 or 100' },
  userName: { zh: '请输入用户名', en: 'Please enter user name' },
  required: { zh: '不能为空', en: 'Input cannot be empty' },
  passwordShort: { zh: '密码至少 6 位', en: 'The password has at least 6 characters' },
  passwordRule: {
    zh: '密码应为 6-16 位字母与数字的组合',
    en: 'The password must be an alphanumeric combination of 6-16 characters',
  },
  reasonShort: { zh: '请说明原因，至少 6 个字', en: 'Please state the reason in at least 6 characters' },
  deviceNumber: {
    zh: '序列号为 4-20 位数字，少数含字母 a-f',
    en: 'The serial number has 4-20 digits; a few have letters a to f',
  },
  code: {
    zh: '编码只能包含字母、数字、下划线和短横线',
    en: 'A code has letters, digits, underscores and hyphens only',
  },
  dictCode: {
    zh: '字典编码以小写字母开头，只能包含小写字母、数字和下划线',
    en: 'A dictionary code begins with a small letter and has small letters, digits and underscores only',
  },
  choice: { zh: '不在可选范围内', en: 'This is none of the choices' },
  wholeNumber: { zh: '请输入整数', en: 'Please enter a whole number' },
  menuCode: {
    zh: '编码以字母开头，只能包含字母、数字、下划线和短横线，最多 40 位',
    en: 'A code begins with a letter and has letters, digits, underscores and hyphens only, 40 at most',
  },
  reservedCode: { zh: '该编码为系统保留', en: 'The product keeps this code for itself' },
  menuUrl: {
    zh: '应为 0（目录）、页面名称或链接',
    en: 'This is 0 for a folder, the name of a page, or a link',
  },
  actionUrl: { zh: '调用路径以 / 开头，如 /device/list', en: 'A path begins with /, as in /device/list' },
  roleOrganisation: {
    zh: '与上级角色、下级角色或使用者的组织不符',
    en: 'This does not fit the organisations of the role above, of roles below, or of those who hold it',
  },
  phone: { zh: '电话号码不正确', en: 'Phone number wrong' },
  mailbox: { zh: '邮箱地址不正确', en: 'The mail address is wrong' },
  noSpaces: { zh: '不能包含空格', en: 'Spaces are not possible here' },
  keyExpiry: { zh: '有效期应在一年以内', en: 'The expiry lies within one year from now' },
  keyScope: { zh: '只能选择您拥有的权限', en: 'Only permissions that you hold can be chosen' },
  keyPhysical: {
    zh: '该密钥可以施封或解封，请单独勾选确认',
    en: 'This key could seal or unseal locks: tick that by itself',
  },
  network: { zh: 'IP 地址或网段不正确', en: 'This is no IP address or network' },
  networksNeeded: { zh: '请至少填写一个网段', en: 'Name at least one network' },
  identityRule: { zh: '该协议族不支持此方式', en: 'This protocol family cannot do that' },
  selectOne: { zh: '请至少选择一条记录', en: 'Please select at least one record' },
} as const satisfies Record<string, Text>;
export type FieldErrorCode = keyof typeof fieldErrors;
