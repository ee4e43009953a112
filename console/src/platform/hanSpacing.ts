/** The words of a folder, by key. */
export interface Words {
  [key: string]: string | Words;
}

/**
 * Chinese characters stand apart from letters and digits. In a text its author sees to that; what is put into it begins
 * and ends with whatever it does, so each place that touches a Chinese character is marked with the side it touches.
 */
const marked = (text: string): string =>
  text.replace(/(\p{Script=Han})?\{\{(\w+)\}\}(?=(\p{Script=Han})?)/gu, (whole, before = '', name, after) => {
    const sides = [before && 'before', after && 'after'].filter(Boolean).join(' ');
    return sides ? `${before}{{${name}, ${sides}}}` : whole;
  });

export const apartInChinese = (words: Words): Words =>
  Object.fromEntries(
    Object.entries(words).map(([key, of]) => [key, typeof of === 'string' ? marked(of) : apartInChinese(of)]),
  );

/** What is put in, with a space on each marked side where it is no Chinese. */
export const apart = (text: string, sides = ''): string => {
  if (typeof text !== 'string') return text;
  const before = sides.includes('before') && /^[\p{Script=Latin}\p{Nd}]/u.test(text) ? ' ' : '';
  const after = sides.includes('after') && /[\p{Script=Latin}\p{Nd}%]$/u.test(text) ? ' ' : '';
  return `${before}${text}${after}`;
};
