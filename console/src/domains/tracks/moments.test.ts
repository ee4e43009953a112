import { LockAction } from '@plomb/contract/lock/codes';
import type { Track } from '@plomb/contract/tracks/tracks';
import { tripOf } from '@plomb/contract/tracks/trip';
import { expect, it } from 'vitest';
import { isForced, momentsOf } from './moments.ts';

const begin = Date.parse('2026-11-21T08:00:00Z');
const at = (minutes: number): string => new Date(begin + minutes * 60_000).toISOString();
const point = (minutes: number) => ({
  ...{
    at: at(minutes),
    receive_time: at(minutes),
    late: false,
    proved: true,
    lon: 121,
    lat: 31,
    velocity: 60,
    heading: 0,
  },
  ...{ electric: 80, temperature: null, lock_status: 2 as const },
});
const event = (id: number, minutes: number, authenticated: boolean) =>
  ({
    id,
    at: at(minutes),
    lon: 10,
    lat: 20,
    authenticated,
    lst: LockAction.tamper,
    ls_before: 2,
    ls_after: 2,
  }) as unknown as Track['events'][number];
const alarm = (id: number, minutes: number, unproved: boolean) =>
  ({
    id,
    first_time: at(minutes),
    lon: 10,
    lat: 20,
    unproved,
    kind: 'tamper',
    severity: 'warning',
  }) as unknown as Track['alarms'][number];

it('what nobody proved to be the lock’s word is told, and is nowhere on the map', () => {
  const track = {
    ...{
      id: 1,
      family: 'hhd',
      intervals: [{ from: at(0), report_interval: 60, sleep_interval: 60 }],
      before: null,
      after: null,
      cut: false,
    },
    points: [0, 1, 2].map(point),
    events: [event(1, 1, true), event(2, 1, false)],
    alarms: [alarm(1, 2, false), alarm(2, 2, true)],
  } as unknown as Track;
  const trip = tripOf(track, { from: begin, to: begin + 2 * 60_000 });
  const told = momentsOf([{ track, trip }]).filter(({ kind }) => kind === 'event' || kind === 'alarm');
  expect(told.map(({ key, place }) => [key, place])).toEqual([
    ['1-event-1', { lon: 10, lat: 20 }],
    ['1-event-2', null],
    ['1-alarm-1', { lon: 10, lat: 20 }],
    ['1-alarm-2', null],
  ]);
});

it('points told late are one moment, from the first to the last in a row, each still known by itself', () => {
  const late = [1, 2, 5];
  const track = {
    ...{ id: 1, family: 'hhd', intervals: [{ from: at(0), report_interval: 60, sleep_interval: 60 }] },
    ...{ before: null, after: null, cut: false, events: [], alarms: [] },
    points: [0, 1, 2, 3, 4, 5, 6].map((minutes) => ({
      ...point(minutes),
      ...(late.includes(minutes) && { late: true, receive_time: at(minutes + 40) }),
      // on its way: what stands still would be told as a stop besides
      lon: 121 + minutes / 100,
    })),
  } as unknown as Track;
  const trip = tripOf(track, { from: begin, to: begin + 6 * 60_000 });
  const told = momentsOf([{ track, trip }]).flatMap((m) => (m.kind === 'late' ? [m] : []));
  const minutes = (ms: number | null): number => ((ms ?? Number.NaN) - begin) / 60_000;
  expect(told.map((m) => [minutes(m.at), minutes(m.to), m.fixes.length, m.place?.lon])).toEqual([
    [1, 2, 2, 121.01],
    [5, 5, 1, 121.05],
  ]);
  expect(trip.late).toBe(3);
});

it('a forced lock has not the sign of the state it said it was still in', () => {
  expect(isForced({ lst: LockAction.tamper, ls_after: 2 })).toBe(true);
  expect(isForced({ lst: LockAction.tamper, ls_after: 3 })).toBe(false);
  expect(isForced({ lst: LockAction.normal, ls_after: 2 })).toBe(false);
});
