import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const sessionRefusals = {
  sessionTimeOut: refusal(
    'sessionTimeOut',
    '登录状态已过期，请重新登录',
    'Your login status has expired, please log in again',
  ),
  authEmptyData: refusal(
    'noPermission',
    '获取权限失败：您没有任何权限',
    'Failed to get permission: you do not have any permission',
  ),
  tooManyTries: refusal('tooMany', '尝试次数过多，请 {seconds} 秒后再试', 'Too many tries, please wait {seconds} s'),
  badLogin: refusal('fail', '用户名或密码不正确', 'The user name or the password is wrong'),
  operatorDisabled: refusal('fail', '账号已停用', 'This account is disabled'),
  passwordKey: refusal('fail', '登录密钥已失效，请重试', 'The login key has expired, please try again'),
  wrongPassword: refusal('fail', '密码不正确', 'The password is wrong'),
  secondFactorNeeded: refusal(
    'secondFactor',
    '请输入验证器应用中的 6 位验证码',
    'Please enter the 6-digit code of your authenticator app',
  ),
  codeSent: refusal(
    'secondFactor',
    '验证码已发送至 {recipient}，十分钟内有效',
    'A code was sent to {recipient}; it holds for ten minutes',
  ),
  codeNotSent: refusal(
    'secondFactor',
    '验证码暂时无法发送，请使用备用码或联系管理员',
    'No code can be sent now: use a backup code, or ask the administrator',
  ),
  secondFactorWrong: refusal('secondFactor', '验证码不正确或已过期', 'The code is wrong or has expired'),
  secondFactorUsed: refusal(
    'secondFactor',
    '此验证码已使用过，请等待下一个',
    'This code was used already, please wait for the next one',
  ),
  backupCodeUsed: refusal('secondFactor', '此备用码已使用过', 'This backup code was used already'),
  secondFactorSetUp: refusal(
    'setUpNeeded',
    '您的角色必须使用两步验证，请先完成设置',
    'Your role requires two-factor sign-in, please set it up first',
  ),
  passwordSetUp: refusal(
    'setUpNeeded',
    '当前为临时密码，请先修改密码',
    'Your password is a temporary one, please change it first',
  ),
  onlyLooks: refusal(
    'noPermission',
    '此登录仅用于值班大屏，不能执行其他操作',
    'This session is of a wall: it looks, and does nothing else',
  ),
  confirmNeeded: refusal('confirmNeeded', '请先确认是您本人操作', 'Please confirm first that it is you'),
} as const satisfies Refusals;

export const sessionFieldErrors = {
  userName: { zh: '请输入用户名', en: 'Please enter user name' },
  passwordShort: { zh: '密码至少 6 位', en: 'The password has at least 6 characters' },
  passwordRule: {
    zh: '密码应为 6-16 位字母与数字的组合',
    en: 'The password must be an alphanumeric combination of 6-16 characters',
  },
} as const satisfies FieldErrors;
