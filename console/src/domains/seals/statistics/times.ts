export type Span = 'hour' | 'day' | 'week' | 'month';

/** The zone by which times are called: an hour is a moment, in the zone of whoever looks; a day is one of where it was counted, wherever one looks from. */
export const zoneNamed = (span: Span, counted: string | undefined): string | undefined =>
  span === 'hour' ? undefined : counted;

/** What a bar is called below it. */
export const timeTick = (start: string, span: Span, timeZone: string | undefined): string => {
  // sv-SE is the locale whose times are 2026-11-21 08:15
  const [day, time] = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(start))
    .split(' ');
  return span === 'hour' ? time! : span === 'month' ? day!.slice(0, 7) : day!.slice(5);
};

/** The same in full. */
export const timeName = (start: string, span: Span, lang: 'zh' | 'en', timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone,
    ...(span === 'month' ? { year: 'numeric', month: 'long' } : { weekday: 'short', day: 'numeric', month: 'short' }),
    ...(span === 'hour' && { hour: '2-digit', minute: '2-digit' }),
  }).format(new Date(start));

/** The round number at which an axis ends. */
export const roundUp = (most: number): number => {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 4, 5, 10].map((n) => n * unit).find((n) => n >= most && n % 1 === 0) ?? 10 * unit;
};
