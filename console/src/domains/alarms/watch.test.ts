import type { Alarm } from '@plomb/contract/alarms';
import { expect, it } from 'vitest';
import { type Watched, watched } from './watch.ts';

const alarm = (id: number, over: Partial<Alarm> = {}): Alarm =>
  ({
    id,
    severity: 'warning',
    status: 'unprocessed',
    owner: '',
    first_time: `2026-11-21T00:00:0${id}Z`,
    ...over,
  }) as Alarm;
const none: Watched = { shown: [], known: new Set() };

it('shows a new alarm, critical ones first, then the newest', () => {
  const state = [alarm(1), alarm(2), alarm(3, { severity: 'critical' })].reduce<Watched>((s, a) => watched(s, a), none);
  expect(state.shown.map((a) => a.id)).toEqual([3, 2, 1]);
});
it('is no news when it comes back, whether it still stands there or was closed', () => {
  const first = watched(none, alarm(1));
  expect(first.news).toBe(true);
  const again = watched(first, alarm(1, { hits: 2 }));
  expect(again).toMatchObject({ news: false, shown: [{ hits: 2 }] });
  expect(watched({ ...first, shown: [] }, alarm(1, { hits: 2 }))).toMatchObject({ news: false, shown: [] });
});
it.each([{ owner: '陈立' }, { status: 'processed' as const }])('leaves the screen when somebody cares: %j', (over) => {
  expect(watched(watched(none, alarm(1)), alarm(1, over)).shown).toEqual([]);
  expect(watched(none, alarm(2, over)).news).toBe(false);
});
it('neither shows nor sounds a mere notice', () => {
  expect(watched(none, alarm(1, { severity: 'info' }))).toMatchObject({ news: false, shown: [] });
});
