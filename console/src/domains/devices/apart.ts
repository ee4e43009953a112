import type { Lang } from '@plomb/contract/kit/text';

const units = { zh: ['天', '小时', '分钟'], en: ['d', 'h', 'min'] } as const;

/** How far two moments are apart, to the minute: a wrong time zone shows as whole or half hours, however long the way took. */
export const apart = (a: number, b: number, lang: Lang): string => {
  const minutes = Math.round(Math.abs(a - b) / 60_000);
  const [day, hour, minute] = units[lang];
  if (minutes < 60) return `${minutes} ${minute}`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} ${day}`;
  return minutes % 60 === 0 ? `${hours} ${hour}` : `${hours} ${hour} ${minutes % 60} ${minute}`;
};
