import dayjs from 'dayjs';

/** `12:31` of today, `11-20 12:31` of another day of this year, else with the year. */
export const shortTime = (time: string, now: number): string => {
  const [at, today] = [dayjs(time), dayjs(now)];
  if (at.isSame(today, 'day')) return at.format('HH:mm');
  return at.format(at.isSame(today, 'year') ? 'MM-DD HH:mm' : 'YYYY-MM-DD HH:mm');
};
export const secondTime = (time: string): string => dayjs(time).format('HH:mm:ss');
