import type { Alarm } from '@plomb/contract/alarms/alarms';

type Severity = Alarm['severity'];

export interface QueueGroup {
  severity: Severity;
  alarms: readonly Alarm[];
}

/** The rows of the queue by their severity, in the order they came in. */
export const bySeverity = (rows: readonly Alarm[]): QueueGroup[] =>
  Array.from(
    Map.groupBy(rows, ({ severity }) => severity),
    ([severity, alarms]) => ({ severity, alarms }),
  );

/** The row one step on from this one; at the ends it stays, and where nothing is open yet it begins. */
export const stepFrom = (rows: readonly Alarm[], id: number | null, by: 1 | -1): Alarm | undefined => {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? rows[0] : (rows[at + by] ?? rows[at]);
};

/**
 * What is offered when this one is done: of what nobody else has the first, which is the gravest that waits longest, wherever this one stood.
 * What was handed up waits for those above, and is offered when nothing else is left.
 */
export const nextAfter = (rows: readonly Alarm[], id: number | null, me: string | undefined): Alarm | undefined => {
  const free = rows.filter((row) => row.id !== id && (row.owner === '' || row.owner_login === me));
  return free.find(({ escalate_time }) => escalate_time === null) ?? free[0];
};

const two = (n: number): string => String(n).padStart(2, '0');
/** How long before or after the alarm: `0:00`, `+2:12`, `−1 h 07`, `−3 d`. */
export const offsetOf = (time: string, from: string): string => {
  const seconds = Math.round((Date.parse(time) - Date.parse(from)) / 1000);
  const sign = seconds > 0 ? '+' : seconds < 0 ? '−' : '';
  const s = Math.abs(seconds);
  if (s < 3600) return `${sign}${Math.floor(s / 60)}:${two(s % 60)}`;
  if (s < 48 * 3600) return `${sign}${Math.floor(s / 3600)} h ${two(Math.floor((s % 3600) / 60))}`;
  return `${sign}${Math.floor(s / 86_400)} d`;
};
