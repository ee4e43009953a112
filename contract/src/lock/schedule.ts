import { z } from 'zod';
import { isTimeZone } from '../kit/exporting.ts';

const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'hourOfDay' });
/**
 * Days of the week, Monday being 1, and hours of each; until an earlier one than from: over midnight, and the day is that
 * on which they begin. From and until the same: the whole day.
 */
export const Schedule = z.object({
  days: z
    .array(z.int().min(1).max(7))
    .min(1, { error: 'selectOne' })
    .max(7)
    .overwrite((days) => [...new Set(days)].sort()),
  from: Hour,
  until: Hour,
  time_zone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }),
});
export type Schedule = z.output<typeof Schedule>;

const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, made);
  return made;
};
const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const minuteOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));

/** Whether a moment, in ms since 1970, is within a schedule; null: always. */
export const isScheduled = (schedule: Schedule | null, at: number): boolean => {
  if (schedule === null) return true;
  const parts = Object.fromEntries(
    clockOf(schedule.time_zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = names.indexOf(parts.weekday ?? '') + 1;
  const minute = Number(parts.hour) * 60 + Number(parts.minute);
  const [from, until] = [minuteOf(schedule.from), minuteOf(schedule.until)];
  const began = (on: number): boolean => schedule.days.includes(on);
  const dayBefore = day === 1 ? 7 : day - 1;
  if (from === until) return began(day);
  if (from < until) return began(day) && minute >= from && minute < until;
  return (began(day) && minute >= from) || (began(dayBefore) && minute < until);
};
