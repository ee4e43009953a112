import { type Refusals, refusal } from '../kit/refusal.ts';

export const fileRefusals = {
  imageRule: refusal(
    'validation',
    '只能上传 jpg 或 png 图片，且不超过 2MB',
    'Only jpg or png pictures of at most 2 MB can be uploaded',
  ),
  fileKind: refusal('validation', '不支持此类文件', 'Files of this kind are not taken here'),
  fileQuota: refusal(
    'fail',
    '贵组织的文件总量已达上限 {limit} MB，请联系管理员',
    'The files of your organisation have reached their limit of {limit} MB, please contact the administrator',
  ),
  fileShare: refusal(
    'fail',
    '贵组织上传的表格已达上限 {limit} MB，请删除未导入的文件，一天后再试',
    'The spreadsheets of your organisation have reached their limit of {limit} MB: discard what was never imported, and try again a day later',
  ),
  fileEvidence: refusal('conflict', '文件是证据，不能删除', 'The file is evidence, it cannot be deleted'),
  sheetKind: refusal('validation', '只能上传 xlsx 或 csv 文件', 'Only xlsx or csv files are taken here'),
  sheetOld: refusal(
    'validation',
    '旧版 xls 或加密的文件无法读取，请另存为 xlsx',
    'Old xls files, and those with a password, are not read: save it as xlsx',
  ),
  sheetBroken: refusal('validation', '文件已损坏，无法读取', 'The file is damaged and cannot be read'),
  sheetEncoding: refusal(
    'validation',
    '文字编码无法识别，请另存为 UTF-8',
    'How its text is encoded cannot be told: save it as UTF-8',
  ),
  sheetEmpty: refusal('validation', '文件没有可导入的行', 'The file has no rows to import'),
  sheetBytes: refusal('validation', '文件超过 {limit} MB', 'The file is larger than {limit} MB'),
  sheetInflated: refusal(
    'validation',
    '文件展开后过大，请只保留需要的内容',
    'Unpacked, the file is too large: keep only what is needed',
  ),
  sheetRows: refusal(
    'validation',
    '文件超过 {limit} 行（含空行），请删除空行或分成多个文件',
    'The file has more than {limit} rows, empty ones counted: delete those, or make several files of it',
  ),
  sheetColumns: refusal('validation', '文件超过 {limit} 列', 'The file has more than {limit} columns'),
  sheetTooSlow: refusal('validation', '文件读取用时过长', 'Reading the file takes too long'),
  fileAway: refusal(
    'unavailable',
    '文件存储暂时不可用，请稍后再试',
    'The storage of files is unavailable for the moment, please try again',
  ),
} as const satisfies Refusals;
