import { type FieldErrors, type Refusals, refusal } from '../../kit/refusal.ts';

export const dictionaryRefusals = {
  dictCodeFixed: refusal('fail', '内置编码不能修改', 'A code of the product cannot be changed'),
  dictBuiltIn: refusal('fail', '内置字典和字典项不能删除', 'Dictionaries and items of the product cannot be deleted'),
  dictClosed: refusal(
    'fail',
    '该字典的编码由协议规定，不能新增',
    'The codes of this dictionary are those of devices and programs, none can be added',
  ),
  dictHasItems: refusal(
    'conflict',
    '字典下仍有字典项，不能删除',
    'The dictionary still has items and cannot be deleted',
  ),
} as const satisfies Refusals;

export const dictionaryFieldErrors = {
  dictCode: {
    zh: '字典编码以小写字母开头，只能包含小写字母、数字和下划线',
    en: 'A dictionary code begins with a small letter and has small letters, digits and underscores only',
  },
} as const satisfies FieldErrors;
