import type { Lang } from '@plomb/contract/kit/text';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const units = [
  [2 * 24 * HOUR, 24 * HOUR, '天', 'd'],
  [HOUR, HOUR, '时', 'h'],
  [0, MINUTE, '分', 'm'],
] as const;

/** How long something has waited, as short as a column of figures has it: `12 m`, `3 h`, `2 d`. */
export const briefly = (since: string, now: number, lang: Lang): string => {
  const ms = Math.max(0, now - Date.parse(since));
  const [, unit, zh, en] = units.find(([from]) => ms >= from) ?? units[2];
  return `${Math.floor(ms / unit)} ${lang === 'zh' ? zh : en}`;
};
