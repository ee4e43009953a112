import type { Lang } from '@plomb/contract/kit/text';
import dayjs from 'dayjs';
import { useSyncExternalStore } from 'react';
import { serverNow } from './clock.ts';
import { useSettings } from './settings.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The specification's wording: under 30 s just now, then minutes, hours, 1 day ago; older than two days, the date.
 * Of full units, as how long it has lasted is told beside it; half a minute is one. A moment of the future (clocks differ) reads as just now.
 */
export const relativeTime = (time: string, now: number, lang: Lang): string => {
  const seconds = (now - Date.parse(time)) / 1000;
  if (seconds < 30) return lang === 'zh' ? '刚刚' : 'just now';
  if (seconds < hour) {
    const n = Math.max(1, Math.floor(seconds / minute));
    return lang === 'zh' ? `${n} 分钟前` : `${n} min ago`;
  }
  if (seconds < day) {
    const n = Math.floor(seconds / hour);
    return lang === 'zh' ? `${n} 小时前` : `${n} h ago`;
  }
  if (seconds < 2 * day) return lang === 'zh' ? '1 天前' : '1 day ago';
  return dayjs(time).format(dayjs(time).year() === dayjs(now).year() ? 'MM-DD HH:mm' : 'YYYY-MM-DD');
};

/** How long something has lasted, in its one or two largest units: `< 1 min`, `42 min`, `3 h`, `2 d`. */
export const duration = (since: string, now: number, lang: Lang): string => {
  const seconds = (now - Date.parse(since)) / 1000;
  if (seconds < minute) return lang === 'zh' ? '不到 1 分钟' : '< 1 min';
  const [n, zh, en] =
    seconds < hour
      ? [Math.floor(seconds / minute), '分钟', 'min']
      : seconds < 2 * day
        ? [Math.floor(seconds / hour), '小时', 'h']
        : [Math.floor(seconds / day), '天', 'd'];
  return `${n} ${lang === 'zh' ? zh : en}`;
};

/** Empty where there is no time yet: a column of what has not ended. */
export const clockTime = (time: string | null): string => (time ? dayjs(time).format('YYYY-MM-DD HH:mm:ss') : '');

const watchers = new Set<() => void>();
let tick = serverNow();
let timer: ReturnType<typeof setInterval> | null = null;
const watch = (changed: () => void): (() => void) => {
  // nobody has watched: the clock was not known yet, or long ago
  if (timer === null) tick = serverNow();
  watchers.add(changed);
  timer ??= setInterval(() => {
    tick = serverNow();
    for (const w of watchers) w();
  }, 10_000);
  return () => {
    watchers.delete(changed);
    if (watchers.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
};

/** The present, renewed every 10 s by one timer for the whole page: ages on the screen move together. */
export const useNow = (): number => useSyncExternalStore(watch, () => tick);

/** `useRelative()(time)`: the age of a moment in the reader's words, kept current. */
export const useRelative = (): ((time: string) => string) => {
  const lang = useSettings((s) => s.lang);
  const now = Math.max(useNow(), 0);
  return (time) => relativeTime(time, Math.max(now, tick), lang);
};
