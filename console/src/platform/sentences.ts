import type { Lang } from '@plomb/contract/kit/text';

/** Whole sentences one behind the other; '' is none. */
export const sentences = (lang: Lang, ...some: string[]): string => {
  const [stop, between] = lang === 'zh' ? ['。', ''] : ['.', ' '];
  return some
    .filter((one) => one !== '')
    .map((one) => one.replace(/[。.]$/, '') + stop)
    .join(between);
};
