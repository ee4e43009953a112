import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const appRefusals = {
  appVersionOnce: refusal(
    'conflict',
    '此应用在该平台上已有此版本号',
    'This app has a version of this number for this platform already',
  ),
  appVersionFixed: refusal(
    'conflict',
    '只有草稿可以修改或删除；已发布的版本请撤回，并发布新的版本号',
    'Only a draft is changed or deleted: withdraw what was published, and publish a version of another number',
  ),
  appStep: refusal(
    'conflict',
    '版本状态已变化，请刷新后查看',
    'The version is in another state by now, look at it again',
  ),
  appFile: refusal(
    'validation',
    '只能上传完整的 Android 安装包（apk）',
    'Only a whole Android package (apk) is taken here',
  ),
  appFileBytes: refusal('validation', '安装包超过 {limit} MB', 'The package is larger than {limit} MB'),
} as const satisfies Refusals;

export const appFieldErrors = {
  appVersionNumber: { zh: '版本号为三段数字，如 1.4.0', en: 'A version is three numbers, such as 1.4.0' },
  appUrl: { zh: '请填写以 https:// 开头的地址', en: 'Enter an address that begins with https://' },
  appSource: {
    zh: '请上传安装包，或填写应用商店地址，二者选一',
    en: 'Upload a package or enter the address in a store, one of both',
  },
  appStoreOnly: { zh: 'iOS 只能通过应用商店分发', en: 'On iOS an app comes from a store alone' },
} as const satisfies FieldErrors;
