import type { Lang } from '@plomb/contract/kit/text';
import { codeMinutes } from '@plomb/contract/personal/verification';
import { momentIn } from '../platform/messages/moment.ts';

/** What a code that is sent is asked for: each says so, so that whoever is talked out of one can tell that it is for something else. */
export type CodeUse = 'signIn' | 'proof' | 'setUp' | 'contact';

type Words = { subject: string; begins: (code: string) => string; otherwise: string };
const words: Record<Lang, Record<CodeUse, Words>> = {
  zh: {
    signIn: {
      subject: '铅封系统登录验证码',
      begins: (code) => `登录验证码 ${code}，仅用于您本人登录铅封系统。`,
      otherwise: '若非本人登录，说明有人知道您的密码，请立即修改。',
    },
    proof: {
      subject: '铅封系统身份验证码',
      begins: (code) => `身份验证码 ${code}，用于确认正在铅封系统中操作的是您本人。`,
      otherwise: '若非本人操作，请退出登录并立即修改密码。',
    },
    setUp: {
      subject: '开启铅封系统两步验证',
      begins: (code) => `验证码 ${code}，用于把本地址设为铅封系统登录时接收验证码的地址。`,
      otherwise: '若非本人操作，请忽略，本地址不会被启用。',
    },
    contact: {
      subject: '确认铅封系统联系方式',
      begins: (code) => `验证码 ${code}，用于确认本地址是您在铅封系统中的联系方式。`,
      otherwise: '若非本人操作，请忽略，本地址不会被启用。',
    },
  },
  en: {
    signIn: {
      subject: 'Code to sign in to the lead-seal system',
      begins: (code) => `${code} is your code to sign in to the lead-seal system, and for nothing else.`,
      otherwise: 'If you are not signing in, somebody knows your password: change it now.',
    },
    proof: {
      subject: 'Code to prove who you are in the lead-seal system',
      begins: (code) => `${code} is your code to prove that it is you who acts in the lead-seal system.`,
      otherwise: 'If you are doing nothing there, sign out and change your password now.',
    },
    setUp: {
      subject: 'Two-factor sign-in to the lead-seal system',
      begins: (code) => `${code} is the code to have your sign-in codes of the lead-seal system sent to this address.`,
      otherwise: 'If you did not ask for it, do nothing: this address will not be used.',
    },
    contact: {
      subject: 'Confirm your address in the lead-seal system',
      begins: (code) => `${code} is the code to confirm that the lead-seal system reaches you at this address.`,
      otherwise: 'If you did not ask for it, do nothing: this address will not be used.',
    },
  },
};

export const codeText = (lang: Lang, use: CodeUse, code: string, until: Date): { subject: string; text: string } => {
  const { subject, begins, otherwise } = words[lang][use];
  const time = momentIn(lang, until);
  const holds =
    lang === 'zh'
      ? `有效至 ${time}（${codeMinutes} 分钟），只能使用一次。我们绝不会向您索要验证码，请勿告诉任何人。`
      : `It holds until ${time} (${codeMinutes} minutes) and works once. We never ask you for it: tell it to nobody.`;
  return { subject, text: [begins(code), holds, otherwise].join(lang === 'zh' ? '' : ' ') };
};
