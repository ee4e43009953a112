import type { Lang } from '@plomb/contract/kit/text';

/** A moment as it is told to somebody who is not at a screen of ours: with its zone, which is this machine's where nobody says another. */
export const momentIn = (lang: Lang, time: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    timeZoneName: 'shortOffset',
  }).format(time);
