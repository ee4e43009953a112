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
  fileEvidence: refusal('conflict', '文件是证据，不能删除', 'The file is evidence, it cannot be deleted'),
  fileAway: refusal(
    'unavailable',
    '文件存储暂时不可用，请稍后再试',
    'The storage of files is unavailable for the moment, please try again',
  ),
} as const satisfies Refusals;
