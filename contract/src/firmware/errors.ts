import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const firmwareRefusals = {
  firmwareOnce: refusal(
    'conflict',
    '此设备类型已有此版本号的固件',
    'This device type has a firmware of this version already',
  ),
  firmwareFixed: refusal(
    'conflict',
    '只有草稿可以修改或删除；已发布的固件请撤回，并发布新的版本号',
    'Only a draft is changed or deleted: withdraw what was published, and publish another version',
  ),
  firmwareStep: refusal(
    'conflict',
    '固件或升级的状态已变化，请刷新后查看',
    'It is in another state by now, look at it again',
  ),
  firmwareFile: refusal(
    'validation',
    '只能上传二进制固件；文本、图片和文档不是固件',
    'Only a binary firmware is taken here: texts, pictures and documents are none',
  ),
  firmwareFileBytes: refusal('validation', '固件超过 {limit} MB', 'The firmware is larger than {limit} MB'),
  firmwareSignature: refusal(
    'validation',
    '签名与固件或配置的公钥不符',
    'The signature does not fit the file and the key that is configured',
  ),
  firmwareUnfit: refusal('conflict', '没有可升级的锁', 'No lock would get it'),
  firmwareTooMany: refusal('validation', '一次最多升级 {limit} 台', 'At most {limit} locks at once'),
} as const satisfies Refusals;

export const firmwareFieldErrors = {
  firmwareVersion: {
    zh: '填写锁自己上报的版本，只含英文字母、数字和符号',
    en: 'Enter the version as the lock says it: letters, digits and signs, no spaces',
  },
  makerCode: { zh: '最多 5 个英文字母、数字或符号', en: 'At most 5 letters, digits or signs' },
  signatureForm: {
    zh: '填写 Base64 编码的 Ed25519 签名，88 个字符',
    en: 'Enter an Ed25519 signature in Base64, 88 characters',
  },
  firmwareSource: { zh: '请上传固件', en: 'Upload a firmware' },
  firmwareNoKey: {
    zh: '未配置公钥，签名无从核对；请留空',
    en: 'No key is configured by which it could be checked: leave it empty',
  },
  firmwareSigned: { zh: '本系统只接受已签名的固件', en: 'Only signed firmware is taken here' },
  firmwareFamily: {
    zh: '此类设备不能由平台升级固件',
    en: 'The platform cannot upgrade devices of this type',
  },
  rolloutCount: { zh: '台数不符', en: 'Not the number of locks' },
} as const satisfies FieldErrors;
