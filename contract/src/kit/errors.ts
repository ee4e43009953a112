import { type FieldErrors, type Refusals, refusal } from './refusal.ts';

/** What any call may be refused with. */
export const commonRefusals = {
  signError: refusal(
    'signError',
    '请求签名或时间不正确，请检查本机时间',
    'The request sign or time is wrong, please check the clock of this computer',
  ),
  noPermission: refusal('noPermission', '没有权限', 'No permission'),
  notFound: refusal('notFound', '未找到数据，请联系管理员', 'No data found, please contact the administrator'),
  validation: refusal('validation', '表单信息有误', 'The form information is wrong'),
  addedBefore: refusal(
    'conflict',
    '上次提交已新增该记录；请关闭表单，在记录中修改',
    'It was added the first time already; close the form and change the record',
  ),
  conflict: refusal(
    'conflict',
    '数据已被他人修改，请刷新后再试',
    'Somebody else changed this, please refresh and try again',
  ),
  changedBySomebody: refusal(
    'conflict',
    '此记录在此期间已被修改，未保存任何内容',
    'This record was changed meanwhile, nothing was saved',
  ),
  changedMeanwhile: refusal(
    'conflict',
    '{who} 已在此期间修改了此记录，未保存任何内容',
    '{who} changed this record meanwhile, nothing was saved',
  ),
  inUse: refusal('conflict', '仍被使用，不能删除', 'Still in use, it cannot be deleted'),
  duplicate: refusal('conflict', '已存在相同的记录', 'The same record exists already'),
  tooMany: refusal('tooMany', '请求过于频繁，请稍后再试', 'Too many requests, please wait a moment'),
  sharedFromAbove: refusal(
    'noPermission',
    '由上级组织共享，可以使用，不能修改',
    'An organisation above shares it: it can be used, not changed',
  ),
  rootOnly: refusal(
    'noPermission',
    '只有根组织的操作员可以修改全局设置',
    'Only operators of the root organisation change what is the same for everybody',
  ),
  ticket: refusal('notFound', '文件链接已失效，请重新导出', 'The file link has expired, please export again'),
  tooManyRows: refusal(
    'fail',
    '超过 {limit} 行，请缩小筛选范围或导出为 CSV',
    'More than {limit} rows, please narrow the filter or export as CSV',
  ),
  workbookTooLarge: refusal(
    'fail',
    '内容过多，Excel 文件放不下，请缩小筛选范围或导出为 CSV',
    'This is too much for a workbook, please narrow the filter or export as CSV',
  ),
  fileTooLarge: refusal(
    'fail',
    '文件超过 {limit} MB，请缩小筛选范围',
    'The file would be larger than {limit} MB, please narrow the filter',
  ),
  fileTooSlow: refusal(
    'fail',
    '导出用时过长，请缩小筛选范围',
    'Making the file takes too long, please narrow the filter',
  ),
  exportUnderWay: refusal(
    'tooMany',
    '您的上一个导出尚未下载完，请稍候',
    'Your last export is still being made or fetched, please wait for it',
  ),
  unavailable: refusal(
    'unavailable',
    '服务暂时不可用，请稍后再试',
    'The service is unavailable for the moment, please try again',
  ),
  outcomeUnknown: refusal(
    'unavailable',
    '保存时与数据库失去联系，不确定是否已保存；请查看后再决定是否重试',
    'The database was lost while saving, so it is not certain whether this was saved: look before you try again',
  ),
  error: refusal('error', '服务器内部错误，请求编号 {request}', 'Internal error, request number {request}'),
} as const satisfies Refusals;

export const commonFieldErrors = {
  unknownSort: { zh: '不支持按此列排序', en: 'This column cannot be sorted by' },
  repeatedColumn: { zh: '列重复', en: 'A column stands there twice' },
  unknownColumn: { zh: '没有这一列', en: 'There is no such column' },
  timeZone: { zh: '时区不正确', en: 'The time zone is unknown' },
  tooLong: { zh: '内容过长', en: 'This is too long' },
  unreadable: { zh: '含有无法保存的字符', en: 'This has characters that cannot be kept' },
  tooDeep: { zh: '内容嵌套过深', en: 'This is nested too deeply' },
  pageSize: { zh: '每页条数应为 10、20、50 或 100', en: 'The page size is 10, 20, 50 or 100' },
  required: { zh: '不能为空', en: 'Input cannot be empty' },
  code: {
    zh: '编码只能包含字母、数字、下划线和短横线',
    en: 'A code has letters, digits, underscores and hyphens only',
  },
  form: { zh: '格式不正确', en: 'This is of the wrong form' },
  choice: { zh: '不在可选范围内', en: 'This is none of the choices' },
  halfPlace: { zh: '纬度和经度须同时填写', en: 'A place has a latitude and a longitude' },
  outOfRange: { zh: '超出允许范围', en: 'This is outside of what is possible' },
  wholeNumber: { zh: '请输入整数', en: 'Please enter a whole number' },
  phone: { zh: '电话号码不正确', en: 'Phone number wrong' },
  mailbox: { zh: '邮箱地址不正确', en: 'The mail address is wrong' },
  noSpaces: { zh: '不能包含空格', en: 'Spaces are not possible here' },
  selectOne: { zh: '请至少选择一条记录', en: 'Please select at least one record' },
} as const satisfies FieldErrors;
