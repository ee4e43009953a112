import type { Lang } from '@plomb/contract/kit/text';

const en = {
  title: 'Lead-seal system',
  subtitle: 'Electronic locks, seals and vehicles',
  slogan: 'Every lock, every seal:\nwhere it is, and who touched it.',
  username: 'User name',
  password: 'Password',
  usernameMissing: 'Please enter user name',
  passwordMissing: 'Please enter the password',
  show: 'Show password',
  hide: 'Hide password',
  capsLock: 'Caps Lock is on',
  remember: 'Remember user name',
  code: 'Code of your authenticator app',
  codeHint: 'Six digits. Without the app at hand, type one of your backup codes.',
  codeMissing: 'Please enter the code',
  codeBack: 'Back',
  codesLeft: 'You signed in with a backup code. Codes left: {left}. You can make new ones under My account.',
  submit: 'Sign in',
  submitting: 'Signing in…',
  forgotten: 'Forgot your password? Ask your organisation’s administrator.',
  recorded: 'Every action is recorded and can be verified',
  language: 'Language',
};

const zh: typeof en = {
  title: '铅封系统',
  subtitle: '电子锁、铅封与车辆监管',
  slogan: '每一把锁，每一枚铅封，\n此刻在哪里，谁动过。',
  username: '用户名',
  password: '密码',
  usernameMissing: '请输入用户名',
  passwordMissing: '请输入密码',
  show: '显示密码',
  hide: '隐藏密码',
  capsLock: '大写锁定已打开',
  remember: '记住用户名',
  code: '验证器应用中的验证码',
  codeHint: '6 位数字。如果手边没有验证器，请输入一个备用码。',
  codeMissing: '请输入验证码',
  codeBack: '返回',
  codesLeft: '您使用备用码登录，剩余 {left} 个。可在“我的账号”中重新生成。',
  submit: '登录',
  submitting: '登录中…',
  forgotten: '忘记密码？请联系本单位管理员重置。',
  recorded: '全部操作均留痕并可核验',
  language: '语言',
};

/** Both languages at hand: switching on the sign-in page loads nothing. */
export const loginWords: Record<Lang, typeof en> = { zh, en };
