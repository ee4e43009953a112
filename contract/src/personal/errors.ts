import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const personalRefusals = {
  secondFactorOn: refusal('conflict', '两步验证已启用', 'Two-factor sign-in is on already'),
  secondFactorOff: refusal('conflict', '两步验证未启用', 'Two-factor sign-in is off'),
  secondFactorRequired: refusal(
    'fail',
    '您的角色必须使用两步验证，不能关闭',
    'Your role requires two-factor sign-in, it cannot be switched off',
  ),
  factorByMessage: refusal(
    'fail',
    '您的角色只能使用验证器应用，不能用短信或邮件接收验证码',
    'Your role takes codes of an app only, none by mail or SMS',
  ),
  contactWrong: refusal(
    'fail',
    '验证码不正确或已过期，请重新获取',
    'The code is wrong or has expired, please ask for another',
  ),
  codePause: refusal('tooMany', '请在 {seconds} 秒后再获取验证码', 'Please ask for another code in {seconds} s'),
  codesOften: refusal(
    'tooMany',
    '一小时内获取验证码过多，请稍后再试或使用备用码',
    'Too many codes within the hour, please wait or use a backup code',
  ),
  apiKey: refusal('sessionTimeOut', 'API 密钥无效、已过期或已停用', 'The API key is unknown, expired or revoked'),
  apiKeyAddress: refusal(
    'noPermission',
    '不允许从此地址使用该 API 密钥',
    'This API key may not be used from this address',
  ),
  apiKeyCall: refusal('noPermission', '此接口不能使用 API 密钥调用', 'This call cannot be made with an API key'),
  tooManyKeys: refusal(
    'fail',
    'API 密钥最多 {limit} 个，请先停用不用的',
    'At most {limit} API keys, please revoke one first',
  ),
  oldPassword: refusal('fail', '原密码不正确', 'The old password is wrong'),
  samePassword: refusal('fail', '新密码不能与原密码相同', 'The new password must differ from the old one'),
} as const satisfies Refusals;

export const personalFieldErrors = {
  keyExpiry: { zh: '有效期应在一年以内', en: 'The expiry lies within one year from now' },
  keyScope: { zh: '只能选择您拥有的权限', en: 'Only permissions that you hold can be chosen' },
  keyPhysical: {
    zh: '该密钥可以施封或解封，请单独勾选确认',
    en: 'This key could seal or unseal locks: tick that by itself',
  },
} as const satisfies FieldErrors;
