import dayjs from 'dayjs';

export type Span = 'hour' | 'day' | 'week' | 'month';

/** What a bar is called below it. */
export const timeTick = (start: string, span: Span): string =>
  dayjs(start).format(span === 'hour' ? 'HH:mm' : span === 'month' ? 'YYYY-MM' : 'MM-DD');

/** The same in full. */
export const timeName = (start: string, span: Span, lang: 'zh' | 'en'): string =>
  new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    ...(span === 'month' ? { year: 'numeric', month: 'long' } : { weekday: 'short', day: 'numeric', month: 'short' }),
    ...(span === 'hour' && { hour: '2-digit', minute: '2-digit' }),
  }).format(new Date(start));

/** The round number at which an axis ends. */
export const roundUp = (most: number): number => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 5, 10].map((n) => n * unit).find((n) => n >= most && n % 1 === 0) ?? 10 * unit;
};
