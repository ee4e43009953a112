import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const importRefusals = {
  importUnderWay: refusal('conflict', '此文件正在试运行或导入', 'This file is being tried or imported already'),
  importUnchecked: refusal('fail', '请先试运行', 'Try it without writing first'),
  importWritten: refusal(
    'conflict',
    '此文件已写入，其记录保留；请重新上传文件',
    'Rows of this file were written, and its record stays: send the file again',
  ),
  importStays: refusal('conflict', '此文件已写入，其记录保留', 'Rows of this file were written, and its record stays'),
  importFileGone: refusal('conflict', '此文件已不再保存，请重新上传', 'This file is kept no longer: send it again'),
} as const satisfies Refusals;

/** Beside the whole mapping, or a cell of a file. */
export const importFieldErrors = {
  importFieldTwice: { zh: '一个字段只能对应一列', en: 'A field is filled by one column' },
  importNoNumber: { zh: '请选择哪一列是号码', en: 'Choose the column of the numbers' },
  importMapping: { zh: '列数与文件不符', en: 'The file has another number of columns' },
  importNumberTwice: {
    zh: '文件内重复：与第 {row} 行的号码相同',
    en: 'Twice in the file: the same number as row {row}',
  },
  importExists: { zh: '设备不能重复添加：已有 {name}', en: 'Devices cannot be added twice: it is there as {name}' },
  importCardExists: {
    zh: 'IC 卡不能重复添加：该组织已有此卡',
    en: 'IC cards cannot be added twice: the organisation has this one',
  },
  importNumberDamaged: {
    zh: '数字已被表格软件改写，请将此列设为文本后重新填写',
    en: 'A spreadsheet has rounded this number: format the column as text and enter it anew',
  },
  importFormula: { zh: '这是公式，请改为值', en: 'This is a formula, put its value here' },
  importNoType: { zh: '没有此设备类型', en: 'There is no such device type' },
  importNoFactory: { zh: '没有此厂商', en: 'There is no such manufacturer' },
  importNoOrganisation: { zh: '您的组织中没有此组织', en: 'None of your organisations is called so' },
  importAmbiguous: {
    zh: '有多个同名，请写编码或“上级/下级”',
    en: 'Several are called so: write its code, or "above/below"',
  },
} as const satisfies FieldErrors;
