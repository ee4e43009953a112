import type { Lang } from '@plomb/contract/kit/text';
import type { Schedule } from '@plomb/contract/lock/schedule';

const locales: Record<Lang, string> = { zh: 'zh-CN', en: 'en-GB' };
/** `China Standard Time`: a zone as people call it. */
export const zoneName = (timeZone: string, lang: Lang): string =>
  new Intl.DateTimeFormat(locales[lang], { timeZone, timeZoneName: 'long' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** Days of the week, Monday being 1, that follow each other, as their first and last. */
export const spansOf = (days: readonly number[]): [number, number][] => {
  const spans: [number, number][] = [];
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else spans.push([day, day]);
  }
  return spans;
};

const words = {
  zh: { daily: '每天', allDay: '全天', to: '至', next: '次日 ', list: '、', of: (zone: string) => `（${zone}）` },
  en: { daily: 'Every day', allDay: 'all day', to: '–', next: '', list: ', ', of: (zone: string) => ` (${zone})` },
} as const;

/** When something rings, as it is said: `Mon–Fri 22:00–06:00 the next day (China Standard Time)`. */
export const scheduleWords = (
  { days, from, until, time_zone }: Schedule,
  weekdays: readonly string[],
  lang: Lang,
): string => {
  const { daily, allDay, to, next, list, of } = words[lang];
  const name = (day: number): string => weekdays[day - 1] ?? '';
  const named =
    days.length === 7
      ? daily
      : spansOf(days)
          .flatMap(([a, b]) => (b > a + 1 ? [`${name(a)}${to}${name(b)}`] : b > a ? [name(a), name(b)] : [name(a)]))
          .join(list);
  const overnight = until < from;
  const hours =
    from === until
      ? allDay
      : `${from}${to}${overnight ? next : ''}${until}${overnight && lang === 'en' ? ' the next day' : ''}`;
  return `${named} ${hours}${of(zoneName(time_zone, lang))}`;
};
