import { describe, expect, it } from 'vitest';
import { abnormalCauses } from './batchSteps.ts';
import { numbersOf } from './numbers.ts';
import { type JourneyFacts, type JourneyStep, type ReasonCode, reasonCodes, verdictOf, weightOf } from './verdict.ts';

const MINUTE = 60_000;
const LEFT = 1_800_000_000_000;
let id = 0;
const step = (of: Partial<JourneyStep>): JourneyStep => ({
  ...{ id: ++id, step: 0, cause: null, position_id: 1, position: 'door', at: LEFT, number: 'NB 1' },
  ...of,
});
const abnormal = (cause: JourneyStep['cause'], of: Partial<JourneyStep> = {}) => step({ step: 5, cause, ...of });
const patrol = { id: 'a', address: 'Guzhu', planned: LEFT + 60 * MINUTE };
/** Sealed, looked at, opened at the destination. */
const well: JourneyFacts = {
  ...{ state: 'completed', forced: false, left: LEFT, ended: LEFT + 180 * MINUTE, now: LEFT + 200 * MINUTE },
  positions: [
    { id: 1, position: 'door', isLock: false, sealed: false, number: 'NB 1' },
    { id: 2, position: 'valves', isLock: true, sealed: false, number: '8603' },
  ],
  patrols: [patrol],
  steps: [
    step({}),
    step({ position_id: 2, position: 'valves', number: '8603' }),
    step({ step: 1, at: LEFT + 61 * MINUTE }),
    step({ step: 2, at: LEFT + 180 * MINUTE }),
    step({ step: 2, at: LEFT + 180 * MINUTE, position_id: 2, position: 'valves', number: '8603' }),
  ],
  refused: [],
  track: { device_id: 7, gaps: [], kept: true, read: null },
};
const road: JourneyFacts = {
  ...well,
  state: 'in_transit',
  ended: null,
  now: LEFT + 70 * MINUTE,
  steps: well.steps.slice(0, 3),
};
const gap = (kind: 'silent' | 'no_fix' | 'asleep', minutes: number) => ({
  track: { device_id: 7, kept: true, read: null, gaps: [{ kind, from: LEFT, to: LEFT + minutes * MINUTE }] },
});
/** Two stops at which somebody was to look, and a look at each of two seals. */
const twoStops = (...at: (string | undefined)[]) => ({
  patrols: [patrol, { ...patrol, id: 'b', planned: LEFT + 120 * MINUTE }],
  steps: [
    ...well.steps.filter((one) => one.step !== 1),
    ...at.map((stop, nth) => step({ step: 1, at: LEFT + 61 * MINUTE, position_id: nth + 1, ...(stop && { stop }) })),
  ],
});
const judged = (change: Partial<JourneyFacts>, of = well) => {
  const { verdict, reasons } = verdictOf({ ...of, ...change });
  return { verdict, codes: reasons.map(({ code }) => code), reasons };
};
const more = (...steps: JourneyStep[]): Partial<JourneyFacts> => ({ steps: [...well.steps, ...steps] });

const table: [string, Partial<JourneyFacts>, 'intact' | 'gap' | 'breached', ReasonCode][] = [
  ['all went as it should', {}, 'intact', 'numbers_match'],
  ['its lock stayed closed', {}, 'intact', 'lock_closed'],
  ['it was looked at', {}, 'intact', 'patrolled'],
  ...abnormalCauses.map((cause): (typeof table)[number] => [
    ...([cause, more(abnormal(cause)), weightOf(cause) as 'gap' | 'breached', cause] as const),
  ]),
  ['its lock was silent for sixteen minutes', gap('silent', 16), 'gap', 'silent'],
  ['its lock knew no place for sixteen minutes', gap('no_fix', 16), 'gap', 'no_fix'],
  ['a planned patrol is not on record', { steps: well.steps.filter((one) => one.step !== 1) }, 'gap', 'patrol_missed'],
  [
    ...(['both seals were looked at at one of two stops', twoStops('a', 'a')] as const),
    ...(['gap', 'patrol_missed'] as const),
  ],
  [
    ...(['both seals were looked at once, and nobody knows where', twoStops(undefined, undefined)] as const),
    ...(['gap', 'patrol_missed'] as const),
  ],
  ['a seal was looked at at each of two stops', twoStops('a', 'b'), 'intact', 'patrolled'],
  [
    ...([
      'it was looked at at no stop',
      { steps: [...well.steps.slice(0, 2), step({ step: 1, stop: null })] },
    ] as const),
    ...(['gap', 'patrol_missed'] as const),
  ],
  [
    ...(['it told more than is read', { track: { ...well.track!, read: LEFT + 100 * MINUTE } }] as const),
    ...(['gap', 'unread'] as const),
  ],
  [
    'a patrol without a time is not on record',
    { patrols: [patrol, { ...patrol, id: 'b', planned: null }] },
    'gap',
    'patrol_missed',
  ],
  [
    ...([
      'it was ended by force with a seal on',
      { forced: true, positions: well.positions.map((one) => ({ ...one, sealed: true })) },
    ] as const),
    ...(['gap', 'still_sealed'] as const),
  ],
  ['a seal was replaced', more(step({ step: 3 }), step({ number: 'NB 2', at: LEFT + MINUTE })), 'intact', 'resealed'],
  ['something was refused', { refused: [{ id: 3, at: LEFT, position: 'door', number: 'NB 1' }] }, 'intact', 'refused'],
  ['it has no lock', { track: null }, 'intact', 'no_lock'],
  ['its track is deleted by now', { track: { ...gap('silent', 60).track, kept: false } }, 'intact', 'track_gone'],
];

describe('the verdict of a journey', () => {
  it.each(table)('%s', (_, change, verdict, code) => {
    const found = judged(change);
    expect(found.verdict).toBe(verdict);
    expect(found.codes).toContain(code);
  });
  it('knows every reason that there is', () => {
    expect(new Set(table.map(([, , , code]) => code))).toEqual(new Set(reasonCodes));
  });
  it('is the worst of its reasons, and those come first', () => {
    const { verdict, reasons } = judged({ ...more(abnormal('unsealed_outside')), ...gap('silent', 30) });
    expect(verdict).toBe('breached');
    const weights = reasons.map(({ weight }) => weight);
    expect(weights.slice(0, 2)).toEqual(['breached', 'gap']);
    expect(weights.at(-1)).toBe('for');
  });
  it('bears a quarter of an hour without a word, and a lock that stands and sleeps', () => {
    expect(judged(gap('silent', 15)).verdict).toBe('intact');
    expect(judged(gap('asleep', 300)).verdict).toBe('intact');
  });
  it('waits for a patrol until it is due', () => {
    expect(judged({ now: LEFT + 59 * MINUTE, steps: well.steps.slice(0, 2) }, road).codes).not.toContain(
      'patrol_missed',
    );
    expect(judged({ now: LEFT + 61 * MINUTE, steps: well.steps.slice(0, 2) }, road).verdict).toBe('gap');
  });
  it('says nothing of what never left, and keeps what is wrong with it', () => {
    const draft = judged({ ...more(abnormal('refused_scan')), state: 'draft', left: null, ended: null });
    expect(draft).toMatchObject({ verdict: null, codes: expect.arrayContaining(['refused_scan']) });
  });
  it('does not say that numbers match, or that the lock stayed closed, where they do not', () => {
    expect(judged(more(abnormal('refused_scan'))).codes).not.toContain('numbers_match');
    expect(judged(more(abnormal('lock_abnormal', { position_id: 2 }))).codes).not.toContain('lock_closed');
  });
  it('names the rows that each reason rests on, and its time', () => {
    const wrong = abnormal('unsealed_outside', { at: LEFT + 5 * MINUTE });
    expect(judged(more(wrong)).reasons[0]).toMatchObject({
      ...{ rests_on: [`step ${wrong.id}`], from: LEFT + 5 * MINUTE, positions: ['door'], numbers: ['NB 1'], count: 1 },
    });
    expect(judged(gap('silent', 20)).reasons[0]).toMatchObject({
      rests_on: [`gap 7 ${LEFT}`],
      from: LEFT,
      to: LEFT + 20 * MINUTE,
    });
  });
});

describe('numbers by position', () => {
  const of = (...steps: JourneyStep[]) => numbersOf([{ id: 1, position: 'door', number: 'NB 1' }], steps, true)[0]!;
  it('match where what was read is what was sealed', () => {
    expect(of(step({}), step({ step: 1, at: LEFT + 1 }), step({ step: 2, at: LEFT + 2 }))).toMatchObject({
      ...{ sealed: 'NB 1', looks: [{ number: 'NB 1', matches: true }], opened: { number: 'NB 1' }, result: 'matches' },
    });
  });
  it('do not where another number was read', () => {
    expect(of(step({}), abnormal('refused_scan', { at: LEFT + 1, number: 'NB 9' }))).toMatchObject({
      ...{ result: 'mismatch', looks: [{ number: 'NB 9', matches: false }] },
    });
  });
  it('were not read where nobody looked, and wait where nothing is on', () => {
    expect(of(step({})).result).toBe('unread');
    expect(of().result).toBe('waits');
    expect(numbersOf([{ id: 1, position: 'door', number: 'NB 1' }], [step({})], false)[0]!.result).toBe('waits');
  });
  it('are both on record where a seal was replaced', () => {
    expect(of(step({}), step({ step: 3, at: LEFT + 1 }), step({ number: 'NB 2', at: LEFT + 2 }))).toMatchObject({
      ...{ sealed: 'NB 2', before: ['NB 1'] },
    });
  });
});
