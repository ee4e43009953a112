import dayjs, { type Dayjs } from 'dayjs';

const FORMAT = 'YYYY-MM-DD';
/** A week begins on Monday. */
const WEEK = 7;
export const ROWS = 6;

export const dayOf = (day: Dayjs): string => day.format(FORMAT);

/** The six weeks in which a month lies, day by day. */
export const weeksOf = (day: string): string[][] => {
  const first = dayjs(day).startOf('month');
  const begin = first.subtract((first.day() + 6) % WEEK, 'day');
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: WEEK }, (__, at) => dayOf(begin.add(row * WEEK + at, 'day'))),
  );
};

/** A day so many days or months on. */
export const moved = (day: string, by: number, unit: 'day' | 'month'): string => dayOf(dayjs(day).add(by, unit));

interface Person {
  operator_id: number | null;
  week: number;
}
/** Who has more than one does in a week, who has most room, and how much of it would help; null: nobody is overloaded, or nobody has room. */
export const relief = <P extends Person>(
  people: readonly P[],
  capacity: number,
): { from: P; to: P; over: number; count: number } | null => {
  const known = people.filter(({ operator_id }) => operator_id !== null);
  const from = known.reduce<P | null>((most, one) => (!most || one.week > most.week ? one : most), null);
  const to = known.reduce<P | null>((least, one) => (!least || one.week < least.week ? one : least), null);
  if (!from || !to || from.week <= capacity || to.week >= capacity) return null;
  const over = from.week - capacity;
  return { from, to, over, count: Math.min(over, capacity - to.week) };
};
