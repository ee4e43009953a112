import { expect, it, vi } from 'vitest';
import { edgesOfHours } from '../../ingest/swipe.ts';
import { type CardFacts, judgeOf, type LockFacts, type RuleFacts } from './opening.ts';

const now = Date.parse('2026-11-23T10:00:00Z');
const hour = 3_600_000;
const rule: RuleFacts = {
  ...{ id: 1, in_force: true, from_time: null, until_time: null, hours: null, card_ids: new Set([7]), here: true },
};
const lock = (change: Partial<LockFacts> = {}): LockFacts => ({
  ...{ now, confined: true, drift: false, unable: false, inLock: true, frozen: [], rules: [rule] },
  ...change,
});
const at = (hours: number): string => new Date(now + hours * hour).toISOString();
const frozen = { name: 'Holiday', from_time: at(1), until_time: at(3), org_id: 2, above: [2, 1] };
const card: CardFacts = { id: 7, standing: 'area', mayHold: true, ruled: true, usable: true };
const later = (change: Partial<RuleFacts>) => lock({ rules: [{ ...rule, ...change }] });
const inHour = new Date(now + hour).toISOString();

it.each<[string, LockFacts, Partial<CardFacts>, number, string]>([
  ['inside its area', lock(), {}, 0, 'opens'],
  ['outside every area', lock({ inLock: false }), {}, 0, 'outside'],
  ['nobody knows where', lock({ inLock: null }), {}, 0, 'uncertain'],
  ['in a frozen period, which it does not know', lock({ frozen: [frozen] }), {}, 2 * hour, 'frozen'],
  ['before one', lock({ frozen: [frozen] }), {}, 0, 'opens'],
  ['after one', lock({ frozen: [frozen] }), {}, 3 * hour, 'opens'],
  [
    'in one that keeps no areas',
    lock({ frozen: [frozen], confined: false }),
    { standing: 'synced' },
    2 * hour,
    'frozen',
  ],
  ['in one, outside', lock({ frozen: [frozen], inLock: false }), {}, 2 * hour, 'outside'],
  ['of a rule that has ended by then', later({ until_time: inHour }), {}, 2 * hour, 'untold'],
  ['of a rule that ends later', later({ until_time: inHour }), {}, 0, 'opens'],
  [
    'of a rule that begins by then',
    later({ in_force: false, from_time: inHour }),
    { standing: null, mayHold: false, ruled: false },
    2 * hour,
    'untold',
  ],
  [
    'of a rule that begins later',
    later({ in_force: false, from_time: inHour }),
    { standing: null, mayHold: false, ruled: false },
    0,
    'no',
  ],
  [
    'of a rule that begins by then, in a lock that can be told of none',
    lock({ unable: true, rules: [{ ...rule, in_force: false, from_time: inHour }] }),
    { standing: null, mayHold: false, ruled: false },
    2 * hour,
    'no',
  ],
  ['that was disabled, and is in the lock still', lock(), { usable: false }, hour, 'untold'],
  [
    'where an area of another rule ends by then',
    lock({
      rules: [
        { ...rule, here: false },
        { ...rule, id: 2, card_ids: new Set([8]), until_time: inHour },
      ],
    }),
    {},
    2 * hour,
    'uncertain',
  ],
])('a card %s', (_, facts, change, after, opens) => {
  expect(judgeOf(facts).opens({ ...card, ...change }, now + after)).toBe(opens);
});

it.each<[string, string, string, string[]]>([
  ['in the day', '06:00', '22:00', ['2026-11-23T22:00:00.000Z', '2026-11-23T14:00:00.000Z']],
  ['at the very minute', '18:00', '19:00', ['2026-11-24T10:00:00.000Z', '2026-11-23T11:00:00.000Z']],
])('hours of the day begin and end next: %s', (_, from, until, edges) => {
  const told = edgesOfHours({ from, until, time_zone: 'Asia/Shanghai' }, now);
  expect(told.map((time) => new Date(time).toISOString())).toEqual(edges);
});

it('hours keep their clock through the night it is put back', () => {
  const [edge] = edgesOfHours(
    { from: '06:00', until: '07:00', time_zone: 'Europe/Berlin' },
    Date.parse('2026-10-24T20:00:00Z'),
  );
  expect(new Date(edge!).toISOString()).toBe('2026-10-25T05:00:00.000Z');
});

it('clocks are read for the moments of a lock, however many cards it holds', () => {
  const rules = Array.from(
    { length: 6 },
    (_, at): RuleFacts => ({
      ...{ ...rule, id: at, card_ids: new Set(Array.from({ length: 40 }, (_, id) => id)) },
      until_time: new Date(now + (at + 5) * hour).toISOString(),
      hours: { from: `0${at}:00`, until: '20:00', time_zone: 'Asia/Shanghai' },
    }),
  );
  const readFor = (many: number): number => {
    const clock: { format: unknown } = Intl.DateTimeFormat.prototype;
    const reads = vi.spyOn(clock, 'format', 'get');
    const judge = judgeOf(lock({ rules }));
    for (let id = 0; id < many; id++) {
      const one = { ...card, id };
      judge.change(one, now);
      for (const time of judge.times(one, now)) for (const at of [time - 1, time]) judge.opens(one, at);
    }
    const { length } = reads.mock.calls;
    reads.mockRestore();
    return length;
  };
  expect(readFor(40)).toBe(readFor(1));
});

it('opens otherwise when a frozen period begins and ends', () => {
  const judge = judgeOf(lock({ frozen: [frozen] }));
  expect(judge.change(card, now)).toBe(now + hour);
  expect(judge.change(card, now + 2 * hour)).toBe(now + 3 * hour);
});
