import type { Alarm } from '@plomb/contract/alarms';

/** Alarms shown as toasts, and all that were ever shown: one that comes back, or is changed, is not news again. */
export interface Watched {
  shown: Alarm[];
  known: ReadonlySet<number>;
}

const mostSevere = (a: Alarm, b: Alarm): number =>
  Number(b.severity === 'critical') - Number(a.severity === 'critical') || b.first_time.localeCompare(a.first_time);

/**
 * An alarm event of the stream: a new one is shown, one that somebody took or processed leaves the screen. A mere notice
 * neither shows nor sounds: the bell counts it and the list keeps it.
 */
export const watched = (state: Watched, alarm: Alarm): Watched & { news: boolean } => {
  const known = new Set(state.known).add(alarm.id);
  const others = state.shown.filter((a) => a.id !== alarm.id);
  const open = alarm.status === 'unprocessed' && alarm.owner === '' && alarm.severity !== 'info';
  const news = open && !state.known.has(alarm.id);
  const standing = open && others.length < state.shown.length;
  return { shown: news || standing ? [...others, alarm].sort(mostSevere) : others, known, news };
};
