import { z } from 'zod';
import { call, Id } from '../kit/call.ts';
import { Day } from './meters.ts';

/** A month as a calendar shows it: six weeks. */
export const CALENDAR_DAYS = 42;
/** What of a person's is named; the rest is counted. */
export const CALENDAR_ITEMS = 12;

export const dueKinds = ['verification', 'inspection'] as const;
export type DueKind = (typeof dueKinds)[number];

export const CalendarItem = z.object({
  meter_id: Id,
  meter_name: z.string(),
  station: z.string(),
  type_name: z.string(),
  kind: z.enum(dueKinds),
  day: Day,
});
export type CalendarItem = z.output<typeof CalendarItem>;

/** What is due when, what was done, and who has how much of it. */
export const meterCalendar = {
  month: call({
    path: '/meterCalendar/month',
    title: { zh: '查看检定与巡检日历', en: 'Calendar of verifications and inspections' },
    permit: 'meterCalendar:list',
    business: null,
    input: z
      .object({
        from: Day,
        to: Day,
        type_id: Id.optional(),
      })
      .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < CALENDAR_DAYS * 86_400_000, {
        error: 'calendarDays',
        path: ['to'],
      }),
    output: z.object({
      days: z.array(
        z.object({
          day: Day,
          /** due, and not overdue */
          verifications: z.int(),
          inspections: z.int(),
          overdue: z.int(),
          verified: z.int(),
          inspected: z.int(),
        }),
      ),
      overdue: z.int(),
      /** in the caller's organisation; what is overdue is so by the day of the organisation that has the meter */
      today: Day,
      /** verifications and inspections one person does in a week */
      capacity: z.int(),
      people: z.array(
        z.object({
          /** null: nobody has these */
          operator_id: Id.nullable(),
          oper_name: z.string(),
          overdue: z.int(),
          /** due until the end of the week of `today`, and overdue */
          week: z.int(),
          items: z.array(CalendarItem),
          more: z.int(),
        }),
      ),
    }),
  }),
  /** One day, item by item. */
  day: call({
    path: '/meterCalendar/day',
    title: { zh: '查看某日检定与巡检', en: 'What is due on a day' },
    permit: 'meterCalendar:list',
    business: null,
    input: z.object({ day: Day, type_id: Id.optional() }),
    output: z.object({
      rows: z.array(CalendarItem.extend({ operator_id: Id.nullable(), oper_name: z.string() })),
      more: z.boolean(),
    }),
  }),
};
