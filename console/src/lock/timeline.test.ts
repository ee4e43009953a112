import type { Alarm } from '@plomb/contract/alarms/alarms';
import type { Command, LockEvent } from '@plomb/contract/lock/command';
import { expect, it } from 'vitest';
import { commandTime, isOfInterest, lockClock, mergeTimeline, outstanding } from './timeline.ts';

const at = (minute: number): string => `2026-11-21T04:${String(minute).padStart(2, '0')}:00.000Z`;
const event = (id: number, minute: number, received = minute): LockEvent => ({
  id,
  code: '0008',
  lst: 1,
  lso: 1,
  ls_before: 2,
  ls_after: 0,
  fault: 0,
  actor: '',
  lon: null,
  lat: null,
  electric: null,
  replay: received !== minute,
  quality: 'direct',
  timed: true,
  authenticated: true,
  managed: false,
  swipe: null,
  at: at(minute),
  device_time: at(minute),
  receive_time: at(received),
});
const command = (id: number, minute: number, over: Partial<Command> = {}): Command => ({
  id,
  device_id: 7,
  sn: '1',
  device_name: 'x',
  kind: 'unseal',
  args: {},
  attempt: 0,
  result: null,
  state: 'queued',
  idempotency_key: 'of-one-press',
  reason_code: null,
  reason_text: null,
  reason: '',
  cause: null,
  replaced_by: null,
  assigned_to: '',
  approved_by: '',
  in_frozen: '',
  waits_for: null,
  oper_name: '',
  login_name: '',
  create_time: at(minute),
  expire_time: at(59),
  sent_time: null,
  answer_time: null,
  finish_time: null,
  evidence_time: null,
  evidence: null,
  ...over,
});
const alarm = (id: number, minute: number, event_id: number | null = null): Alarm => ({
  id,
  device_id: 7,
  sn: '1',
  device_name: 'x',
  subject: '',
  out_of_use: null,
  seal: null,
  batch: null,
  org_name: '',
  kind: 'illegal_unlock',
  fault: 1010,
  severity: 'critical',
  first_time: at(minute),
  last_time: at(minute),
  event_id,
  fences: [],
  hits: 1,
  lon: null,
  lat: null,
  status: 'unprocessed',
  owner: '',
  owner_login: '',
  owner_time: null,
  escalate_time: null,
  photos: [],
  processor: '',
  processor_login: '',
  process_time: null,
  result: null,
  late: false,
  doubtful: false,
  swipe: null,
  unproved: false,
  remark: '',
});
const none = { rows: [], more: false };

it('lays events, commands and alarms on one line, newest first', () => {
  const { entries, wants } = mergeTimeline({
    events: { rows: [event(2, 30), event(1, 10)], more: false },
    commands: { rows: [command(5, 20, { sent_time: at(21), state: 'sent' })], more: false },
    alarms: { rows: [alarm(9, 25)], more: false },
  });
  expect(entries.map((e) => e.key)).toEqual(['e2', 'a9', 'c5', 'e1']);
  expect(wants).toEqual([]);
});

it('shows a deed once, with what it rang, and an alarm by itself whose deed is not there', () => {
  const events = { rows: [event(2, 30), event(1, 10)], more: false };
  const alarms = { rows: [alarm(9, 40, 2), alarm(8, 30, 2), alarm(7, 25, 77), alarm(6, 20)], more: false };
  const { entries } = mergeTimeline({ events, commands: none, alarms });
  expect(entries.map((e) => [e.key, e.kind === 'event' ? e.alarms.map(({ id }) => id) : null])).toEqual([
    ['e2', [9, 8]],
    ['a7', null],
    ['a6', null],
    ['e1', []],
  ]);
  // its deed is held back: the alarm is not
  const held = { rows: [alarm(9, 40, 1)], more: false };
  const line = mergeTimeline({ events, commands: { rows: [command(5, 20)], more: true }, alarms: held });
  expect(line.entries.map((e) => e.key)).toEqual(['a9', 'e2', 'c5']);
});

it('holds back what lies beyond the list that was fetched least far, and asks for that list', () => {
  const { entries, wants } = mergeTimeline({
    events: { rows: [event(4, 40), event(3, 30)], more: true },
    commands: { rows: [command(5, 50), command(2, 5)], more: true },
    alarms: none,
  });
  expect(entries.map((e) => e.key)).toEqual(['c5', 'e4', 'e3']);
  expect(wants).toEqual(['events']);
});

it('shows what a lock tells of its time in a dead spot, a whole page in one breath, where it belongs', () => {
  const told = Array.from({ length: 20 }, (_, i) => event(40 - i, 30 - i, 50));
  const orders = { rows: [command(6, 45), command(5, 5)], more: false };
  const line = mergeTimeline({ events: { rows: told, more: true }, commands: orders, alarms: none });
  expect(line.entries.map((e) => e.key)).toEqual(['c6', ...told.map(({ id }) => `e${id}`)]);
  expect(line.wants).toEqual(['events']);
});

it('measures the reach of alarms by those that rang at once: behind a late one others may stand that are newer', () => {
  const alarms = { rows: [alarm(9, 40), alarm(8, 30), { ...alarm(7, 5), late: true }], more: true };
  const { entries } = mergeTimeline({
    events: { rows: [event(2, 35), event(1, 20)], more: false },
    commands: none,
    alarms,
  });
  expect(entries.map((e) => e.key)).toEqual(['a9', 'e2', 'a8']);
  const late = { rows: [{ ...alarm(7, 5), late: true }], more: true };
  expect(mergeTimeline({ events: none, commands: none, alarms: late }).entries).toHaveLength(1);
});

it('dates an event by when it happened, not by the clock of the lock, which is told beside', () => {
  const slow = { ...event(1, 30), device_time: at(5) };
  const { entries } = mergeTimeline({
    events: { rows: [slow, event(2, 20)], more: false },
    commands: none,
    alarms: none,
  });
  expect(entries.map((e) => [e.key, e.time])).toEqual([
    ['e1', at(30)],
    ['e2', at(20)],
  ]);
  expect([lockClock(slow), lockClock(event(2, 20))]).toEqual([at(5), null]);
});

it('dates a command by how far it last came', () => {
  const c = command(1, 1, { sent_time: at(2), answer_time: at(3), finish_time: at(3) });
  expect(commandTime(c)).toBe(at(3));
  expect(commandTime({ ...c, evidence_time: at(4) })).toBe(at(4));
});

it('shows the card of a command while it is open, and for a quarter of an hour after its end', () => {
  const open = command(1, 0);
  const over = command(1, 0, { state: 'cancelled', finish_time: at(1) });
  const later = (minutes: number): number => Date.parse(at(1)) + minutes * 60_000;
  expect([isOfInterest(open, later(120)), isOfInterest(open, later(24 * 60))]).toEqual([true, false]);
  expect([isOfInterest(over, later(14)), isOfInterest(over, later(15))]).toEqual([true, false]);
});

it('hides no order that moves metal, and none that can be taken back, behind a question given after it', () => {
  const now = Date.parse(at(10));
  const asked = command(9, 9, { kind: 'query_info', state: 'answered_ok', evidence: null });
  const setting = command(8, 8, { kind: 'set_intervals', state: 'queued', evidence: null });
  const uncertain = command(7, 7, { kind: 'unseal', state: 'uncertain', evidence: null });
  const before = command(6, 6, { kind: 'seal', state: 'answered_ok', evidence: 'confirmed' });
  expect(outstanding([asked, setting, uncertain, before], now).map(({ id }) => id)).toEqual([7, 9, 8]);
  expect(outstanding([before], now).map(({ id }) => id)).toEqual([6]);
  // what gave somebody a card, perhaps, stands until it is known
  const cards = command(5, 5, { kind: 'add_cards', state: 'uncertain', evidence: null });
  expect(outstanding([asked, cards], now).map(({ id }) => id)).toEqual([5, 9]);
});
