import type { Alarm } from '@plomb/contract/alarms/alarms';
import { expect, it } from 'vitest';
import { cared, grouped, MOST, nothingWatched, putAway, type Watched, watched } from './watch.ts';

const alarm = (id: number, over: Partial<Alarm> = {}): Alarm =>
  ({
    id,
    kind: 'illegal_unlock',
    severity: 'critical',
    status: 'unprocessed',
    owner: '',
    hits: 1,
    escalate_time: null,
    unproved: false,
    first_time: new Date(Date.parse('2026-11-21T00:00:00Z') + id * 1000).toISOString(),
    last_time: new Date(Date.parse('2026-11-21T00:00:00Z') + id * 1000).toISOString(),
    ...over,
  }) as Alarm;
const warning = (id: number, over: Partial<Alarm> = {}) =>
  alarm(id, { kind: 'low_battery', severity: 'warning', ...over });
const ids = (alarms: readonly Alarm[]) => alarms.map((a) => a.id);
const after = (state: Watched, ...alarms: Alarm[]): Watched => watched(state, alarms).state;

it('keeps every critical alarm of a burst, the newest first; warnings go behind the bell', () => {
  const burst = Array.from({ length: 40 }, (_, i) => (i % 2 ? warning(40 - i) : alarm(40 - i)));
  const { state, news } = watched(nothingWatched, burst);
  expect(news).toHaveLength(40);
  expect(ids(state.critical)).toEqual(Array.from({ length: 20 }, (_, i) => 40 - 2 * i));
  expect(ids(state.quiet)).toEqual(Array.from({ length: 20 }, (_, i) => 39 - 2 * i));
  expect(state.unread.size).toBe(20);
  // and it is the same, come together or one by one
  expect(burst.reduce((s, a) => after(s, a), nothingWatched)).toEqual(state);
});
it('puts what nobody has taken before what somebody has, and a deed told late where it was told', () => {
  const rung = alarm(9, { owner: '陈立' });
  const state = after(
    nothingWatched,
    alarm(9),
    rung,
    alarm(9, { owner: '陈立', last_time: '2026-11-21T08:00:00Z', hits: 2 }),
    alarm(1),
    alarm(2, { first_time: '2026-11-18T08:00:00Z', late: true }),
  );
  expect(ids(state.critical)).toEqual([2, 1, 9]);
});
it('is no news when it comes back, whether it still stands there or was put away', () => {
  const first = watched(nothingWatched, [alarm(1)]);
  expect(ids(first.news)).toEqual([1]);
  const again = watched(first.state, [alarm(1, { hits: 2 })]);
  expect(again.news).toEqual([]);
  expect(again.state.critical).toMatchObject([{ hits: 2 }]);
  const put = putAway(first.state, 1);
  expect(put.critical).toEqual([]);
  expect(watched(put, [alarm(1, { hits: 3 })])).toMatchObject({ news: [], state: { critical: [] } });
});
it('is news again when it rings after a rest, though somebody has taken it; until then, and when processed, it is not', () => {
  const at = (time: string, over: Partial<Alarm> = {}) => alarm(1, { owner: '陈立', last_time: time, ...over });
  const taken = after(nothingWatched, at('2026-11-18T08:00:00Z', { owner: '' }), at('2026-11-18T08:00:00Z'));
  expect(watched(taken, [at('2026-11-18T08:05:00Z')]).news).toEqual([]);
  const again = watched(taken, [at('2026-11-21T08:00:00Z', { hits: 2 })]);
  expect([ids(again.news), ids(again.state.critical)]).toEqual([[1], [1]]);
  // what changes about it then is no news, and it stays until somebody has seen it
  const noted = watched(again.state, [at('2026-11-21T08:01:00Z', { hits: 3 })]);
  expect(noted).toMatchObject({ news: [], state: { critical: [{ hits: 3 }] } });
  const seen = cared(noted.state, 1);
  expect(watched(seen, [at('2026-11-21T08:02:00Z')])).toMatchObject({ news: [], state: { critical: [] } });
  expect(ids(watched(seen, [at('2026-11-22T08:00:00Z', { hits: 4 })]).news)).toEqual([1]);
  expect(watched(seen, [at('2026-11-22T08:00:00Z', { hits: 4, status: 'processed' })]).news).toEqual([]);
  expect(ids(watched(putAway(taken, 1), [at('2026-11-21T08:00:00Z', { hits: 2 })]).news)).toEqual([1]);
});
it('is news again once it is handed up, whoever had it and whoever put it away', () => {
  const up = { escalate_time: '2026-11-21T00:05:00Z' };
  const taken = after(nothingWatched, alarm(1), alarm(1, { owner: '陈立' }));
  expect(taken.critical).toEqual([]);
  for (const before of [taken, putAway(after(nothingWatched, alarm(1)), 1)]) {
    const again = watched(before, [alarm(1, up)]);
    expect([ids(again.news), ids(again.state.critical)]).toEqual([[1], [1]]);
    // once: what changes about it afterwards is no news
    expect(watched(again.state, [alarm(1, { ...up, hits: 2 })]).news).toEqual([]);
  }
  const quiet = after(nothingWatched, warning(2), warning(2, { owner: '陈立' }));
  expect(watched(quiet, [warning(2, up)])).toMatchObject({ news: [{ id: 2 }], state: { quiet: [{ id: 2 }] } });
});
it('is news again when the lock itself says what a stranger had said, though somebody has taken that', () => {
  const fake = { unproved: true, owner: '陈立' };
  const taken = after(nothingWatched, alarm(1, { unproved: true }), alarm(1, fake));
  expect(watched(taken, [alarm(1, { ...fake, hits: 2 })]).news).toEqual([]);
  const true_ = watched(taken, [alarm(1, { owner: '陈立', hits: 2 })]);
  expect([ids(true_.news), ids(true_.state.critical)]).toEqual([[1], [1]]);
});
it('comes back when it rings after a rest, though it was put away here: that was the deed before', () => {
  const at = (time: string, over: Partial<Alarm> = {}) => alarm(1, { last_time: time, ...over });
  const put = putAway(after(nothingWatched, at('2026-11-21T03:00:00Z')), 1);
  expect(watched(put, [at('2026-11-21T03:05:00Z')])).toMatchObject({ news: [], state: { critical: [] } });
  const again = watched(put, [at('2026-11-21T08:00:00Z', { hits: 2 })]);
  expect([ids(again.news), ids(again.state.critical)]).toEqual([[1], [1]]);
  // it stands there like any other, until it is put away anew
  expect(after(again.state, at('2026-11-21T08:01:00Z', { hits: 3 })).critical).toMatchObject([{ hits: 3 }]);
  const anew = putAway(again.state, 1);
  expect(watched(anew, [at('2026-11-21T08:01:00Z')])).toMatchObject({ news: [], state: { critical: [] } });
  expect(watched(put, [at('2026-11-21T08:00:00Z', { hits: 2, status: 'processed' })])).toMatchObject({ news: [] });
});
it('is no news when it rang once and its lock’s clock shows by now that this was hours later', () => {
  const taken = after(nothingWatched, alarm(1, { owner: '陈立' }));
  const retimed = watched(taken, [alarm(1, { owner: '陈立', last_time: '2026-11-21T03:00:00Z' })]);
  expect(retimed).toMatchObject({ news: [], state: { critical: [] } });
});
it.each([{ owner: '陈立' }, { status: 'processed' as const }])('leaves the screen when somebody cares: %j', (over) => {
  expect(after(nothingWatched, alarm(1), alarm(1, over)).critical).toEqual([]);
  expect(after(nothingWatched, warning(1), warning(1, over))).toMatchObject({ quiet: [], unread: new Set() });
  expect(watched(nothingWatched, [alarm(2, over)]).news).toEqual([]);
});
it('neither shows nor sounds a mere notice', () => {
  expect(watched(nothingWatched, [alarm(1, { severity: 'info' })])).toMatchObject({
    news: [],
    state: { critical: [], quiet: [], unread: new Set() },
  });
});
it('does not grow with the days a window stays open', () => {
  let state = nothingWatched;
  for (let burst = 0; burst < 60; burst += 1)
    state = after(state, ...Array.from({ length: 500 }, (_, i) => (i % 3 ? warning : alarm)(burst * 500 + i + 1)));
  expect([state.critical.length, state.quiet.length, state.known.size]).toEqual([
    MOST.critical,
    MOST.quiet,
    MOST.known,
  ]);
  for (let id = 1; id <= MOST.known + 50; id += 1) state = putAway(state, id);
  expect(state.away.size).toBe(MOST.known);
});
it('takes the same thing on many locks as one matter', () => {
  const groups = grouped([alarm(1), warning(2), alarm(3), warning(4)]);
  expect(groups.map((g) => [g.kind, ids(g.alarms)])).toEqual([
    ['illegal_unlock', [1, 3]],
    ['low_battery', [2, 4]],
  ]);
});
it('is news when it became graver, whatever it was before: a notice of the night, or a warning behind the bell', () => {
  const known = after(nothingWatched, warning(1, { severity: 'info' }), warning(2));
  expect(known).toMatchObject({ critical: [], quiet: [{ id: 2 }] });
  const { state, news } = watched(known, [
    warning(1, { severity: 'warning', hits: 2 }),
    warning(2, { severity: 'critical', hits: 2 }),
  ]);
  expect(ids(news)).toEqual([1, 2]);
  expect(ids(state.critical)).toEqual([2]);
  expect(ids(state.quiet)).toEqual([1]);
  // though somebody had it, or put it away here
  const notice = after(nothingWatched, warning(3, { severity: 'info', owner: '陈立' }));
  expect(ids(watched(notice, [alarm(3, { owner: '陈立', hits: 2 })]).news)).toEqual([3]);
  expect(watched(state, [warning(2, { severity: 'critical', hits: 3 })]).news).toEqual([]);
});
